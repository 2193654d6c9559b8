"""A ledger as a baseline."""

from __future__ import annotations

import posixpath

from wirelint.engine.baseline import BaselineInput
from wirelint.engine.load import load
from wirelint.errors import BaselineError
from wirelint.intake.gathered import Gathered
from wirelint.ledger import read_ledger
from wirelint.ledger.canonical import message_json, message_lines
from wirelint.schema.dialect import Dialect
from wirelint.sources.discovery import Kind
from wirelint.sources.tree import Tree, Unreadable
from wirelint.syntax.document import Document, read, read_bytes
from wirelint.text import SourceText


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
    content = tree.read(path)
    if isinstance(content, Unreadable):
        raise BaselineError(f"`{path}` {content.message}")
    ledger = read_ledger(content.decode("utf-8", "replace"), path)
    recorded = ledger.release(release)
    folder = posixpath.dirname(path)
    ours = {found.path: data for found, data in gathered.files if found.kind is Kind.SCHEMA}
    ours |= dict(gathered.siblings)
    named = {found.path for found, _ in gathered.files if found.named}
    documents: list[Document] = []
    unchanged: set[str] = set()
    hidden: set[str] = set()
    for entry, digest in recorded.entries.items():
        definition = ledger.definitions[digest]
        place = posixpath.normpath(posixpath.join(folder, entry))
        if definition.kind != "message":
            continue
        if place in ours:
            message = load(read_bytes(place, ours[place]), dialect).message
            if message is not None and message_lines(message) == definition.lines:
                unchanged.add(place)
                continue
        elif not _covered(place, gathered.arguments):
            if tree.has(place) or not any(_folder(place) == _folder(one) for one in named):
                continue
            hidden.add(place)
        documents.append(read(SourceText(place, message_json(definition.lines), recorded.name)))
    return BaselineInput(
        name=recorded.name,
        softer=softer,
        documents=tuple(documents),
        unchanged=frozenset(unchanged),
        only_for_pairing=frozenset(hidden),
    )


def _covered(path: str, arguments: tuple[str, ...]) -> bool:
    return any(one == "" or path.startswith(one.rstrip("/") + "/") for one in arguments)


def _folder(path: str) -> str:
    return path.rpartition("/")[0]
