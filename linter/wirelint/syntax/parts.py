"""Spans of the parts of a tree."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from wirelint.syntax.document import Path, Step
from wirelint.syntax.layout import removal
from wirelint.syntax.origin import Part
from wirelint.syntax.tree import Array, Child, Member, Node, Object, Spot, Tree, children
from wirelint.text import Span


def span_of(tree: Tree, path: Path, part: Part) -> Span:
    """See `Tree.span`."""
    if tree.root is None:
        return Span(0, 0)
    found, complete = tree.walk(path)
    node = found[-1].value if found else tree.root
    if not complete:
        if part in {Part.VALUE, Part.KEY, Part.MEMBER}:
            return Span(node.start, node.end)
        return Span(node.end, node.end)
    match part:
        case Part.VALUE:
            return Span(node.start, node.end)
        case Part.KEY | Part.MEMBER:
            return _member_span(found, node, part)
        case Part.AFTER:
            return Span(node.end, node.end)
        case Part.INSIDE_START | Part.INSIDE_END:
            return _inside(node, part)
        case Part.REMOVAL:
            if not found:
                return Span(node.start, node.end)
            container = found[-2].value if len(found) > 1 else tree.root
            index = children(container).index(found[-1])
            return removal(tree.source, container, index, tree.comments)


def _member_span(found: Sequence[Child], node: Node, part: Part) -> Span:
    last = found[-1] if found else None
    if not isinstance(last, Member):
        return Span(node.start, node.end)
    return Span(last.start, last.key_end if part is Part.KEY else last.end)


def _inside(node: Node, part: Part) -> Span:
    if not isinstance(node, Object | Array):
        return Span(node.end, node.end)
    at = node.start + 1
    held = children(node)
    if part is Part.INSIDE_END and held:
        at = held[-1].end
    return Span(at, at)


def spot_at(tree: Tree, offset: int) -> Spot:
    """See `Tree.node_at`."""
    path: list[Step] = []
    node = tree.root
    if node is None:
        return Spot((), Part.VALUE)
    while True:
        if not isinstance(node, Object | Array) or not _is_inside(node, offset):
            return Spot(tuple(path), Part.VALUE)
        held: Sequence[Child] = children(node)
        index = bisect_right(held, offset, key=lambda one: one.start) - 1
        if index < 0:
            return Spot(tuple(path), Part.INSIDE_END)
        child = held[index]
        step: Step = child.key if isinstance(child, Member) else index
        if isinstance(child, Member):
            if offset <= child.key_end:
                return Spot((*path, step), Part.KEY)
            after = held[index + 1].start if index + 1 < len(held) else node.end
            colon = _is_before_value(tree.source.text, child, offset, after)
            if colon:
                return Spot((*path, step), Part.VALUE)
        if not child.value.start <= offset <= child.value.end:
            return Spot(tuple(path), Part.INSIDE_END)
        path.append(step)
        node = child.value


def _is_inside(node: Object | Array, offset: int) -> bool:
    return node.start < offset < node.end + (not node.closed)


def _is_before_value(text: str, member: Member, offset: int, after: int) -> bool:
    """Whether the offset is between colon and value, or in the gap where a value is missing.

    `after` is where the next member begins or the object ends.
    """
    if ":" not in text[member.key_end : offset]:
        return False
    if member.value.type:
        return offset < member.value.start
    return offset < (member.comma + 1 if member.comma >= 0 else after)
