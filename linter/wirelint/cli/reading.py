"""Everything a check reads, before anything is judged."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable
from dataclasses import dataclass, field

from wirelint.config.model import Settings
from wirelint.diagnostics import Finding, Problem
from wirelint.engine.report import JsonObject
from wirelint.engine.run import Inputs
from wirelint.errors import UsageError
from wirelint.profiles import Profile
from wirelint.sources.discovery import Found, Kind, discover, kind_of, path_of
from wirelint.sources.selection import Selection
from wirelint.sources.tree import Content, Tree, Unreadable
from wirelint.syntax.decoding import decode
from wirelint.syntax.document import Document, read_bytes
from wirelint.text import Location, SourceText


@dataclass(frozen=True, kw_only=True)
class Read:
    """Inputs of a run, the checked files' bytes by path, and the baselines for the report."""

    inputs: Inputs
    data: dict[str, bytes]
    baselines: list[JsonObject] = field(default_factory=list)


def read_inputs(args: argparse.Namespace, tree: Tree, settings: Settings, profile: Profile) -> Read:
    """Read the files of the PATH arguments. Raises WirelintError where they mean nothing."""
    if "-" in args.paths:
        return _read_standard_input(args)
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
    contents = [(one, tree.read(one.path) if one.data is None else one.data) for one in found.files]
    if not contents and not found.unreadable and not args.force_exclude:
        raise UsageError(_nothing(args.paths))
    data = {one.path: content for one, content in contents if isinstance(content, bytes)}
    problems = [_unreadable(one) for one in found.unreadable]
    problems += [_unreadable(content) for _, content in contents if isinstance(content, Unreadable)]
    documents, tables = read_contents(contents)
    return Read(
        inputs=Inputs(
            documents=documents,
            tables=tables,
            context=_siblings(tree, found.files),
            problems=tuple(problems),
        ),
        data=data,
    )


def read_contents(
    contents: Iterable[tuple[Found, Content]],
) -> tuple[tuple[Document, ...], tuple[SourceText, ...]]:
    """Schemas read, gate tables decoded."""
    documents: list[Document] = []
    tables: list[SourceText] = []
    for found, content in contents:
        if isinstance(content, Unreadable):
            continue
        if found.kind is Kind.SCHEMA:
            documents.append(read_bytes(found.path, content))
        else:
            text, encoding, _ = decode(content)
            tables.append(SourceText(found.path, text, None, encoding))
    return tuple(documents), tuple(tables)


def _siblings(tree: Tree, files: Iterable[Found]) -> tuple[Document, ...]:
    """The schemas beside named files: rules on a folder need all of it."""
    named = {one.path for one in files}
    folders = {
        one.path.rpartition("/")[0] for one in files if one.named and one.kind is Kind.SCHEMA
    }
    documents = []
    for folder in sorted(folders):
        for path in tree.paths(Selection(prefixes=(folder,), endings=(".json",))):
            if path.rpartition("/")[0] == folder and path not in named:
                content = tree.read(path)
                if isinstance(content, bytes):
                    documents.append(read_bytes(path, content))
    return tuple(documents)


def _read_standard_input(args: argparse.Namespace) -> Read:
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
    documents, tables = read_contents([(Found(name, kind, named=True), data)])
    return Read(inputs=Inputs(documents=documents, tables=tables), data={name: data})


def _nothing(paths: list[str]) -> str:
    where = ", ".join(paths) if paths else os.curdir
    return (
        f"no message schema and no gate table in {where}; name the files, "
        "or set `profile` in wirelint.toml to where your repository keeps them"
    )


def _unreadable(one: Unreadable) -> Problem:
    place = Location(SourceText(one.path, ""), None)
    return Problem("unreadable-file", Finding(place, f"`{one.path}` {one.message}"))
