# Names do not travel, so fields are lined up by what stands on the wire; names decide only between
# equal choices. That is how a rename survives, and how an insertion in front is told from a
# renaming of everything behind it.
"""The longest common subsequence of two lists of slots."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from wirelint.wire.layout import NamedSlot

# A match weighs more than all names together.
_MATCH: Final = 1 << 20
_SAME_PATH: Final = 2
_SAME_NAME: Final = 1
_MAX_CELLS: Final = 250_000  # beyond, in texts made to hurt, only equal heads and tails match

Alike = Callable[[NamedSlot, NamedSlot], bool]


def align(
    left: Sequence[NamedSlot], right: Sequence[NamedSlot], alike: Alike
) -> list[tuple[int, int]]:
    """Index pairs of slots that stand for each other, ascending on both sides.

    As many as can be; among equally many, those with the most equal names.
    """
    start = 0
    stop = min(len(left), len(right))
    while start < stop and _is_twin(left[start], right[start], alike):
        start += 1
    ends = 0
    while ends < stop - start and _is_twin(left[-1 - ends], right[-1 - ends], alike):
        ends += 1
    head = [(index, index) for index in range(start)]
    tail = [(len(left) - n, len(right) - n) for n in range(ends, 0, -1)]
    inner = _longest(left[start : len(left) - ends], right[start : len(right) - ends], alike)
    return [*head, *((start + i, start + j) for i, j in inner), *tail]


def _is_twin(one: NamedSlot, other: NamedSlot, alike: Alike) -> bool:
    return one.field.name == other.field.name and one.path == other.path and alike(one, other)


def _longest(
    left: Sequence[NamedSlot], right: Sequence[NamedSlot], alike: Alike
) -> list[tuple[int, int]]:
    if not left or not right or len(left) * len(right) > _MAX_CELLS:
        return []
    weights = [[_weight(one, other, alike) for other in right] for one in left]
    best = [[0] * (len(right) + 1) for _ in range(len(left) + 1)]
    for i in range(len(left) - 1, -1, -1):
        row, below = best[i], best[i + 1]
        for j in range(len(right) - 1, -1, -1):
            most = below[j] if below[j] >= row[j + 1] else row[j + 1]
            weight = weights[i][j]
            if weight and below[j + 1] + weight > most:
                most = below[j + 1] + weight
            row[j] = most
    found = []
    i = j = 0
    while i < len(left) and j < len(right):
        if weights[i][j] and best[i][j] == best[i + 1][j + 1] + weights[i][j]:
            found.append((i, j))
            i, j = i + 1, j + 1
        elif best[i][j] == best[i + 1][j]:
            i += 1
        else:
            j += 1
    return found


def _weight(one: NamedSlot, other: NamedSlot, alike: Alike) -> int:
    if not alike(one, other):
        return 0
    if one.field.name != other.field.name:
        return _MATCH
    return _MATCH + _SAME_NAME + (_SAME_PATH if one.path == other.path else 0)
