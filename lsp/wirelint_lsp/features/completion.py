"""Completion in schemas, gate tables and configurations."""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.schema.model import FieldSite, Message, MessageType
from wirelint.schema.types import PRIMITIVES
from wirelint.sources.discovery import Kind as FileKind
from wirelint.syntax.origin import Part
from wirelint.syntax.tree import Member, Object
from wirelint.text import Span
from wirelint_lsp.answers import Item, ItemKind
from wirelint_lsp.features.configuration import complete_setting
from wirelint_lsp.features.gate_completion import complete_gates
from wirelint_lsp.features.places import Spot, owner_of, spot
from wirelint_lsp.features.words import property_words
from wirelint_lsp.file import File

_SNIPPETS = {
    "name": '"${1:Name}"',
    "type": '"$1"',
    "versions": '"$1"',
    "validVersions": '"${1:0}"',
    "flexibleVersions": '"${1:0+}"',
    "deprecatedVersions": '"$1"',
    "nullableVersions": '"$1"',
    "taggedVersions": '"$1"',
    "about": '"${1:The }"',
    "apiKey": "${1:0}",
    "tag": "$1",
    "fields": "[\n  $1\n]",
    "commonStructs": "[\n  $1\n]",
    "listeners": '["${1:broker}"]',
    "mapKey": "true",
    "ignorable": "true",
    "zeroCopy": "true",
    "latestVersionUnstable": "true",
    "default": '"$1"',
    "entityType": '"$1"',
}
_ORDER = (
    "name type versions about apiKey listeners validVersions flexibleVersions latestVersionUnstable"
    " deprecatedVersions fields commonStructs nullableVersions taggedVersions tag ignorable default"
    " entityType mapKey zeroCopy"
).split()
_BOOLEANS = frozenset(("mapKey", "ignorable", "zeroCopy", "latestVersionUnstable"))
_RANGES = frozenset(
    (
        "validVersions deprecatedVersions flexibleVersions versions taggedVersions nullableVersions"
    ).split()
)


def complete(file: File, offset: int) -> list[Item]:
    """What may stand at an offset."""
    if file.path.endswith(".toml"):
        return complete_setting(file.source, offset)
    if file.kind is FileKind.GATES:
        return complete_gates(file, offset)
    if file.kind is not FileKind.SCHEMA:
        return []
    at = spot(file, offset)
    if at is None or _in_comment(file, offset):
        return []
    if at.key is not None and at.part is not Part.KEY and not _opens_object(file, at):
        return list(_values(file, at, offset))
    return list(_properties(file, at, offset))


def explain(about: str) -> str:
    """The long words on an item, by its `about`."""
    owner, _, name = about.partition("/")
    return property_words(owner).get(name, "") if name else ""


def _in_comment(file: File, offset: int) -> bool:
    tree = file.tree
    return tree is not None and any(
        one.span.start < offset <= one.span.end for one in tree.comments
    )


def _opens_object(file: File, at: Spot) -> bool:
    """Whether a place below a property is inside of an object that was not named yet."""
    tree = file.tree
    node = None if tree is None else tree.node(at.path)
    return isinstance(node, Object) and at.part is Part.INSIDE_END


# -- properties -------------------------------------------------------------------------------------


def _properties(file: File, at: Spot, offset: int) -> Iterator[Item]:
    """The properties that the object lacks."""
    tree = file.tree
    if tree is None:
        return
    path = at.path[:-1] if at.part is Part.KEY else at.path
    node = tree.node(path)
    if not isinstance(node, Object):
        return
    owner = _owner_word(path)
    span = _key_span(file, node, offset)
    present = {one.key for one in node.members if not one.start <= offset <= one.key_end}
    has_value = any(
        one.start <= offset <= one.key_end and getattr(one.value, "type", "")
        for one in node.members
    )
    for name, words in property_words(owner).items():
        if name in present:
            continue
        snippet = _SNIPPETS.get(name, '"$1"')
        if name == "tag":
            free = _free_tag(file, path)
            snippet = f"${{1:{free}}}"
        yield Item(
            label=name,
            text=f'"{name}"' if has_value else f'"{name}": {snippet}',
            span=span,
            kind=ItemKind.PROPERTY,
            detail=words.split(":", 1)[0][:80],
            is_snippet=not has_value,
            order=_ORDER.index(name) if name in _ORDER else 90,
            about=f"{owner}/{name}",
        )


def _owner_word(path: tuple[str | int, ...]) -> str:
    names = [one for one in path if isinstance(one, str)]
    if not names:
        return "message"
    return "commonStruct" if names == ["commonStructs"] else "field"


def _key_span(file: File, node: Object, offset: int) -> Span:
    """The key under the cursor, or the letters before it."""
    for one in node.members:
        if one.start <= offset <= one.key_end:
            return Span(one.start, one.key_end)
    text = file.source.text
    start = offset
    while start > node.start + 1 and (text[start - 1].isalnum() or text[start - 1] == '"'):
        start -= 1
    end = offset + 1 if text[offset : offset + 1] == '"' and text[start:offset] == '"' else offset
    return Span(start, end)


def _free_tag(file: File, path: tuple[str | int, ...]) -> int:
    """The next tag of the struct that holds the field at a path, whose own does not count."""
    found = None if file.message is None else owner_of(file.message, path)
    holder = found.owner if isinstance(found, FieldSite) else None
    fields = () if holder is None else holder.fields
    used = [one.tag for one in fields if one.tag is not None and one.origin.path != path]
    return max(used, default=-1) + 1


# -- values -----------------------------------------------------------------------------------------


def _values(file: File, at: Spot, offset: int) -> Iterator[Item]:
    message, tree = file.message, file.tree
    if tree is None or at.key is None:
        return
    span, quoted = _value_span(file, at, offset)
    is_message = at.owner_path == ()

    def item(word: str, kind: ItemKind, detail: str = "", order: int = 0) -> Item:
        return Item(
            label=word,
            text=word if quoted else f'"{word}"',
            span=span,
            kind=kind,
            detail=detail,
            order=order,
        )

    dialect = file.session.setup.dialect
    if at.key == "type" and is_message:
        for word in dialect.message_types():
            yield item(word, ItemKind.WORD)
    elif at.key == "type":
        yield from _types(message, item)
    elif at.key == "entityType":
        for word, needs in dialect.entity_types().items():
            if word != "unknown":
                yield item(word, ItemKind.WORD, f"for {needs}" if needs else "")
    elif at.key == "listeners":
        for word in ("broker", "controller", *dialect.extra_listeners):
            yield item(word, ItemKind.WORD)
    elif at.key in _BOOLEANS:
        for word in ("true", "false"):
            bare = Span(span.start - 1, span.end + 1) if quoted else span
            yield Item(label=word, text=word, span=bare, kind=ItemKind.KEYWORD)
    elif at.key in _RANGES:
        for order, (word, why) in enumerate(_range_words(file, at)):
            yield item(word, ItemKind.VALUE, why, order)
    elif at.key == "tag":
        free = str(_free_tag(file, at.owner_path))
        yield Item(
            label=free, text=free, span=span, kind=ItemKind.VALUE, detail="the next free tag"
        )
    elif at.key == "apiKey" and message is not None:
        free = str(_free_key(file, message))
        yield Item(
            label=free, text=free, span=span, kind=ItemKind.VALUE, detail="the next free api key"
        )


def _types(message: Message | None, item: object) -> Iterator[Item]:
    make = item
    assert callable(make)
    structs = {} if message is None else {one.name: one for one in message.common_structs}
    for order, name in enumerate(sorted(structs)):
        yield make(name, ItemKind.STRUCT, f"common struct {structs[name].versions}", order)
        yield make(f"[]{name}", ItemKind.STRUCT, "", 100 + order)
    for order, name in enumerate(sorted(PRIMITIVES)):
        yield make(name, ItemKind.TYPE, "", 200 + order)
        if name != "records":
            yield make(f"[]{name}", ItemKind.TYPE, "", 300 + order)


def _range_words(file: File, at: Spot) -> Iterator[tuple[str, str]]:
    """Ranges that are likely meant, the likeliest first."""
    message = file.message
    if message is None or not message.valid_versions:
        yield "0", "one version"
        yield "0+", "all versions"
        return
    valid, flexible = message.valid_versions, message.flexible
    if at.key == "validVersions":
        yield f"{valid.low}-{valid.high + 1}", "with a new version"
        yield str(valid), "as it is"
        yield "none", "an API that was removed"
        return
    if at.key == "flexibleVersions":
        yield f"{valid.high}+", "from the newest version on"
        yield "none", "never"
        return
    if at.key == "taggedVersions" and flexible:
        yield f"{max(flexible.low, _low(at))}+", "every flexible version of the field"
    yield f"{valid.high}+", "from the newest version on"
    yield f"{valid.low}+", "every version"
    if isinstance(at.owner, FieldSite) and at.key != "versions":
        yield f"{at.owner.field.versions}", "where the field is"
    for parent in at.owner.parents[-1:] if isinstance(at.owner, FieldSite) else ():
        yield str(parent.versions), f"as `{parent.name}`"
    yield "none", "no version"


def _low(at: Spot) -> int:
    return at.owner.field.versions.low if isinstance(at.owner, FieldSite) else 0


def _free_key(file: File, message: Message) -> int:
    project = file.session.project
    if message.type is MessageType.RESPONSE:
        name = message.name.removesuffix("Response")
        request = project.request(name)
        if request is not None and request.api_key is not None:
            return request.api_key
    space = project.key_space(message)
    used = [] if space is None else [key for key in project.key_spaces.get(space, {}) if key < 1000]
    return max(used, default=-1) + 1


def _value_span(file: File, at: Spot, offset: int) -> tuple[Span, bool]:
    """The value under the cursor without its quotation marks, and whether it has them."""
    tree, text = file.tree, file.source.text
    assert tree is not None
    path = at.path
    found, complete = tree.walk(path)
    if complete and found:
        last = found[-1]
        value = last.value
        start, end = value.start, value.end
        is_text = text[start : start + 1] == '"'
        if start <= offset <= end and end > start and not isinstance(value, Object):
            closed = is_text and end - start >= 2 and text[end - 1] == '"'
            if is_text:
                return Span(start + 1, end - 1 if closed else end), True
            if isinstance(last, Member) or text[start:end].strip("[]"):
                inner = text[start:end]
                if not inner.startswith(("[", "{")):
                    return Span(start, end), False
    start = offset
    while start > 0 and (text[start - 1].isalnum() or text[start - 1] in "-+[]_"):
        if text[start - 1] == "[" and text[start : start + 1] != "]":
            break
        start -= 1
    quoted = start > 0 and text[start - 1] == '"'
    return Span(start, offset), quoted
