"""Finding one message by what a user calls it."""

from __future__ import annotations

import argparse
from collections.abc import Iterable

from wirelint.cli.settings import dialect_of, profile_of, settings_of
from wirelint.engine.load import load
from wirelint.errors import BaselineError, UsageError, WirelintError
from wirelint.schema.dialect import Dialect
from wirelint.schema.model import Message, MessageType
from wirelint.sources.baseline import LedgerSpec, open_baseline
from wirelint.sources.discovery import Kind, discover, path_of
from wirelint.sources.folder import FolderTree
from wirelint.sources.selection import Selection
from wirelint.sources.tree import Tree, Unreadable
from wirelint.spelling import did_you_mean
from wirelint.syntax.document import read_bytes
from wirelint.text import count

_ENDINGS = ("", "Request", "Response", "Record")


def find_message(args: argparse.Namespace, baseline: str | None = None) -> Message:
    """The message that `args.message` names, by name or file, here or in a baseline.

    Raises WirelintError that says what exists instead.
    """
    tree = FolderTree()
    settings = settings_of(args, tree)
    profile = profile_of(settings, tree)
    dialect = dialect_of(settings, profile)
    arguments = tuple(path_of(one) for one in args.paths) or ("",)
    wanted: str = args.message
    is_file = wanted.endswith(".json")
    if baseline is None:
        if is_file:
            return _in_file(tree, path_of(wanted), dialect)
        found = discover(tree, arguments, profile, exclude=settings.exclude, base=settings.base)
        return _by_name(
            tree, [one.path for one in found.files if one.kind is Kind.SCHEMA], wanted, dialect
        )
    paths = (path_of(wanted),) if is_file else arguments
    opened = open_baseline(
        baseline, paths=paths, release_tags=settings.release_tags or profile.release_tags
    )
    if isinstance(opened, LedgerSpec):
        raise BaselineError(f"`{baseline}` is a ledger: it keeps layouts, no schemas to show")
    with opened:
        if is_file:
            theirs = opened.lookup(path_of(wanted))
            if theirs is None:
                raise UsageError(f"`{baseline}` has no `{wanted}`")
            return _in_file(opened.tree, theirs, dialect)
        there = opened.discover(arguments, profile, exclude=settings.exclude, base=settings.base)
        return _by_name(
            opened.tree,
            [one.path for one in there.files if one.kind is Kind.SCHEMA],
            wanted,
            dialect,
        )


def find_partner(args: argparse.Namespace, message: Message) -> Message | None:
    """The other half of a request or response in the folder that holds it."""
    tree = FolderTree()
    settings = settings_of(args, tree)
    dialect = dialect_of(settings, profile_of(settings, tree))
    folder = message.origin.source.path.rpartition("/")[0]
    for path in tree.paths(Selection(prefixes=(folder,), endings=(".json",))):
        content = tree.read(path)
        if path.rpartition("/")[0] != folder or isinstance(content, Unreadable):
            continue
        other = load(read_bytes(path, content), dialect).message
        if (
            other is not None
            and other.type is not message.type
            and other.type in (MessageType.REQUEST, MessageType.RESPONSE)
            and other.api_key is not None
            and other.api_key == message.api_key
        ):
            return other
    return None


def _in_file(tree: Tree, path: str, dialect: Dialect) -> Message:
    content = tree.read(path)
    if isinstance(content, Unreadable):
        raise UsageError(f"`{path}` {content.message}")
    message = _read(path, content, dialect)
    if isinstance(message, str):
        raise WirelintError(message)
    return message


def _by_name(tree: Tree, paths: list[str], wanted: str, dialect: Dialect) -> Message:
    """By file name first, which needs no other file; then by the names in the files."""
    likely = [path for path in paths if _stem(path) == wanted]
    names: dict[str, str] = {}
    broken: list[str] = []
    for path in (*likely, *(one for one in paths if one not in likely)):
        content = tree.read(path)
        if isinstance(content, Unreadable):
            continue
        message = _read(path, content, dialect)
        if isinstance(message, str):
            if path in likely:
                broken.append(message)
            continue
        if message.name == wanted:
            return message
        names[message.name] = path
    if broken:
        raise WirelintError(broken[0])
    raise UsageError(_unknown(wanted, names))


def _read(path: str, data: bytes, dialect: Dialect) -> Message | str:
    """The message, or why there is none."""
    schema = load(read_bytes(path, data), dialect)
    if schema.message is not None and schema.message.name:
        return schema.message
    worst = next((one for one in (*schema.document.problems, *schema.problems)), None)
    why = f": {worst.finding.message}" if worst else ""
    return f"`{path}` cannot be read as a schema{why}; `wirelint check {path}` shows where"


def _unknown(wanted: str, names: Iterable[str]) -> str:
    known = tuple(names)
    halves = [wanted + ending for ending in _ENDINGS if wanted + ending in known]
    if halves:
        return f"there is no message `{wanted}`; did you mean {' or '.join(f'`{one}`' for one in halves)}?"
    hint = did_you_mean(wanted, known) or f"; {count(len(known), 'schema')} looked at"
    return f"there is no message `{wanted}`{hint}"


def _stem(path: str) -> str:
    return path.rpartition("/")[2].removesuffix(".json")
