# Accept fast, explain slowly: `read` gives values and their paths without positions; the tree with
# exact spans is made once, when a place or a comment is asked for: by lark, or where the first
# reader found no fault by a plain one, which costs no import of lark.
"""One file of the dialect, read."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Final, TypeAlias

from wirelint.diagnostics import Problem
from wirelint.lazy_dataclass import dataclass
from wirelint.syntax.decoding import decode
from wirelint.syntax.values import MISSING, Doubt, Missing, Value, read_values
from wirelint.text import SourceText

if TYPE_CHECKING:  # not to break a cycle: lark is loaded when a tree is asked for
    from wirelint.syntax.tree import Tree

Step: TypeAlias = str | int  # a property, or the place of an element in a list
Path: TypeAlias = tuple[Step, ...]

LENIENT_RULES: Final = frozenset(("block-comment", "duplicate-key", "not-utf-8"))
"""The rules of problems that the generator passes over."""


@dataclass(frozen=True, eq=False)
class Document:
    """A file's values; `value` is `Missing` where the text is too broken to have any.

    With an error among `problems` it is what could be made out. It need not be an object.
    `problems` are the syntax findings, errors and warnings, in text order.
    """

    source: SourceText
    value: Value | Missing
    problems: tuple[Problem, ...] = ()
    plain: bool = False  # whether the first reader took the text

    @property
    def is_broken(self) -> bool:
        """Whether a problem is an error: one for which the generator refuses the file."""
        return any(one.rule not in LENIENT_RULES for one in self.problems)

    @cached_property
    def ends_early(self) -> bool:
        """Whether the text breaks off, so that what is missing may have stood behind its end."""
        if self.plain:
            return False
        end = len(self.source.text.rstrip())
        spans = (one.finding.at.span for one in self.problems if one.rule == "invalid-syntax")
        return any(span is not None and span.start >= end for span in spans)

    @cached_property
    def tree(self) -> Tree:
        """The tolerant tree with spans and comments."""
        if self.plain:
            from wirelint.syntax.plain import build_tree  # noqa: PLC0415 - only for findings

            return build_tree(self.source)
        from wirelint.syntax.tree import parse  # noqa: PLC0415 - a clean file never pays for lark

        return parse(self.source)


def read(source: SourceText, problems: tuple[Problem, ...] = ()) -> Document:
    """Read one text; never raises. `problems` are those of its decoding."""
    try:
        value, block_comments = read_values(source.text)
    except Doubt:
        return _read_tree(source, problems)
    if block_comments:
        from wirelint.syntax import findings  # noqa: PLC0415 - rare

        problems += tuple(findings.block_comment(source, span) for span in block_comments)
    return Document(source, value, problems, plain=True)


def read_bytes(path: str, data: bytes, revision: str | None = None) -> Document:
    """Decode and read one file; never raises."""
    text, encoding, faults = decode(data)
    source = SourceText(path, text, revision, encoding)
    return read(source, tuple(fault.problem(source) for fault in faults))


def _read_tree(source: SourceText, problems: tuple[Problem, ...]) -> Document:
    from wirelint.syntax.tree import parse  # noqa: PLC0415 - a clean file never pays for lark

    tree = parse(source)
    value = tree.root.value if tree.root is not None and tree.complete else MISSING
    document = Document(source, value, (*problems, *tree.problems))
    document.__dict__["tree"] = tree  # as `cached_property` keeps it
    return document
