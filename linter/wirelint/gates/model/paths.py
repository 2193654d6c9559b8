"""Who chooses the version of a request, and what is served."""

from __future__ import annotations

from enum import Enum

from wirelint.gates.model.ladders import Ladder
from wirelint.gates.model.levels import LevelRef
from wirelint.gates.model.said import NOWHERE, Said
from wirelint.lazy_dataclass import dataclass, field
from wirelint.text import Place
from wirelint.versions import VersionRange


class SelectionKind(Enum):
    """The range a request builder allows; the values are the language's words."""

    ANY = "any"  # every version of the schema
    EXACTLY = "exactly"  # [N, N]
    ATLEAST = "atleast"  # [N, newest]
    EXACTLY_BY = "exactly by"  # [v, v], v by a ladder
    UPTO_BY = "upto by"  # [oldest, v], v by a ladder
    FALLBACK = "fallback"  # [N, N] as a second set, used in a stated case


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """`version` for EXACTLY, ATLEAST and FALLBACK; `ladder` for EXACTLY_BY and UPTO_BY."""

    kind: SelectionKind
    version: Said[int] | None = None
    ladder: Ladder | None = None
    origin: Place = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One line of a path. `rpc` is a name without Request or Response, or `*` for all others."""

    rpc: Said[str]
    selection: Selection
    doc: str = ""
    origin: Place = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Path:
    """A kind of connection. `discovers` is False for `blind`: the newest allowed goes out unseen.

    `bootstrap` marks a path that must work before any level is known.
    """

    name: str
    source: Said[str]
    target: Said[str]
    discovers: Said[bool] | None = None
    bootstrap: Said[bool] | None = None
    entries: tuple[Entry, ...] = ()
    name_at: Place = field(default=NOWHERE, compare=False, repr=False)
    origin: Place = field(default=NOWHERE, compare=False, repr=False)

    @property
    def is_blind(self) -> bool:
        return self.discovers is not None and not self.discovers.value

    @property
    def is_bootstrap(self) -> bool:
        return self.bootstrap is not None and self.bootstrap.value

    def entries_of(self, rpc: str) -> tuple[Entry, ...]:
        """Return the lines of one RPC, fallbacks too; those of `*` only where there is no other."""
        wanted = rpc_name(rpc)
        own = tuple(one for one in self.entries if rpc_name(one.rpc.value) == wanted)
        return own or tuple(one for one in self.entries if one.rpc.value == "*")


@dataclass(frozen=True, slots=True, kw_only=True)
class Rpc:
    """What is served of an RPC, and for private ones what may be sent (`upto by`)."""

    name: str
    key: Said[int] | None = None
    serves: Said[VersionRange] | None = None
    selection: Selection | None = None
    doc: str = ""
    name_at: Place = field(default=NOWHERE, compare=False, repr=False)
    origin: Place = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Advertise:
    """ApiVersions lists this range for an RPC, whatever is served, and why."""

    rpc: Said[str]
    versions: Said[VersionRange]
    reason: str = ""
    origin: Place = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class ServedRow:
    """One row of a server's own table. Name and key: at least one is known."""

    rpc: Said[str] | None
    key: Said[int] | None
    versions: Said[VersionRange]
    origin: Place = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class ServedTable:
    """A server's table of (key, oldest, newest): what it lists in its ApiVersions answer."""

    name: str
    rows: tuple[ServedRow, ...]
    origin: Place = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Honour:
    """The broker answers these RPCs only from that level of the feature on."""

    feature: Said[str]
    level: LevelRef
    rpcs: tuple[Said[str], ...]
    origin: Place = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Infer:
    """A request of at least that version tells that its sender has the feature's level."""

    feature: Said[str]
    level: LevelRef
    rpc: Said[str]
    version: Said[int]
    origin: Place = field(default=NOWHERE, compare=False, repr=False)


def rpc_name(name: str) -> str:
    """Return an RPC's name without `Request` or `Response`: `FetchRequest` is `Fetch`."""
    for ending in ("Request", "Response"):
        if name.endswith(ending) and name != ending:
            return name[: -len(ending)]
    return name
