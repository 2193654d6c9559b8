"""Finalizable features."""

from __future__ import annotations

from enum import Enum

from wirelint.gates.model.levels import DefaultFrom, Level, LevelRef, Need
from wirelint.gates.model.said import NOWHERE, Said
from wirelint.lazy_dataclass import dataclass, field
from wirelint.text import Place


class Carrier(Enum):
    """How a finalized level reaches the nodes; the values are the language's words."""

    RECORD = "record"  # one switch for the whole cluster
    CONTROL_RECORD = "control-record"  # the same, in the log's control records (kraft.version)
    CONFIG = "config"  # per-node configuration: each change is one more rolling bounce


@dataclass(frozen=True, slots=True)
class Supports:
    """The supported range: `supports LOW to PRODUCTION unstable to UNSTABLE`.

    `unstable` is the highest level of all (latestTesting), None where the source names none.
    """

    low: LevelRef
    production: LevelRef
    unstable: LevelRef | None = None
    origin: Place = field(default=NOWHERE, compare=False, repr=False)


class BootstrapKind(Enum):
    AT = "at"  # a fixed level
    BY = "by"  # by the `default from` lines, for the bootstrap level of another feature
    PRODUCTION = "production"  # the newest production level


@dataclass(frozen=True, slots=True)
class Bootstrap:
    """The level a fresh cluster is formatted with. `level` only for AT, `feature` only for BY."""

    kind: BootstrapKind
    level: LevelRef | None = None
    feature: Said[str] | None = None
    origin: Place = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Foreign:
    """Nodes of another product that may share the cluster, and the levels they support."""

    product: Said[str]
    low: LevelRef
    high: LevelRef | None = None
    origin: Place = field(default=NOWHERE, compare=False, repr=False)

    @property
    def top(self) -> LevelRef:
        return self.low if self.high is None else self.high


@dataclass(frozen=True, slots=True)
class Retired:
    """Numbers that were levels once and stay taken, both ends included."""

    low: int
    high: int
    doc: str = ""
    origin: Place = field(default=NOWHERE, compare=False, repr=False)

    def __contains__(self, number: int) -> bool:
        return self.low <= number <= self.high


@dataclass(frozen=True, slots=True)
class Alias:
    """Another name of a level, such as a release: `alias 4.1 = 4.1-IV1 of metadata.version`."""

    name: Said[str]
    level: LevelRef
    feature: Said[str]
    origin: Place = field(default=NOWHERE, compare=False, repr=False)


class Top(Enum):
    """Up to which level a feature is listed."""

    PRODUCTION = "production"
    TESTING = "testing"  # the highest of all, unstable ones too


@dataclass(frozen=True, slots=True)
class Listing:
    """Code that lists a feature as supported (Kafka: `QuorumFeatures.defaultFeatureMap`).

    `top` is what it lists where no setting allows unstable levels. The feature may be defined in
    another file.
    """

    feature: Said[str]
    top: Top
    origin: Place = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Feature:
    """A finalizable feature. `rows` is its whole table in the source's order.

    `step` is the distance of neighbouring numbers (1 where None). `constants` are other names by
    which code refers to levels, such as `MINIMUM_VERSION`; they resolve, and are no part of the
    table. `constant` is the one that holds the feature's name.
    """

    name: str
    owner: Said[str] | None = None
    carrier: Said[Carrier] | None = None
    absent: LevelRef | None = None
    supports: Supports | None = None
    bootstrap: Bootstrap | None = None
    step: Said[int] | None = None
    foreign: tuple[Foreign, ...] = ()
    retired: tuple[Retired, ...] = ()
    rows: tuple[Level, ...] = ()
    aliases: tuple[Alias, ...] = ()
    constants: tuple[Alias, ...] = field(default=(), compare=False, repr=False)
    constant: str = field(default="", compare=False, repr=False)
    name_at: Place = field(default=NOWHERE, compare=False, repr=False)
    origin: Place = field(default=NOWHERE, compare=False, repr=False)

    @property
    def levels(self) -> tuple[Level, ...]:
        """The rows that have a number, in the source's order."""
        return tuple(row for row in self.rows if row.number is not None)

    def level(self, ref: LevelRef | int | str) -> Level | None:
        """Find the row that a reference, number, name or alias means; the first of several."""
        number = self.resolve(ref)
        if number is not None:
            return next((row for row in self.rows if row.number == number), None)
        return self._named(ref.name if isinstance(ref, LevelRef) else ref)

    def resolve(self, ref: LevelRef | int | str) -> int | None:
        """Return the number a reference means, whether or not the table has a row of that number."""
        if isinstance(ref, int):
            return ref
        if isinstance(ref, LevelRef):
            if ref.number is not None:
                return ref.number
            ref = ref.name or ""
        row = self._named(ref)
        return None if row is None else row.number

    def _named(self, name: str | int | None) -> Level | None:
        """Find the row of that name; aliases of aliases are followed, but not in a circle."""
        names = {alias.name.value: alias.level for alias in (*self.constants, *self.aliases)}
        for _ in range(len(names) + 1):
            for row in self.rows:
                if name is not None and row.name == name:
                    return row
            target = names.get(name) if isinstance(name, str) else None
            if target is None:
                return None
            if target.number is not None:
                return next((row for row in self.rows if row.number == target.number), None)
            name = target.name
        return None

    @property
    def low(self) -> int | None:
        """The lowest supported level: as stated, else the lowest numbered row."""
        if self.supports is not None:
            return self.resolve(self.supports.low)
        return min((row.number for row in self.rows if row.number is not None), default=None)

    @property
    def production(self) -> int | None:
        """The highest level advertised in production: as stated, else the last stable row."""
        if self.supports is not None:
            return self.resolve(self.supports.production)
        stable = (row.number for row in self.rows if not row.is_unstable)
        return max((number for number in stable if number is not None), default=None)

    @property
    def highest(self) -> int | None:
        """The highest level of all, unstable ones too: as stated, else the highest row."""
        stated = None
        if self.supports is not None and self.supports.unstable is not None:
            stated = self.resolve(self.supports.unstable)
        known = [stated, self.production, *(row.number for row in self.rows)]
        return max((number for number in known if number is not None), default=None)

    @property
    def production_at(self) -> Place:
        """Where `production` is said, else the feature's name."""
        return self.name_at if self.supports is None else self.supports.production.origin

    def production_levels(self) -> tuple[Level, ...]:
        """Return the rows that nodes advertise in production, in the source's order."""
        low, production = self.low, self.production
        if low is None or production is None:
            return ()
        return tuple(row for row in self.rows if _within(row, low, production))

    def is_advertised(self, number: int) -> bool:
        """Whether nodes of this table advertise the level in production."""
        low, production = self.low, self.production
        return low is not None and production is not None and low <= number <= production

    def is_retired(self, number: int) -> bool:
        return any(number in one for one in self.retired)


@dataclass(frozen=True, slots=True, kw_only=True)
class FeaturePart:
    """What a file says of a feature that is defined in another one (Rust: `impl Feature for ...`).

    `feature` is its name, or the constant that holds it. Levels may be constants of the other file,
    of which only the name is known here: `joining.join` resolves them. `constant` is the one of this
    file that holds the name.
    """

    feature: Said[str]
    constant: str = field(default="", compare=False, repr=False)
    supports: Supports | None = None
    bootstrap: Bootstrap | None = None
    needs: tuple[tuple[LevelRef, Need], ...] = ()
    defaults: tuple[tuple[LevelRef, DefaultFrom], ...] = ()
    origin: Place = field(default=NOWHERE, compare=False, repr=False)


def _within(row: Level, low: int, high: int) -> bool:
    return row.number is not None and low <= row.number <= high
