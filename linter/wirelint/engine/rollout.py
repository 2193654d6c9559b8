"""Run the rules on promised upgrades."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from wirelint.diagnostics import Diagnostic
from wirelint.engine.policy import Dispatch
from wirelint.engine.tables import ReleasedSchemas, TableTrees
from wirelint.project.gates import GateView
from wirelint.rollout.numbering import ReleaseNumber, release_number
from wirelint.rollout.promise import PromisedUpgrade
from wirelint.rollout.releases import Release, apis_of
from wirelint.rollout.views import ReleaseGates
from wirelint.schema.model import Message


def check_rollout(trees: TableTrees, dispatch: Dispatch) -> Iterator[Diagnostic]:
    """What the category rollout says of each baseline from which a rolling upgrade is promised.

    Nothing where neither the configuration (`upgrade-window`) nor a table (`upgrade from`) promises
    one, and nothing of baselines that are no release.
    """
    oldest = min(_promised(trees.view), default=None)
    if oldest is None or not dispatch.rules:
        return
    said: set[tuple[str, str, str]] = set()
    for released in trees.released:
        number = release_number(released.name)
        if released.softer or number is None or number < oldest:
            continue
        upgrade = PromisedUpgrade(
            _release(
                released.name, _gates_before(trees, released), _messages_before(trees, released)
            ),
            _release("this tree", ReleaseGates(trees.view.gates), trees.view.messages),
        )
        for found in dispatch.run(upgrade):
            at = found.finding.at
            name = (found.rule, at.source.path, at.property or str(at.span))
            if name not in said:
                said.add(name)
                yield found


def _promised(view: GateView) -> Iterator[ReleaseNumber]:
    names = [*view.options.window, *(one.oldest.value for t in view.tables for one in t.upgrades)]
    for name in names:
        number = release_number(name)
        if number is not None:
            yield number


def _gates_before(trees: TableTrees, released: ReleasedSchemas) -> ReleaseGates:
    """The tables of the released baseline, or those of the tree where they are the same.

    A baseline without tables sees the tree's up to the stamps of its own time.
    """
    pair = next((one for one in trees.pairs if not one.softer), None)
    if pair is not None:
        return ReleaseGates(pair.before.gates)
    if all(one.source.path in released.unchanged for one in trees.view.tables):
        return ReleaseGates(trees.view.gates)
    return ReleaseGates(trees.view.gates, since=release_number(released.name), is_shared=True)


def _messages_before(trees: TableTrees, released: ReleasedSchemas) -> Iterator[Message]:
    for message in trees.view.messages:
        if message.origin.source.path in released.unchanged:
            yield message
        else:
            before = released.before(message)
            if before is not None:
                yield before


def _release(name: str, gates: ReleaseGates, messages: Iterable[Message]) -> Release:
    return Release(name=name, apis=apis_of(messages), view=gates)
