# A feature is known by the constant that holds its name (`PALLET_VERSION_FEATURE`); the others belong to
# it by theirs (`PALLET_VERSION_MIN`). A constant that fits no feature's name belongs to the file's own
# feature: the one the file is called after, or that the comment at its top is about.
"""The features that a Rust file defines by constants and tables."""

from __future__ import annotations

import re
from typing import Final

from wirelint.gates.model import (
    Alias,
    Bootstrap,
    BootstrapKind,
    Feature,
    FeaturePart,
    Flag,
    Level,
    LevelRef,
    Predicate,
    Said,
    Supports,
)
from wirelint.gates.model.joining import UNSAID, plain_rows
from wirelint.gates.readers.names import feature_name
from wirelint.gates.readers.rust_docs import Docs, bound_doc
from wirelint.gates.readers.rust_outline import Constant, Run, Variant
from wirelint.gates.readers.rust_rows import FEATURE, Range, array_in, feature_ranges, read_levels
from wirelint.gates.readers.rust_scope import INTEGERS, Scope, Value
from wirelint.lazy_dataclass import dataclass, replace
from wirelint.text import Location, Place

_HOLDER: Final = re.compile(r"(?:(\w+?)_)?FEATURE(?:_NAME)?")
_LOW: Final = ("{}MIN", "{}MINIMUM", "{}LOWEST", "MIN_{}", "{}MIN_LEVEL")
_HIGH: Final = ("{}MAX", "{}MAXIMUM", "{}HIGHEST", "{}LATEST", "MAX_{}", "{}MAX_LEVEL")
_PRODUCTION: Final = ("{}LATEST_PRODUCTION", "{}PRODUCTION", "{}MAX_PRODUCTION", "{}LATEST_STABLE")
_TESTING: Final = ("{}LATEST_TESTING", "{}TESTING", "{}LATEST_UNSTABLE", "{}UNSTABLE")
_BOOTSTRAP: Final = (
    "{}BOOTSTRAP",
    "{}BOOTSTRAP_LEVEL",
    "{}DEFAULT",
    "{}DEFAULT_LEVEL",
    "BOOTSTRAP_{}",
)
_ABSENT: Final = ("{}ABSENT", "{}ABSENT_LEVEL", "{}UNFINALIZED")


@dataclass(frozen=True, slots=True)
class Holder:
    """The constant that holds a feature's name. `stem` is how the names of its other ones begin."""

    constant: Constant
    name: str
    stem: str


@dataclass(frozen=True, slots=True)
class _Around:
    """What is around a feature: the file's comment, and how the constants of other features begin."""

    docs: Docs
    stems: list[str]


@dataclass(slots=True)
class Features:
    """What a file defines. `own` is the feature that the file is about."""

    features: list[Feature]
    parts: list[FeaturePart]
    predicates: list[Predicate]
    own: str | None
    holders: list[Holder]

    def named(self, name: str) -> Feature | None:
        return next((one for one in self.features if one.name == name), None)

    def known(self) -> set[str]:
        """Every feature that the file gives a name, defined here or not."""
        return {one.name for one in self.features} | {one.feature.value for one in self.parts}


def read_features(scope: Scope, docs: Docs) -> Features:
    """Read what the constants and the tables of a file define."""
    holders = _holders(scope)
    found = Features([], [], [], _own(scope, holders, docs), holders)
    tables = _tables(scope, holders, found.own)
    for holder in holders:
        others = [one.stem for one in holders if one.stem and one.stem != holder.stem]
        _read_feature(scope, holder, tables.get(holder.name), _Around(docs, others), found)
    _read_ranges(scope, found)
    return found


def is_lower_bound(scope: Scope, holder: Holder, constant: Constant) -> bool:
    """Whether a constant is the lowest level of a feature."""
    return _find(scope, holder, _LOW) is constant


def holder_of(scope: Scope, constant: Constant) -> Holder | None:
    """Read `X_FEATURE: &str = "x.y"`."""
    matched = _HOLDER.fullmatch(constant.name)
    if matched is None or "str" not in constant.type:
        return None
    value = scope.value_of(constant).of
    if not isinstance(value, str) or not FEATURE.fullmatch(value):
        return None
    return Holder(constant, value, f"{matched[1]}_" if matched[1] else "")


def _holders(scope: Scope) -> list[Holder]:
    found: dict[str, Holder] = {}
    for constant in scope.items.constants:
        holder = holder_of(scope, constant)
        if holder is not None:
            found.setdefault(holder.name, holder)
    return list(found.values())


def _own(scope: Scope, holders: list[Holder], docs: Docs) -> str | None:
    """Tell which feature the file is about."""
    if not holders:
        return None
    base = scope.code.source.path.rpartition("/")[2].removesuffix(".rs").upper()
    for holder in holders:
        if holder.stem.rstrip("_") == base:
            return holder.name
    named = re.findall(r"`([a-z][a-z0-9.-]+)`", docs.text[:2000])
    return next(
        (one.name for word in named for one in holders if one.name == word), holders[0].name
    )


def _tables(
    scope: Scope, holders: list[Holder], own: str | None
) -> dict[str, tuple[Constant | None, tuple[Level, ...]]]:
    """Find the tables of levels, and the feature of each."""
    found: dict[str, tuple[Constant | None, tuple[Level, ...]]] = {}
    if not holders:
        return found
    for constant in scope.items.constants:
        if "[" not in constant.type:
            continue
        rows = read_levels(scope, constant)
        if rows is None:
            continue
        name = _table_of(constant, holders) or own
        if name is not None and name not in found:
            found[name] = constant, rows
    for enum in scope.items.enums:
        rows = _enum_rows(scope, enum.variants)
        name = next((one.name for one in holders if one.name == feature_name(str(enum.name))), None)
        name = name or next((one.name for one in holders if one.constant.owner == enum.name), None)
        if rows and name is not None and name not in found:
            found[name] = None, rows
    return found


def _table_of(constant: Constant, holders: list[Holder]) -> str | None:
    types = re.findall(r"\w+", constant.type)
    for holder in holders:
        if any(feature_name(one) == holder.name for one in types):
            return holder.name
        if holder.stem and constant.name.startswith(holder.stem):
            return holder.name
    return None


def _enum_rows(scope: Scope, variants: tuple[Variant, ...]) -> tuple[Level, ...]:
    """Read an enum whose variants all have a number as a table."""
    rows: list[Level] = []
    for one in variants:
        number = scope.value_in(one.value).of if one.value else None
        if not isinstance(number, int):
            return ()
        at = scope.code.at_tokens(one.value.first, one.value.end)
        first, last = scope.code.tokens[one.whole.first], scope.code.tokens[one.whole.end - 1]
        rows.append(
            Level(
                number=number,
                name=str(one.name),
                unknown=UNSAID,
                doc=scope.code.doc_of(first.start_pos or 0, last.end_pos or 0),
                number_at=at,
                name_at=scope.place(one.name),
                origin=scope.code.at_tokens(one.whole.first, one.whole.end),
            )
        )
    return tuple(rows)


def _read_feature(
    scope: Scope,
    holder: Holder,
    table: tuple[Constant | None, tuple[Level, ...]] | None,
    around: _Around,
    found: Features,
) -> None:
    constant, docs = holder.constant, around.docs
    is_own = holder.name == found.own
    rows = () if table is None else table[1]
    supports = _supports(scope, holder)
    name_at = scope.code.at_tokens(constant.value.first, constant.value.end, holder.name)
    whole = scope.code.at_tokens(constant.whole.first, constant.whole.end, holder.name)
    if supports is not None and supports.production.number is None:
        supports = None
    if supports is None and not rows:
        found.parts.append(
            FeaturePart(
                feature=Said(holder.name, name_at), constant=str(constant.name), origin=whole
            )
        )
        return
    if not rows:
        rows = plain_rows(supports)
    if is_own:
        rows = tuple(_with_docs(one, docs) for one in rows)
    rows = tuple(_with_bound_doc(scope, holder, one, rows) for one in rows)
    rows = tuple(_with_properties(holder.name, one) for one in rows)
    absent = _said_level(scope, holder, _ABSENT)
    if absent is None and is_own and docs.absent is not None:
        absent = LevelRef(docs.absent.value, None, docs.absent.origin)
    bootstrap = _said_level(scope, holder, _BOOTSTRAP, f"{holder.name}.bootstrap")
    found.features.append(
        Feature(
            name=holder.name,
            owner=docs.owner if is_own else None,
            absent=absent,
            supports=supports,
            bootstrap=None
            if bootstrap is None
            else Bootstrap(BootstrapKind.AT, bootstrap, None, bootstrap.origin),
            rows=rows,
            constants=_constants(scope, holder, around.stems if is_own else None),
            constant=str(constant.name),
            name_at=name_at,
            origin=whole,
        )
    )


def _find(scope: Scope, holder: Holder, forms: tuple[str, ...]) -> Constant | None:
    for form in forms:
        name = form.format(holder.stem).rstrip("_")
        one = scope.by_owner.get((holder.constant.owner, name))
        if one is not None and one.type in INTEGERS:
            return one
    return None


def _said_level(
    scope: Scope, holder: Holder, forms: tuple[str, ...], name: str | None = None
) -> LevelRef | None:
    """Read the level that a constant of the feature holds, at its value."""
    one = _find(scope, holder, forms)
    if one is None:
        return None
    at = scope.code.at_tokens(one.value.first, one.value.end, name)
    value = scope.value_of(one)
    if not isinstance(value.of, int):
        scope.refuse(at, f"the value of `{one.name}` is not in this file")
        return None
    return LevelRef(value.of, None, at)


def _supports(scope: Scope, holder: Holder) -> Supports | None:
    name = holder.name
    low = _said_level(scope, holder, _LOW, f"{name}.supports")
    high = _said_level(scope, holder, _HIGH, f"{name}.production")
    production = _said_level(scope, holder, _PRODUCTION, f"{name}.production")
    testing = _said_level(scope, holder, _TESTING, f"{name}.supports")
    if low is None and high is None and production is None:
        only = _said_level(scope, holder, ("{}LEVEL",), f"{name}.supports")
        low = high = only
    top = testing or (high if production is not None else None)
    stable = production or high
    if low is None or stable is None:
        return None
    if top is not None and (top.number or 0) <= (stable.number or 0):
        top = None
    return Supports(low, stable, top, low.origin)


def _constants(scope: Scope, holder: Holder, others: list[str] | None) -> tuple[Alias, ...]:
    """Collect the names that stand for levels: the feature's own, and with `others` those of no other."""
    found: list[Alias] = []
    for one in scope.items.constants:
        if one.type not in INTEGERS:
            continue
        own = bool(holder.stem) and one.name.startswith(holder.stem)
        if not own and (others is None or one.name.startswith(tuple(others))):
            continue
        value = scope.value_of(one).of
        if isinstance(value, int):
            at = scope.place(one.name)
            level = LevelRef(value, None, scope.code.at_tokens(one.value.first, one.value.end))
            found.append(Alias(Said(str(one.name), at), level, Said(holder.name), at))
    return tuple(found)


def _with_docs(row: Level, docs: Docs) -> Level:
    told = docs.levels.get(row.number) if row.number is not None else None
    if told is None:
        return row
    flags = row.flags
    unknown = row.unknown
    if told.is_empty and Flag.EMPTY in row.unknown:
        flags = (*flags, Said(Flag.EMPTY, told.origin))
        unknown = unknown - {Flag.EMPTY}
    return replace(
        row,
        doc=row.doc or told.doc,
        stamp=row.stamp or told.stamp,
        flags=flags,
        unknown=unknown,
        origin=told.origin if row.name is None else row.origin,
    )


def _with_bound_doc(scope: Scope, holder: Holder, row: Level, rows: tuple[Level, ...]) -> Level:
    """Take what the constants of the range say of their levels, where nothing else does."""
    if row.doc or row.name is not None:
        return row
    forms = _LOW if row is rows[0] else _HIGH if row is rows[-1] else None
    one = None if forms is None else _find(scope, holder, forms)
    if one is None:
        return row
    first, last = scope.code.tokens[one.whole.first], scope.code.tokens[one.whole.end - 1]
    return replace(row, doc=bound_doc(scope.code.doc_of(first.start_pos or 0, last.end_pos or 0)))


def _with_properties(feature: str, row: Level) -> Level:
    def placed(at: Place, name: str) -> Place:
        return Location(at.source, at.span, name)

    label = f"{feature}.level[{row.number}]"
    return replace(
        row,
        number_at=placed(row.number_at, label),
        name_at=placed(row.name_at, f"{label}.name"),
        origin=placed(row.origin, label),
    )


def _read_ranges(scope: Scope, found: Features) -> None:
    """Read registries: arrays whose rows name a feature and its levels."""
    for constant in scope.items.constants:
        array = array_in(scope, constant.value) if "[" in constant.type else None
        if array is None:
            continue
        for one in feature_ranges(scope, array, constant.owner):
            _read_range(scope, one, found)


def _read_range(scope: Scope, one: Range, found: Features) -> None:
    name, low, high = one.cells
    at = scope.code.at_tokens(name.first, name.end, one.name)
    whole = scope.code.at_tokens(one.row.whole.first, one.row.whole.end, one.name)
    supports = Supports(
        _ref(scope, one.low, low, f"{one.name}.supports"),
        _ref(scope, one.high, high, f"{one.name}.production"),
        None,
        whole,
    )
    part = FeaturePart(feature=Said(one.name, at), supports=supports, origin=whole)
    if found.named(one.name) is not None:
        found.parts.append(part)
    elif supports.low.number is not None and supports.production.number is not None:
        rows = tuple(_with_properties(one.name, row) for row in plain_rows(supports))
        found.features.append(
            Feature(name=one.name, supports=supports, rows=rows, name_at=at, origin=whole)
        )
    else:
        found.parts.append(part)


def _ref(scope: Scope, value: Value, run: Run, name: str) -> LevelRef:
    at = scope.code.at_tokens(run.first, run.end, name)
    return LevelRef(value.of if isinstance(value.of, int) else None, value.word or None, at)
