"""The gate tables that a command is about."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from wirelint.cli.settings import profile_of, settings_of
from wirelint.cli.table_cache import remembering
from wirelint.config.model import Settings
from wirelint.diagnostics import Problem
from wirelint.errors import UsageError
from wirelint.gates.mapping import place_ladders
from wirelint.gates.model import GateTable
from wirelint.lazy_dataclass import dataclass
from wirelint.sources.discovery import Kind, discover, path_of
from wirelint.sources.folder import FolderTree
from wirelint.sources.tree import Tree, Unreadable
from wirelint.syntax.decoding import source_of
from wirelint.text import SourceText


@dataclass(frozen=True, slots=True)
class TableFile:
    """A gate table with its text; `problems` are the reader's."""

    source: SourceText
    table: GateTable
    problems: tuple[Problem, ...]


def find_tables(args: argparse.Namespace) -> list[TableFile]:
    """Read the tables under the PATH arguments, ladders of code in their place.

    Raises UsageError where there is none, and where a file cannot be read.
    """
    tree = FolderTree()
    settings = settings_of(args, tree)
    read = remembering(None)
    found: list[TableFile] = []
    for source, named in table_sources(args, tree, settings):
        table, problems = read(source)
        if not table and not named and not source.path.endswith(Kind.GATES.value):
            continue
        table, unmapped = place_ladders(table, configured=settings.gates.ladders)
        found.append(TableFile(source, table, (*problems, *unmapped)))
    if not found:
        raise UsageError("there is no gate table; name its file")
    return found


def table_sources(
    args: argparse.Namespace, tree: Tree, settings: Settings
) -> Iterator[tuple[SourceText, bool]]:
    """The files that may hold a table, and whether the user named them."""
    arguments = tuple(path_of(one) for one in args.paths) or ("",)
    found = discover(
        tree,
        arguments,
        profile_of(settings, tree),
        exclude=settings.exclude,
        gate_files=settings.gates.files,
        base=settings.base,
    )
    for one in found.files:
        if one.kind is Kind.SCHEMA:
            if one.named:
                raise UsageError(f"`{one.path}` is a schema, no gate table")
            continue
        content = tree.read(one.path) if one.data is None else one.data
        if isinstance(content, Unreadable):
            raise UsageError(f"`{one.path}` {content.message}")
        yield source_of(one.path, content), one.named
