"""Numbers that are taken, and promises about releases."""

from __future__ import annotations

from enum import Enum

from wirelint.gates.model.said import NOWHERE, Said
from wirelint.lazy_dataclass import dataclass, field
from wirelint.text import Place


@dataclass(frozen=True, slots=True)
class PrivateKeys:
    """Api keys that belong to one product, both ends included."""

    low: int
    high: int
    owner: Said[str]
    origin: Place = field(default=NOWHERE, compare=False, repr=False)

    def __contains__(self, key: int) -> bool:
        return self.low <= key <= self.high


class BurnedKind(Enum):
    TAG = "tag"
    KEY = "key"
    TYPE = "type"


@dataclass(frozen=True, slots=True, kw_only=True)
class Burned:
    """Numbers that were given out once and must not come back: tags, api keys, record types.

    `of` is the message or key space; None means anywhere.
    """

    kind: BurnedKind
    low: int
    high: int
    of: Said[str] | None = None
    doc: str = ""
    origin: Place = field(default=NOWHERE, compare=False, repr=False)

    def __contains__(self, number: int) -> bool:
        return self.low <= number <= self.high


@dataclass(frozen=True, slots=True)
class UpgradeWindow:
    """A rolling upgrade is promised from releases as old as `oldest`, straight to `target`.

    `target` is the release in the making where None.
    """

    oldest: Said[str]
    target: Said[str] | None = None
    origin: Place = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Mirror:
    """A constant elsewhere that must follow a feature's production level.

    `feature` None means the table's only or first feature. `value` is what a reader found there.
    """

    name: str
    where: Said[str]
    feature: Said[str] | None = None
    value: Said[str] | None = field(default=None, compare=False)
    origin: Place = field(default=NOWHERE, compare=False, repr=False)
