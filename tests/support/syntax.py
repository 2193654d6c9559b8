"""Both readers of the dialect, side by side."""

from __future__ import annotations

from wirelint.syntax.document import Document, read_bytes
from wirelint.syntax.tree import Object, parse
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
    return True


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
