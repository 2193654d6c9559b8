"""`wirelint plan`."""

from __future__ import annotations

import argparse
from collections.abc import Iterable

from wirelint.cli.levels import read_level, read_levels
from wirelint.cli.output import write_output
from wirelint.cli.releases import Releases
from wirelint.errors import UsageError
from wirelint.reporters.rollout.plan import FORMATS
from wirelint.rollout.plan.finalizing import METADATA_VERSION
from wirelint.rollout.plan.simulate import make_plan
from wirelint.rollout.plan.steps import Doing, read_order
from wirelint.rollout.plan.task import Task
from wirelint.rollout.releases import with_common_names
from wirelint.rollout.views import ReleaseGates
from wirelint.spelling import did_you_mean

_ZOOKEEPER = "inter.broker.protocol.version"


def run(args: argparse.Namespace) -> int:
    """Print the phases of a rolling upgrade; 0 where nothing breaks."""
    releases = Releases(args)
    opened = [releases.open(args.source)]
    if args.target != args.source:
        opened.append(releases.open(args.target))
    clients = [] if args.clients is None else releases.open_many(args.clients)
    named = with_common_names([*clients, *opened])
    source, target = named[len(clients)], named[-1]
    views = (target.view, source.view)
    if not any(view.gates for view in views):
        raise UsageError(
            "there is no gate table in these releases, so nothing tells which version replication"
            " uses; name one with --gates"
        )
    if any(one.view.gates.feature(_ZOOKEEPER) for one in (source, target)) and (
        source.view.gates.feature(METADATA_VERSION) is None
        and target.view.gates.feature(METADATA_VERSION) is not None
    ):
        raise UsageError(
            f"{source.name} goes by {_ZOOKEEPER} and {target.name} by {METADATA_VERSION}: the way"
            " from ZooKeeper to KRaft is a migration and no rolling upgrade; plan up to the last"
            " release before and from the first one after it"
        )
    _must_be_spoken_of(args.foreign, views)
    task = Task(
        source=source,
        target=target,
        current=read_levels(args.current, views, "--current"),
        goals=read_levels(args.finalized, views),
        clients=None if args.clients is None else tuple(named[: len(clients)]),
        foreign=tuple(dict.fromkeys(args.foreign)),
        notes=tuple(dict.fromkeys(releases.notes)),
    )
    order = None
    if args.order is not None:
        order = read_order(
            args.order,
            task.goal,
            lambda feature, level: read_level(feature, level, views, f"--order {feature}={level}"),
        )
        if any(step.does(Doing.FOREIGN) for step in order) and not task.foreign:
            raise UsageError("--order: `foreign` needs --foreign PRODUCT")
    plan = make_plan(task, order)
    write_output(args, FORMATS[args.format](plan))
    return int(not plan.is_safe)


def _must_be_spoken_of(foreign: Iterable[str], views: Iterable[ReleaseGates]) -> None:
    """Raise UsageError for a product that no gate table names: all about it would be invented."""
    known: set[str] = set()
    for view in views:
        for feature in view.gates.features:
            known.update(one.product.value for one in feature.foreign)
            known.update(() if feature.owner is None else (feature.owner.value,))
    for product in foreign:
        if product not in known:
            meant = did_you_mean(product, known) or f"; they speak of {', '.join(sorted(known))}"
            raise UsageError(
                f"--foreign {product}: no gate table speaks of it{meant if known else ''}"
            )
