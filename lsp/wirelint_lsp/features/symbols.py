"""Outlines of files, and symbols of the whole tree."""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.engine.session import Session
from wirelint.gates.model import Feature, GateTable
from wirelint.schema.model import Field, Message, Struct
from wirelint.sources.discovery import Kind as FileKind
from wirelint.syntax.origin import Origin, Part
from wirelint.syntax.tree import Tree
from wirelint.text import Place, Span
from wirelint_lsp.answers import FoundSymbol, Symbol, SymbolKind
from wirelint_lsp.features.places import inner
from wirelint_lsp.file import File

_MOST = 500


def outline(file: File) -> list[Symbol]:
    """The symbols of one file, nested."""
    if file.kind is FileKind.SCHEMA:
        tree, message = file.tree, file.message
        if tree is None or message is None or tree.root is None:
            return []
        return [_message(file, tree, message)]
    table = file.table
    return [] if table is None else list(_table(file, table))


def search(session: Session, query: str) -> list[FoundSymbol]:
    """Messages, structs, features and levels whose names hold the letters of a query in order."""
    found: list[FoundSymbol] = []
    for schema in session.schemas.values():
        message = schema.message
        if message is None:
            continue
        named: list[tuple[str, SymbolKind, Origin, str]] = [
            (message.name, SymbolKind.MESSAGE, message.origin, message.type.value)
        ]
        named += [
            (one.name, SymbolKind.STRUCT, one.origin, message.name)
            for one in message.common_structs
        ]
        for name, kind, origin, container in named:
            if name and _matches(query, name) and len(found) < _MOST:
                place = origin.value("name")
                span = place.span
                found.append(
                    FoundSymbol(
                        name=name,
                        kind=kind,
                        source=place.source,
                        span=Span(0, 0) if span is None else span,
                        container=container,
                    )
                )
    trees = session.gates
    for feature in () if trees is None else trees.view.features:
        found += _gate_symbols(query, feature.feature, feature.table)
    return found[:_MOST]


def _gate_symbols(query: str, feature: Feature, table: GateTable) -> Iterator[FoundSymbol]:
    for name, kind, place, container in (
        (feature.name, SymbolKind.FEATURE, feature.name_at, table.source.path),
        *(
            (row.name or "", SymbolKind.LEVEL, row.name_at, feature.name)
            for row in feature.rows
            if row.name
        ),
    ):
        span = place.span
        if span is not None and place.source.path == table.source.path and _matches(query, name):
            yield FoundSymbol(
                name=name, kind=kind, source=place.source, span=span, container=container
            )


def _matches(query: str, name: str) -> bool:
    rest = iter(name.lower())
    return all(char in rest for char in query.lower() if char != " ")


# -- schemas ----------------------------------------------------------------------------------------


def _message(file: File, tree: Tree, message: Message) -> Symbol:
    children = [_field(file, tree, one) for one in message.fields]
    children += [_struct(file, tree, one) for one in message.common_structs]
    return Symbol(
        name=message.name,
        detail=f"{message.type.value} {message.valid_versions}",
        kind=SymbolKind.MESSAGE,
        whole=tree.span(message.origin.path),
        name_span=_name_span(file, tree, message.origin),
        children=tuple(children),
    )


def _struct(file: File, tree: Tree, struct: Struct) -> Symbol:
    return Symbol(
        name=struct.name,
        detail=str(struct.versions),
        kind=SymbolKind.STRUCT,
        whole=tree.span(struct.origin.path),
        name_span=_name_span(file, tree, struct.origin),
        children=tuple(_field(file, tree, one) for one in struct.fields),
    )


def _field(file: File, tree: Tree, field: Field) -> Symbol:
    tag = f", tag {field.tag}" if field.tag is not None else ""
    return Symbol(
        name=field.name,
        detail=f"{field.type} {field.versions}{tag}",
        kind=SymbolKind.FIELD,
        whole=tree.span(field.origin.path),
        name_span=_name_span(file, tree, field.origin),
        children=tuple(_field(file, tree, one) for one in field.fields),
    )


def _name_span(file: File, tree: Tree, origin: Origin) -> Span:
    whole = tree.span(origin.path)
    if not origin.has("name"):
        return Span(whole.start, whole.start)
    span = inner(file, tree.span((*origin.path, "name"), Part.VALUE))
    return span if whole.start <= span.start <= span.end <= whole.end else whole


# -- gate tables ------------------------------------------------------------------------------------


def _table(file: File, table: GateTable) -> Iterator[Symbol]:
    for feature in table.features:
        rows = [
            symbol
            for row in feature.rows
            if (
                symbol := _place_symbol(
                    file,
                    row.name or str(row.number),
                    row.doc or row.label,
                    SymbolKind.LEVEL,
                    row.origin,
                    row.name_at if row.name else row.number_at,
                )
            )
        ]
        detail = f"{feature.low} to {feature.production}"
        one = _place_symbol(
            file,
            feature.name,
            detail,
            SymbolKind.FEATURE,
            feature.origin,
            feature.name_at,
            tuple(rows),
        )
        if one is not None:
            yield one
    for name, detail, kind, whole, at in (
        *((one.name, "path", SymbolKind.PATH, one.origin, one.name_at) for one in table.paths),
        *((one.name, "rpc", SymbolKind.RPC, one.origin, one.name_at) for one in table.rpcs),
        *(
            (one.name, "format", SymbolKind.FORMAT, one.origin, one.name_at)
            for one in table.formats
        ),
        *(
            (one.name or "ladder", "ladder", SymbolKind.LADDER, one.origin, one.origin)
            for one in table.ladders
        ),
    ):
        symbol = _place_symbol(file, name, detail, kind, whole, at)
        if symbol is not None:
            yield symbol


def _place_symbol(
    file: File,
    name: str,
    detail: str,
    kind: SymbolKind,
    whole_at: Place,
    name_at: Place,
    children: tuple[Symbol, ...] = (),
) -> Symbol | None:
    span, whole = name_at.span, whole_at.span
    if span is None or name_at.source.path != file.path:
        return None
    if whole is None or whole_at.source.path != file.path:
        whole = span
    ends = [one.whole.end for one in children]
    # What a reader closes for itself ends behind the text.
    end = min(max(whole.end, span.end, *ends, 0), len(file.source.text))
    whole = Span(min(whole.start, span.start), end)
    return Symbol(
        name=name, detail=detail, kind=kind, whole=whole, name_span=span, children=children
    )
