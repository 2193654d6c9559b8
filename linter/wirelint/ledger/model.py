"""A ledger in memory."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

from wirelint.errors import WirelintError
from wirelint.lazy_dataclass import dataclass, field
from wirelint.releases import order


class LedgerError(WirelintError):
    """A ledger that cannot be used. Command line: exit 2."""


@dataclass(frozen=True, slots=True)
class Definition:
    """One schema or gate table as a release froze it: its lines, without what means nothing."""

    kind: str  # "message" or "table"
    lines: tuple[str, ...]

    @property
    def digest(self) -> str:
        """The name of the content: 16 hex digits of its SHA-256."""
        text = "\n".join((self.kind, *self.lines))
        return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class Release:
    """What was released under one name: digests of definitions by path, and a seal.

    The seal covers the names, the digests and the seal of the release recorded before.
    """

    name: str
    entries: Mapping[str, str]
    seal: str

    @staticmethod
    def sealed(name: str, entries: Mapping[str, str], previous: str) -> Release:
        text = "\n".join(
            (previous, name, *(f"{path} {digest}" for path, digest in sorted(entries.items())))
        )
        seal = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]
        return Release(name, dict(sorted(entries.items())), seal)


@dataclass(frozen=True, slots=True)
class Ledger:
    """Releases in the order they were recorded, and the definitions they name."""

    releases: tuple[Release, ...] = ()
    definitions: Mapping[str, Definition] = field(default_factory=dict)

    def release(self, name: str | None = None) -> Release:
        """The release of a name; without one the newest, whenever it was recorded. Raises LedgerError."""
        if not self.releases:
            raise LedgerError("the ledger records no release")
        if name is None:
            return max(reversed(self.releases), key=lambda one: order(one.name))
        for one in self.releases:
            if one.name == name:
                return one
        names = ", ".join(one.name for one in self.releases)
        raise LedgerError(f"the ledger has no release `{name}`; it records {names}")
