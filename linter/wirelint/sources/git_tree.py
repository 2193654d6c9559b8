"""Files of a commit."""

from __future__ import annotations

import posixpath
from collections.abc import Collection, Iterable, Iterator
from typing import Final

from wirelint.errors import BaselineError
from wirelint.sources.git import BlobReader, GitFailure, Repository, git, object_id
from wirelint.sources.listed import ListedTree
from wirelint.sources.tree import MAX_FILE_BYTES, Content, Unreadable, Why

_LINK: Final = "120000"
_SUBMODULE: Final = "160000"


class GitTree(ListedTree):
    """The files of one commit, listed by one `ls-tree` and read by one `cat-file`.

    `place` says where the root of the repository lies as seen from the working directory: "" (the
    same), "repository" (below), "../.." or an absolute path. `above` is the way from the root down
    to the working directory, where that is inside.
    """

    def __init__(
        self,
        repository: Repository,
        commit: str,
        *,
        revision: str,
        place: str = "",
        above: str = "",
        limit: int = MAX_FILE_BYTES,
        reader: BlobReader | None = None,
    ) -> None:
        self.revision = revision
        self.commit = commit
        self.submodules: list[str] = []
        self._place = place
        self._above = above
        self._limit = limit
        self._reader = reader or BlobReader(repository)  # shared by many trees of one repository
        self._ids: dict[str, str] = {}
        self._links: set[str] = set()
        self._list(repository)

    def __repr__(self) -> str:
        return f"GitTree({self.commit!r}, revision={self.revision!r})"

    @property
    def names(self) -> Collection[str]:
        return self._ids.keys()

    def read_many(self, paths: Iterable[str]) -> Iterator[tuple[str, Content]]:
        wanted = list(paths)
        ids = [self._ids[path] for path in wanted if path in self._ids]
        blobs = self._reader.read(ids, self._limit)
        for path in wanted:
            if path not in self._ids:
                yield path, Unreadable(path, Why.MISSING)
                continue
            content = self._content(path, next(blobs))
            if path in self._links and isinstance(content, bytes):
                yield path, self._follow(path, content)
            else:
                yield path, content

    def holds(self, path: str, data: bytes) -> bool:
        id = self._ids.get(path)
        if id is None:
            return False
        if path in self._links:
            return self.read(path) == data
        return id == object_id(data, len(id))

    def blob_id(self, path: str) -> str | None:
        return None if path in self._links else self._ids.get(path)

    def close(self) -> None:
        """End the git process, if there is one; it starts again when something is read."""
        self._reader.close()

    def _list(self, repository: Repository) -> None:
        listing = git(repository, "ls-tree", "-r", "-z", "--full-tree", self.commit)
        if isinstance(listing, GitFailure):
            raise BaselineError(
                f"the files of `{self.revision}` ({self.commit[:12]}) cannot be listed:"
                f" {listing.message or 'git failed'}"
            )
        for line in listing.decode("utf-8", "surrogateescape").split("\0"):
            facts, tab, path = line.partition("\t")
            words = facts.split(" ")
            if not line:
                continue
            if not tab or len(words) != 3:
                raise BaselineError(
                    f"the files of `{self.revision}` ({self.commit[:12]}) cannot be listed: git gave an"
                    " answer that is not understood"
                )
            mode, _, id = words
            placed = self._placed(path)
            if mode == _SUBMODULE:
                self.submodules.append(placed)
                continue
            if mode == _LINK:
                self._links.add(placed)
            self._ids[placed] = id

    def _placed(self, path: str) -> str:
        """Turn a path from the root of the repository into one from the working directory."""
        if self._above:
            start = self._above + "/"
            if path.startswith(start):
                return path[len(start) :]
            folders, names = self._above.split("/"), path.split("/")
            shared = 0
            while shared < len(folders) and folders[shared] == names[shared]:
                shared += 1
            return "../" * (len(folders) - shared) + "/".join(names[shared:])
        return f"{self._place}/{path}" if self._place else path

    def _content(self, path: str, blob: bytes | int | None) -> Content:
        if blob is None:
            return Unreadable(path, Why.BROKEN, f"git has no content for {self._ids[path][:12]}")
        if isinstance(blob, int):
            return Unreadable(path, Why.TOO_LARGE, f"{blob} bytes, limit {self._limit}")
        return blob

    def _follow(self, path: str, link: bytes) -> Content:
        """Read what a symbolic link of the commit means, one step, inside of the commit only."""
        text = link.decode("utf-8", "surrogateescape")
        target = posixpath.normpath(posixpath.join(posixpath.dirname(path), text))
        if text.startswith("/") or target not in self._ids or target in self._links:
            return Unreadable(path, Why.OUTSIDE)
        return self._content(target, next(self._reader.read([self._ids[target]], self._limit)))
