"""What of a schema is at a place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from wirelint.schema.model import Field, FieldSite, Message, Struct, sites
from wirelint.syntax.document import Path
from wirelint.syntax.origin import Part
from wirelint.text import Span
from wirelint_lsp.file import File


@dataclass(frozen=True, slots=True)
class Spot:
    """A place in a schema: the innermost property and what holds it.

    `key` is the property that the place is in, None between properties. `owner` is the field,
    common struct or message whose object it is; None where the object is nothing that was read.
    """

    path: Path
    part: Part
    key: str | None
    owner: FieldSite | Struct | Message | None
    owner_path: Path


def spot(file: File, offset: int) -> Spot | None:
    """What a cursor at `offset` touches; None where there is no tree."""
    tree = file.tree
    if tree is None or tree.root is None:
        return None
    at = tree.node_at(offset)
    owner_path, key = at.path, None
    for index in range(len(at.path) - 1, -1, -1):
        step = at.path[index]
        if isinstance(step, str) and not (at.part is Part.INSIDE_END and index == len(at.path) - 1):
            owner_path, key = at.path[:index], step
            break
    if key is None:
        owner_path = at.path
    if key in {"fields", "commonStructs"} and at.part is Part.INSIDE_END:
        key = None
    owner = owner_of(file.message, owner_path)
    return Spot(at.path, at.part, key, owner, owner_path)


def owner_of(message: Message | None, path: Path) -> FieldSite | Struct | Message | None:
    """The model object written at a path."""
    if message is None:
        return None
    if path == message.origin.path:
        return message
    for struct in message.common_structs:
        if struct.origin.path == path:
            return struct
    return next((one for one in sites(message) if one.origin.path == path), None)


def name_of(site: FieldSite) -> str:
    """`Topics.Partitions.Offset`, within a common struct `Struct.Offset`."""
    names = [one.name for one in (*site.parents, site.field)]
    if isinstance(site.owner, Struct) or (site.parents and _struct_of(site) is not None):
        struct = _struct_of(site)
        if struct is not None:
            names.insert(0, struct.name)
    return ".".join(names)


def _struct_of(site: FieldSite) -> Struct | None:
    top = site.origin.path[:2]
    if top[:1] != ("commonStructs",):
        return None
    return next((one for one in site.message.common_structs if one.origin.path == top), None)


def value_span(file: File, path: Path) -> Span | None:
    """The text of a value without its quotation marks."""
    tree = file.tree
    if tree is None or tree.node(path) is None:
        return None
    return inner(file, tree.span(path, Part.VALUE))


def inner(file: File, span: Span) -> Span:
    """A span without the quotation marks at its ends."""
    text = file.source.text
    start, end = span.start, span.end
    if end - start >= 2 and text[start] == '"' and text[end - 1] == '"':
        return Span(start + 1, end - 1)
    return span


def fields_of(message: Message) -> Iterator[Field]:
    for site in sites(message):
        yield site.field
