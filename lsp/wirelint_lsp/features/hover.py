"""What a hover says."""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.evolution.versions import spelled
from wirelint.schema.defaults import DefaultProblem, read_default
from wirelint.schema.model import FieldSite, Message, Struct, sites
from wirelint.sources.discovery import Kind
from wirelint.suppress import directives
from wirelint.syntax.origin import Part
from wirelint.text import count
from wirelint.wire.annotate import spell_value
from wirelint_lsp.answers import Hover
from wirelint_lsp.features.configuration import hover_setting
from wirelint_lsp.features.gatewords import describe
from wirelint_lsp.features.mentions import mention_at
from wirelint_lsp.features.pages import summary_of
from wirelint_lsp.features.places import Spot, name_of, spot
from wirelint_lsp.features.story import (
    as_markdown,
    code,
    escape,
    gate_from,
    gates_of,
    in_cell,
    story,
)
from wirelint_lsp.features.wiretypes import wire_types
from wirelint_lsp.features.words import property_words
from wirelint_lsp.file import File


def hover(file: File, offset: int) -> Hover | None:
    """What stands at an offset, in Markdown; None where there is nothing to say."""
    if file.path.endswith(".toml"):
        return hover_setting(file.source, offset)
    suppressed = _suppression(file, offset)
    if suppressed is not None:
        return suppressed
    if file.kind is Kind.SCHEMA:
        return _in_schema(file, offset)
    view, table = file.gates, file.table
    if view is None or table is None:
        return None
    mention = mention_at(view, table, offset)
    words = None if mention is None else describe(file, mention)
    return None if mention is None or words is None else Hover(words, mention.span)


def _suppression(file: File, offset: int) -> Hover | None:
    if "wirelint:" not in file.source.text:
        return None
    for directive in directives(file.source)[0]:
        for name, span in zip(directive.names, directive.name_spans, strict=True):
            if span.start <= offset <= span.end:
                return Hover(f"**{name}**: {summary_of(name)}", span)
    return None


def _in_schema(file: File, offset: int) -> Hover | None:
    at, tree = spot(file, offset), file.tree
    if at is None or tree is None or at.key is None:
        return None
    span = tree.span((*at.owner_path, at.key), Part.MEMBER)
    if at.part is Part.KEY or at.path == (*at.owner_path, at.key):
        part = Part.KEY if at.part is Part.KEY else Part.VALUE
        span = tree.span((*at.owner_path, at.key), part)
    lines = list(_schema_words(file, at))
    return Hover("\n".join(lines), span) if lines else None


def _schema_words(file: File, at: Spot) -> Iterator[str]:
    owner = at.owner
    if isinstance(owner, Message):
        yield from _message_words(file, owner, at.key)
    elif isinstance(owner, FieldSite):
        yield from _field_words(file, owner, at.key)
    elif isinstance(owner, Struct):
        users = [one for one in sites(_message(file)) if one.field.type.name == owner.name]
        yield f"**{escape(owner.name)}** {owner.versions}, a struct of {count(len(users), 'field')}"
        for one in users[:12]:
            yield f"- {escape(name_of(one))} {one.versions}"
    yield from _about_property(at)


def _message(file: File) -> Message:
    assert file.message is not None
    return file.message


def _message_words(file: File, message: Message, key: str | None) -> Iterator[str]:
    if key in {"validVersions", "name", "flexibleVersions", "latestVersionUnstable"}:
        told = story(file)
        if told is not None:
            yield from as_markdown(told)
            yield ""
    elif key == "apiKey" and message.api_key is not None:
        partner = file.session.project.partner(message)
        other = f", with **{escape(partner.name)}** {partner.valid_versions}" if partner else ""
        yield f"Api key {message.api_key} of **{escape(message.name)}**{other}"
        yield ""


def _field_words(file: File, site: FieldSite, key: str | None) -> Iterator[str]:
    field = site.field
    if key in {"about", "fields"} and key == "about":
        return
    tagged = f", tag {field.tag}" if field.tag is not None and field.tagged_versions else ""
    yield f"**{escape(name_of(site))}** {code(str(field.type))}{tagged}"
    if field.about:
        yield ""
        yield escape(field.about)
    yield ""
    yield f"Versions **{site.versions}**{_limits(site)}"
    yield ""
    rows = wire_types(site)
    if rows:
        yield "| versions | on the wire | null | tag |"
        yield "| --- | --- | --- | --- |"
        for one in rows:
            null = "yes" if one.nullable else "no"
            if one.mark:
                null += f", {one.mark}"
            tag = "" if one.tag is None else str(one.tag)
            yield f"| {one.versions} | {in_cell(code(one.name)) if one.name else 'no bytes of its own'} | {null} | {tag} |"
        yield ""
    yield from _default_words(site)
    flags = [
        word
        for word, is_set in (
            ("ignorable: left out where the version has no place for it", field.ignorable),
            ("map key", field.map_key),
            ("zero copy", field.zero_copy),
        )
        if is_set
    ]
    if field.entity_type:
        flags.append(f"holds a {code(field.entity_type)}")
    if flags:
        yield f"- {'; '.join(flags)}"
    gates, _ = gates_of(file, site.message)
    for gate in gate_from(gates, site.versions.low) if site.versions else ():
        yield (
            f"- version {site.versions.low} is chosen from {code(gate.feature)} "
            f"{escape(gate.level)} on ({gate.where})"
        )


def _limits(site: FieldSite) -> str:
    """Who set the effective range, where it is not the field's own text."""
    field, message = site.field, site.message
    if site.versions == field.versions:
        return ""
    by: list[str] = []
    rest = field.versions
    for parent in reversed(site.parents):
        if rest & parent.versions != rest:
            by.append(f"{code(parent.name)} {parent.versions}")
            rest = rest & parent.versions
    if isinstance(site.owner, Struct) and rest & site.owner.versions != rest:
        by.append(f"struct {code(site.owner.name)} {site.owner.versions}")
        rest = rest & site.owner.versions
    if rest & message.valid_versions != rest:
        by.append(f"the message's {message.valid_versions}")
    if by and site.versions == field.versions & message.valid_versions:
        return f" (written {code(_written(site))})"
    return f" (written {code(_written(site))}, cut by {', '.join(by)})" if by else ""


def _written(site: FieldSite) -> str:
    raw = site.field.origin.json.get("versions")
    return str(raw) if isinstance(raw, str | int) else str(site.field.versions)


def _default_words(site: FieldSite) -> Iterator[str]:
    field = site.field
    value = read_default(field)
    if isinstance(value, DefaultProblem):
        yield f"- default {escape(field.default)}: {escape(value.message)}"
        return
    set_by = "set here" if field.origin.has("default") else f"the zero of {field.type}"
    shown = "empty" if value in ((), {}) else spell_value(value, is_uuid=field.type.name == "uuid")
    absent = site.message.valid_versions - site.versions
    unread = f"; what readers get in {spelled(absent)}" if absent else ""
    yield f"- default {escape(shown)} ({escape(set_by)}{unread})"


def _about_property(at: Spot) -> Iterator[str]:
    owner = {FieldSite: "field", Struct: "commonStruct"}.get(type(at.owner), "message")
    text = property_words(owner).get(at.key or "")
    if text:
        yield ""
        yield f"{code(at.key or '')}: {text}"
