"""`wirelint ledger record` and `wirelint ledger verify`."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterable, Mapping
from typing import TypeVar

from wirelint.cli.output import say
from wirelint.cli.settings import dialect_of, profile_of, settings_of
from wirelint.cli.table_cache import remembering
from wirelint.config.model import Settings
from wirelint.engine.load import load
from wirelint.errors import BaselineError, UsageError, WirelintError
from wirelint.gates.model import Gates, GateTable
from wirelint.lazy_dataclass import dataclass
from wirelint.ledger import Definition, Ledger, Release, read_ledger, record, write_ledger
from wirelint.ledger.canonical import message_lines
from wirelint.ledger.tables import same_table, table_lines
from wirelint.profiles import Profile
from wirelint.reporters.words import count, inert
from wirelint.schema.dialect import Dialect
from wirelint.schema.model import Message
from wirelint.sources.baseline import Baseline, open_baseline
from wirelint.sources.discovery import Discovery, Kind, discover, path_of
from wirelint.sources.folder import FolderTree
from wirelint.sources.tree import Tree, Unreadable
from wirelint.sources.writing import write_atomically
from wirelint.syntax.decoding import source_of
from wirelint.syntax.document import read_bytes

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class _Promised:
    """What a tree would have recorded, by path: messages, and the lines of gate tables."""

    messages: Mapping[str, Message]
    tables: Mapping[str, tuple[str, ...]]


def run(args: argparse.Namespace) -> int:
    """Record a release or verify what is recorded."""
    tree = FolderTree()
    settings = settings_of(args, tree)
    profile = profile_of(settings, tree)
    if args.action == "record":
        return _record(args, tree, settings, profile)
    return _verify(args, tree, settings, profile)


def _record(args: argparse.Namespace, tree: Tree, settings: Settings, profile: Profile) -> int:
    ledger = _read(tree, args.file) if tree.has(args.file) else Ledger()
    arguments = _arguments(args)
    if args.source is None:
        found = discover(
            tree,
            arguments,
            profile,
            exclude=settings.exclude,
            gate_files=settings.gates.files,
            base=settings.base,
        )
        promised = _promised(tree, found, settings, profile)
    else:
        with _opened(args.source, arguments, settings, profile) as baseline:
            promised = _of_baseline(baseline, arguments, settings, profile)
    if not promised.messages and not promised.tables:
        raise UsageError("there is no message schema and no gate table to record")
    after = record(
        ledger,
        args.release,
        _rooted(promised.messages, args.file),
        _rooted(promised.tables, args.file),
    )
    write_atomically(args.file, write_ledger(after).encode("utf-8"))
    new = len(after.definitions) - len(ledger.definitions)
    say(
        f"{args.file}: release {args.release} with {_counted(promised)}, "
        f"{new} of them new or changed\n"
    )
    return 0


def _verify(args: argparse.Namespace, tree: Tree, settings: Settings, profile: Profile) -> int:
    ledger = _read(tree, args.file)  # digests and seals hold, or this raises
    arguments = _arguments(args)
    problems: list[str] = []
    compared = 0
    for release in ledger.releases:
        try:
            baseline = _opened(release.name, arguments, settings, profile)
        except BaselineError:
            continue  # no such tag here: the seal is all there is
        with baseline:
            compared += 1
            there = _of_baseline(baseline, arguments, settings, profile)
            problems += _differences(ledger, release, there, args.file)
    for problem in problems:
        say(f"{inert(problem)}\n")
    if problems:
        return 1
    say(
        f"{args.file}: {count(len(ledger.releases), 'release')}, nothing edited; "
        f"{compared} compared with the tags of this repository\n"
    )
    return 0


def _differences(ledger: Ledger, release: Release, there: _Promised, file: str) -> Iterable[str]:
    messages = _rooted(there.messages, file)
    tables = _rooted(there.tables, file)
    lines = {path: ("message", message_lines(one)) for path, one in messages.items()}
    lines |= {path: ("table", one) for path, one in tables.items()}
    for path, (kind, now) in lines.items():
        recorded = release.entries.get(path)
        if recorded is None:
            yield f"{release.name}: `{path}` is in the tag and not recorded"
        elif recorded != Definition(kind, now).digest and not (
            kind == "table" and same_table(ledger.definitions[recorded].lines, now)
        ):
            yield f"{release.name}: `{path}` is recorded otherwise than the tag has it"
    for path in release.entries:
        if path not in lines:
            yield f"{release.name}: `{path}` is recorded and not in the tag"


def _counted(promised: _Promised) -> str:
    messages = count(len(promised.messages), "message")
    if not promised.tables:
        return messages
    return f"{messages} and {count(len(promised.tables), 'gate table')}"


def _opened(
    spec: str, arguments: tuple[str, ...], settings: Settings, profile: Profile
) -> Baseline:
    opened = open_baseline(
        spec, paths=arguments, release_tags=settings.release_tags or profile.release_tags
    )
    if not isinstance(opened, Baseline):
        raise BaselineError(f"`{spec}` is a ledger itself")
    return opened


def _of_baseline(
    baseline: Baseline, arguments: tuple[str, ...], settings: Settings, profile: Profile
) -> _Promised:
    found = baseline.discover(
        arguments,
        profile,
        exclude=settings.exclude,
        gate_files=settings.gates.files,
        base=settings.base,
    )
    return _promised(baseline.tree, found, settings, profile)


def _promised(tree: Tree, found: Discovery, settings: Settings, profile: Profile) -> _Promised:
    return _Promised(_messages(tree, found, dialect_of(settings, profile)), _tables(tree, found))


def _tables(tree: Tree, found: Discovery) -> dict[str, tuple[str, ...]]:
    """The lines of the gate tables that were found, by path."""
    read = remembering(None)
    tables: dict[str, GateTable] = {}
    paths = [one.path for one in found.files if one.kind is not Kind.SCHEMA]
    for path, content in tree.read_many(paths):
        if isinstance(content, Unreadable):
            raise WirelintError(f"`{path}` {content.message}")
        table, _ = read(source_of(path, content))
        if table:
            tables[path] = table
    gates = Gates(tuple(tables.values()))
    return {path: table_lines(table, gates) for path, table in tables.items()}


def _messages(tree: Tree, found: Discovery, dialect: Dialect) -> dict[str, Message]:
    """The messages of the schemas that were found. Raises WirelintError for one that is broken."""
    messages: dict[str, Message] = {}
    paths = [one.path for one in found.files if one.kind is Kind.SCHEMA]
    for path, content in tree.read_many(paths):
        if isinstance(content, Unreadable):
            raise WirelintError(f"`{path}` {content.message}")
        schema = load(read_bytes(path, content), dialect)
        if schema.message is None or schema.document.is_broken or not schema.message.name:
            raise WirelintError(f"`{path}` cannot be read; `wirelint check {path}` shows where")
        messages[path] = schema.message
    return messages


def _rooted(messages: Mapping[str, T], file: str) -> dict[str, T]:
    """Paths as the ledger has them: from its own folder."""
    folder = os.path.dirname(file)
    if not folder:
        return dict(messages)
    return {
        os.path.relpath(path, folder).replace(os.sep, "/"): message
        for path, message in messages.items()
    }


def _read(tree: Tree, path: str) -> Ledger:
    content = tree.read(path)
    if isinstance(content, Unreadable):
        raise UsageError(f"`{path}` {content.message}; `wirelint ledger record` makes one")
    return read_ledger(content.decode("utf-8", "replace"), path)


def _arguments(args: argparse.Namespace) -> tuple[str, ...]:
    return tuple(path_of(one) for one in args.paths) or ("",)
