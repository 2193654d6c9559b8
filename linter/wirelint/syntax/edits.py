# Edits are made for every finding and read for few, so neither place nor text is worked out before
# it is asked for: that would parse the file with lark.
"""Edits of a schema for fixes; the layout around them is kept."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from wirelint.diagnostics import Edit
from wirelint.syntax.document import Document, Path
from wirelint.syntax.origin import JsonPlace, Origin
from wirelint.syntax.quoting import quoted
from wirelint.text import Place, SourceText, Span

if TYPE_CHECKING:  # not to break a cycle: rules are loaded for clean files too
    from wirelint.syntax.tree import Tree

__all__ = [
    "insert_element",
    "insert_member",
    "quoted",
    "remove_element",
    "remove_member",
    "set_value",
]


def set_value(origin: Origin, key: str, json_text: str) -> Edit:
    """Give `key` another value; the member is added at the object's end where it is absent."""
    if not origin.has(key):
        return insert_member(origin, None, key, json_text)
    return Edit(origin.value(key), json_text)


def remove_member(origin: Origin, key: str) -> Edit:
    """Take a member away, with its comma and the comment behind it if it has a line of its own."""
    return _remove(origin.document, (*origin.path, key))


def remove_element(place: JsonPlace) -> Edit:
    """Take the element at the place away, or the member whose value it is."""
    return _remove(place.document, place.path)


def insert_member(origin: Origin, after_key: str | None, key: str, json_text: str) -> Edit:
    """Add a member behind `after_key`, or at the end where that is None or absent.

    On a line of its own where the object's members have one, else on the same line.
    """
    return _insert(origin.document, origin.path, after_key, f"{quoted(key)}: {json_text}")


def insert_element(list_place: JsonPlace, after: int | None, json_text: str) -> Edit:
    """Add an element behind the one at index `after`, or at the end where that is None."""
    return _insert(list_place.document, list_place.path, after, json_text)


def _remove(document: Document, path: Path) -> Edit:
    def resolve(tree: Tree) -> tuple[Span, str]:
        from wirelint.syntax.layout import removal_at  # noqa: PLC0415 - see above

        return removal_at(tree, path)

    return _LazyEdit(document, resolve)


def _insert(document: Document, path: Path, after: str | int | None, text: str) -> Edit:
    def resolve(tree: Tree) -> tuple[Span, str]:
        from wirelint.syntax.layout import insertion_at  # noqa: PLC0415 - see above

        return insertion_at(tree, path, after, text)

    return _LazyEdit(document, resolve)


_Resolve: TypeAlias = "Callable[[Tree], tuple[Span, str]]"


class _LazyEdit(Edit):
    """An edit whose place and text come from the tree."""

    __slots__ = ("_document", "_resolve")

    _document: Document
    _resolve: _Resolve

    def __init__(self, document: Document, resolve: _Resolve) -> None:
        object.__setattr__(self, "_document", document)
        object.__setattr__(self, "_resolve", resolve)

    @property
    def at(self) -> Place:
        return _LazyPlace(self._document, self._resolve)

    @property
    def replacement(self) -> str:
        return self._resolve(self._document.tree)[1]


class _LazyPlace:
    __slots__ = ("_document", "_resolve")

    def __init__(self, document: Document, resolve: _Resolve) -> None:
        self._document = document
        self._resolve = resolve

    @property
    def source(self) -> SourceText:
        return self._document.source

    @property
    def span(self) -> Span | None:
        return self._resolve(self._document.tree)[0]

    @property
    def property(self) -> str | None:
        return None
