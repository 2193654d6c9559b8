# Each level of the baseline gets one verdict, so that one mistake is told once: a level that moved to
# another number is not also one that was reused, removed and renamed. Functions are compared, never
# texts, and only at levels that mean the same level on both sides.
"""What happened to each level of a feature since the baseline."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import Enum
from functools import cached_property
from typing import Final

from wirelint.gates.model import Case, Flag, Level, Outcome
from wirelint.gates.truth import differences
from wirelint.lazy_dataclass import dataclass, replace
from wirelint.project.gate_effects import (
    case_at,
    format_effects,
    level_below,
    spelled,
    subject_of,
    turns_on,
)
from wirelint.project.gates import (
    FeaturePair,
    FeatureSite,
    GatePair,
    LadderPair,
    PredicateSite,
    same_feature,
)
from wirelint.text import Place

_NO_NEED: Final = "does not need"


class Change(Enum):
    RENUMBERED = "renumbered"
    REMOVED = "removed"
    MINIMUM_RAISED = "minimum raised"  # the level went because the minimum did
    GIVEN_MEANING = "given meaning"
    REUSED = "reused"
    COLLIDES = "collides"  # new since the release, and other on the branch that is merged into


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelChange:
    """What became of a level of the baseline. `what` says how it differs, in whole sentences."""

    change: Change
    before: Level
    after: Level | None
    at: Place
    what: tuple[str, ...] = ()
    advertised: bool = True
    loosened: bool = False  # all that changed is that the level needs less


@dataclass(frozen=True, slots=True, kw_only=True)
class RungChange:
    """A case of a ladder that gives other versions than before, at `levels` of the baseline."""

    pair: LadderPair
    case: Case | None
    levels: tuple[Level, ...]
    before: Outcome
    after: Outcome
    at: Place


@dataclass(frozen=True, eq=False)
class FeatureChanges:
    """The changes of one feature that both sides have."""

    pair: FeaturePair
    before: FeatureSite
    after: FeatureSite

    @property
    def name(self) -> str:
        return self.after.name

    @cached_property
    def levels(self) -> tuple[LevelChange, ...]:
        """The verdict on each level of the baseline that did not stay as it was."""
        return tuple(self._levels())

    @cached_property
    def _own(self) -> dict[int, LevelChange]:
        return {
            one.before.number: one
            for one in (*self._moved.values(), *self.levels)
            if one.before.number is not None
        }

    def same(self, number: int) -> bool:
        """Whether the number means the same level on both sides, in other respects at least."""
        row, before = self.after.row(number), self.before.row(number)
        if row is None or before is None or number in self._moved:
            return False
        if row.name is not None and before.name is not None and row.name != before.name:
            return False
        change = self._own.get(number)
        return change is None or change.change not in {Change.GIVEN_MEANING, Change.COLLIDES}

    def _levels(self) -> Iterator[LevelChange]:
        low = self.after.feature.low
        base = _base(self.pair)
        for before in self.before.feature.levels:
            number = before.number
            if number is None or self.before.row(number) is not before:
                continue  # level-duplicate
            advertised = self.before.feature.is_advertised(number)
            if number in self._moved:
                yield self._moved[number]
                continue
            after = self.after.row(number)
            if low is not None and number < low and (self.before.feature.low or 0) <= number:
                yield LevelChange(
                    change=Change.MINIMUM_RAISED,
                    before=before,
                    after=after,
                    at=minimum_place(self.after),
                    advertised=advertised,
                )
            elif after is None:
                yield LevelChange(
                    change=Change.REMOVED,
                    before=before,
                    after=None,
                    at=_neighbour(self.after, number),
                    advertised=advertised,
                )
            elif after.name is None or after.name not in self._moved_names:
                yield from self._kept(before, after, base, advertised=advertised)

    def _kept(
        self, before: Level, after: Level, base: FeatureSite | None, *, advertised: bool
    ) -> Iterator[LevelChange]:
        number = before.number or 0
        found = list(_row_differences(self, before, after))
        loosened = all(what.startswith(_NO_NEED) for what, _ in found)
        if before.is_empty and not after.is_empty:
            given = [one.what for one in format_effects(self.after, number)]
            if given:
                yield LevelChange(
                    change=Change.GIVEN_MEANING,
                    before=before,
                    after=after,
                    at=after.number_at,
                    what=tuple(given),
                    advertised=advertised,
                )
                return
        if not advertised:
            found += _function_differences(self, number)
        if not found:
            return
        collides = base is not None and base.row(number) is None
        yield LevelChange(
            change=Change.COLLIDES if collides else Change.REUSED,
            before=before,
            after=after,
            at=found[0][1],
            what=tuple(what for what, _ in found),
            advertised=advertised,
            loosened=loosened,
        )

    @cached_property
    def predicates(self) -> tuple[tuple[PredicateSite, PredicateSite], ...]:
        """Predicates of code that both sides have under one name."""
        old = {one.name: one for one in self.before.predicates}
        return tuple((old[one.name], one) for one in self.after.predicates if one.name in old)

    @cached_property
    def capabilities(self) -> tuple[CapabilityChange, ...]:
        """Predicates that answer otherwise at advertised levels, and new ones that begin there."""
        return tuple(self._capabilities())

    def _capabilities(self) -> Iterator[CapabilityChange]:
        advertised = {
            row.number: row
            for row in self.before.feature.production_levels()
            if row.number is not None and self.same(row.number)
        }
        for before, after in self.predicates:
            levels = tuple(
                advertised[one.level]
                for one in differences(before.values, after.values, advertised)
            )
            if levels:
                yield CapabilityChange(before=before, after=after, levels=levels)
        if self.before.feature.supports is None:
            return  # what nodes advertise is a guess, and new code may name an old ability
        known = {one.name for one in self.before.predicates}
        names = {one.name for one in self.after.predicates}
        gone = [dict(one.values) for one in self.before.predicates if one.name not in names]
        for after in self.after.predicates:
            if after.name in known or any(_alike(one, after.values) for one in gone):
                continue
            levels = tuple(
                row
                for number, row in advertised.items()
                if turns_on(after.values, number, level_below(self.after, number))
            )
            if levels:
                yield CapabilityChange(before=None, after=after, levels=levels)

    @cached_property
    def _moved_names(self) -> frozenset[str]:
        return frozenset(
            one.after.name
            for one in self._moved.values()
            if one.after is not None and one.after.name is not None
        )

    @cached_property
    def _moved(self) -> dict[int, LevelChange]:
        """Levels of the baseline that stand under another number."""
        found: dict[int, LevelChange] = {}
        rows = {
            row.name: row for row in reversed(self.after.feature.levels) if row.name is not None
        }
        for before in self.before.feature.levels:
            number = before.number
            here = None if number is None else self.after.row(number)
            if before.name is not None and here is not None and here.name == before.name:
                continue
            after = rows.get(before.name) if before.name is not None else self._same_meaning(before)
            if number is None or after is None or after.number is None or after.number == number:
                continue
            found[number] = LevelChange(
                change=Change.RENUMBERED,
                before=before,
                after=after,
                at=after.number_at,
                advertised=self.before.feature.is_advertised(number),
            )
        return found

    def _same_meaning(self, before: Level) -> Level | None:
        """Find an unnamed level by what it enables, where its number enables something else."""
        wanted = {one.value for one in before.enables}
        here = None if before.number is None else self.after.row(before.number)
        if not wanted or (here is not None and wanted & {one.value for one in here.enables}):
            return None
        old = {row.number for row in self.before.feature.levels}
        for row in self.after.feature.levels:
            new_row = row.number not in old or row.number == before.number
            if new_row and row.name is None and {one.value for one in row.enables} == wanted:
                return row
        return None


@dataclass(frozen=True, eq=False)
class MirrorChanges:
    """A feature beside the one upstream that it is a copy of (`before`)."""

    changes: FeatureChanges

    @property
    def name(self) -> str:
        return self.changes.name


@dataclass(frozen=True, slots=True, kw_only=True)
class CapabilityChange:
    """A predicate of code that answers otherwise than before at advertised levels.

    `before` is None for a new one that begins at a level of the baseline.
    """

    before: PredicateSite | None
    after: PredicateSite
    levels: tuple[Level, ...]

    @property
    def at(self) -> Place:
        return self.after.predicate.origin


@dataclass(frozen=True, eq=False)
class LadderChanges:
    """A ladder that both sides have, and what became of the levels of its feature."""

    pair: LadderPair
    feature: FeatureChanges | None

    @property
    def name(self) -> str:
        return self.pair.name

    @cached_property
    def rungs(self) -> tuple[RungChange, ...]:
        """The cases that give other versions at levels that the baseline advertised."""
        pair, changes = self.pair, self.feature
        if pair.before is None or changes is None:
            return ()
        advertised = [
            one.number
            for one in changes.before.feature.production_levels()
            if one.number is not None and changes.same(one.number)
        ]
        found: dict[int, RungChange] = {}
        for one in differences(pair.before.values, pair.after.values, advertised):
            row = changes.before.row(one.level)
            if row is None:
                continue
            case = case_at(pair.after, one.level)
            known = found.get(id(case))
            if known is None:
                at = pair.after.place if case is None else case.version_at
                found[id(case)] = RungChange(
                    pair=pair,
                    case=case,
                    levels=(row,),
                    before=one.before,
                    after=one.after,
                    at=at,
                )
            else:
                found[id(case)] = replace(known, levels=(*known.levels, row))
        return tuple(found.values())


@dataclass(frozen=True, eq=False)
class GateChanges:
    """All that changed between the tables of a baseline and of the checked tree."""

    pair: GatePair

    @cached_property
    def features(self) -> tuple[FeatureChanges, ...]:
        return tuple(
            FeatureChanges(one, one.before, one.after)
            for one in self.pair.features
            if one.before is not None and one.after is not None
        )

    @cached_property
    def ladders(self) -> tuple[LadderChanges, ...]:
        return tuple(
            LadderChanges(
                one,
                next(
                    (
                        two
                        for two in self.features
                        if same_feature(two.after.feature, one.after.feature)
                    ),
                    None,
                ),
            )
            for one in self.pair.ladders
            if one.before is not None
        )


def _alike(before: Mapping[int, bool | None], after: Mapping[int, bool | None]) -> bool:
    """Whether two predicates agree wherever both are known: one was renamed."""
    common = before.keys() & after.keys()
    return bool(common) and all(before[one] == after[one] for one in common)


def minimum_place(site: FeatureSite) -> Place:
    """Where the minimum is said, else the first row, else the feature's name."""
    supports = site.feature.supports
    if supports is not None:
        return supports.low.origin
    rows = site.feature.levels
    return rows[0].number_at if rows else site.feature.name_at


def _row_differences(
    changes: FeatureChanges, before: Level, after: Level
) -> Iterator[tuple[str, Place]]:
    """How two rows of one number differ in what nodes have been told."""
    if before.name is not None and after.name is not None and before.name != after.name:
        yield f"is called `{after.name}` and was `{before.name}`", after.name_at
    for flag in (Flag.METADATA, Flag.BARRIER):
        if flag in before.unknown | after.unknown or before.has(flag) == after.has(flag):
            continue
        if after.has(flag):
            yield f"is `{flag.value}` now", after.place_of(flag)
        else:
            yield f"is not `{flag.value}` any more", after.number_at
    if before.is_empty and not after.is_empty:
        yield "is not declared `empty` any more", after.number_at
    newly_unstable = after.is_unstable and not before.is_unstable
    if newly_unstable and changes.before.feature.is_advertised(before.number or 0):
        yield "is `unstable` now", after.place_of(Flag.UNSTABLE)
    # What a level enables is named in rows here and by functions there, so only one language with itself.
    if changes.before.table.language is changes.after.table.language:
        yield from _ability_differences(before, after)
    yield from _need_differences(changes, before, after)


def _ability_differences(before: Level, after: Level) -> Iterator[tuple[str, Place]]:
    old = {one.value for one in before.enables}
    new = {one.value for one in after.enables}
    for one in after.enables:
        if one.value not in old:
            yield f"enables `{one.value}` now", one.origin
    for name in sorted(old - new):
        yield f"does not enable `{name}` any more", after.number_at


def _need_differences(
    changes: FeatureChanges, before: Level, after: Level
) -> Iterator[tuple[str, Place]]:
    old = {
        (one.feature.value, changes.before.gates.resolve(one.feature, one.level))
        for one in before.needs
    }
    new = {
        (one.feature.value, changes.after.gates.resolve(one.feature, one.level)): one
        for one in after.needs
    }
    for key, one in new.items():
        if key not in old:
            yield f"needs `{one.feature.value}` {one.level.text} now", one.origin
    gone = {name for name, _ in old - new.keys()} - {name for name, _ in new}
    for name in sorted(gone):
        yield f"{_NO_NEED} `{name}` any more", after.number_at


def _function_differences(changes: FeatureChanges, number: int) -> Iterator[tuple[str, Place]]:
    """How ladders and predicates of code answer otherwise at a level that nobody advertised."""
    for pair in changes.pair.pair.ladders:
        if pair.before is None or not same_feature(pair.after.feature, changes.after.feature):
            continue
        for one in differences(pair.before.values, pair.after.values, (number,)):
            case = case_at(pair.after, number)
            text = (
                f"gives {subject_of(pair.after)} {spelled(one.after)}, gave {spelled(one.before)}"
            )
            yield text, pair.after.place if case is None else case.version_at
    for before, after in changes.predicates:
        for found in differences(before.values, after.values, (number,)):
            word = "has" if found.after else "has not"
            yield f"{word} `{after.name}` now", after.predicate.origin


def _base(pair: FeaturePair) -> FeatureSite | None:
    """The feature in the release that a softer baseline's pair is about, where both are known."""
    base = pair.pair.base
    if not pair.pair.softer or base is None:
        return None
    return base.before.feature(pair.name)


def _neighbour(site: FeatureSite, number: int) -> Place:
    """Where a level that is gone would stand: at the row before it."""
    rows = [one for one in site.feature.levels if (one.number or 0) < number]
    if rows:
        return max(rows, key=lambda one: one.number or 0).number_at
    return site.feature.name_at
