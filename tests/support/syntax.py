"""The readers of the dialect, side by side."""

from __future__ import annotations

from wirelint.syntax import plain
from wirelint.syntax.document import Document, read_bytes
from wirelint.syntax.tree import Child, Member, Node, Object, Scalar, Tree, children, parse
from wirelint.syntax.values import Doubt, Value, read_values
from wirelint.text import SourceText, Span


def same(one: Value, other: Value) -> bool:
    """Equal values of equal kinds, members in the same order: `1` is not `"1"`. No recursion."""
    pairs: list[tuple[Value, Value]] = [(one, other)]
    while pairs:
        left, right = pairs.pop()
        if type(left) is not type(right):
            return False
        if isinstance(left, dict) and isinstance(right, dict):
            if list(left) != list(right):
                return False
            pairs.extend(zip(left.values(), right.values(), strict=True))
        elif isinstance(left, list) and isinstance(right, list):
            if len(left) != len(right):
                return False
            pairs.extend(zip(left, right, strict=True))
        elif left != right:
            return False
    return True


def assert_readers_agree(text: str) -> bool:
    """Hold both readers to one answer; whether the text is clean.

    Clean means: an object, and at most block comments to warn of.
    """
    tree = parse(SourceText("x.json", text))
    clean = isinstance(tree.root, Object) and all(
        one.rule == "block-comment" for one in tree.problems
    )
    comments = tuple(one.finding.at.span for one in tree.problems if one.rule == "block-comment")
    try:
        value, block_comments = read_values(text)
    except Doubt:
        assert not clean, f"doubted, and clean for the second reader: {text!r}"
        return False
    assert clean, f"{[one.finding.message for one in tree.problems]} in {text!r}"
    assert tree.root is not None
    assert same(tree.root.value, value)
    assert comments == block_comments
    assert_same_tree(plain.build_tree(SourceText("x.json", text)), tree)
    return True


def assert_same_tree(one: Tree, other: Tree) -> None:
    """Equal in every node, comma and comment, so in the span of every path and part."""
    assert one.comments == other.comments
    assert (one.shadowed, one.complete) == (other.shadowed, other.complete)
    assert [(problem.rule, problem.finding.at.span) for problem in one.problems] == [
        (problem.rule, problem.finding.at.span) for problem in other.problems
    ]
    assert one.root is not None
    assert other.root is not None
    pairs: list[tuple[Node, Node]] = [(one.root, other.root)]
    while pairs:
        left, right = pairs.pop()
        assert type(left) is type(right)
        assert (left.start, left.end, left.type) == (right.start, right.end, right.type)
        assert same(left.value, right.value)
        if not isinstance(left, Scalar) and not isinstance(right, Scalar):
            assert left.closed == right.closed
        held = list(zip(children(left), children(right), strict=True))
        assert [_shape(child) for child, _ in held] == [_shape(child) for _, child in held]
        pairs += [(child.value, twin.value) for child, twin in held]


def _shape(child: Child) -> tuple[object, ...]:
    name = (child.key, child.key_end) if isinstance(child, Member) else ()
    return (type(child), child.start, child.end, child.comma, *name)


def assert_sound(data: bytes) -> Document:
    """Read bytes; every span lies inside the text, and every problem has a rule and a message."""
    document = read_bytes("x.json", data)
    length = len(document.source.text)
    for problem in document.problems:
        finding = problem.finding
        places = [finding.at, *(one.at for one in finding.related)]
        places += [edit.at for fix in finding.fixes for edit in fix.edits]
        assert all(inside(place.span, length) for place in places), (problem, data)
        assert problem.finding.message
    return document


def inside(span: Span | None, length: int) -> bool:
    return span is not None and 0 <= span.start <= span.end <= length
