"""The tables of one tree together, with the lookups that rules need."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from functools import cached_property

from wirelint.gates.model.features import Feature
from wirelint.gates.model.formats import Format, Record
from wirelint.gates.model.joining import join
from wirelint.gates.model.ladders import FromLevel, Ladder, Predicate
from wirelint.gates.model.levels import Level, LevelRef
from wirelint.gates.model.paths import Advertise, Honour, Path, Rpc, Selection, rpc_name
from wirelint.gates.model.said import Said
from wirelint.gates.model.table import GateTable
from wirelint.lazy_dataclass import dataclass


class LadderKind(Enum):
    RPC = "rpc"
    RECORD = "record"
    LOOSE = "loose"  # nobody has said what it chooses


@dataclass(frozen=True, slots=True, kw_only=True)
class LadderSite:
    """A ladder where it is used. `name` is the RPC, the record, or the function in code.

    `path` is None for the private RPCs' own ladders (`rpc ... upto by`) and for records;
    `format` only for records.
    """

    kind: LadderKind
    name: str
    ladder: Ladder
    table: GateTable
    selection: Selection | None = None
    path: Path | None = None
    format: Format | None = None

    @property
    def is_blind(self) -> bool:
        return self.path is not None and self.path.is_blind


@dataclass(frozen=True)
class Gates:
    """The tables of one tree together. Where two define a feature of one name the first counts."""

    tables: tuple[GateTable, ...]

    def __bool__(self) -> bool:
        return any(self.tables)

    def seen_from(self, table: GateTable) -> Gates:
        """Return the same tables with `table` first: its own features count before others'."""
        return Gates((table, *(one for one in self.tables if one is not table)))

    @cached_property
    def features(self) -> tuple[Feature, ...]:
        """Every feature of every table, in order, with what other files say of it."""
        features = tuple(one for table in self.tables for one in table.features)
        parts = tuple(one for table in self.tables for one in table.parts)
        return join(features, parts) if parts else features

    @cached_property
    def _by_name(self) -> dict[str, Feature]:
        named: dict[str, Feature] = {}
        for one in self.features:
            named.setdefault(one.name, one)
        return named

    def feature(self, name: str | Said[str] | None) -> Feature | None:
        """Find the feature of that name."""
        if isinstance(name, Said):
            name = name.value
        return None if name is None else self._by_name.get(name)

    def level(self, feature: str | Said[str] | None, ref: LevelRef | int | str) -> Level | None:
        """Find the row that a reference to a feature's level means."""
        found = self.feature(feature)
        return None if found is None else found.level(ref)

    def resolve(self, feature: str | Said[str] | None, ref: LevelRef | int | str) -> int | None:
        """Return the number a reference means; a number is itself, even of an unknown feature."""
        found = self.feature(feature)
        if found is not None:
            return found.resolve(ref)
        if isinstance(ref, LevelRef):
            return ref.number
        return ref if isinstance(ref, int) else None

    @cached_property
    def predicates(self) -> tuple[Predicate, ...]:
        """Every capability: those of code, and those that levels enable."""
        found = [one for table in self.tables for one in table.predicates]
        for feature in self.features:
            owner = Said(feature.name, feature.name_at)
            for row in feature.rows:
                found += (
                    Predicate(
                        name=one.value,
                        feature=owner,
                        guard=FromLevel(row.ref),
                        origin=one.origin,
                    )
                    for one in row.enables
                )
        return tuple(found)

    @cached_property
    def paths(self) -> tuple[Path, ...]:
        return tuple(one for table in self.tables for one in table.paths)

    def path(self, name: str) -> Path | None:
        return next((one for one in self.paths if one.name == name), None)

    @cached_property
    def rpcs(self) -> tuple[Rpc, ...]:
        return tuple(one for table in self.tables for one in table.rpcs)

    def rpc(self, name: str) -> Rpc | None:
        wanted = rpc_name(name)
        return next((one for one in self.rpcs if rpc_name(one.name) == wanted), None)

    @cached_property
    def formats(self) -> tuple[Format, ...]:
        return tuple(one for table in self.tables for one in table.formats)

    def format(self, name: str) -> Format | None:
        return next((one for one in self.formats if one.name == name), None)

    @cached_property
    def ladders(self) -> tuple[LadderSite, ...]:
        """Every ladder with its use, table by table: paths, RPCs, records, loose ones."""
        return tuple(one for table in self.tables for one in ladder_sites(table))

    def ladders_of_rpc(self, name: str) -> tuple[LadderSite, ...]:
        """Return the ladders that choose an RPC's version, on whatever path."""
        wanted = rpc_name(name)
        return tuple(
            one
            for one in self.ladders
            if one.kind is LadderKind.RPC and rpc_name(one.name) == wanted
        )

    def ladders_of_record(self, name: str) -> tuple[LadderSite, ...]:
        """Return the ladders that choose the version a record schema is written with."""
        return tuple(
            one for one in self.ladders if one.kind is LadderKind.RECORD and one.name == name
        )

    def records_of(self, name: str) -> tuple[Record, ...]:
        """Return what is said about a record schema, constants too."""
        return tuple(
            one for format_ in self.formats for one in format_.records if one.name.value == name
        )

    def honours_of(self, rpc: str) -> tuple[Honour, ...]:
        """Return the gates a broker consults before it honours an RPC."""
        wanted = rpc_name(rpc)
        return tuple(
            one
            for table in self.tables
            for one in table.honours
            if any(rpc_name(said.value) == wanted for said in one.rpcs)
        )

    def advertised(self, rpc: str) -> Advertise | None:
        """Find the `advertise` line of an RPC."""
        wanted = rpc_name(rpc)
        lines = (one for table in self.tables for one in table.advertises)
        return next((one for one in lines if rpc_name(one.rpc.value) == wanted), None)


def ladder_sites(table: GateTable) -> Iterator[LadderSite]:
    """Every ladder of a table where it is used."""
    for path in table.paths:
        for entry in path.entries:
            if entry.selection.ladder is not None:
                yield LadderSite(
                    kind=LadderKind.RPC,
                    name=entry.rpc.value,
                    ladder=entry.selection.ladder,
                    table=table,
                    selection=entry.selection,
                    path=path,
                )
    for rpc in table.rpcs:
        if rpc.selection is not None and rpc.selection.ladder is not None:
            yield LadderSite(
                kind=LadderKind.RPC,
                name=rpc.name,
                ladder=rpc.selection.ladder,
                table=table,
                selection=rpc.selection,
            )
    for format_ in table.formats:
        for record in format_.records:
            if record.selection.ladder is not None:
                yield LadderSite(
                    kind=LadderKind.RECORD,
                    name=record.name.value,
                    ladder=record.selection.ladder,
                    table=table,
                    selection=record.selection,
                    format=format_,
                )
    for ladder in table.ladders:
        yield LadderSite(kind=LadderKind.LOOSE, name=ladder.name or "?", ladder=ladder, table=table)
