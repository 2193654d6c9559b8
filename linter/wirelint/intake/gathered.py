# First half of a check: bytes. A warm run ends here, so nothing of this imports the readers, the
# model or the rules.
"""The files of a check, unread."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from wirelint.config.model import Settings
from wirelint.lazy_dataclass import dataclass, field
from wirelint.profiles import Profile
from wirelint.sources.discovery import Found, Kind, discover
from wirelint.sources.selection import Selection
from wirelint.sources.tree import Tree, Unreadable


@dataclass(frozen=True, kw_only=True)
class Gathered:
    """What is checked, as bytes by path.

    `siblings` are schemas beside named files, read only so that rules on a folder see all of it.
    `mirrors` are files that hold the constants of `mirror` lines.
    """

    arguments: tuple[str, ...]
    files: tuple[tuple[Found, bytes], ...]
    siblings: tuple[tuple[str, bytes], ...] = ()
    mirrors: tuple[tuple[str, bytes], ...] = ()
    unreadable: tuple[Unreadable, ...] = ()
    data: dict[str, bytes] = field(default_factory=dict)
    alone: bool = False  # nothing around the files was looked at


def gather_files(
    tree: Tree,
    arguments: Sequence[str],
    settings: Settings,
    profile: Profile,
    *,
    force_exclude: bool = False,
) -> Gathered:
    """Find and read the files of `arguments`. Raises UsageError where one of them means nothing."""
    found = discover(
        tree,
        arguments,
        profile,
        exclude=settings.exclude,
        gate_files=settings.gates.files,
        force_exclude=force_exclude,
        base=settings.base,
    )
    files: list[tuple[Found, bytes]] = []
    unreadable = list(found.unreadable)
    for one in found.files:
        content = tree.read(one.path) if one.data is None else one.data
        if isinstance(content, Unreadable):
            unreadable.append(content)
        else:
            files.append((one, content))
    return Gathered(
        arguments=tuple(arguments),
        files=tuple(files),
        siblings=tuple(_siblings(tree, found.files)),
        mirrors=tuple(_mirrors(tree, files)),
        unreadable=tuple(unreadable),
        data={one.path: content for one, content in files},
    )


def _siblings(tree: Tree, files: Iterable[Found]) -> Iterator[tuple[str, bytes]]:
    named = {one.path for one in files}
    folders = {
        one.path.rpartition("/")[0] for one in files if one.named and one.kind is Kind.SCHEMA
    }
    for folder in sorted(folders):
        for path in tree.paths(Selection(prefixes=(folder,), endings=(".json",))):
            if path.rpartition("/")[0] == folder and path not in named:
                content = tree.read(path)
                if isinstance(content, bytes):
                    yield path, content


_MIRROR: Final = re.compile(rb'^mirror\s[^"\r\n]*"([^"\r\n]+)"', re.MULTILINE)


def _mirrors(tree: Tree, files: Iterable[tuple[Found, bytes]]) -> Iterator[tuple[str, bytes]]:
    """The files that `mirror` lines name, from the working directory or from the table's folder."""
    seen: set[str] = set()
    for found, data in files:
        if found.kind is not Kind.GATES or b"mirror" not in data:
            continue
        folder = posixpath.dirname(found.path)
        for match in _MIRROR.finditer(data):
            where = match[1].decode("utf-8", "replace")
            for path in (posixpath.normpath(where), posixpath.normpath(f"{folder}/{where}")):
                if path in seen or path.startswith(("/", "..")) or not tree.has(path):
                    continue
                seen.add(path)
                content = tree.read(path)
                if isinstance(content, bytes):
                    yield path, content
