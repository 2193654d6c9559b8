"""Names that are nearly the wanted one, for error messages."""

from __future__ import annotations

from collections.abc import Iterable


def nearest(wanted: str, names: Iterable[str], count: int = 3) -> list[str]:
    """Give the names within a third of their length by edit distance, nearest first."""
    lower = wanted.lower()
    allowed = len(wanted) // 3 + 1
    ranked = sorted(
        (distance(lower, name.lower()), name)
        for name in set(names)
        if abs(len(name) - len(wanted)) <= allowed
    )
    return [name for away, name in ranked[:count] if away <= allowed]


def distance(left: str, right: str) -> int:
    """Count the insertions, removals and replacements that lead from one to the other (Levenshtein)."""
    row = list(range(len(right) + 1))
    for down, one in enumerate(left, 1):
        above, row = row, [down]
        for across, other in enumerate(right, 1):
            row.append(min(above[across] + 1, row[-1] + 1, above[across - 1] + (one != other)))
    return row[-1]
