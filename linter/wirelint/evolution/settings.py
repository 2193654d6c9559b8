"""What a repository says about changes on purpose."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fnmatch import fnmatchcase
from typing import Final, TypeAlias

from wirelint.lazy_dataclass import dataclass
from wirelint.profiles import FROZEN, WATCHED, Listed
from wirelint.releases import reached
from wirelint.schema.model import Message
from wirelint.versions import VersionRange

# Whether some gate or discovery decides who gets this version of a message.
IsGated: TypeAlias = Callable[[Message, int], bool]

_HALVES = ("Request", "Response")


@dataclass(frozen=True, slots=True)
class AnnouncedRemoval:
    """These versions of a message go; `message` is a name, `*` allowed."""

    message: str
    versions: VersionRange
    release: str | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class EarlyAccess:
    """Messages (a name, `*` allowed) whose layouts nobody may rely on before release `until`."""

    message: str
    until: str | None = None


def never_gated(_message: Message, _version: int) -> bool:
    return False


@dataclass(frozen=True, slots=True, kw_only=True)
class EvolutionSettings:
    """Lists of a configuration, the shipped ones by default.

    `frozen` and `watched` go by message name; the name without Request or Response means both
    halves. `release` is the newest release that the baseline has reached: it ends early access.
    """

    frozen: tuple[Listed, ...] = FROZEN
    watched: tuple[Listed, ...] = WATCHED
    removals: tuple[AnnouncedRemoval, ...] = ()
    early_access: tuple[EarlyAccess, ...] = ()
    release: str | None = None
    is_gated: IsGated = never_gated

    def is_early_access(self, name: str) -> bool:
        """Whether the baseline holds the message as early access only."""
        return any(
            fnmatchcase(name, one.message) and not reached(self.release, one.until)
            for one in self.early_access
        )

    def announced(self, name: str) -> tuple[VersionRange, ...]:
        """The versions of a message whose removal is announced."""
        return tuple(one.versions for one in self.removals if fnmatchcase(name, one.message))


DEFAULT_SETTINGS: Final = EvolutionSettings()


def listed(name: str, entries: Iterable[Listed]) -> Listed | None:
    """The entry of a list that names the message."""
    return next(
        (
            one
            for one in entries
            if name in (one.message, *(one.message + half for half in _HALVES))
        ),
        None,
    )
