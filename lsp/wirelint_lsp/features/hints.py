# Hints are off the text and on the eye: only what the text does not say and a reader would ask.
"""Inlay hints."""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.gates.model import FromLevel, OnLevels
from wirelint.project.gates import GateView
from wirelint.schema.model import FieldSite, Message, Struct, sites
from wirelint.sources.discovery import Kind as FileKind
from wirelint.syntax.tree import Tree
from wirelint.text import Place, Span
from wirelint_lsp.answers import Hint, HintKind
from wirelint_lsp.features.story import code, escape, gate_from, gates_of
from wirelint_lsp.features.wiretypes import wire_types
from wirelint_lsp.file import File


def hints(file: File, within: Span, *, effective: bool, wire: bool, gates: bool) -> list[Hint]:
    """The hints of a stretch of a file, in text order."""
    if file.kind is FileKind.SCHEMA:
        message, tree = file.message, file.tree
        if message is None or tree is None:
            return []
        found = [
            *(_effective(message, tree) if effective else ()),
            *(_wire(message, tree) if wire else ()),
            *(_gates(file, message, tree) if gates else ()),
        ]
    elif file.table is not None and file.gates is not None:
        found = list(_levels(file, file.gates)) if gates else []
    else:
        return []
    return sorted(
        (one for one in found if within.start <= one.offset <= within.end),
        key=lambda one: one.offset,
    )


def _effective(message: Message, tree: Tree) -> Iterator[Hint]:
    """The effective range of a field where a field or struct around it cuts its own text.

    That the message has only some versions of `0+` every reader knows.
    """
    for site in sites(message):
        if not site.field.origin.has("versions"):
            continue
        if site.versions != site.field.versions & message.valid_versions or not site.versions:
            said = "never on the wire" if not site.versions else f"in fact {site.versions}"
            yield Hint(
                offset=tree.span((*site.field.origin.path, "versions")).end,
                text=said,
                tooltip=_cut_by(site),
            )


def _cut_by(site: FieldSite) -> str:
    by = [f"{code(one.name)} {one.versions}" for one in site.parents]
    if isinstance(site.owner, Struct):
        by.append(f"struct {code(site.owner.name)} {site.owner.versions}")
    by.append(f"{code(site.message.name)} {site.message.valid_versions}")
    return "Cut by " + ", ".join(by)


def _wire(message: Message, tree: Tree) -> Iterator[Hint]:
    """The wire type at the newest version of each field."""
    for site in sites(message):
        rows = wire_types(site) if site.field.origin.has("type") else ()
        if rows and rows[-1].name:
            yield Hint(
                offset=tree.span((*site.field.origin.path, "type")).end,
                text=rows[-1].name,
                tooltip="\n\n".join(f"{one.versions}: {one.name}" for one in rows),
            )


def _gates(file: File, message: Message, tree: Tree) -> Iterator[Hint]:
    """The level behind the newest version."""
    if not message.valid_versions or not message.origin.has("validVersions"):
        return
    found, _ = gates_of(file, message)
    newest = message.valid_versions.high
    for gate in gate_from(found, newest)[:1]:
        yield Hint(
            offset=tree.span((*message.origin.path, "validVersions")).end,
            text=f"{newest} from {gate.level}",
            tooltip=f"{code(gate.feature)} {escape(gate.level)} chooses it ({gate.where})",
            kind=HintKind.PARAMETER,
        )


def _levels(file: File, view: GateView) -> Iterator[Hint]:
    """The number behind a level's name in a ladder, and the name behind a bare number."""
    for use in view.ladders:
        feature = use.feature
        if feature is None or use.table.source.path != file.path:
            continue
        for case in use.site.ladder.cases:
            guard = case.guard
            refs = (
                (guard.level,)
                if isinstance(guard, FromLevel)
                else guard.levels
                if isinstance(guard, OnLevels)
                else ()
            )
            for ref in refs:
                number = feature.resolve(ref)
                row = None if number is None else feature.level(number)
                text = (
                    str(number)
                    if ref.name is not None
                    else row.name
                    if row is not None and row.name
                    else None
                )
                end = _end(ref.origin, file)
                if text is not None and number is not None and end is not None:
                    yield Hint(
                        offset=end, text=f"= {text}", tooltip="" if row is None else escape(row.doc)
                    )


def _end(place: Place, file: File) -> int | None:
    span = place.span
    return None if span is None or place.source.path != file.path else span.end
