"""Gate tables in Java: enums of levels such as Kafka's `MetadataVersion`, and the code around them."""

from __future__ import annotations

import re
from typing import Final

from wirelint.diagnostics import Problem
from wirelint.gates.model import (
    Advertise,
    Alias,
    Bootstrap,
    BootstrapKind,
    Feature,
    GateTable,
    Infer,
    Ladder,
    Language,
    Level,
    LevelRef,
    Listing,
    Predicate,
    Said,
    Supports,
)
from wirelint.gates.readers.code import comments_of, scan
from wirelint.gates.readers.grammar import load
from wirelint.gates.readers.java_lists import read_advertised, read_list, read_listings
from wirelint.gates.readers.java_methods import needs_by_method, read_ladder, read_methods
from wirelint.gates.readers.java_outline import Field, Run, types_of
from wirelint.gates.readers.java_rows import (
    constant_label,
    read_aliases,
    read_constants,
    read_rows,
    text_of,
    value_of,
)
from wirelint.gates.readers.java_scope import MOVING_METHODS, NUMERIC, STARTS, Scope, integer
from wirelint.gates.readers.names import feature_name
from wirelint.lazy_dataclass import dataclass, field, replace
from wirelint.syntax.automaton import Token
from wirelint.text import Location, SourceText

_COMMENTS: Final = frozenset(("LINE_COMMENT", "BLOCK_COMMENT"))
_LOW: Final = ("MINIMUM_VERSION", "MINIMUM_KRAFT_VERSION", "MINIMUM", "MIN_VERSION", "OLDEST")
_PRODUCTION: Final = ("LATEST_PRODUCTION", "LATEST_STABLE", "LATEST")
# Features that only test the machinery of features; some break its rules on purpose.
_ONLY_TESTS: Final = re.compile(r"(unit\.)?test\..*")
# Its level is chosen by the kind of quorum that is formatted, whatever its rows say.
_BY_THE_QUORUM: Final = frozenset(("kraft.version",))


@dataclass(slots=True)
class _Found:
    """What the types of a file say together."""

    features: list[Feature] = field(default_factory=list)
    predicates: list[Predicate] = field(default_factory=list)
    ladders: list[Ladder] = field(default_factory=list)
    infers: list[Infer] = field(default_factory=list)
    listings: list[Listing] = field(default_factory=list)
    advertises: list[Advertise] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)


def read(source: SourceText) -> tuple[GateTable, tuple[Problem, ...]]:
    """Read a Java file: its gates, and what in them could not be understood."""
    automaton = load("java", STARTS)
    code = scan(automaton, source, _COMMENTS)
    found = _Found()
    for type_ in types_of(code):
        scope = Scope(code=code, automaton=automaton, type=type_, feature=feature_name(type_.name))
        scope = replace(scope, feature=_feature_name(scope))
        if not _ONLY_TESTS.fullmatch(scope.feature):
            _read_type(scope, found)
            found.problems += scope.problems
    table = GateTable(
        source=source,
        language=Language.JAVA,
        features=tuple(found.features),
        predicates=tuple(found.predicates),
        ladders=tuple(found.ladders),
        infers=tuple(found.infers),
        listings=tuple(found.listings),
        advertises=tuple(found.advertises),
    )
    return replace(table, comments=comments_of(code)) if table else table, tuple(
        sorted(found.problems, key=_start)
    )


def _start(problem: Problem) -> int:
    span = problem.finding.at.span
    return 0 if span is None else span.start


def _read_type(scope: Scope, found: _Found) -> None:
    type_ = scope.type
    if type_.kind == "enum" and type_.rows:
        if _is_table(scope):
            _read_table(scope, found)
            return
        features, listings = read_list(scope)
        found.features += features
        found.listings += [one for one in listings if not _ONLY_TESTS.fullmatch(one.feature.value)]
        if features or listings:
            return
    found.advertises += read_advertised(scope)
    found.listings += read_listings(scope.code, type_.methods)
    _read_ladders(scope, found)


def _is_table(scope: Scope) -> bool:
    """Whether an enum is a table of levels: numbered rows, and something that makes them levels."""
    type_ = scope.type
    if not any(_has_number(scope, row.arguments[:1]) for row in type_.rows[:3] if row.arguments):
        return False
    words = {str(one.name) for one in type_.fields} | {str(one.name) for one in type_.methods}
    marks = {"FEATURE_NAME", "isAtLeast", "featureLevel", *_PRODUCTION, *_LOW}
    by_name = type_.name == "MetadataVersion"
    return by_name or "FeatureVersion" in type_.implements or not words.isdisjoint(marks)


def _has_number(scope: Scope, runs: tuple[Run, ...]) -> bool:
    values = (value_of(scope, run) for run in runs)
    return any(value is not None and integer(value) is not None for value in values)


def _feature_name(scope: Scope) -> str:
    """Return what the type calls its feature, else what its own name says."""
    for one in scope.type.fields:
        if one.name == "FEATURE_NAME" and one.value:
            value = value_of(scope, one.value)
            if isinstance(value, Token) and value.type == "STRING":
                return text_of(value)
    return scope.feature


def _read_table(scope: Scope, found: _Found) -> None:
    rows = read_rows(scope)
    constants = read_constants(scope)
    methods = read_methods(scope)
    rows = needs_by_method(scope, rows)
    supports = _supports(scope, rows)
    found.features.append(
        Feature(
            name=scope.feature,
            supports=supports,
            bootstrap=_bootstrap(scope, rows),
            rows=rows,
            aliases=read_aliases(scope),
            constants=(*constants, *_moving(scope, supports)),
            name_at=_name_place(scope),
            origin=scope.place(scope.type.name, scope.feature),
        )
    )
    found.predicates += methods.predicates
    found.ladders += methods.ladders
    found.infers += methods.infers


def _name_place(scope: Scope) -> Location:
    """Return where the feature's name is said."""
    for one in scope.type.fields:
        if one.name == "FEATURE_NAME" and one.value:
            return scope.code.at_tokens(one.value.first, one.value.end, scope.feature)
    return scope.place(scope.type.name, scope.feature)


def _supports(scope: Scope, rows: tuple[Level, ...]) -> Supports | None:
    """Read the constants for the lowest level and for the highest production level."""
    fields = {str(one.name): one for one in scope.type.fields if one.value}
    low = next((fields[name] for name in _LOW if name in fields), None)
    tops = [fields[name] for name in _PRODUCTION if name in fields]
    numbered = sorted(
        (row for row in rows if row.number is not None), key=lambda row: row.number or 0
    )
    if not numbered or (low is None and not tops):
        return None
    first, last = numbered[0].ref, numbered[-1].ref
    bottom = first if low is None else _constant(scope, low)
    production = last if not tops else _constant(scope, tops[0])
    if bottom is None or production is None:
        return None
    number = production.number
    above = number is not None and last.number is not None and last.number > number
    origin = production.origin if tops else bottom.origin
    return Supports(bottom, production, last if above else None, origin)


def _moving(scope: Scope, supports: Supports | None) -> tuple[Alias, ...]:
    """Return what the methods stand for that give the highest level."""
    names = {str(one.name) for one in scope.type.methods}
    if supports is None:
        return ()
    owner = Said(scope.feature, scope.place(scope.type.name))
    tops = (supports.unstable or supports.production, supports.production)
    return tuple(
        Alias(Said(name, top.origin), top, owner, top.origin)
        for name, top in zip(MOVING_METHODS, tops, strict=True)
        if name in names
    )


def _constant(scope: Scope, one: Field) -> LevelRef | None:
    value = value_of(scope, one.value)
    label = constant_label(scope, one)
    found = None if value is None else scope.level(value, label)
    if found is None:
        at = scope.code.at_tokens(one.value.first, one.value.end, label)
        scope.refuse(at, f"the level that `{one.name}` stands for cannot be told")
    return found


def _bootstrap(scope: Scope, rows: tuple[Level, ...]) -> Bootstrap | None:
    """A feature whose rows say a level of another feature is bootstrapped by that one (KIP-1022)."""
    first = next((row.default_from for row in rows if row.default_from is not None), None)
    if first is None or scope.feature in _BY_THE_QUORUM:
        return None
    return Bootstrap(BootstrapKind.BY, feature=first.feature, origin=first.origin)


def _read_ladders(scope: Scope, found: _Found) -> None:
    """Read methods outside of tables that are given a level: `xVersion(MetadataVersion version)`."""
    for method in scope.type.methods:
        given = next((one for one in method.parameters if _is_level_type(one.type)), None)
        if given is None or method.type not in NUMERIC or not method.name.endswith("Version"):
            continue
        words = scope.code.tokens[method.body.first : method.body.end]
        if not any(one in scope.comparisons or one == "compareTo" for one in words):
            continue
        inner = replace(scope, feature=feature_name(given.type), ladders={})
        ladder = read_ladder(inner, method, frozenset((given.name,)))
        if ladder is not None:
            found.ladders.append(ladder)


def _is_level_type(word: str) -> bool:
    return word.endswith("Version") and word[:1].isupper() and word != "Version"
