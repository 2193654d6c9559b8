"""Reading one schema as far as it goes."""

from __future__ import annotations

from wirelint.diagnostics import Problem
from wirelint.lazy_dataclass import dataclass
from wirelint.schema.build import build
from wirelint.schema.dialect import Dialect
from wirelint.schema.model import Message
from wirelint.syntax.document import Document


@dataclass(frozen=True, slots=True)
class Schema:
    """One file: its document, its message (None where the text is too broken), its problems.

    `problems` are those of the builder; the document has its own.
    """

    document: Document
    message: Message | None
    problems: tuple[Problem, ...]

    @property
    def path(self) -> str:
        return self.document.source.path


def load(document: Document, dialect: Dialect) -> Schema:
    message, problems = build(document, dialect)
    return Schema(document, message, problems)
