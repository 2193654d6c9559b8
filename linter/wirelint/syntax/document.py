# Accept fast, explain slowly: `read` gives values and their paths without positions; the tree with
# exact spans is made by the second reader, once, when a place or a comment is asked for.
"""One file of the dialect, read."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from wirelint.diagnostics import Problem
from wirelint.syntax.values import Missing, Number, Value, read_values
from wirelint.text import SourceText, Span

Step: TypeAlias = str | int  # a property, or the place of an element in a list
Path: TypeAlias = tuple[Step, ...]


@dataclass(frozen=True, eq=False)
class Document:
    """A file's values; `value` is `Missing` where the text is too broken to have any.

    `problems` are the syntax findings, errors and warnings, in text order.
    """

    source: SourceText
    value: Value | Missing
    problems: tuple[Problem, ...] = ()

    @cached_property
    def tree(self) -> Tree:
        """The tolerant tree with spans and comments, by lark."""
        from wirelint.syntax.tree import parse  # noqa: PLC0415 - a clean file never pays for lark

        return parse(self.source)
