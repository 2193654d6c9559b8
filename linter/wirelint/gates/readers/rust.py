"""Gate tables in Rust: constants, arrays of levels, implementations of a feature, ladders (krabka: `krabka_version`, `metadata_version`, `feature`)."""

from __future__ import annotations

from typing import Final

from wirelint.diagnostics import Problem
from wirelint.gates.model import GateTable, Language, ServedTable
from wirelint.gates.readers.code import comments_of, scan
from wirelint.gates.readers.grammar import load
from wirelint.gates.readers.rust_capabilities import read_capabilities
from wirelint.gates.readers.rust_docs import read_docs
from wirelint.gates.readers.rust_features import read_features
from wirelint.gates.readers.rust_impls import read_absent, read_impls
from wirelint.gates.readers.rust_ladders import read_keys, read_ladders
from wirelint.gates.readers.rust_outline import outline
from wirelint.gates.readers.rust_rows import array_in, lists_versions, read_served
from wirelint.gates.readers.rust_scope import STARTS, Scope, scope_of
from wirelint.lazy_dataclass import replace
from wirelint.text import SourceText

_COMMENTS: Final = frozenset(("LINE_COMMENT", "BLOCK_COMMENT"))


def read(source: SourceText) -> tuple[GateTable, tuple[Problem, ...]]:
    """Read a Rust file: its gates, and what in them could not be understood."""
    automaton = load("rust", STARTS)
    code = scan(automaton, source, _COMMENTS)
    scope = scope_of(code, automaton, outline(code))
    read_keys(scope)
    features = read_features(scope, read_docs(code))
    read_capabilities(scope, features)
    read_absent(scope, features)
    read_impls(scope, features)
    ladders = read_ladders(scope, features)
    table = GateTable(
        source=source,
        language=Language.RUST,
        features=tuple(features.features),
        parts=tuple(features.parts),
        predicates=(*features.predicates, *ladders.predicates),
        ladders=tuple(ladders.ladders),
        rpcs=tuple(ladders.rpcs),
        served=_served(scope),
    )
    problems = tuple(sorted(scope.problems, key=_start))
    return (replace(table, comments=comments_of(code)) if table else table), problems


def _start(problem: Problem) -> int:
    span = problem.finding.at.span
    return 0 if span is None else span.start


def _served(scope: Scope) -> tuple[ServedTable, ...]:
    """Read the tables of served versions, those that a function gives too."""
    found: list[ServedTable] = []
    for constant in scope.items.constants:
        array = array_in(scope, constant.value) if "[" in constant.type else None
        if array:
            table = read_served(scope, str(constant.name), constant.type, array, constant.owner)
            if table is not None:
                found.append(table)
    for function in scope.items.functions:
        if not lists_versions(function.gives) and "(i16,i16,i16)" not in function.gives:
            continue
        array = array_in(scope, function.body)
        for at in range(function.body.first, function.body.end if array is None else 0):
            if scope.code.tokens[at] in {"vec", "["}:
                array = array_in(scope, type(function.body)(at, function.body.end))
                break
        if array:
            table = read_served(scope, str(function.name), function.gives, array, function.owner)
            if table is not None:
                found.append(table)
    return tuple(found)
