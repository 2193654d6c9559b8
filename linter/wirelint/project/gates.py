# What rules on gate tables look at. The model knows tables; here stands what a tree, a feature or a
# ladder is among all the tables of a run, and against those of a baseline. Nothing here judges.
"""The gate tables of one tree together, part by part, and beside those of a baseline."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property

from wirelint.gates.model import (
    Feature,
    Format,
    Gates,
    GateTable,
    LadderKind,
    LadderSite,
    Language,
    Level,
    LevelRef,
    Mirror,
    Outcome,
    Path,
    Predicate,
    Rpc,
    Said,
    ladder_sites,
    rpc_name,
)
from wirelint.gates.truth import predicate_table, truth_table
from wirelint.lazy_dataclass import dataclass, field
from wirelint.project.settings import NO_OPTIONS, GateOptions
from wirelint.schema.model import Message
from wirelint.text import Location, Place, SourceText


@dataclass(frozen=True, eq=False)
class GateView:
    """The tables of one tree, with the schemas read beside them.

    `copies` are files that hold constants which `mirror` lines speak of, by path.
    """

    gates: Gates
    options: GateOptions = NO_OPTIONS
    messages: tuple[Message, ...] = ()
    copies: Mapping[str, GateTable] = field(default_factory=dict)

    @property
    def tables(self) -> tuple[GateTable, ...]:
        return self.gates.tables

    def around(self, table: GateTable) -> Gates:
        """The tables as one of them sees them: its own features first."""
        return self._around[id(table)]

    @cached_property
    def _around(self) -> dict[int, Gates]:
        return {id(table): self.gates.seen_from(table) for table in self.tables}

    @cached_property
    def features(self) -> tuple[FeatureSite, ...]:
        """Every feature of every table, with what other files say of it."""
        return tuple(
            FeatureSite(feature, table, self)
            for table in self.tables
            for feature in self.around(table).features
            if feature.name_at.source is table.source or feature in table.features
        )

    @cached_property
    def ladders(self) -> tuple[LadderUse, ...]:
        """Every ladder where it is used."""
        return tuple(LadderUse(site, self) for table in self.tables for site in ladder_sites(table))

    @cached_property
    def predicates(self) -> tuple[PredicateSite, ...]:
        """Every predicate of code and every `capability`; what levels enable is not among them."""
        return tuple(
            PredicateSite(predicate, table, self)
            for table in self.tables
            for predicate in table.predicates
        )

    @cached_property
    def paths(self) -> tuple[PathSite, ...]:
        return tuple(PathSite(path, table, self) for table in self.tables for path in table.paths)

    @cached_property
    def rpcs(self) -> tuple[RpcSite, ...]:
        return tuple(RpcSite(rpc, table, self) for table in self.tables for rpc in table.rpcs)

    @cached_property
    def formats(self) -> tuple[FormatSite, ...]:
        return tuple(
            FormatSite(format_, table, self) for table in self.tables for format_ in table.formats
        )

    def feature(self, name: str | Said[str], table: GateTable | None = None) -> FeatureSite | None:
        """The feature of that name as a table sees it; the first one without a table."""
        gates = self.gates if table is None else self.around(table)
        wanted = gates.feature(name)
        return next((one for one in self.features if same_feature(one.feature, wanted)), None)

    def copy_of(self, mirror: Mirror, table: GateTable) -> Said[str] | None:
        """The value of a mirrored constant where it stands; None where its file was not read."""
        folder = table.source.path.rpartition("/")[0]
        where = mirror.where.value
        for path in (where, f"{folder}/{where}" if folder else where):
            there = self.copies.get(path)
            for one in there.mirrors if there is not None else ():
                if one.name == mirror.name:
                    return one.value
        return None

    def owner_of(self, feature: str) -> Said[str] | None:
        """Who owns a feature, as any table says."""
        return next(
            (
                one.feature.owner
                for one in self.features
                if one.feature.name == feature and one.feature.owner is not None
            ),
            None,
        )


@dataclass(frozen=True, eq=False)
class FeatureSite:
    """A feature of a table.

    `before` is the same feature in the baseline, where there is one.
    """

    feature: Feature
    table: GateTable
    view: GateView
    before: FeatureSite | None = None

    @property
    def name(self) -> str:
        return self.feature.name

    @property
    def gates(self) -> Gates:
        return self.view.around(self.table)

    @cached_property
    def ladders(self) -> tuple[LadderUse, ...]:
        """The ladders that are functions of this very feature's level."""
        return tuple(one for one in self.view.ladders if same_feature(one.feature, self.feature))

    @cached_property
    def predicates(self) -> tuple[PredicateSite, ...]:
        """The predicates of code, and `capability` blocks, on this very feature's level."""
        return tuple(one for one in self.view.predicates if same_feature(one.feature, self.feature))

    def tables(self) -> Iterator[GateTable]:
        """The tables in which the feature's name means this very feature."""
        for table in self.view.tables:
            if same_feature(self.view.around(table).feature(self.feature.name), self.feature):
                yield table

    def number(self, ref: LevelRef | None) -> int | None:
        return None if ref is None else self.feature.resolve(ref)

    def row(self, number: int) -> Level | None:
        return self.feature.level(number)


@dataclass(frozen=True, eq=False)
class LadderUse:
    """A ladder where it is used."""

    site: LadderSite
    view: GateView

    @property
    def name(self) -> str:
        """The RPC, the record, or the function in code."""
        return self.site.name

    @property
    def table(self) -> GateTable:
        return self.site.table

    @property
    def gates(self) -> Gates:
        return self.view.around(self.site.table)

    @cached_property
    def feature(self) -> Feature | None:
        return self.gates.feature(self.site.ladder.feature)

    @cached_property
    def values(self) -> Mapping[int, Outcome]:
        """The version at every numbered level from the minimum up, unstable ones too."""
        return truth_table(self.site.ladder, self.gates)

    @property
    def is_private(self) -> bool:
        """Whether it is the `upto by` of a private RPC; a function found by its name is none."""
        if self.site.kind is not LadderKind.RPC or self.site.path is not None:
            return False
        return any(one.name == self.name and one.key is not None for one in self.table.rpcs)

    @cached_property
    def place(self) -> Place:
        """The ladder as a whole: the function in code, in a `.gates` file the feature it hangs on."""
        ladder = self.site.ladder
        if self.table.language is Language.GATES and ladder.feature is not None:
            return ladder.feature.origin
        return ladder.origin

    @property
    def key(self) -> tuple[str, ...]:
        """What makes it the same ladder in another tree, whatever language it is written in."""
        path = self.site.path.name if self.site.path is not None else ""
        name = rpc_name(self.name) if self.site.kind is LadderKind.RPC else self.name
        return (self.site.kind.value, path, name)

    @property
    def function(self) -> str | None:
        return self.site.ladder.name


@dataclass(frozen=True, eq=False)
class PredicateSite:
    """A capability as a function of the level, in code or as a `capability` block."""

    predicate: Predicate
    table: GateTable
    view: GateView

    @property
    def name(self) -> str:
        return self.predicate.name

    @cached_property
    def feature(self) -> Feature | None:
        return self.view.around(self.table).feature(self.predicate.feature)

    @cached_property
    def values(self) -> Mapping[int, bool | None]:
        return predicate_table(self.predicate, self.view.around(self.table))


@dataclass(frozen=True, eq=False)
class PathSite:
    path: Path
    table: GateTable
    view: GateView

    @property
    def name(self) -> str:
        return self.path.name


@dataclass(frozen=True, eq=False)
class RpcSite:
    """What a table says of an RPC by itself: key, what is served, what may be sent."""

    rpc: Rpc
    table: GateTable
    view: GateView

    @property
    def name(self) -> str:
        return self.rpc.name

    @property
    def is_private(self) -> bool:
        """Whether the RPC is the product's own: sent by a ladder of its own, or of a private key."""
        key = self.rpc.key
        if key is None:
            return False
        if self.rpc.selection is not None:
            return True
        options = self.view.options
        owners = [one.owner.value for one in self.table.private_keys if key.value in one]
        owners += [one.owner for one in options.key_ranges if key.value in one]
        return any(not is_upstream(one, options) for one in owners) or (
            self.rpc.serves is None and bool(self.table.private_keys)
        )


@dataclass(frozen=True, eq=False)
class FormatSite:
    format: Format
    table: GateTable
    view: GateView

    @property
    def name(self) -> str:
        return self.format.name

    @property
    def gates(self) -> Gates:
        return self.view.around(self.table)


def same_feature(one: Feature | None, other: Feature | None) -> bool:
    """Whether two are the same feature of the same file.

    Several files may define a feature of one name, and other files may add to each of them, so
    neither the name nor the object tells.
    """
    if one is None or other is None:
        return False
    return one is other or (
        one.name == other.name
        and one.name_at.source is other.name_at.source
        and bool(one.name_at.source.path)
    )


def is_upstream(owner: str, options: GateOptions) -> bool:
    """Whether an owner is somebody else: named otherwise than us, or `upstream` itself."""
    if options.owner is not None:
        return owner != options.owner
    return owner in {"upstream", "kafka"}


@dataclass(frozen=True, eq=False)
class GatePair:
    """The tables of a tree and those of a baseline.

    `release` is the release that the baseline is, None where its name is that of no release tag.
    A `softer` baseline is what others build on; `base` is then the pair with the released one.
    `has_upstream` says that the tree is compared with its upstream too.
    """

    before: GateView
    after: GateView
    release: str | None = None
    softer: bool = False
    base: GatePair | None = None
    is_ancestor: bool | None = None
    has_upstream: bool = False

    @cached_property
    def features(self) -> tuple[FeaturePair, ...]:
        """Features of one name: those of one file, else the first of the other tree.

        A feature that is gone has `after` None, a new one `before` None.
        """
        pairs: list[FeaturePair] = []
        taken: set[int] = set()
        for after in self.after.features:
            before = _same_feature(after, self.before)
            if before is not None:
                taken.add(id(before.feature))
            pairs.append(FeaturePair(before, after, self))
        names = {one.name for one in self.after.features}
        pairs += (
            FeaturePair(gone, None, self)
            for gone in self.before.features
            if id(gone.feature) not in taken and gone.name not in names
        )
        return tuple(pairs)

    @cached_property
    def ladders(self) -> tuple[LadderPair, ...]:
        """Ladders of one use, else of one function in code; new ones have `before` None."""
        return tuple(
            LadderPair(_same_ladder(after, self.before), after, self)
            for after in self.after.ladders
        )

    def feature_pair(self, feature: Feature | None) -> FeaturePair | None:
        """The pair of a feature of the checked tree."""
        if feature is None:
            return None
        return next(
            (
                one
                for one in self.features
                if one.after is not None and same_feature(one.after.feature, feature)
            ),
            None,
        )


@dataclass(frozen=True, eq=False)
class FeaturePair:
    """A feature before and after; one of both may be missing."""

    before: FeatureSite | None
    after: FeatureSite | None
    pair: GatePair

    @property
    def name(self) -> str:
        site = self.after if self.after is not None else self.before
        return "" if site is None else site.name


@dataclass(frozen=True, eq=False)
class LadderPair:
    """A ladder and what it was; `before` None for a new one."""

    before: LadderUse | None
    after: LadderUse
    pair: GatePair

    @property
    def name(self) -> str:
        return self.after.name


def gone_file(place: Place) -> Place:
    """The place of something whose file is gone: its old path, no span."""
    return Location(SourceText(place.source.path, ""), None, place.property)


def _same_feature(after: FeatureSite, before: GateView) -> FeatureSite | None:
    named = [one for one in before.features if one.name == after.name]
    path = after.table.source.path
    return next((one for one in named if one.table.source.path == path), None) or next(
        iter(named), None
    )


def _same_ladder(after: LadderUse, before: GateView) -> LadderUse | None:
    path = after.table.source.path
    same = [
        one
        for one in before.ladders
        if one.key == after.key or (after.function is not None and one.function == after.function)
    ]
    by = after.site.ladder.feature
    same.sort(
        key=lambda one: (
            one.table.source.path != path,
            one.site.ladder.feature != by,
            one.key != after.key,
        )
    )
    return next(iter(same), None)
