# The one interface through which the core sees files. A tree may be a folder, a commit or an
# archive; what can be found in it is decided by `Selection` alone, so that a file skipped on one side of
# a comparison is skipped on the other.
"""A tree of files, by relative path."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum
from typing import Final, Protocol, TypeAlias

from wirelint.lazy_dataclass import dataclass
from wirelint.sources.selection import Selection

MAX_FILE_BYTES: Final = 16 * 1024 * 1024  # the largest schema of Kafka has 30 kB


class Why(Enum):
    """Why a file could not be read."""

    MISSING = "does not exist"
    DENIED = "cannot be read"
    NOT_A_FILE = "is not a regular file"
    TOO_LARGE = "is too large to be read"
    OUTSIDE = "is a symbolic link to a place outside the tree"
    BROKEN = "is damaged"


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A file that could not be read: data for a finding, never an exception."""

    path: str
    why: Why
    detail: str = ""

    @property
    def message(self) -> str:
        """In the words of a finding, without the path: "cannot be read (Permission denied)"."""
        return f"{self.why.value} ({self.detail})" if self.detail else self.why.value


Content: TypeAlias = bytes | Unreadable


class Tree(Protocol):
    """Files by path. Paths have `/` and are relative to the working directory of the run.

    Reading never raises for the sake of one file. `revision` is None for the tree that is checked
    and else names the baseline in findings (`SourceText.revision`).
    """

    @property
    def revision(self) -> str | None: ...

    def paths(self, selection: Selection = ...) -> list[str]:
        """List the selected files, sorted. Nothing is read."""

    def has(self, path: str) -> bool:
        """Whether a file is there (it may be unreadable)."""

    def has_folder(self, path: str) -> bool:
        """Whether a folder is there, empty or not; "" is the tree itself."""

    def read(self, path: str) -> Content: ...

    def read_many(self, paths: Iterable[str]) -> Iterator[tuple[str, Content]]:
        """Like `read` for each path, in the order given; one process at most for a git tree."""

    def holds(self, path: str, data: bytes) -> bool:
        """Whether the file has exactly these bytes; a git tree answers without reading the file."""

    def blob_id(self, path: str) -> str | None:
        """Name the content (git's blob id) where it is known for free, else None."""
