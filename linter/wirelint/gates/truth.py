# Ladders are compared as functions of the level, never as text: rewriting one with the same values is
# no change. Three answers are possible everywhere: a value, UNDEFINED (the code throws), and None
# (a level that resolves nowhere, a branch that nobody could read). None never counts as a difference.
"""Ladders and predicates, evaluated at the levels of their feature."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping
from functools import partial
from typing import Generic, TypeAlias, TypeVar

from wirelint.gates.model import (
    UNDEFINED,
    AllOf,
    AnyOf,
    Case,
    FromLevel,
    Gates,
    Guard,
    Holds,
    Ladder,
    Level,
    LevelRef,
    Not,
    OnLevels,
    Outcome,
    Predicate,
)
from wirelint.lazy_dataclass import dataclass

T = TypeVar("T")

# A feature whose rows are not in any table is evaluated at every number of its range, if that is sane.
_MOST_NUMBERS_WITHOUT_ROWS = 1000


@dataclass(frozen=True, slots=True)
class Difference(Generic[T]):
    """A level at which two functions disagree."""

    level: int
    before: T
    after: T


def value(ladder: Ladder, level: int | Level, gates: Gates) -> Outcome:
    """Evaluate a ladder at a number or a row; for all levels at once see `truth_table`."""
    scale = _Scale(gates, None if ladder.feature is None else ladder.feature.value)
    return _value(ladder, scale.at(level), scale)


def truth_table(ladder: Ladder, gates: Gates) -> dict[int, Outcome]:
    """Evaluate a ladder at every numbered level from the minimum up, unstable ones too.

    Empty for a constant of no feature and for a feature of which nothing is known.
    """
    if ladder.feature is None:
        return {}
    scale = _Scale(gates, ladder.feature.value)
    points = scale.points()
    starts = [_start(case.guard, scale) for case in ladder.cases]
    if None not in starts:
        return _step_table(ladder, [one for one in starts if one is not None], points)
    return {number: _value(ladder, point, scale) for number, point in points.items()}


def holds(predicate: Predicate, level: int | Level, gates: Gates) -> bool | None:
    """Evaluate a predicate at a number or a row."""
    scale = _Scale(gates, predicate.feature.value)
    return _holds(predicate.guard, scale.at(level), scale)


def predicate_table(predicate: Predicate, gates: Gates) -> dict[int, bool | None]:
    """Evaluate a predicate at every numbered level from the minimum up, unstable ones too."""
    scale = _Scale(gates, predicate.feature.value)
    return {
        number: _holds(predicate.guard, point, scale) for number, point in scale.points().items()
    }


def differences(
    before: Mapping[int, T], after: Mapping[int, T], levels: Iterable[int] | None = None
) -> tuple[Difference[T], ...]:
    """Compare two truth tables at the levels that both have, or at those of them in `levels`."""
    common = before.keys() & after.keys()
    if levels is not None:
        common &= set(levels)
    return tuple(
        Difference(level, before[level], after[level])
        for level in sorted(common)
        if before[level] is not None and after[level] is not None and before[level] != after[level]
    )


def unreachable(ladder: Ladder, gates: Gates) -> tuple[Case, ...]:
    """Find the cases that no supported level takes: shadowed, or below the minimum.

    A ladder with a case that cannot be evaluated has none, as far as anyone can tell.
    """
    if ladder.feature is None:
        return ()
    scale = _Scale(gates, ladder.feature.value)
    open_points = list(scale.points().values())
    if not open_points:
        return ()
    idle: list[Case] = []
    for case in ladder.cases:
        answers = [_holds(case.guard, point, scale) for point in open_points]
        if None in answers:
            return ()
        if not any(answers):
            idle.append(case)
        open_points = [
            point for point, answer in zip(open_points, answers, strict=True) if not answer
        ]
    return tuple(idle)


# Where a level stands: its number, if it has one, and its place among the rows.
_Point: TypeAlias = tuple[int | None, int]


class _Scale:
    """One feature's levels, indexed: every name and number is looked up once."""

    def __init__(self, gates: Gates, name: str | None) -> None:
        self.feature = gates.feature(name)
        rows = self.feature.rows if self.feature is not None else ()
        self._by_name: dict[str, _Point] = {}
        self._by_number: dict[int, _Point] = {}
        for index, row in enumerate(rows):
            if row.name is not None:
                self._by_name.setdefault(row.name, (row.number, index))
            if row.number is not None:
                self._by_number.setdefault(row.number, (row.number, index))
        self._sorted = sorted(self._by_number)
        self.predicates = {one.name: one for one in gates.predicates if one.feature.value == name}

    def at(self, level: int | Level) -> _Point:
        if isinstance(level, int):
            return self._number(level)
        if level.number is not None:
            return self._number(level.number)
        return self._by_name.get(level.name or "", (None, -1))

    def find(self, ref: LevelRef) -> _Point | None:
        """Find where a reference points, None where it does not resolve."""
        if ref.number is not None:
            return self._number(ref.number)
        point = self._by_name.get(ref.name or "")
        if point is None and self.feature is not None:
            number = self.feature.resolve(ref)  # an alias
            return None if number is None else self._number(number)
        return point

    def _number(self, number: int) -> _Point:
        known = self._by_number.get(number)
        if known is not None:
            return known
        below = bisect_right(self._sorted, number) - 1
        return (number, self._by_number[self._sorted[below]][1] if below >= 0 else -1)

    def points(self) -> dict[int, _Point]:
        """Every numbered level from the minimum up."""
        feature = self.feature
        if feature is None:
            return {}
        low, highest = feature.low, feature.highest
        if low is None or highest is None:
            return dict(self._by_number)
        if not self._by_number and highest - low < _MOST_NUMBERS_WITHOUT_ROWS:
            return {number: (number, -1) for number in range(low, highest + 1)}
        return {
            number: self._by_number[number] for number in self._sorted if low <= number <= highest
        }


def _value(ladder: Ladder, point: _Point, scale: _Scale) -> Outcome:
    for case in ladder.cases:
        answer = _holds(case.guard, point, scale)
        if answer is None:
            return None
        if answer:
            return case.version
    return UNDEFINED


def _start(guard: Guard, scale: _Scale) -> int | None:
    """Return the number from which a plain rung holds, None for any other guard."""
    found = scale.find(guard.level) if isinstance(guard, FromLevel) else None
    return None if found is None else found[0]


def _step_table(ladder: Ladder, starts: list[int], levels: Iterable[int]) -> dict[int, Outcome]:
    """Evaluate a ladder of plain rungs: one walk over rungs and levels instead of their product."""
    rungs: list[tuple[int, Outcome]] = [
        (start, case.version) for start, case in zip(starts, ladder.cases, strict=True)
    ]
    taken: list[tuple[int, Outcome]] = []
    for rung in rungs:
        if not taken or rung[0] < taken[-1][0]:  # else an earlier case leaves it no level
            taken.append(rung)
    table: dict[int, Outcome] = {}
    current: Outcome = UNDEFINED
    for level in sorted(levels):
        while taken and level >= taken[-1][0]:
            current = taken.pop()[1]
        table[level] = current
    return table


def _holds(
    guard: Guard, point: _Point, scale: _Scale, asked: frozenset[str] = frozenset()
) -> bool | None:
    """Three-valued logic: None is "cannot be told"; `asked` stops predicates that ask each other."""
    match guard:
        case FromLevel(level):
            start = scale.find(level)
            return None if start is None else _at_least(point, start)
        case OnLevels(levels):
            return _any(
                None if found is None else found == point for found in map(scale.find, levels)
            )
        case Holds(name):
            predicate = scale.predicates.get(name)
            if predicate is None or name in asked:
                return None
            return _holds(predicate.guard, point, scale, asked | {name})
        case Not(inner):
            answer = _holds(inner, point, scale, asked)
            return None if answer is None else not answer
        case AnyOf(guards):
            return _any(map(partial(_holds, point=point, scale=scale, asked=asked), guards))
        case AllOf(guards):
            negated = _any(
                map(partial(_holds, point=point, scale=scale, asked=asked), map(Not, guards))
            )
            return None if negated is None else not negated


def _any(answers: Iterable[bool | None]) -> bool | None:
    unknown = False
    for answer in answers:
        if answer:
            return True
        unknown = unknown or answer is None
    return None if unknown else False


def _at_least(point: _Point, start: _Point) -> bool:
    """Compare numbers where both have one; rows without a number go by their place."""
    if point[0] is not None and start[0] is not None:
        return point[0] >= start[0]
    return point[1] >= start[1]
