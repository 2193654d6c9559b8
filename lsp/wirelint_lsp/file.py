"""One file as a feature looks at it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from wirelint.engine.load import Schema
from wirelint.engine.session import Session
from wirelint.gates.model import GateTable
from wirelint.project.gates import GateView
from wirelint.schema.model import Message
from wirelint.sources.discovery import Kind, kind_of
from wirelint.syntax.document import Document
from wirelint.syntax.tree import Tree
from wirelint.text import SourceText


@dataclass(frozen=True, eq=False)
class File:
    """A file of a session, as its text is now. `source` has its path in the session's tree."""

    source: SourceText
    session: Session

    @property
    def path(self) -> str:
        return self.source.path

    @property
    def kind(self) -> Kind | None:
        return kind_of(self.source.path)

    @property
    def schema(self) -> Schema | None:
        return self.session.schemas.get(self.path)

    @property
    def document(self) -> Document | None:
        return None if self.schema is None else self.schema.document

    @property
    def tree(self) -> Tree | None:
        return None if self.document is None else self.document.tree

    @property
    def message(self) -> Message | None:
        return None if self.schema is None else self.schema.message

    @cached_property
    def gates(self) -> GateView | None:
        """The gate tables of the tree."""
        trees = self.session.gates
        return None if trees is None else trees.view

    @cached_property
    def table(self) -> GateTable | None:
        """The file's own gate table."""
        if self.gates is None or self.path not in self.session.tables:
            return None
        return next((one for one in self.gates.tables if one.source.path == self.path), None)


def file_of(session: Session, path: str) -> File | None:
    """The file of a path, where the session has it."""
    schema = session.schemas.get(path)
    if schema is not None:
        return File(schema.document.source, session)
    table = session.tables.get(path)
    return None if table is None else File(table, session)
