"""Terminals and errors of the grammar, in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from wirelint.spelling import nearest

_MOST_WORDS: Final = 6

# Terminals that are no fixed text. Sets of them that mean one thing are named together first.
_TOGETHER: Final = (
    (frozenset(("NAME", "QUOTED", "VERSION", "INT")), "a level"),
    (frozenset(("NAME", "QUOTED", "VERSION")), "a release or level name"),
    (frozenset(("INT", "RANGE")), "a range of versions"),
)
_ALONE: Final = {
    "NAME": "a name",
    "QUOTED": "a name",
    "VERSION": "a release or level name",
    "INT": "a number",
    "RANGE": "a range of versions",
    "STRING": "a text in quotes",
    "_NL": "the end of the line",
}


def words(terminals: Iterable[str], literal: Callable[[str], str | None]) -> tuple[str, ...]:
    """Name terminals for people: fixed texts in backticks, then kinds of things.

    `literal` gives the text of a terminal that is one.
    """
    names = set(terminals)
    kinds: list[str] = []
    for together, kind in _TOGETHER:
        if together <= names:
            kinds.append(kind)
            names -= together
    fixed = sorted({f"`{text}`" for text in map(literal, names) if text is not None})
    kinds += sorted({_ALONE[name] for name in names if name in _ALONE})
    return (*fixed, *kinds)


def expectation(found: str, expected: tuple[str, ...]) -> str:
    """Say what is there and what could be."""
    here = f"found {found} here" if found else "the line ends here"
    if not expected:
        return here
    shown = ", ".join(expected[:_MOST_WORDS])
    more = len(expected) - _MOST_WORDS
    return f"{here}; expected {shown}" + (f" or {more} more" if more > 0 else "")


def likely(found: str, expected: tuple[str, ...]) -> str | None:
    """The fixed text that was probably meant, if one is near."""
    return nearest(found, [one.strip("`") for one in expected if one.startswith("`")])
