# `BaselineInput` holds what differs; an editor changes what that is with every key. So a session keeps
# a whole baseline and asks it anew. Documents and messages of it are made once, when first looked at.
"""A baseline that is kept while the checked tree changes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property

from wirelint.engine.baseline import BaselineInput
from wirelint.engine.load import Schema, load
from wirelint.evolution.pairing import Side
from wirelint.lazy_dataclass import dataclass
from wirelint.schema.dialect import Dialect
from wirelint.schema.model import Message
from wirelint.syntax.document import Document, read
from wirelint.text import SourceText


@dataclass(frozen=True, eq=False)
class KeptFile:
    """A file of a baseline under the path that the checked tree knows it by.

    `lines` is how a ledger writes the message, where the baseline is one.
    """

    source: SourceText
    dialect: Dialect
    lines: tuple[str, ...] | None = None

    @cached_property
    def document(self) -> Document:
        return read(self.source)

    @cached_property
    def message(self) -> Message | None:
        return load(self.document, self.dialect).message

    @cached_property
    def side(self) -> Side:
        return Side(self.source.path, lambda: self.message)

    def is_same(self, schema: Schema) -> bool:
        """Whether the checked file has not changed since."""
        if self.lines is None:
            return schema.document.source.text == self.source.text
        from wirelint.ledger.canonical import message_lines  # noqa: PLC0415 - only for ledgers

        return schema.message is not None and message_lines(schema.message) == self.lines


@dataclass(frozen=True, kw_only=True, eq=False)
class KeptBaseline:
    """Everything that a baseline has for the files of the checked tree."""

    name: str
    softer: bool = False
    schemas: Mapping[str, KeptFile]
    tables: Mapping[str, SourceText]
    only_for_pairing: frozenset[str] = frozenset()

    def messages(self) -> Iterator[Message]:
        return (m for one in self.schemas.values() if (m := one.message) is not None)

    def compared_with(
        self, schemas: Mapping[str, Schema], tables: Iterable[SourceText]
    ) -> tuple[BaselineInput, tuple[Side, ...]]:
        """What differs now: the baseline as a run takes it, its schemas as sides."""
        ours = {one.path: one.text for one in tables}
        unchanged = {
            path
            for path, kept in self.schemas.items()
            if path in schemas and kept.is_same(schemas[path])
        }
        sides = tuple(kept.side for path, kept in self.schemas.items() if path not in unchanged)
        changed = tuple(
            one for path, one in self.tables.items() if path not in ours or ours[path] != one.text
        )
        same_tables = {path for path, one in self.tables.items() if ours.get(path) == one.text}
        return (
            BaselineInput(
                name=self.name,
                softer=self.softer,
                tables=changed,
                unchanged=frozenset(unchanged | same_tables),
                only_for_pairing=self.only_for_pairing,
            ),
            sides,
        )
