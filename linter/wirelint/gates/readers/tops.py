"""The highest levels that code lists features with."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from wirelint.gates.model import Top
from wirelint.gates.readers.code import Code
from wirelint.text import SourceText

_TOPS: Final = {"latestTesting": Top.TESTING, "latestProduction": Top.PRODUCTION}
_ENDS: Final = frozenset((";", "val", "def"))


def is_test(source: SourceText) -> bool:
    """Whether a file is a test's: tests list unstable levels, and no node runs them."""
    folders, _, name = f"/{source.path}".rpartition("/")
    return "/test/" in f"{folders}/" or name.partition(".")[0].endswith("Test")


def tops(code: Code, first: int, end: int) -> Iterator[tuple[int, Top]]:
    """Find `Type.latestTesting` and `Type.latestProduction`, by the index of the last word.

    The testing one counts only where no condition stands before it in its statement.
    """
    tokens = code.tokens
    asked = False  # a condition stands before, in this statement
    for index in range(first, end):
        token = tokens[index]
        if token in {"?", "if", "else"}:
            asked = True
        elif token in _ENDS:
            asked = False
        top = _TOPS.get(str(token))
        if top is None or index < first + 2 or tokens[index - 1] != ".":
            continue
        owner = str(tokens[index - 2])
        if not owner.endswith("Version") or not owner[:1].isupper():
            continue
        if top is Top.PRODUCTION or not asked:
            yield index, top
