"""Slots are lined up as well as can be, and among equals by name."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise, product

from hypothesis import given
from hypothesis import strategies as st

from support.wire import field, request
from wirelint.evolution.align import align
from wirelint.wire.codec import bound_at
from wirelint.wire.layout import NamedSlot

SLOTS = st.lists(
    st.tuples(st.sampled_from("ABC"), st.sampled_from(("int8", "string")), st.booleans()),
    max_size=5,
)


def slots(fields: list[tuple[str, str, bool]]) -> tuple[NamedSlot, ...]:
    """Fields by name and type, some in a plain struct of their own."""
    made = [
        field("Box", f"Box{place}", fields=[field(name, type_)]) if boxed else field(name, type_)
        for place, (name, type_, boxed) in enumerate(fields)
    ]
    return bound_at(request(made), 0).slots


def alike(one: NamedSlot, other: NamedSlot) -> bool:
    return one.slot is other.slot


def value(one: NamedSlot, other: NamedSlot) -> tuple[int, int]:
    """What a match is worth: itself, then the names that agree."""
    same = one.field.name == other.field.name
    return 1, same + 2 * (same and one.path == other.path)


def all_matches(
    left: tuple[NamedSlot, ...], right: tuple[NamedSlot, ...]
) -> Iterator[tuple[int, int]]:
    """The worth of every way to line up."""
    if not left or not right:
        yield 0, 0
        return
    yield from all_matches(left[1:], right)
    for place, other in enumerate(right):
        if alike(left[0], other):
            count, names = value(left[0], other)
            for more, others in all_matches(left[1:], right[place + 1 :]):
                yield count + more, names + others


@given(SLOTS, SLOTS)
def test_nothing_lines_up_better(
    before: list[tuple[str, str, bool]], after: list[tuple[str, str, bool]]
) -> None:
    check(slots(before), slots(after))


def test_nothing_lines_up_better_among_all_short_lists() -> None:
    kinds = [("A", "int8", False), ("B", "int8", False), ("A", "string", False)]
    short = [slots(list(some)) for count in range(4) for some in product(kinds, repeat=count)]
    for left, right in product(short, repeat=2):
        check(left, right)


def check(left: tuple[NamedSlot, ...], right: tuple[NamedSlot, ...]) -> None:
    found = align(left, right, alike)
    assert all(alike(left[i], right[j]) for i, j in found)
    assert all(i < k and j < m for (i, j), (k, m) in pairwise(found))
    worth = [value(left[i], right[j]) for i, j in found]
    assert (len(worth), sum(names for _, names in worth)) == max(all_matches(left, right))


def test_long_lists_match_at_their_ends_only() -> None:
    """Lists that nobody writes by hand: their middle is left alone."""
    many = [(f"F{number}", "int8", False) for number in range(1002)]
    left = slots([("A", "string", False), *many, ("Z", "string", False)])
    right = slots([("A", "string", False), *many[::-1], ("Z", "string", False)])
    assert align(left, right, alike) == [(0, 0), (1003, 1003)]
    assert len(align(left[:301], right[:301], alike)) == 301
