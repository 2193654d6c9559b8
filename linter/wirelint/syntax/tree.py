# What the second reader, and the plain one, make of a text. Nodes know where they are, not who holds them; a path finds them.
# This module does not import lark: `parse` does, when it is called.
"""The tolerant tree of one file, with exact spans."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, TypeAlias

from wirelint.diagnostics import Problem
from wirelint.lazy_dataclass import dataclass
from wirelint.syntax.document import Path
from wirelint.syntax.origin import Part
from wirelint.syntax.values import Value
from wirelint.text import SourceText, Span


class Lexeme:
    """A terminal and where it is. The numbers are asked for by lark, which has no use for them."""

    __slots__ = ("end", "start", "type")

    line: ClassVar[int] = 0
    column: ClassVar[int] = 0
    end_line: ClassVar[int] = 0
    end_column: ClassVar[int] = 0
    start_pos: ClassVar[int] = 0
    end_pos: ClassVar[int] = 0

    def __init__(self, type: str, start: int, end: int) -> None:
        self.type = type
        self.start = start
        self.end = end


class Scalar(Lexeme):
    """A text, number, boolean or null. `type` is the terminal, or empty where a value is missing."""

    __slots__ = ("value",)

    def __init__(self, type: str, start: int, end: int, value: Value) -> None:
        self.type = type
        self.start = start
        self.end = end
        self.value: Value = value


class Member:
    """A property of an object. `comma` is where its comma is, or -1."""

    __slots__ = ("comma", "end", "key", "key_end", "start", "value")

    def __init__(self, key: str, start: int, key_end: int, value: Node) -> None:
        self.key = key
        self.start = start
        self.key_end = key_end
        self.value = value
        self.end = value.end
        self.comma = -1


class Item:
    """An element of an array. `comma` is where its comma is, or -1."""

    __slots__ = ("comma", "end", "start", "value")

    def __init__(self, value: Node) -> None:
        self.start = value.start
        self.value = value
        self.end = value.end
        self.comma = -1


class Object:
    """`end` is negative while it is being read, `value` holds what has a value."""

    __slots__ = ("closed", "end", "members", "start", "value")

    type: ClassVar = "OBJECT"

    def __init__(self, start: int, end: int, members: list[Member], value: Value) -> None:
        self.start = start
        self.end = end
        self.members = members
        self.value = value
        self.closed = True  # False where the bracket is missing

    def member(self, key: str) -> Member | None:
        """The last member of that name, which is the one that counts."""
        return next((one for one in reversed(self.members) if one.key == key), None)


class Array:
    __slots__ = ("closed", "end", "items", "start", "value")

    type: ClassVar = "ARRAY"

    def __init__(self, start: int, end: int, items: list[Item], value: Value) -> None:
        self.start = start
        self.end = end
        self.items = items
        self.value = value
        self.closed = True  # False where the bracket is missing


Node: TypeAlias = Object | Array | Scalar
Child: TypeAlias = Member | Item


def children(node: Node) -> Sequence[Child]:
    """What a node holds, in text order."""
    if isinstance(node, Object):
        return node.members
    return node.items if isinstance(node, Array) else []


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment with its marks: `// ...` or `/* ... */`."""

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Spot:
    """What is at an offset: the path of the innermost node, and which part of it.

    `Part.KEY` and `Part.VALUE` mean that the offset touches the key or the value (where the value
    is still missing, the gap behind the colon); `Part.INSIDE_END` means the space between the
    members or elements of the object or array at `path`.
    """

    path: Path
    part: Part


@dataclass(frozen=True, eq=False)
class Tree:
    """A file as far as it could be made out. `root` is None where there is no value at all."""

    source: SourceText
    root: Node | None
    comments: tuple[Comment, ...] = ()
    problems: tuple[Problem, ...] = ()
    shadowed: tuple[tuple[Path, Value], ...] = ()  # values that a later member of that name hides
    complete: bool = True  # False where reading stopped: too many errors, too deep

    def node(self, path: Path) -> Node | None:
        """The node at a path, or None."""
        children, complete = self.walk(path)
        if not complete:
            return None
        return children[-1].value if children else self.root

    def walk(self, path: Path) -> tuple[list[Child], bool]:
        """The members and elements along a path as far as they exist, and whether all do.

        A number on a single value that stands for a list is the value itself and adds nothing.
        """
        found: list[Child] = []
        node = self.root
        if node is None:
            return found, False
        for step in path:
            child: Child | None = None
            if isinstance(step, str):
                child = node.member(step) if isinstance(node, Object) else None
            elif isinstance(node, Array):
                child = node.items[step] if 0 <= step < len(node.items) else None
            elif step == 0:
                continue
            if child is None:
                return found, False
            found.append(child)
            node = child.value
        return found, True

    def span(self, path: Path, part: Part = Part.VALUE) -> Span:
        """The place of a part of what is at `path`.

        Where the path leads nowhere, the nearest thing above it stands in: its value, or an empty
        place behind it for the parts that edits are made at.
        """
        from wirelint.syntax.parts import span_of  # noqa: PLC0415 - it imports this module

        return span_of(self, path, part)

    def node_at(self, offset: int) -> Spot:
        """What an editor's cursor at `offset` touches."""
        from wirelint.syntax.parts import spot_at  # noqa: PLC0415 - it imports this module

        return spot_at(self, offset)


def parse(source: SourceText) -> Tree:
    """Read a text with the tolerant grammar; never raises."""
    from wirelint.syntax.builder import build_tree  # noqa: PLC0415 - imports lark

    return build_tree(source)
