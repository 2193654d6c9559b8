# FeatureControlManager, QuorumFeatures and ClusterControlManager of Kafka 4.1: a level is set where the
# active controller, every registered broker and every other controller support it.
"""Whether a level may be set, and lowered again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from wirelint.gates.model import Carrier, Feature, Flag, Level
from wirelint.rollout.nodes import Node
from wirelint.rollout.plan.model import Invariant, PlanFinding, Weight
from wirelint.rollout.views import ReleaseGates
from wirelint.versions import VersionRange

METADATA_VERSION = "metadata.version"
KRAFT_VERSION = "kraft.version"


def refusals(
    feature: str,
    level: int,
    *,
    nodes: Sequence[Node],
    foreign: Sequence[str],
    levels: Mapping[str, int],
    proposed: Mapping[str, int],
) -> Iterator[PlanFinding]:
    """Why a controller refuses to set a level. `proposed` are the levels after the whole call."""
    view = nodes[-1].release.view
    for node in nodes:
        known = node.release.view.supports(feature)
        if level not in known:
            yield _refused(
                f"{feature} {view.label(feature, level)} is refused: {node.name} supports"
                f" {_levels(known)}"
            )
    for product in foreign:
        range_ = foreign_range(view, feature, product)
        if range_ is not None and level not in range_:
            yield _refused(
                f"{feature} {view.label(feature, level)} is refused: a {product} node supports"
                f" {_levels(range_)}",
                f"leave it where it is as long as {product} nodes are to be there",
            )
    row = view.row(feature, level)
    for need in () if row is None else row.needs:
        needed = view.gates.resolve(need.feature, need.level)
        name = need.feature.value
        if needed is not None and proposed.get(name, view.absent(name)) < needed:
            yield _refused(
                f"{feature} {view.label(feature, level)} needs {name} {view.label(name, needed)} or"
                f" above, and it is at {view.label(name, proposed.get(name, view.absent(name)))}"
            )
    current = levels.get(feature)
    if current is not None and level < current:
        stop = no_way_down(view, feature, level, current)
        if stop is not None:
            yield _refused(f"{feature} cannot be lowered to {level}: {stop[1]}")


def no_way_down(view: ReleaseGates, feature: str, low: int, high: int) -> tuple[int, str] | None:
    """Find the lowest level above `low`, up to `high`, that cannot be left again, and why."""
    found = view.gates.feature(feature)
    if found is None:
        return None
    if is_control(found):
        return low + 1, f"{feature} never goes down"
    for row in sorted(_between(found, low, high), key=lambda row: row.number or 0):
        number = row.number or 0
        if row.is_barrier:
            why = f" ({row.doc})" if row.doc else ""
            return number, f"level {row.label} is one-way{why}"
        if feature == METADATA_VERSION and row.is_metadata:
            return number, f"level {row.label} changes metadata records"
        if feature == METADATA_VERSION and Flag.METADATA in row.unknown:
            return number, f"nobody says whether level {row.label} changes metadata records"
    return None


def foreign_range(view: ReleaseGates, feature: str, product: str) -> VersionRange | None:
    """The levels that another product's nodes support; None for that product's own features."""
    found = view.gates.feature(feature)
    if found is None:
        return None
    for one in found.foreign:
        if one.product.value == product:
            low, high = found.resolve(one.low), found.resolve(one.top)
            return VersionRange(low or 0, high or 0)
    if found.owner is None or found.owner.value == product:
        return None
    return VersionRange(0, 0)


def is_control(feature: Feature | None) -> bool:
    """Whether the level stands in the log's control records: set at the controllers, for good.

    Kafka's code does not say it of `kraft.version` where a reader could see it.
    """
    if feature is None:
        return False
    if feature.carrier is None:
        return feature.name == KRAFT_VERSION
    return feature.carrier.value is Carrier.CONTROL_RECORD


def _between(feature: Feature, low: int, high: int) -> list[Level]:
    return [row for row in feature.levels if row.number is not None and low < row.number <= high]


def _refused(message: str, consequence: str = "nothing changes") -> PlanFinding:
    return PlanFinding(
        invariant=Invariant.FINALIZING,
        weight=Weight.BREAKS,
        message=message,
        consequence=consequence,
    )


def _levels(known: VersionRange) -> str:
    return f"{known.low} to {known.high}" if known.high > known.low else f"only {known.low}"
