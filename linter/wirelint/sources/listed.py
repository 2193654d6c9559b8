# What a commit and an archive have in common: all names are known at once, contents come one by one.
"""Trees whose file names are all known from the start."""

from __future__ import annotations

import posixpath
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator
from functools import cached_property

from wirelint.sources.selection import EVERYTHING, Selection
from wirelint.sources.tree import Content, Unreadable, Why


class ListedTree(ABC):
    """A tree over a list of paths."""

    revision: str | None

    @property
    @abstractmethod
    def names(self) -> Collection[str]:
        """All paths of files, with quick `in`."""

    @abstractmethod
    def read_many(self, paths: Iterable[str]) -> Iterator[tuple[str, Content]]: ...

    def paths(self, selection: Selection = EVERYTHING) -> list[str]:
        return selection.filter(self.names)

    def has(self, path: str) -> bool:
        return path in self.names

    def has_folder(self, path: str) -> bool:
        return path == "" or path in self._folders

    def read(self, path: str) -> Content:
        for _, content in self.read_many((path,)):
            return content
        return Unreadable(path, Why.MISSING)

    def holds(self, path: str, data: bytes) -> bool:
        return self.read(path) == data

    def blob_id(self, path: str) -> str | None:  # noqa: ARG002 - known to git only
        return None

    @cached_property
    def _folders(self) -> frozenset[str]:
        folders: set[str] = set()
        for folder in {posixpath.dirname(name) for name in self.names}:
            above = folder
            while above and above not in folders:
                folders.add(above)
                above = posixpath.dirname(above)
        return frozenset(folders)
