"""A ledger as a baseline."""

from __future__ import annotations

import posixpath

from wirelint.engine.baseline import BaselineInput
from wirelint.engine.load import load
from wirelint.errors import BaselineError
from wirelint.intake.gathered import Gathered
from wirelint.lazy_dataclass import dataclass
from wirelint.ledger import read_ledger
from wirelint.ledger.canonical import message_json, message_lines
from wirelint.ledger.tables import table_text
from wirelint.schema.dialect import Dialect
from wirelint.sources.discovery import Kind
from wirelint.sources.tree import Tree, Unreadable
from wirelint.syntax.document import Document, read, read_bytes
from wirelint.text import SourceText


@dataclass(frozen=True, slots=True)
class Entries:
    """The messages of a recorded release: path here, text, and lines as the ledger has them.

    `hidden` are those that matter only because a new file may be one of them. `tables` are gate
    tables in normal form.
    """

    name: str
    messages: tuple[tuple[str, SourceText, tuple[str, ...]], ...]
    hidden: frozenset[str]
    tables: tuple[SourceText, ...] = ()


def read_ledger_baseline(
    path: str,
    release: str | None,
    tree: Tree,
    gathered: Gathered,
    dialect: Dialect,
    *,
    softer: bool,
) -> BaselineInput:
    """What a recorded release has and the checked tree has not, or has otherwise.

    Raises LedgerError or BaselineError.
    """
    entries = find_entries(path, release, tree, gathered)
    ours = {found.path: data for found, data in gathered.files if found.kind is Kind.SCHEMA}
    ours |= dict(gathered.siblings)
    documents: list[Document] = []
    unchanged: set[str] = set()
    for place, source, lines in entries.messages:
        if place in ours:
            message = load(read_bytes(place, ours[place]), dialect).message
            if message is not None and message_lines(message) == lines:
                unchanged.add(place)
                continue
        documents.append(read(source))
    return BaselineInput(
        name=entries.name,
        softer=softer,
        documents=tuple(documents),
        tables=entries.tables,
        normal_form=True,
        unchanged=frozenset(unchanged),
        only_for_pairing=entries.hidden,
    )


def find_entries(path: str, release: str | None, tree: Tree, gathered: Gathered) -> Entries:
    """The messages of a release that the checked files are compared with.

    Raises LedgerError or BaselineError.
    """
    content = tree.read(path)
    if isinstance(content, Unreadable):
        raise BaselineError(f"`{path}` {content.message}")
    ledger = read_ledger(content.decode("utf-8", "replace"), path)
    recorded = ledger.release(release)
    folder = posixpath.dirname(path)
    ours = {found.path for found, _ in gathered.files}
    ours |= {path for path, _ in gathered.siblings}
    named = {found.path for found, _ in gathered.files if found.named}
    messages: list[tuple[str, SourceText, tuple[str, ...]]] = []
    tables: list[SourceText] = []
    hidden: set[str] = set()
    for entry, digest in recorded.entries.items():
        definition = ledger.definitions[digest]
        place = posixpath.normpath(posixpath.join(folder, entry))
        if definition.kind == "table":
            if place in ours or _covered(place, gathered.arguments):
                tables.append(SourceText(place, table_text(definition.lines), recorded.name))
            continue
        if place not in ours and not _covered(place, gathered.arguments):
            if tree.has(place) or not any(_folder(place) == _folder(one) for one in named):
                continue
            hidden.add(place)
        source = SourceText(place, message_json(definition.lines), recorded.name)
        messages.append((place, source, definition.lines))
    return Entries(recorded.name, tuple(messages), frozenset(hidden), tuple(tables))


def _covered(path: str, arguments: tuple[str, ...]) -> bool:
    return any(one == "" or path.startswith(one.rstrip("/") + "/") for one in arguments)


def _folder(path: str) -> str:
    return path.rpartition("/")[0]
