"""Editor buffers over another tree."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from wirelint.sources.selection import EVERYTHING, Selection
from wirelint.sources.tree import Content, Tree


class Overlay:
    """The files of `below`, except that `buffers` stand in for those of their paths.

    A buffer whose file does not exist yet is there too. Taken as given: copy a mapping that changes.
    """

    def __init__(self, below: Tree, buffers: Mapping[str, bytes]) -> None:
        self.below = below
        self.buffers = buffers

    @property
    def revision(self) -> str | None:
        return self.below.revision

    def paths(self, selection: Selection = EVERYTHING) -> list[str]:
        return sorted({*self.below.paths(selection), *selection.filter(self.buffers)})

    def has(self, path: str) -> bool:
        return path in self.buffers or self.below.has(path)

    def has_folder(self, path: str) -> bool:
        start = path + "/" if path else ""
        return any(name.startswith(start) for name in self.buffers) or self.below.has_folder(path)

    def read(self, path: str) -> Content:
        buffer = self.buffers.get(path)
        return self.below.read(path) if buffer is None else buffer

    def read_many(self, paths: Iterable[str]) -> Iterator[tuple[str, Content]]:
        wanted = list(paths)
        below = iter(self.below.read_many(path for path in wanted if path not in self.buffers))
        for path in wanted:
            buffer = self.buffers.get(path)
            yield next(below) if buffer is None else (path, buffer)

    def holds(self, path: str, data: bytes) -> bool:
        buffer = self.buffers.get(path)
        return self.below.holds(path, data) if buffer is None else buffer == data

    def blob_id(self, path: str) -> str | None:
        return None if path in self.buffers else self.below.blob_id(path)
