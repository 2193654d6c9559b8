"""Definitions, references and highlights."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from wirelint.gates.model import rpc_name
from wirelint.project.gated import GatedTree
from wirelint.schema.model import FieldSite, Message, MessageType, Struct, sites
from wirelint.sources.discovery import Kind as FileKind
from wirelint.syntax.origin import JsonPlace, Part
from wirelint.text import Place, Span
from wirelint_lsp.answers import Target
from wirelint_lsp.features.mentions import Kind, Mention, mention_at, mentions_of
from wirelint_lsp.features.places import Spot, inner, spot
from wirelint_lsp.file import File


def definition(file: File, offset: int) -> list[Target]:
    """Where the name at an offset is declared; for a message or its key, the other half."""
    if file.kind is FileKind.SCHEMA:
        return _unique(_schema_definition(file, offset))
    mention = _mention(file, offset)
    if mention is None:
        return []
    return _unique(_gate_definition(file, mention))


def references(file: File, offset: int, *, with_declaration: bool) -> list[Target]:
    """Every place of the tree that says the name at an offset."""
    if file.kind is FileKind.SCHEMA:
        return _unique(_schema_references(file, offset, with_declaration=with_declaration))
    mention = _mention(file, offset)
    if mention is None or file.gates is None:
        return []
    found = [
        Target(one.source, one.span)
        for one in mentions_of(file.gates, mention.key)
        if with_declaration or not one.is_declaration
    ]
    return _unique([*found, *_schemas_of(file, mention)])


def highlights(file: File, offset: int) -> list[Span]:
    """The same name in the same file."""
    return [
        one.span
        for one in references(file, offset, with_declaration=True)
        if one.source.path == file.path
    ]


# -- schemas ----------------------------------------------------------------------------------------


def struct_name_at(at: Spot) -> str | None:
    """The struct that a place names: in a type, or where it is declared."""
    owner = at.owner
    if at.part is Part.KEY:
        return None
    if isinstance(owner, FieldSite) and at.key == "type" and owner.field.type.is_struct:
        return owner.field.type.name
    if isinstance(owner, Struct) and at.key == "name":
        return owner.name
    return None


def struct_places(file: File, name: str) -> Iterator[tuple[Span, bool]]:
    """The name of a struct in its file: its declaration (True) and its uses in types."""
    message, tree = file.message, file.tree
    if message is None or tree is None:
        return
    for struct in message.common_structs:
        if struct.name == name:
            yield inner(file, tree.span((*struct.origin.path, "name"))), True
    declared = message.struct(name) is not None
    for site in sites(message):
        field = site.field
        if field.type.is_struct and field.type.name == name:
            span = inner(file, tree.span((*field.origin.path, "type")))
            end = span.end
            yield Span(end - len(name), end), not declared and bool(field.fields)


def _schema_definition(file: File, offset: int) -> Iterator[Target]:
    at, message = spot(file, offset), file.message
    if at is None or message is None:
        return
    name = struct_name_at(at)
    if name is not None:
        for span, declares in struct_places(file, name):
            if declares:
                yield Target(file.source, span)
        return
    if isinstance(at.owner, Message) and at.key in {"apiKey", "name", "type"}:
        partner = file.session.project.partner(message)
        if partner is not None:
            yield from _target(_name_place(partner))
        return
    if isinstance(at.owner, Message) and at.key == "validVersions":
        yield from _rungs(file, message)
    if isinstance(at.owner, FieldSite) and at.key == "entityType":
        yield from _first_entity(file, at.owner)


def _schema_references(file: File, offset: int, *, with_declaration: bool) -> Iterator[Target]:
    at, message = spot(file, offset), file.message
    if at is None or message is None:
        return
    name = struct_name_at(at)
    if name is not None:
        for span, declares in struct_places(file, name):
            if with_declaration or not declares:
                yield Target(file.source, span)
        return
    if isinstance(at.owner, Message):
        if with_declaration:
            yield from _target(_name_place(message))
        partner = file.session.project.partner(message)
        if partner is not None:
            yield from _target(_name_place(partner))
        view = file.gates
        if view is not None:
            kind, name = _called(message)
            for one in mentions_of(view, (kind.value, name)):
                yield Target(one.source, one.span)
    elif isinstance(at.owner, FieldSite) and at.key == "entityType":
        for other in _of_entity(file, at.owner.field.entity_type):
            yield from _target(other.field.origin.value("entityType"))
    elif isinstance(at.owner, FieldSite) and at.key == "name":
        yield from _target(at.owner.field.origin.value("name"))


def _called(message: Message) -> tuple[Kind, str]:
    """What gate tables call a message."""
    if message.type in (MessageType.REQUEST, MessageType.RESPONSE):
        return Kind.RPC, rpc_name(message.name)
    return Kind.RECORD, message.name


def _rungs(file: File, message: Message) -> Iterator[Target]:
    """The rungs that choose the message's versions."""
    if file.gates is None:
        return
    for ladder in GatedTree(file.gates).ladders:
        if message in (ladder.schema, ladder.response):
            for version in ladder.given:
                yield from _target(ladder.place(version))


def _of_entity(file: File, entity: str | None) -> Iterator[FieldSite]:
    for message in file.session.project.messages:
        for site in sites(message):
            if entity is not None and site.field.entity_type == entity:
                yield site


def _first_entity(file: File, site: FieldSite) -> Iterator[Target]:
    for one in _of_entity(file, site.field.entity_type):
        yield from _target(one.field.origin.value("entityType"))
        return


# -- gate tables ------------------------------------------------------------------------------------


def _mention(file: File, offset: int) -> Mention | None:
    view, table = file.gates, file.table
    return None if view is None or table is None else mention_at(view, table, offset)


def _gate_definition(file: File, mention: Mention) -> Iterator[Target]:
    view = file.gates
    if view is None:
        return
    if mention.kind in (Kind.FEATURE, Kind.LEVEL):
        declared = [one for one in mentions_of(view, mention.key) if one.is_declaration]
        here = [one for one in declared if one.source.path == file.path]
        for one in here or declared:
            yield Target(one.source, one.span)
    schemas = list(_schemas_of(file, mention))
    yield from schemas
    if not schemas and mention.kind is Kind.RPC:
        yield from (
            Target(one.source, one.span)
            for one in mentions_of(view, mention.key)
            if one.is_declaration
        )


def _schemas_of(file: File, mention: Mention) -> Iterator[Target]:
    """The schemas behind an RPC or record."""
    view = file.gates
    if view is None or mention.kind not in (Kind.RPC, Kind.RECORD):
        return
    schemas = GatedTree(view).schemas
    name, near = mention.key[1], file.path
    found = (
        (schemas.request(name, near), schemas.response(name, near))
        if mention.kind is Kind.RPC
        else (schemas.record(name, near),)
    )
    for message in found:
        if message is not None:
            yield from _target(_name_place(message))


def _name_place(message: Message) -> JsonPlace:
    return message.origin.value("name")


def _target(place: Place) -> Iterator[Target]:
    span = place.span
    if span is not None and place.source.revision is None:
        text = place.source.text
        if span.end - span.start > 2 and text[span.start] == '"':
            span = Span(span.start + 1, span.end - 1)
        yield Target(place.source, span)


def _unique(found: Iterable[Target]) -> list[Target]:
    return list({(one.source.path, one.span): one for one in found}.values())
