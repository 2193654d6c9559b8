"""`wirelint diff`."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack

from wirelint.cli.output import write_output
from wirelint.cli.settings import dialect_of, profile_of, settings_of
from wirelint.config.model import Settings
from wirelint.engine.load import load
from wirelint.errors import BaselineError, UsageError
from wirelint.evolution.changelog import Entry, changelog
from wirelint.evolution.pairing import Side, Trees
from wirelint.gates.model import Gates, GateTable
from wirelint.lazy_dataclass import dataclass
from wirelint.ledger import Ledger, Release, read_ledger
from wirelint.ledger.canonical import message_json
from wirelint.profiles import Profile
from wirelint.reporters import changelog as formats
from wirelint.schema.model import Message
from wirelint.sources.baseline import LedgerSpec, open_baseline
from wirelint.sources.discovery import Found, Kind, path_of
from wirelint.sources.folder import FolderTree
from wirelint.sources.tree import Tree, Unreadable
from wirelint.syntax.decoding import source_of
from wirelint.syntax.document import read_bytes

_FORMATS: dict[str, Callable[..., str]] = {
    "text": formats.to_text,
    "markdown": formats.to_markdown,
    "json": formats.to_json,
    "html": formats.to_html,
}


@dataclass(frozen=True, eq=False)
class _State:
    """One side: the schemas by path, how to get at one, and the gate tables."""

    name: str
    paths: tuple[str, ...]
    content: Callable[[str], bytes]
    identity: Callable[[str], str | None]
    tables: tuple[GateTable, ...] = ()


def run(args: argparse.Namespace) -> int:
    """Print what changed in the protocol between two baselines."""
    tree = FolderTree()
    settings = settings_of(args, tree)
    profile = profile_of(settings, tree)
    with ExitStack() as stack:
        old = _state(args, args.old, settings, profile, stack)
        new = _state(args, args.new, settings, profile, stack)
        if not (old.paths or new.paths or old.tables or new.tables):
            raise UsageError(
                f"neither `{args.old}` nor `{args.new}` has a message schema or a gate table"
            )
        trees = _trees(old, new, settings, profile)
        gates = _gates(old, new, settings)
        text = _FORMATS[args.format](changelog(trees, old.name, new.name, gates))
    write_output(args, text)
    return 0


def _state(
    args: argparse.Namespace, spec: str, settings: Settings, profile: Profile, stack: ExitStack
) -> _State:
    if spec == os.devnull or (spec.endswith(".json") and os.path.isfile(spec)):
        return _one_file(spec)
    arguments = tuple(path_of(one) for one in args.paths) or ("",)
    opened = open_baseline(
        spec, paths=arguments, release_tags=settings.release_tags or profile.release_tags
    )
    if isinstance(opened, LedgerSpec):
        return _recorded(opened)
    stack.enter_context(opened)
    found = opened.discover(
        arguments,
        profile,
        exclude=settings.exclude,
        gate_files=settings.gates.files,
        base=settings.base,
    )
    paths = tuple(one.path for one in found.files if one.kind is Kind.SCHEMA)
    name = "this tree" if spec in (os.curdir, "./") else opened.name

    def content(path: str) -> bytes:
        return _bytes(opened.tree, spec, path)

    tables = tuple(_tables(found.files, content))
    return _State(name, paths, content, opened.tree.blob_id, tables)


def _one_file(spec: str) -> _State:
    """A schema by itself, as git hands it to a diff driver; `/dev/null` is a file that is not there."""
    path = path_of(spec)
    folder, _, name = path.rpartition("/")
    tree = FolderTree(folder or ("/" if path.startswith("/") else "."))
    names = () if spec == os.devnull else (name,)
    return _State(spec, names, lambda one: _bytes(tree, spec, one), lambda _: None)


def _bytes(tree: Tree, spec: str, path: str) -> bytes:
    content = tree.read(path)
    if isinstance(content, Unreadable):
        raise BaselineError(f"`{spec}`: `{path}` {content.message}")
    return content


def _tables(files: Iterable[Found], content: Callable[[str], bytes]) -> Iterator[GateTable]:
    found = [one for one in files if one.kind.is_gate_table]
    if not found:
        return
    from wirelint.cli.table_cache import remembering

    read = remembering(None)
    for one in found:
        table, _ = read(source_of(one.path, content(one.path) if one.data is None else one.data))
        if table:
            yield table


def _recorded(spec: LedgerSpec) -> _State:
    content = FolderTree().read(spec.path)
    if isinstance(content, Unreadable):
        raise BaselineError(f"`{spec.path}` {content.message}")
    ledger = read_ledger(content.decode("utf-8", "replace"), spec.path)
    release = ledger.release(spec.release)
    kept = {
        path: ledger.definitions[digest].lines
        for path, digest in release.entries.items()
        if ledger.definitions[digest].kind == "message"
    }
    return _State(
        release.name,
        tuple(kept),
        lambda path: message_json(kept[path]).encode("utf-8", "surrogatepass"),
        lambda path: f"ledger {release.entries[path]}",
        tuple(_recorded_tables(ledger, release)),
    )


def _recorded_tables(ledger: Ledger, release: Release) -> Iterator[GateTable]:
    found = {path: ledger.definitions[digest] for path, digest in release.entries.items()}
    for path, definition in found.items():
        if definition.kind == "table":
            from wirelint.gates.language import read_gates
            from wirelint.ledger.tables import table_text
            from wirelint.text import SourceText

            yield read_gates(SourceText(path, table_text(definition.lines)))[0]


def _gates(old: _State, new: _State, settings: Settings) -> Iterator[Entry]:
    if not old.tables or not new.tables:
        return
    from wirelint.gates.mapping import place_ladders
    from wirelint.project.gate_changelog import gate_entries
    from wirelint.project.gates import GatePair, GateView

    names = {path.rpartition("/")[2].removesuffix(".json") for path in new.paths}

    def view(state: _State) -> GateView:
        placed = (
            place_ladders(one, configured=settings.gates.ladders, messages=names)[0]
            for one in state.tables
        )
        return GateView(Gates(tuple(placed)))

    yield from gate_entries(GatePair(view(old), view(new)))


def _trees(old: _State, new: _State, settings: Settings, profile: Profile) -> Trees:
    dialect = dialect_of(settings, profile)

    def side(state: _State, path: str) -> Side:
        def message() -> Message | None:
            return load(read_bytes(path, state.content(path), state.name), dialect).message

        return Side(path, message)

    both = set(old.paths) & set(new.paths)
    same = {path for path in both if _is_same(old, new, path)}
    return Trees(
        before=tuple(side(old, path) for path in old.paths if path not in same),
        after=tuple(side(new, path) for path in new.paths if path not in same),
        unchanged=tuple(side(new, path) for path in new.paths if path in same),
    )


def _is_same(old: _State, new: _State, path: str) -> bool:
    one, other = old.identity(path), new.identity(path)
    if one is not None and one == other:
        return True
    return old.content(path) == new.content(path)
