# A gate table, in whatever language, says names of features, levels, RPCs and records. Everything that
# an editor asks about a name goes by these: what it is, where it is declared, where else it stands.
"""Names in gate tables."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from wirelint.gates.model import (
    AllOf,
    AnyOf,
    Bootstrap,
    Feature,
    FromLevel,
    GateTable,
    Guard,
    Ladder,
    LevelRef,
    Not,
    OnLevels,
    Said,
    Selection,
    ladder_sites,
    rpc_name,
)
from wirelint.project.gates import GateView
from wirelint.text import Place, SourceText, Span


class Kind(Enum):
    FEATURE = "feature"
    LEVEL = "level"
    RPC = "rpc"
    RECORD = "record"


@dataclass(frozen=True, slots=True, kw_only=True)
class Mention:
    """A name in a table. `key` is the same for all names of one thing."""

    kind: Kind
    key: tuple[str, ...]
    source: SourceText
    span: Span
    is_declaration: bool = False
    is_number: bool = False  # a level by its number: never renamed
    level: int | None = None


def mentions(view: GateView, table: GateTable) -> tuple[Mention, ...]:
    """Every name in one table that has a place, in text order."""
    found = {(one.span.start, one.span.end, one.kind): one for one in _Mentions(view, table).all()}
    return tuple(sorted(found.values(), key=lambda one: (one.span.start, one.span.end)))


def mention_at(view: GateView, table: GateTable, offset: int) -> Mention | None:
    """The shortest name that touches an offset."""
    here = [one for one in mentions(view, table) if one.span.start <= offset <= one.span.end]
    return min(here, key=lambda one: one.span.end - one.span.start, default=None)


def mentions_of(view: GateView, key: tuple[str, ...]) -> Iterator[Mention]:
    for table in view.tables:
        yield from (one for one in mentions(view, table) if one.key == key)


class _Mentions:
    def __init__(self, view: GateView, table: GateTable) -> None:
        self.gates = view.around(table)
        self.table = table

    def all(self) -> Iterator[Mention]:
        table = self.table
        for feature in table.features:
            yield from self.feature(feature)
        for predicate in table.predicates:
            yield from self.said_feature(predicate.feature)
            yield from self.guard(predicate.guard, predicate.feature)
        for site in ladder_sites(table):
            yield from self.ladder(site.ladder)
        for path in table.paths:
            for entry in path.entries:
                yield from self.rpc(entry.rpc)
        for rpc in table.rpcs:
            yield from self.at(Kind.RPC, (rpc_name(rpc.name),), rpc.name_at, declares=True)
            yield from self.selection(rpc.selection)
        for format in table.formats:
            for record in format.records:
                yield from self.at(Kind.RECORD, (record.name.value,), record.name.origin)
            for carries in format.carries:
                yield from self.rpc(carries.rpc)
            for variant in format.variants:
                if variant.feature is not None:
                    yield from self.said_feature(variant.feature)
                    yield from self.level(variant.level, variant.feature)
        for advertise in table.advertises:
            yield from self.rpc(advertise.rpc)
        for honour in table.honours:
            yield from self.said_feature(honour.feature)
            yield from self.level(honour.level, honour.feature)
            for said in honour.rpcs:
                yield from self.rpc(said)
        for infer in table.infers:
            yield from self.said_feature(infer.feature)
            yield from self.level(infer.level, infer.feature)
            yield from self.rpc(infer.rpc)
        for served in table.served:
            for row in served.rows:
                if row.rpc is not None:
                    yield from self.rpc(row.rpc)
        for mirror in table.mirrors:
            if mirror.feature is not None:
                yield from self.said_feature(mirror.feature)
        for alias in table.aliases:
            yield from self.said_feature(alias.feature)
            yield from self.level(alias.level, alias.feature)

    def feature(self, feature: Feature) -> Iterator[Mention]:
        owner: Said[str] = Said(feature.name, feature.name_at)
        yield from self.at(Kind.FEATURE, (feature.name,), feature.name_at, declares=True)
        for row in feature.rows:
            key = self.level_key(feature.name, row.ref)
            yield from self.at(
                Kind.LEVEL, key, row.number_at, declares=True, number=True, level=row.number
            )
            if row.name is not None:
                yield from self.at(Kind.LEVEL, key, row.name_at, declares=True, level=row.number)
            for need in row.needs:
                yield from self.said_feature(need.feature)
                yield from self.level(need.level, need.feature)
            if row.default_from is not None:
                yield from self.said_feature(row.default_from.feature)
                yield from self.level(row.default_from.level, row.default_from.feature)
        yield from self.level(feature.absent, owner)
        if feature.supports is not None:
            for ref in (
                feature.supports.low,
                feature.supports.production,
                feature.supports.unstable,
            ):
                yield from self.level(ref, owner)
        yield from self.bootstrap(feature.bootstrap, owner)
        for foreign in feature.foreign:
            yield from self.level(foreign.low, owner)
            yield from self.level(foreign.high, owner)
        for alias in (*feature.aliases, *feature.constants):
            yield from self.level(alias.level, owner)

    def bootstrap(self, one: Bootstrap | None, owner: Said[str]) -> Iterator[Mention]:
        if one is not None:
            yield from self.level(one.level, owner)
            if one.feature is not None:
                yield from self.said_feature(one.feature)

    def selection(self, one: Selection | None) -> Iterator[Mention]:
        if one is not None and one.ladder is not None:
            yield from self.ladder(one.ladder)

    def ladder(self, ladder: Ladder) -> Iterator[Mention]:
        if ladder.feature is None:
            return
        yield from self.said_feature(ladder.feature)
        for case in ladder.cases:
            yield from self.guard(case.guard, ladder.feature)

    def guard(self, guard: Guard, feature: Said[str]) -> Iterator[Mention]:
        match guard:
            case FromLevel(level):
                yield from self.level(level, feature)
            case OnLevels(levels):
                for level in levels:
                    yield from self.level(level, feature)
            case Not(inner):
                yield from self.guard(inner, feature)
            case AllOf(guards) | AnyOf(guards):
                for inner in guards:
                    yield from self.guard(inner, feature)
            case _:
                return

    def said_feature(self, said: Said[str]) -> Iterator[Mention]:
        yield from self.at(Kind.FEATURE, (said.value,), said.origin)

    def rpc(self, said: Said[str]) -> Iterator[Mention]:
        if said.value != "*":
            yield from self.at(Kind.RPC, (rpc_name(said.value),), said.origin)

    def level(self, ref: LevelRef | None, feature: Said[str]) -> Iterator[Mention]:
        if ref is not None:
            key = self.level_key(feature.value, ref)
            number = self.gates.resolve(feature.value, ref)
            yield from self.at(Kind.LEVEL, key, ref.origin, number=ref.name is None, level=number)

    def level_key(self, feature: str, ref: LevelRef) -> tuple[str, ...]:
        number = self.gates.resolve(feature, ref)
        return (feature, str(number) if number is not None else ref.text)

    def at(
        self,
        kind: Kind,
        key: tuple[str, ...],
        place: Place,
        *,
        declares: bool = False,
        number: bool = False,
        level: int | None = None,
    ) -> Iterator[Mention]:
        span = place.span
        if span is None or place.source.path != self.table.source.path or span.start == span.end:
            return
        yield Mention(
            kind=kind,
            key=(kind.value, *key),
            source=self.table.source,
            span=_bare(self.table.source, span),
            is_declaration=declares,
            is_number=number,
            level=level,
        )


def _bare(source: SourceText, span: Span) -> Span:
    """A name without the backticks or quotation marks that it may stand in."""
    text = source.text[span.start : span.end]
    if len(text) > 2 and text[0] in '`"' and text[-1] == text[0]:
        return Span(span.start + 1, span.end - 1)
    return span
