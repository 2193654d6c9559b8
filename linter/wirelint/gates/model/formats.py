"""Formats on disk: variants, records, and the requests that carry them."""

from __future__ import annotations

from enum import Enum

from wirelint.gates.model.levels import LevelRef
from wirelint.gates.model.paths import Selection
from wirelint.gates.model.said import NOWHERE, Said
from wirelint.lazy_dataclass import dataclass, field
from wirelint.text import Place
from wirelint.versions import VersionRange


class Converts(Enum):
    """Which way a broker converts between variants; the values are the language's words."""

    UP = "up"
    DOWN = "down"
    BOTH = "both"
    NONE = "none"


@dataclass(frozen=True, slots=True, kw_only=True)
class Variant:
    """One encoding of a format. It is written from `level` of `feature` on, or ungated (None)."""

    number: int
    feature: Said[str] | None = None
    level: LevelRef | None = None
    readable_since: Said[str] | None = None
    doc: str = ""
    number_at: Place = field(default=NOWHERE, compare=False, repr=False)
    origin: Place = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Record:
    """The version a record schema is written with: EXACTLY or EXACTLY_BY."""

    name: Said[str]
    selection: Selection
    doc: str = ""
    origin: Place = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Holding:
    """Request versions and the variants they can hold."""

    versions: Said[VersionRange]
    variants: Said[VersionRange]
    origin: Place = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Carries:
    """Which variants travel in which versions of an RPC."""

    rpc: Said[str]
    holdings: tuple[Holding, ...]
    origin: Place = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """Something written that others read later."""

    name: str
    where: Said[str] | None = None
    variants: tuple[Variant, ...] = ()
    records: tuple[Record, ...] = ()
    carries: tuple[Carries, ...] = ()
    converts: Said[Converts] | None = None
    name_at: Place = field(default=NOWHERE, compare=False, repr=False)
    origin: Place = field(default=NOWHERE, compare=False, repr=False)
