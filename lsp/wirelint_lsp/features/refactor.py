"""Refactorings of schemas: what protocol changes are made of."""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.schema.model import Field, FieldSite, Message, MessageType
from wirelint.sources.discovery import Kind as FileKind
from wirelint.syntax.edits import insert_member, set_value
from wirelint.text import Span
from wirelint_lsp.answers import Action, ActionKind, TextEdit
from wirelint_lsp.features.places import spot
from wirelint_lsp.features.story import released_message
from wirelint_lsp.file import File


def refactorings(file: File, span: Span) -> Iterator[Action]:
    """What can be done with the field or message under the cursor."""
    message = file.message
    if file.kind is not FileKind.SCHEMA or message is None or not message.valid_versions:
        return
    at = spot(file, span.start)
    if at is None:
        return
    if isinstance(at.owner, FieldSite):
        yield from _tagged(file, at.owner)
        yield from _close(file, at.owner)
    if isinstance(at.owner, Message) or at.key in {"validVersions", None}:
        yield from _bump(file, message)


def bump_edits(file: File, message: Message) -> tuple[TextEdit, ...]:
    """The next version of a message and of its other half."""
    both = [message]
    partner = file.session.project.partner(message)
    if partner is not None and partner.type in (MessageType.REQUEST, MessageType.RESPONSE):
        both.append(partner)
    new = max(one.valid_versions.high for one in both if one.valid_versions) + 1
    edits = []
    for one in both:
        low = one.valid_versions.low
        edit = set_value(one.origin, "validVersions", f'"{low}-{new}"')
        at = edit.at.span
        if at is not None:
            edits.append(TextEdit(edit.at.source, at, edit.replacement))
    return tuple(edits)


def _bump(file: File, message: Message) -> Iterator[Action]:
    partner = file.session.project.partner(message)
    new = message.valid_versions.high + 1
    both = f" and {partner.name}" if partner is not None else ""
    yield Action(
        title=f"Start version {new} of {message.name}{both}",
        kind=ActionKind.REFACTOR,
        edits=bump_edits(file, message),
    )


def _tagged(file: File, site: FieldSite) -> Iterator[Action]:
    """A field that is not on the wire yet may as well be a tagged one, which needs no bump."""
    field, message = site.field, site.message
    flexible = message.flexible
    if field.tagged_versions or field.tag is not None or not flexible or field.map_key:
        return
    before, _ = released_message(file)
    if before is not None and _is_released(before, site):
        return
    low = max(flexible.low, min(field.versions.low, message.valid_versions.high))
    if before is not None and before.valid_versions.high in flexible:
        low = max(flexible.low, min(low, before.valid_versions.high))
    tag = _next_tag(file, site)
    edits = [
        set_value(field.origin, "versions", f'"{low}+"'),
        insert_member(field.origin, "versions", "taggedVersions", f'"{low}+"'),
    ]
    texts: list[TextEdit] = []
    for edit in edits:
        at = edit.at.span
        if at is None:
            return
        texts.append(TextEdit(edit.at.source, at, edit.replacement))
    last = texts[-1]
    texts[-1] = TextEdit(last.source, last.span, _with_tag(last.text, tag))
    yield Action(
        title=f"Make {field.name} a tagged field (tag {tag}, versions {low}+)",
        kind=ActionKind.REWRITE,
        edits=tuple(texts),
    )


def _with_tag(inserted: str, tag: int) -> str:
    """The inserted member with the tag behind it, laid out alike."""
    member = '"taggedVersions"'
    start = inserted.index(member)
    end = inserted.index('"', inserted.index(":", start))
    end = inserted.index('"', end + 1) + 1
    return f'{inserted[:end]}, "tag": {tag}{inserted[end:]}'


def _next_tag(file: File, site: FieldSite) -> int:
    """One above every tag of the struct, in the baseline too."""
    fields = site.owner.fields if hasattr(site.owner, "fields") else ()
    used = [one.tag for one in fields if one.tag is not None]
    before, _ = released_message(file)
    if before is not None:
        used += [one.tag for one in _siblings_before(before, site) if one.tag is not None]
    return max(used, default=-1) + 1


def _siblings_before(before: Message, site: FieldSite) -> tuple[Field, ...]:
    fields = before.fields
    for parent in site.parents:
        holder = next((one for one in fields if one.name == parent.name), None)
        if holder is None:
            return ()
        fields = before.fields_of(holder)
    return fields


def _is_released(before: Message, site: FieldSite) -> bool:
    return any(one.name == site.field.name for one in _siblings_before(before, site))


def _close(file: File, site: FieldSite) -> Iterator[Action]:
    """A released field is not deleted: its range ends with the version before the newest."""
    field, message = site.field, site.message
    high = message.valid_versions.high
    if not field.versions.is_open or high not in field.versions:
        return
    before, _ = released_message(file)
    last = high if before is None else before.valid_versions.high
    last = min(last, high - 1) if last == high else last
    if last < field.versions.low:
        return
    edit = set_value(field.origin, "versions", f'"{field.versions.low}-{last}"')
    at = edit.at.span
    if at is not None:
        yield Action(
            title=f"End {field.name} with version {last} instead of deleting it",
            kind=ActionKind.REWRITE,
            edits=(TextEdit(edit.at.source, at, edit.replacement),),
        )
