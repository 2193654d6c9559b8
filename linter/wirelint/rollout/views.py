# One written table may serve many releases: its `in RELEASE` stamps say since when a level is
# advertised, so each release sees the table cut at its own time. A table that stands in a release's
# own tree is that release's word and is never cut.
"""Gate tables as one release sees them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from wirelint.gates.model import (
    UNDEFINED,
    BootstrapKind,
    Case,
    Feature,
    Gates,
    Ladder,
    Level,
    Outcome,
)
from wirelint.gates.truth import value
from wirelint.lazy_dataclass import dataclass
from wirelint.rollout.numbering import ReleaseNumber, release_number
from wirelint.versions import VersionRange

NOT_KNOWN = VersionRange(0, 0)
"""What a node reads of a feature that the peer does not list (Kafka: `[0, 0]`)."""


@dataclass(frozen=True, eq=False)
class ReleaseGates:
    """The tables as one release has them.

    `since` is the release where the tables are shared with others and their stamps must be heeded;
    None takes them as they stand. `unstable` nodes accept levels above production.
    """

    gates: Gates
    since: ReleaseNumber | None = None
    unstable: bool = False
    is_shared: bool = False

    @cached_property
    def _ranges(self) -> dict[str, VersionRange | None]:
        return {}

    def feature(self, name: str) -> Feature | None:
        """The feature, where this release knows it."""
        return None if self._known(name) is None else self.gates.feature(name)

    @cached_property
    def features(self) -> tuple[str, ...]:
        """The features that this release knows, in the order of the tables."""
        names = dict.fromkeys(one.name for one in self.gates.features)
        return tuple(name for name in names if self._known(name) is not None)

    def supports(self, name: str) -> VersionRange:
        """The levels that a node of this release lists; `NOT_KNOWN` for a feature it has not."""
        return self._known(name) or NOT_KNOWN

    def production(self, name: str) -> int:
        """The newest level of production, whether or not the node enables unstable ones."""
        if not self.unstable:
            return self.supports(name).high
        feature = self.gates.feature(name)
        newest = None if feature is None else self._production(feature)
        return min(self.supports(name).high, newest or 0)

    def _known(self, name: str) -> VersionRange | None:
        if name not in self._ranges:
            self._ranges[name] = self._range(name)
        return self._ranges[name]

    def _range(self, name: str) -> VersionRange | None:
        feature = self.gates.feature(name)
        if feature is None:
            return None
        low, high = feature.low, self._production(feature)
        if high is None:
            return None
        if self.since is not None:
            seen = [row for row in feature.levels if self._is_out(row)]
            numbers = [one.number for one in seen if one.number is not None and one.number <= high]
            if not numbers:
                return None
            high = max(numbers)
        elif self.unstable and feature.highest is not None:
            high = feature.highest
        return VersionRange(min(low or 0, high), high)

    def _production(self, feature: Feature) -> int | None:
        """The newest level of production: as stated, else the newest that is a default by now.

        Kafka 3.9 states none for features other than metadata.version: `Features.latestProduction`
        is the default at the newest production level of that one.
        """
        if feature.supports is not None:
            return feature.production
        numbers = [
            row.number
            for row in feature.levels
            if row.number is not None and not row.is_unstable and not self._is_ahead(feature, row)
        ]
        return max(numbers, default=None)

    def _is_ahead(self, feature: Feature, row: Level) -> bool:
        if row.default_from is None or row.default_from.feature.value == feature.name:
            return False
        driver = self.gates.feature(row.default_from.feature)
        needed = self.gates.resolve(row.default_from.feature, row.default_from.level)
        production = None if driver is None else driver.production
        return needed is not None and production is not None and needed > production

    def _is_out(self, row: Level) -> bool:
        if row.is_unstable:
            return False
        stamp = None if row.stamp is None else release_number(row.stamp.value)
        return stamp is None or self.since is None or stamp <= self.since

    def row(self, feature: str, level: int) -> Level | None:
        found = self.gates.feature(feature)
        return None if found is None else found.level(level)

    def label(self, feature: str, level: int) -> str:
        """A level for people: `27 (4.1-IV1)`."""
        row = self.row(feature, level)
        return str(level) if row is None else row.label

    def absent(self, feature: str) -> int:
        """What a node reads while nothing is finalized: as stated, else 0."""
        found = self.gates.feature(feature)
        if found is None or found.absent is None:
            return 0
        return found.resolve(found.absent) or 0

    def value(self, ladder: Ladder, level: int) -> Outcome:
        return value(ladder, level, self.gates)

    def rung(self, ladder: Ladder, level: int) -> Case | None:
        """The case of a ladder that decides at a level."""
        for case in ladder.cases:
            alone = Ladder(feature=ladder.feature, cases=(case,))
            if value(alone, level, self.gates) is not UNDEFINED:
                return case
        return None


def common_levels(views: Sequence[ReleaseGates], feature: str) -> VersionRange:
    """The levels that all releases support."""
    shared = views[0].supports(feature)
    for view in views[1:]:
        shared &= view.supports(feature)
    return shared


def fresh_levels(
    views: Sequence[ReleaseGates], said: Mapping[str, int] | None = None
) -> dict[str, int]:
    """The levels of a new cluster of these releases: the newest that all support.

    A feature that says otherwise (`bootstrap at`, `bootstrap by`) starts as it says. `said` are
    levels that are given.
    """
    levels: dict[str, int] = {}
    given = said or {}
    newest = list(reversed(views))
    for name in dict.fromkeys(name for view in newest for name in view.features):
        view = next(one for one in newest if name in one.features)
        top = min(one.production(name) for one in views)
        levels[name] = min(_start(view, name, {**levels, **given}, top), top)
    levels.update(given)
    return levels


def _start(view: ReleaseGates, name: str, levels: Mapping[str, int], top: int) -> int:
    feature = view.feature(name)
    bootstrap = None if feature is None else feature.bootstrap
    if feature is None or bootstrap is None:
        return top
    match bootstrap.kind:
        case BootstrapKind.PRODUCTION:
            return top
        case BootstrapKind.AT:
            at = None if bootstrap.level is None else feature.resolve(bootstrap.level)
            return top if at is None else at
        case BootstrapKind.BY:
            return max(_defaults(view, feature, levels), default=feature.low or 0)


def _defaults(view: ReleaseGates, feature: Feature, levels: Mapping[str, int]) -> Iterable[int]:
    for row in feature.production_levels():
        default = row.default_from
        if row.number is None or default is None:
            continue
        driver = levels.get(default.feature.value)
        needed = view.gates.resolve(default.feature, default.level)
        if driver is not None and needed is not None and driver >= needed:
            yield row.number
