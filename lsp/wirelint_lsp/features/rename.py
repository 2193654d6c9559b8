"""Renaming: structs of a schema, features and levels of `.gates` files."""

from __future__ import annotations

import re
from typing import Final

from wirelint.schema.model import FieldSite
from wirelint.sources.discovery import Kind as FileKind
from wirelint.syntax.origin import Part
from wirelint.text import Span
from wirelint_lsp.answers import Renaming, TextEdit
from wirelint_lsp.features.mentions import Kind, mention_at, mentions, mentions_of
from wirelint_lsp.features.navigation import struct_name_at, struct_places
from wirelint_lsp.features.places import spot, value_span
from wirelint_lsp.file import File

_STRUCT: Final = re.compile(r"[A-Z][A-Za-z0-9]*")
_FIELD: Final = re.compile(r"[A-Z][A-Za-z0-9]*")
_GATE: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*([.\-][A-Za-z0-9_]+)*")
_LEVEL: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_.\-]*|\d+(\.\d+)+([.+\-][A-Za-z0-9_]+)*")


def prepare(file: File, offset: int) -> Renaming | None:
    """What a rename would change; None where nothing can be renamed.

    The names of messages, RPCs and records are not: files, code and other tools go by them.
    """
    if file.kind is FileKind.SCHEMA:
        return _in_schema(file, offset)
    if file.kind is not FileKind.GATES or file.gates is None or file.table is None:
        return None
    mention = mention_at(file.gates, file.table, offset)
    if mention is None or mention.is_number or mention.kind not in (Kind.FEATURE, Kind.LEVEL):
        return None
    return Renaming(mention.span, file.source.text[mention.span.start : mention.span.end])


def rename(file: File, offset: int, new_name: str) -> list[TextEdit] | str:
    """The edits, or why the new name will not do."""
    renaming = prepare(file, offset)
    if renaming is None:
        return "nothing here can be renamed"
    if file.kind is FileKind.SCHEMA:
        return _rename_in_schema(file, offset, renaming, new_name)
    assert file.gates is not None
    assert file.table is not None
    mention = mention_at(file.gates, file.table, offset)
    assert mention is not None
    pattern = _GATE if mention.kind is Kind.FEATURE else _LEVEL
    if not pattern.fullmatch(new_name):
        return f"`{new_name}` is no name of a {mention.kind.value}"
    if _is_taken(file, mention.kind, mention.key, new_name):
        return f"`{new_name}` is the name of another {mention.kind.value}"
    return [
        TextEdit(one.source, one.span, new_name)
        for one in mentions_of(file.gates, mention.key)
        if not one.is_number
        and one.source.path.endswith(".gates")
        and one.source.text[one.span.start : one.span.end] == renaming.name
    ]


def _is_taken(file: File, kind: Kind, key: tuple[str, ...], name: str) -> bool:
    assert file.gates is not None
    for table in file.gates.tables:
        for one in mentions(file.gates, table):
            said = one.source.text[one.span.start : one.span.end]
            same_feature = kind is Kind.FEATURE or one.key[:2] == key[:2]
            if one.kind is kind and same_feature and one.key != key and said == name:
                return True
    return False


def _in_schema(file: File, offset: int) -> Renaming | None:
    at = spot(file, offset)
    if at is None or at.key is None or at.part is Part.KEY:
        return None
    name = struct_name_at(at)
    if name is not None:
        for span, _ in struct_places(file, name):
            if span.start <= offset <= span.end:
                return Renaming(span, name)
        return None
    if isinstance(at.owner, FieldSite) and at.key == "name":
        value = value_span(file, (*at.owner_path, "name"))
        return None if value is None else Renaming(value, at.owner.field.name)
    return None


def _rename_in_schema(
    file: File, offset: int, renaming: Renaming, new_name: str
) -> list[TextEdit] | str:
    at = spot(file, offset)
    assert at is not None
    message = file.message
    name = struct_name_at(at)
    if name is None:
        if not _FIELD.fullmatch(new_name):
            return f"`{new_name}` is no name of a field: it must begin with a capital"
        return [TextEdit(file.source, renaming.span, new_name)]
    if not _STRUCT.fullmatch(new_name):
        return f"`{new_name}` is no name of a struct: it must begin with a capital"
    taken = {span for span, _ in struct_places(file, new_name)}
    if taken and new_name != name:
        return f"`{new_name}` is the name of another struct"
    if message is not None and new_name == message.name:
        return f"`{new_name}` is the name of the message"
    spans: list[Span] = [span for span, _ in struct_places(file, name)]
    return [TextEdit(file.source, span, new_name) for span in spans]
