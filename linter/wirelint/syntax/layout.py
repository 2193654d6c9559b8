# What belongs to a member or element besides itself: its comma, the white space and the comment
# that would be left alone without it. No meaning is known here.
"""Where edits go, so that the text around them stays well laid out."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from wirelint.syntax.document import Path
from wirelint.syntax.tree import Array, Child, Comment, Member, Node, Object, Tree, children
from wirelint.text import SourceText, Span


def removal(source: SourceText, container: Node, index: int, comments: Sequence[Comment]) -> Span:
    """What to take away so that the container stays well formed and well laid out."""
    held = children(container)
    child = held[index]
    text = source.text
    end = child.comma + 1 if child.comma >= 0 else child.end
    rest = _end_of_rest(text, end, comments)
    owns_line = _starts_line(text, child.start)
    if index == len(held) - 1 and index > 0:  # the comma before it goes too
        return Span(held[index - 1].end, rest if owns_line and rest is not None else end)
    if rest is None:  # something follows on the line
        return Span(child.start, _after_blanks(text, end))
    if owns_line:
        return Span(_line_start(text, child.start), _next_line(text, rest))
    if index < len(held) - 1 and text[container.start + 1 : child.start].strip(" \t") == "":
        return Span(child.start, held[index + 1].start)  # the next one moves up to the bracket
    return Span(_before_blanks(text, child.start), end)


def removal_at(tree: Tree, path: Path) -> tuple[Span, str]:
    """The edit that takes away what is at the path, and keeps comments of what was before it."""
    found, complete = tree.walk(path)
    if not complete or not found or tree.root is None:
        at = found[-1].end if found else 0
        return Span(at, at), ""
    container = found[-2].value if len(found) > 1 else tree.root
    held = children(container)
    index = held.index(found[-1])
    span = removal(tree.source, container, index, tree.comments)
    if index == 0 or span.start != held[index - 1].end:
        return span, ""
    comma = held[index - 1].comma
    between = tree.source.text[comma + 1 if comma >= 0 else span.start : found[-1].start]
    return span, between.rstrip(" \t\r\n")


def insertion_at(tree: Tree, path: Path, after: str | int | None, text: str) -> tuple[Span, str]:
    """The edit that adds a member or element to the container at the path."""
    container = tree.node(path)
    if not isinstance(container, Object | Array):
        at = container.end if container is not None else len(tree.source.text)
        return Span(at, at), ""
    held = children(container)
    if not held:
        return _into_empty(tree.source.text, container, text)
    index = _index_of(held, after)
    if all(_starts_line(tree.source.text, one.start) for one in held):
        return _on_own_line(tree, held, index, text)
    at = held[index].end
    return Span(at, at), f", {text}"


def _index_of(held: Sequence[Child], after: str | int | None) -> int:
    last = len(held) - 1
    if isinstance(after, int):
        return min(after, last)
    for index in range(last, -1, -1):
        child = held[index]
        if isinstance(child, Member) and child.key == after:
            return index
    return last


def _into_empty(source: str, container: Object | Array, text: str) -> tuple[Span, str]:
    start, end = container.start + 1, container.end - 1
    pad = " " if isinstance(container, Object) else ""
    if source[start:end].strip(" \t"):
        return Span(start, start), f" {text}"
    return Span(start, end), f"{pad}{text}{pad}"


def _on_own_line(tree: Tree, held: Sequence[Child], index: int, text: str) -> tuple[Span, str]:
    source = tree.source.text
    child = held[index]
    indent = source[_line_start(source, child.start) : child.start]
    line_end = "\r\n" if "\r\n" in source else "\n"
    new = f"{line_end}{indent}{text}"
    if child.comma >= 0:
        at = _end_of_rest(source, child.comma + 1, tree.comments)
        at = child.comma + 1 if at is None else at
        return Span(at, at), new if index == len(held) - 1 else f"{new},"
    if index < len(held) - 1:  # a comma is missing already
        return Span(child.end, child.end), f",{new}"
    rest = _end_of_rest(source, child.end, tree.comments)
    end = child.end if rest is None else rest
    return Span(child.end, end), f",{source[child.end : end]}{new}"


def _starts_line(text: str, at: int) -> bool:
    return not text[_line_start(text, at) : at].strip(" \t")


def _end_of_rest(text: str, end: int, comments: Sequence[Comment]) -> int | None:
    """The line end behind `end`, where only blanks and one comment are between; else None."""
    at = _after_blanks(text, end)
    if text.startswith(("//", "/*"), at):
        index = bisect_right(comments, at, key=lambda one: one.span.start) - 1
        if index >= 0 and comments[index].span.start == at:
            at = _after_blanks(text, comments[index].span.end)
    return at if at >= len(text) or text[at] in "\r\n" else None


def _line_start(text: str, at: int) -> int:
    return max(text.rfind("\n", 0, at), text.rfind("\r", 0, at)) + 1


def _next_line(text: str, at: int) -> int:
    if text.startswith("\r\n", at):
        return at + 2
    return at + 1 if at < len(text) else at


def _after_blanks(text: str, at: int) -> int:
    while at < len(text) and text[at] in " \t":
        at += 1
    return at


def _before_blanks(text: str, at: int) -> int:
    while at > 0 and text[at - 1] in " \t":
        at -= 1
    return at
