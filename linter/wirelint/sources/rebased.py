"""A tree seen from one of its folders."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from wirelint.lazy_dataclass import replace
from wirelint.sources.selection import EVERYTHING, Selection
from wirelint.sources.tree import Content, Tree, Unreadable


class Rebased:
    """The files below `root` of another tree, by their path from there."""

    def __init__(self, whole: Tree, root: str) -> None:
        self.whole = whole
        self.root = root
        self._start = root + "/"

    @property
    def revision(self) -> str | None:
        return self.whole.revision

    def paths(self, selection: Selection = EVERYTHING) -> list[str]:
        start = self._start
        below = Selection(prefixes=(self.root,), endings=selection.endings)
        return selection.filter(path[len(start) :] for path in self.whole.paths(below))

    def has(self, path: str) -> bool:
        return self.whole.has(self._start + path)

    def has_folder(self, path: str) -> bool:
        return self.whole.has_folder(self._start + path if path else self.root)

    def read(self, path: str) -> Content:
        return self._named(path, self.whole.read(self._start + path))

    def read_many(self, paths: Iterable[str]) -> Iterator[tuple[str, Content]]:
        for path, content in self.whole.read_many(self._start + path for path in paths):
            own = path[len(self._start) :]
            yield own, self._named(own, content)

    def holds(self, path: str, data: bytes) -> bool:
        return self.whole.holds(self._start + path, data)

    def blob_id(self, path: str) -> str | None:
        return self.whole.blob_id(self._start + path)

    def close(self) -> None:
        close = getattr(self.whole, "close", None)
        if close is not None:
            close()

    @staticmethod
    def _named(path: str, content: Content) -> Content:
        return replace(content, path=path) if isinstance(content, Unreadable) else content
