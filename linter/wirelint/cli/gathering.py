# First half of a check: bytes. A warm run ends here, so nothing of this imports the readers, the
# model or the rules.
"""The files of a check, unread."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable
from dataclasses import dataclass, field

from wirelint.config.model import Settings
from wirelint.errors import UsageError
from wirelint.profiles import Profile
from wirelint.sources.discovery import Found, Kind, discover, kind_of, path_of
from wirelint.sources.selection import Selection
from wirelint.sources.tree import Tree, Unreadable


@dataclass(frozen=True, kw_only=True)
class Gathered:
    """What is checked, as bytes by path.

    `siblings` are schemas beside named files, read only so that rules on a folder see all of it.
    """

    arguments: tuple[str, ...]
    files: tuple[tuple[Found, bytes], ...]
    siblings: tuple[tuple[str, bytes], ...] = ()
    unreadable: tuple[Unreadable, ...] = ()
    data: dict[str, bytes] = field(default_factory=dict)
    alone: bool = False  # nothing around the files was looked at


def gather(args: argparse.Namespace, tree: Tree, settings: Settings, profile: Profile) -> Gathered:
    """Find and read the files of the PATH arguments. Raises UsageError where they mean nothing."""
    if "-" in args.paths:
        return _standard_input(args)
    arguments = tuple(path_of(one) for one in args.paths) or ("",)
    found = discover(
        tree,
        arguments,
        profile,
        exclude=settings.exclude,
        gate_files=settings.gates.files,
        force_exclude=args.force_exclude,
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
    if not files and not unreadable and not args.force_exclude:
        raise UsageError(_nothing(args.paths))
    return Gathered(
        arguments=arguments,
        files=tuple(files),
        siblings=tuple(_siblings(tree, found.files)),
        unreadable=tuple(unreadable),
        data={one.path: content for one, content in files},
    )


def _siblings(tree: Tree, files: Iterable[Found]) -> Iterable[tuple[str, bytes]]:
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


def _standard_input(args: argparse.Namespace) -> Gathered:
    if args.paths != ["-"]:
        raise UsageError("`-` (standard input) stands alone")
    name = path_of(args.stdin_filename or "stdin.json")
    kind = kind_of(name)
    if kind is None:
        raise UsageError(
            f"--stdin-filename {name}: is neither a schema (.json) nor a gate table "
            "(.gates, .java, .scala, .rs)"
        )
    data = sys.stdin.buffer.read()
    return Gathered(
        arguments=(name,),
        files=((Found(name, kind, named=True), data),),
        data={name: data},
        alone=True,
    )


def _nothing(paths: list[str]) -> str:
    where = ", ".join(paths) if paths else os.curdir
    return (
        f"no message schema and no gate table in {where}; name the files, "
        "or set `profile` in wirelint.toml to how your repository keeps them"
    )
