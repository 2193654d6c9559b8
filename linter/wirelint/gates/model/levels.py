"""Levels: the rows of a feature's table, and references to them."""

from __future__ import annotations

from enum import Enum

from wirelint.gates.model.said import NOWHERE, Said
from wirelint.lazy_dataclass import dataclass, field
from wirelint.text import Place


@dataclass(frozen=True, slots=True, eq=False)
class LevelRef:
    """A level as a rung, a range or a dependency names it: by number, by name, or both.

    Readers keep what was written and fill in the number where the same file has the level; a name
    that resolves nowhere keeps `number` None. References are equal when they mean one level: the
    numbers decide, and names only where a number is missing.
    """

    number: int | None
    name: str | None = None
    origin: Place = field(default=NOWHERE, compare=False, repr=False)

    @property
    def text(self) -> str:
        """As written: the name where there is one."""
        return self.name if self.name is not None else str(self.number)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, LevelRef) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    @property
    def _key(self) -> int | str | None:
        return self.name if self.number is None else self.number


class Flag(Enum):
    """What a level promises; the values are the words of the `.gates` language."""

    EMPTY = "empty"  # changes no format, ever
    METADATA = "metadata"  # changes metadata records (didMetadataChange): no lossless way down
    BARRIER = "barrier"  # one-way for another reason
    UNSTABLE = "unstable"  # never advertised in production


@dataclass(frozen=True, slots=True)
class Need:
    """A dependency on another feature's level (KIP-1022): `needs FEATURE >= LEVEL`."""

    feature: Said[str]
    level: LevelRef
    origin: Place = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class DefaultFrom:
    """The level is a new cluster's default from that level of another feature on.

    Kafka: `bootstrapMetadataVersion` of `FeatureVersion`.
    """

    feature: Said[str]
    level: LevelRef
    origin: Place = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Level:
    """One row of a feature's table.

    `number` is None for a row without a number (ZooKeeper-era rows, -1 in Kafka's code): it takes
    part in order only. `stamp` is the first release whose nodes advertise the level. `unknown` are
    the flags the source cannot express, as a table of plain numbers cannot say `metadata`.
    """

    number: int | None
    name: str | None = None
    stamp: Said[str] | None = None
    flags: tuple[Said[Flag], ...] = ()
    unknown: frozenset[Flag] = field(default=frozenset(), compare=False)
    needs: tuple[Need, ...] = ()
    default_from: DefaultFrom | None = None
    enables: tuple[Said[str], ...] = ()
    doc: str = ""
    number_at: Place = field(default=NOWHERE, compare=False, repr=False)
    name_at: Place = field(default=NOWHERE, compare=False, repr=False)
    origin: Place = field(default=NOWHERE, compare=False, repr=False)

    def has(self, flag: Flag) -> bool:
        """Whether the row carries the flag; False also where the source cannot say."""
        return any(one.value is flag for one in self.flags)

    def place_of(self, flag: Flag) -> Place:
        """Find the flag's place; without the flag, the row's."""
        return next((one.origin for one in self.flags if one.value is flag), self.origin)

    @property
    def is_empty(self) -> bool:
        return self.has(Flag.EMPTY)

    @property
    def is_metadata(self) -> bool:
        return self.has(Flag.METADATA)

    @property
    def is_barrier(self) -> bool:
        return self.has(Flag.BARRIER)

    @property
    def is_unstable(self) -> bool:
        return self.has(Flag.UNSTABLE)

    @property
    def ref(self) -> LevelRef:
        return LevelRef(self.number, self.name, self.origin)

    @property
    def label(self) -> str:
        """For messages: `27 (4.1-IV1)`, `27`, or the name of a row without a number."""
        if self.number is None:
            return self.name or "?"
        return str(self.number) if self.name is None else f"{self.number} ({self.name})"
