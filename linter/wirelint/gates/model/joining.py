# Code may split a feature: its numbers in one file, its defaults and dependencies in another, bound
# by the names of constants. One file alone cannot tell what such a name means, a tree can.
"""Features that are defined in more than one file."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from wirelint.gates.model.features import Bootstrap, Feature, FeaturePart, Supports
from wirelint.gates.model.levels import DefaultFrom, Flag, Level, LevelRef, Need
from wirelint.lazy_dataclass import replace

MANY_LEVELS: Final = 256
UNSAID: Final = frozenset((Flag.EMPTY, Flag.METADATA, Flag.BARRIER))
"""What a table of plain numbers cannot say."""


def join(features: tuple[Feature, ...], parts: Iterable[FeaturePart]) -> tuple[Feature, ...]:
    """Return the features with what parts say of them, and those that only parts define.

    What the feature's own file says counts; the first of several features of one name gets the part.
    """
    parts = tuple(parts)
    words = {one.constant: one.feature.value for one in reversed(parts) if one.constant}
    words |= {one.constant: one.name for one in reversed(features) if one.constant}
    numbers = {
        alias.name.value: alias.level.number
        for feature in reversed(features)
        for alias in feature.constants
        if alias.level.number is not None
    }
    joined = {one.name: one for one in reversed(features)}
    added: dict[str, Feature] = {}
    for part in parts:
        told = _resolved(part, numbers)
        name = words.get(part.feature.value, part.feature.value)
        if name in joined:
            joined[name] = _with(joined[name], told)
        elif "." in name:
            known = added.get(name) or Feature(
                name=name, name_at=part.feature.origin, origin=part.origin
            )
            added[name] = _with(known, told)
    seen: set[str] = set()
    found: list[Feature] = []
    for one in features:
        found.append(one if one.name in seen else joined[one.name])
        seen.add(one.name)
    return (*found, *(one for one in added.values() if one.supports is not None))


def _with(feature: Feature, part: FeaturePart) -> Feature:
    supports = feature.supports or part.supports
    feature = replace(
        feature,
        supports=supports,
        bootstrap=feature.bootstrap or part.bootstrap,
        rows=feature.rows or plain_rows(supports),
    )
    return replace(feature, rows=tuple(_row(feature, one, part) for one in feature.rows))


def _row(feature: Feature, row: Level, part: FeaturePart) -> Level:
    needs = tuple(need for at, need in part.needs if feature.resolve(at) == row.number)
    default = next((one for at, one in part.defaults if feature.resolve(at) == row.number), None)
    if row.number is None or not (needs or default):
        return row
    return replace(row, needs=row.needs or needs, default_from=row.default_from or default)


def plain_rows(supports: Supports | None) -> tuple[Level, ...]:
    """Return a row for each level of a feature that is only a range of numbers."""
    if supports is None:
        return ()
    low = supports.low.number
    top = supports.production if supports.unstable is None else supports.unstable
    if low is None or top.number is None or not 0 <= top.number - low < MANY_LEVELS:
        return ()
    return tuple(
        Level(
            number=number,
            unknown=UNSAID,
            number_at=top.origin,
            name_at=top.origin,
            origin=top.origin,
        )
        for number in range(low, top.number + 1)
    )


def _resolved(part: FeaturePart, numbers: dict[str, int]) -> FeaturePart:
    """Give levels that are named by constants of other files their numbers."""

    def level(ref: LevelRef) -> LevelRef:
        if ref.number is not None or ref.name not in numbers:
            return ref
        return LevelRef(numbers[ref.name], None, ref.origin)

    supports, bootstrap = part.supports, part.bootstrap
    if supports is not None:
        top = supports.unstable
        supports = Supports(
            level(supports.low),
            level(supports.production),
            None if top is None else level(top),
            supports.origin,
        )
        if supports.low.number is None or supports.production.number is None:
            supports = None
    if bootstrap is not None and bootstrap.level is not None:
        bootstrap = Bootstrap(bootstrap.kind, level(bootstrap.level), None, bootstrap.origin)
    return replace(
        part,
        supports=supports,
        bootstrap=bootstrap,
        needs=tuple(
            (level(at), Need(one.feature, level(one.level), one.origin)) for at, one in part.needs
        ),
        defaults=tuple(
            (level(at), DefaultFrom(one.feature, level(one.level), one.origin))
            for at, one in part.defaults
        ),
    )
