# Text to tables once, for every category that looks at them. The reader is handed in: front ends may
# pass one that remembers, and tests the plain one.
"""The gate tables of a run: read, merged, and beside those of its baselines."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TypeAlias

from wirelint.diagnostics import Problem
from wirelint.engine.baseline import BaselineInput
from wirelint.gates.mapping import place_ladders
from wirelint.gates.model import Gates, GateTable
from wirelint.gates.readers import read_table
from wirelint.lazy_dataclass import dataclass, replace
from wirelint.project.gated_changes import ReleasedMessage
from wirelint.project.gates import GatePair, GateView
from wirelint.project.settings import GateOptions
from wirelint.schema.model import Message
from wirelint.text import SourceText

ReadTable: TypeAlias = Callable[[SourceText], tuple[GateTable, tuple[Problem, ...]]]


@dataclass(frozen=True, eq=False)
class ReleasedSchemas:
    """The schemas of a baseline: those that are `unchanged`, and what another one was before."""

    unchanged: frozenset[str]
    before: ReleasedMessage
    softer: bool = False
    name: str = ""


@dataclass(frozen=True, eq=False)
class TableTrees:
    """The tables of the checked tree, what is wrong with their texts, and the pairs to compare.

    `sources` are the files that are gate tables, or that the user named. `checked` are the paths of
    the schemas that the user asked about, `released` those of the baselines, released ones first.
    `upstream` is the pair with the tables that these are a copy of.
    """

    view: GateView
    sources: tuple[SourceText, ...] = ()
    problems: tuple[Problem, ...] = ()
    pairs: tuple[GatePair, ...] = ()
    upstream: GatePair | None = None
    checked: frozenset[str] = frozenset()
    released: tuple[ReleasedSchemas, ...] = ()


def read_tables(
    tables: Sequence[SourceText],
    baselines: Iterable[BaselineInput],
    options: GateOptions,
    *,
    named: frozenset[str] = frozenset(),
    mirrors: Iterable[SourceText] = (),
    upstream: BaselineInput | None = None,
    messages: tuple[Message, ...] = (),
    release_of: Callable[[str], str | None] = lambda _: None,
    read: ReadTable = read_table,
) -> TableTrees:
    """Read the tables of a tree and of its baselines, and say what the ladders of code choose.

    A file of a host language that holds no table and is not `named` is left out, silently.
    """
    names = {one.name for one in messages}

    def place(table: GateTable) -> tuple[GateTable, tuple[Problem, ...]]:
        return place_ladders(table, configured=options.ladders, messages=names)

    kept: list[SourceText] = []
    found: list[GateTable] = []
    problems: list[Problem] = []
    for source in tables:
        table, wrong = read(source)
        unmapped: tuple[Problem, ...] = ()
        if table or source.path.endswith(".gates"):
            table, unmapped = place(table)
            found.append(table)
        elif source.path not in named:
            continue
        kept.append(source)
        problems += (*wrong, *unmapped)
    copies = {one.path: read(one)[0] for one in mirrors}
    view = GateView(Gates(tuple(found)), options, messages, copies)

    def pair_with(baseline: BaselineInput) -> GatePair | None:
        reader = _normal_form if baseline.normal_form else read
        return _pair(view, baseline, options, release_of, partial(_placed, reader, place))

    pairs: list[GatePair] = []
    for baseline in sorted(baselines, key=lambda one: one.softer):
        pair = pair_with(baseline)
        if pair is not None:
            released = next((one for one in pairs if not one.softer), None)
            pair = replace(pair, has_upstream=upstream is not None)
            pairs.append(replace(pair, base=released) if pair.softer else pair)
    return TableTrees(
        view,
        tuple(kept),
        tuple(problems),
        tuple(pairs),
        upstream=None if upstream is None else pair_with(upstream),
    )


def _normal_form(source: SourceText) -> tuple[GateTable, tuple[Problem, ...]]:
    from wirelint.gates.language import read_gates  # noqa: PLC0415 - only for ledgers

    return read_gates(source)


def _placed(
    read: ReadTable,
    place: Callable[[GateTable], tuple[GateTable, tuple[Problem, ...]]],
    source: SourceText,
) -> GateTable:
    return place(read(source)[0])[0]


def _pair(
    view: GateView,
    baseline: BaselineInput,
    options: GateOptions,
    release_of: Callable[[str], str | None],
    read: Callable[[SourceText], GateTable],
) -> GatePair | None:
    """None where nothing of the baseline's tables differs, or it had none."""
    same = [one for one in view.tables if one.source.path in baseline.unchanged]
    changed = [table for source in baseline.tables if (table := read(source))]
    if not changed and len(same) == len(view.tables):
        return None
    before = (*changed, *same)
    if not before:
        return None
    return GatePair(
        GateView(Gates(before), options),
        view,
        release_of(baseline.name),
        softer=baseline.softer,
        is_ancestor=baseline.is_ancestor,
    )
