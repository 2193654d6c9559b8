"""What a project is made of, and what a configuration says of it as a whole."""

from __future__ import annotations

from collections.abc import Mapping
from fnmatch import fnmatchcase
from typing import Final, Literal

from wirelint.lazy_dataclass import dataclass, field
from wirelint.profiles import FROZEN, Listed
from wirelint.schema.model import Message
from wirelint.versions import VersionRange


@dataclass(frozen=True, slots=True)
class ProjectFile:
    """A schema of the tree.

    `checked` is False for a file that was read only because it stands beside a checked one: a
    partner, another holder of a key. What concerns such files alone is not reported.
    """

    path: str
    message: Message
    checked: bool = True

    @property
    def folder(self) -> str:
        """The folder that holds the file, "" for the top."""
        return self.path.rpartition("/")[0]


@dataclass(frozen=True, slots=True)
class KeyRange:
    """Api keys that belong to someone, both bounds included (`[[key-range]]`).

    `messages` are names (`*` allowed) of the owner's own messages that the tree keeps a copy of.
    """

    low: int
    high: int
    owner: str
    messages: tuple[str, ...] = ()

    def __contains__(self, api_key: int) -> bool:
        return self.low <= api_key <= self.high

    def keeps(self, name: str) -> bool:
        """Whether a message is the owner's own."""
        return any(fnmatchcase(name, one) for one in self.messages)


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectSettings:
    """Settings that rules on a whole tree ask for.

    `joined_key_spaces` lists groups of folders that share their api keys; `owner` is who the tree
    belongs to, as `key_ranges` name it. `file_names` and `frozen` are as in `profiles.Profile`,
    `generation` as in `schema.dialect.Dialect`.
    """

    joined_key_spaces: tuple[tuple[str, ...], ...] = ()
    key_ranges: tuple[KeyRange, ...] = ()
    owner: str | None = None
    frozen: tuple[Listed, ...] = FROZEN
    file_names: Literal["message", "snake", "free"] = "free"
    generation: str | None = None


@dataclass(frozen=True, slots=True)
class AdvertisedRange:
    """A range that is listed on purpose, wider than what is served (`[[advertise]]`)."""

    message: str
    versions: VersionRange


@dataclass(frozen=True, slots=True, kw_only=True)
class GateOptions:
    """What a configuration says of gates.

    `owner` is who the tree belongs to, as `owner` lines of tables name it. `window` are releases
    that may roll to this tree directly. `ladders` says by function name what ladders in code choose.
    """

    owner: str | None = None
    window: tuple[str, ...] = ()
    ladders: Mapping[str, str] = field(default_factory=dict)
    key_ranges: tuple[KeyRange, ...] = ()
    advertised: tuple[AdvertisedRange, ...] = ()


NO_OPTIONS: Final = GateOptions()
