"""The gate tables beside a message, for commands on one message."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from wirelint.cli.settings import profile_of, settings_of
from wirelint.cli.table_cache import remembering
from wirelint.config.model import Settings
from wirelint.engine.views import gate_options
from wirelint.errors import UsageError
from wirelint.gates.mapping import place_ladders
from wirelint.gates.model import Gates, GateTable, rpc_name
from wirelint.profiles import Profile
from wirelint.project.gates import GateView
from wirelint.schema.model import Message
from wirelint.sources.baseline import LedgerSpec, open_baseline
from wirelint.sources.discovery import Kind, discover, path_of
from wirelint.sources.folder import FolderTree
from wirelint.sources.tree import Tree, Unreadable
from wirelint.syntax.decoding import source_of
from wirelint.text import SourceText


def gates_beside(
    args: argparse.Namespace, message: Message, baseline: str | None = None
) -> GateView | None:
    """The tables of the tree, or of a baseline, or those that `--gates` names; None without any.

    Raises UsageError for a named file that cannot be read or holds no table.
    """
    tree = FolderTree()
    settings = settings_of(args, tree)
    profile = profile_of(settings, tree)
    read = remembering(None)
    names = {message.name, f"{rpc_name(message.name)}Request"}
    found: list[GateTable] = []
    for source in _sources(args, tree, settings, profile, baseline):
        table = place_ladders(read(source)[0], configured=settings.gates.ladders, messages=names)[0]
        if table:
            found.append(table)
        elif args.gates:
            raise UsageError(f"--gates: `{source.path}` holds no gate table")
    return GateView(Gates(tuple(found)), gate_options(settings)) if found else None


def _sources(
    args: argparse.Namespace,
    tree: FolderTree,
    settings: Settings,
    profile: Profile,
    baseline: str | None,
) -> Iterator[SourceText]:
    if args.gates:
        for name in args.gates:
            content = tree.read(path_of(name))
            if isinstance(content, Unreadable):
                raise UsageError(f"--gates: `{name}` {content.message}")
            yield source_of(path_of(name), content)
        return
    arguments = tuple(path_of(one) for one in args.paths if not one.endswith(".json")) or ("",)
    if baseline is None:
        there = discover(
            tree,
            arguments,
            profile,
            exclude=settings.exclude,
            gate_files=settings.gates.files,
            base=settings.base,
        )
        yield from _readable(tree, (one.path for one in there.files if _is_table(one.kind)))
        return
    opened = open_baseline(
        baseline, paths=arguments, release_tags=settings.release_tags or profile.release_tags
    )
    if isinstance(opened, LedgerSpec):
        return
    with opened:
        there = opened.discover(
            arguments,
            profile,
            exclude=settings.exclude,
            gate_files=settings.gates.files,
            base=settings.base,
        )
        yield from _readable(opened.tree, (one.path for one in there.files if _is_table(one.kind)))


def _is_table(kind: Kind) -> bool:
    return kind is not Kind.SCHEMA


def _readable(tree: Tree, paths: Iterator[str]) -> Iterator[SourceText]:
    for path in paths:
        content = tree.read(path)
        if not isinstance(content, Unreadable):
            yield source_of(path, content)
