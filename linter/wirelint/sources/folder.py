# A folder on disk: the tree that is checked, or a baseline that is a plain directory. The content of
# a repository is not trusted: links are not followed out of the folder, pipes and devices are not
# opened for reading, and no file is read beyond a limit.
"""Files of a folder on disk."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator
from typing import Final

from wirelint.sources.globs import State, literal_names, step
from wirelint.sources.selection import EVERYTHING, SKIPPED_FOLDERS, Selection
from wirelint.sources.tree import MAX_FILE_BYTES, Content, Unreadable, Why

_O_NOFOLLOW: Final = getattr(os, "O_NOFOLLOW", 0)
_OPEN_FLAGS: Final = (
    os.O_RDONLY
    | _O_NOFOLLOW
    | getattr(os, "O_NONBLOCK", 0)  # a pipe without a writer must not hang
    | getattr(os, "O_NOCTTY", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_BINARY", 0)
)


class FolderTree:
    """The files below `root`. Paths may lead out of it by `..` or be absolute when a user says so."""

    def __init__(
        self, root: str = ".", *, revision: str | None = None, limit: int = MAX_FILE_BYTES
    ) -> None:
        self.root = root
        self.revision = revision
        self._limit = limit
        self._start = "" if root in ("", ".") else root.rstrip("/") + "/"
        self._contained: dict[str, bool] = {}
        self._real_root: str | None = None

    def __repr__(self) -> str:
        return f"FolderTree({self.root!r}, revision={self.revision!r})"

    def paths(self, selection: Selection = EVERYTHING) -> list[str]:
        found: set[str] = set()
        for prefix in selection.prefixes:
            if os.path.isdir(self._on_disk(prefix)):
                self._walk(prefix, selection, found)
            elif selection.takes(prefix) and self.has(prefix):
                found.add(prefix)
        return sorted(found)

    def has(self, path: str) -> bool:
        on_disk = self._on_disk(path)
        return os.path.lexists(on_disk) and not os.path.isdir(on_disk)

    def has_folder(self, path: str) -> bool:
        return os.path.isdir(self._on_disk(path))

    def read(self, path: str) -> Content:
        on_disk = self._on_disk(path)
        if not self._is_contained(path, on_disk):
            return Unreadable(path, Why.OUTSIDE)
        try:
            if not _O_NOFOLLOW and os.path.islink(on_disk):
                return self._read_link(path, on_disk)
            handle = os.open(on_disk, _OPEN_FLAGS)
        except OSError as error:
            if os.path.islink(on_disk):
                return self._read_link(path, on_disk)
            return _unreadable(path, on_disk, error)
        except ValueError as error:  # a name with a null character
            return Unreadable(path, Why.MISSING, str(error))
        return _read_handle(path, handle, self._limit)

    def read_many(self, paths: Iterable[str]) -> Iterator[tuple[str, Content]]:
        for path in paths:
            yield path, self.read(path)

    def holds(self, path: str, data: bytes) -> bool:
        try:
            if os.stat(self._on_disk(path)).st_size != len(data):
                return False
        except (OSError, ValueError):
            return False
        return self.read(path) == data

    def blob_id(self, path: str) -> str | None:  # noqa: ARG002 - costs a read here, so it is not known
        return None

    def _on_disk(self, path: str) -> str:
        return self._start + path or "."

    def _walk(self, prefix: str, selection: Selection, found: set[str]) -> None:
        """Collect what is selected below one folder, entering only what can hold some of it."""
        above = "/".join(part for part in (selection.base, prefix) if part)
        patterns = selection.patterns.state(above) if selection.patterns is not None else None
        exclude = selection.exclude
        if exclude is not None and above and exclude.match_with_parents(above):
            return
        excluded = exclude.state(above) if exclude is not None else None
        stack: list[tuple[str, State | None, State | None]] = [(prefix, patterns, excluded)]
        while stack:
            folder, wanted, unwanted = stack.pop()
            if wanted is not None and not wanted:
                continue
            start = "" if folder == "" else folder if folder.endswith("/") else folder + "/"
            for name, is_folder in self._children(folder, wanted):
                goes_on = step(wanted, name) if wanted is not None else None
                if goes_on is not None and not goes_on:
                    continue
                banned = step(unwanted, name) if unwanted is not None else None
                if banned is not None and () in banned:
                    continue
                if is_folder:
                    if name not in SKIPPED_FOLDERS:
                        stack.append((start + name, goes_on, banned))
                elif (goes_on is None or () in goes_on) and (
                    not selection.endings or name.endswith(selection.endings)
                ):
                    found.add(start + name)

    def _children(self, folder: str, wanted: State | None) -> list[tuple[str, bool]]:
        """Names in a folder, with whether each is a folder to enter."""
        names = literal_names(wanted) if wanted is not None else None
        if names is not None:
            return self._known_children(folder, names)
        children = []
        try:
            with os.scandir(self._on_disk(folder)) as entries:
                for entry in entries:
                    if entry.is_dir(follow_symlinks=False):
                        children.append((entry.name, True))
                    elif entry.is_file(follow_symlinks=False):
                        children.append((entry.name, False))
                    elif entry.is_symlink() and entry.is_file():
                        children.append((entry.name, False))  # `read` refuses what leads out
        except OSError:  # a folder that may not be listed holds nothing we can look at
            return children
        return children

    def _known_children(self, folder: str, names: frozenset[str]) -> list[tuple[str, bool]]:
        children = []
        on_disk = self._on_disk(folder).rstrip("/")
        for name in names:
            try:
                mode = os.lstat(f"{on_disk}/{name}").st_mode
            except (OSError, ValueError):
                continue
            if stat.S_ISDIR(mode):
                children.append((name, True))
            elif stat.S_ISREG(mode) or (stat.S_ISLNK(mode) and os.path.isfile(f"{on_disk}/{name}")):
                children.append((name, False))
        return children

    def _is_contained(self, path: str, on_disk: str) -> bool:
        """Whether the folder of a path below the root is still below it once links are followed.

        Paths that leave the root by their own words were named by the user and are let through.
        """
        folder = on_disk.rpartition("/")[0]
        known = self._contained.get(folder)
        if known is None:
            known = path.startswith(("/", "../")) or "/../" in path or self._is_inside(folder)
            self._contained[folder] = known
        return known

    def _is_inside(self, on_disk: str) -> bool:
        if self._real_root is None:
            self._real_root = os.path.realpath(self.root or ".").rstrip("/")
        real = os.path.realpath(on_disk or ".")
        return real == self._real_root or real.startswith(self._real_root + "/")

    def _read_link(self, path: str, on_disk: str) -> Content:
        if not self._is_inside(on_disk):
            return Unreadable(path, Why.OUTSIDE)
        try:
            handle = os.open(os.path.realpath(on_disk), _OPEN_FLAGS)
        except OSError as error:
            return _unreadable(path, on_disk, error)
        return _read_handle(path, handle, self._limit)


def _read_handle(path: str, handle: int, limit: int) -> Content:
    try:
        status = os.fstat(handle)
        if not stat.S_ISREG(status.st_mode):
            return Unreadable(path, Why.NOT_A_FILE)
        if status.st_size > limit:
            return Unreadable(path, Why.TOO_LARGE, f"{status.st_size} bytes, limit {limit}")
        data = os.read(handle, status.st_size + 1)
        if len(data) == status.st_size:
            return data
        pieces = [data]  # it grew or shrank meanwhile, or lives on a virtual file system
        size = len(data)
        while piece := os.read(handle, 1 << 16):
            pieces.append(piece)
            size += len(piece)
            if size > limit:
                return Unreadable(path, Why.TOO_LARGE, f"limit {limit} bytes")
        return b"".join(pieces)
    except OSError as error:
        return Unreadable(path, Why.DENIED, error.strerror or "")
    finally:
        os.close(handle)


def _unreadable(path: str, on_disk: str, error: OSError) -> Unreadable:
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        return Unreadable(path, Why.MISSING)
    if isinstance(error, IsADirectoryError) or os.path.isdir(on_disk):
        return Unreadable(path, Why.NOT_A_FILE)
    return Unreadable(path, Why.DENIED, error.strerror or "")
