# What all rules of evolution say in the same way: names of fields, who breaks, where a thing stood.
"""Parts of findings about changes."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from wirelint.diagnostics import Edit, Fix, Related
from wirelint.evolution.pairing import MessagePair
from wirelint.lazy_dataclass import dataclass
from wirelint.schema.model import Field, Message, MessageType
from wirelint.syntax.origin import JsonPlace, Origin, Part
from wirelint.syntax.values import Value
from wirelint.text import Place, SourceText, Span
from wirelint.versions import VersionRange

_NAMES: Final = re.compile(r"\[([^\]]*)\]")

_MISREAD: Final = {
    MessageType.REQUEST: "a new broker misreads the requests of old clients, and the reverse",
    MessageType.RESPONSE: "old clients misread the answers of a new broker, and the reverse",
    MessageType.HEADER: "old and new nodes misread each other's messages from the header on",
}
_LOG: Final = "a new reader misreads what old nodes wrote, and the reverse"


def misread(message: Message) -> str:
    """Who breaks when two layouts meet under one version."""
    return _MISREAD.get(message.type, _LOG)


def path_of(field: Field) -> str:
    """The field with the names of what holds it: `Topics.Partitions.Epoch`."""
    return ".".join(_NAMES.findall(field.origin.whole.property or "")) or field.name


def of(pair: MessagePair, field: Field) -> str:
    """`Ttl` of `PingRequest`."""
    return f"`{path_of(field)}` of `{pair.name}`"


def then(origin: Origin, key: str, message: str) -> Related:
    """A place in the baseline."""
    return Related(origin.value(key), message)


def stood(field: Field) -> Related:
    """Where a field that is gone stood."""
    return Related(field.origin.value("name"), f"the baseline: `{field.name}`, {field.type}")


@dataclass(frozen=True, slots=True)
class NamedPlace:
    """A place under another name: what is gone is named as in the baseline, shown at what is left."""

    at: JsonPlace
    name: str | None

    @property
    def source(self) -> SourceText:
        return self.at.source

    @property
    def span(self) -> Span | None:
        return self.at.span

    @property
    def property(self) -> str | None:
        return self.name


@dataclass(frozen=True, slots=True)
class GoneFile:
    """Where a file was that is deleted."""

    source: SourceText

    @property
    def span(self) -> Span | None:
        return None

    @property
    def property(self) -> str | None:
        return None


def gone_field(parent: Origin, field: Field) -> Place:
    """The place of a field that is gone: the key `fields` of the nearest object that is left."""
    return NamedPlace(parent.key("fields"), field.origin.whole.property)


def gone_file(path: str) -> Place:
    return GoneFile(SourceText(path, ""))


def at(origin: Origin, key: str) -> Place:
    """The value of a property; where it is not there, the field, shown at its name.

    Of a message the property is named although it is not there.
    """
    if origin.has(key):
        return origin.value(key)
    return NamedPlace(origin.value("name"), origin.whole.property or key)


def at_versions(field: Field) -> JsonPlace:
    """What says where a field stands: `versions`, or `taggedVersions` where that stands alone."""
    origin = field.origin
    return origin.value("versions" if origin.has("versions") else "taggedVersions")


def element_named(values: list[Value], name: Value) -> int | None:
    """The place in a list of objects of the first with that name.

    The last list is remembered: a change of thousands of fields asks thousands of times.
    """
    known = _last[0] if _last else None
    if known is None or known[0] is not values:
        places: dict[str, int] = {}
        for index, one in enumerate(values):
            if isinstance(one, dict) and isinstance(own := one.get("name"), str):
                places.setdefault(own, index)
        known = (values, places)
        _last[:] = [known]
    return known[1].get(name) if isinstance(name, str) else None


_last: Final[list[tuple[list[Value], dict[str, int]]]] = []


# -- fixes --------------------------------------------------------------------------------------


def put(origin: Origin, key: str, text: str, *, behind: str = "versions") -> Edit:
    """Give a property a value, in place or behind another property."""
    if origin.has(key):
        return Edit(origin.value(key), text)
    anchor = behind if origin.has(behind) else "type"
    return Edit(
        JsonPlace(origin.document, (*origin.path, anchor), Part.AFTER), f', "{key}": {text}'
    )


def take_off(origin: Origin, key: str) -> Edit:
    """Remove a property."""
    return Edit(JsonPlace(origin.document, (*origin.path, key), Part.REMOVAL), "")


def bump(pair: MessagePair, version: int) -> tuple[Edit, ...]:
    """Make a version valid in the message and in its other half, where it is not yet."""
    return tuple(
        Edit(
            half.origin.value("validVersions"),
            f'"{VersionRange(half.valid_versions.low, version)}"',
        )
        for half in (pair.after, pair.partner_after)
        if half is not None and half.valid_versions and half.valid_versions.high < version
    )


def next_version(pair: MessagePair) -> int:
    """The first version that the baseline has not promised."""
    return pair.released.high + 1


def restore(after: Origin, before: Origin, key: str) -> tuple[Edit, ...]:
    """Give a property what it had in the baseline."""
    raw = before.raw(key)
    if not before.has(key):
        return (take_off(after, key),) if after.has(key) else ()
    if not isinstance(raw, str):
        return ()
    return (put(after, key, f'"{raw}"'),)


def fix(title: str, edits: Iterable[Edit]) -> tuple[Fix, ...]:
    """One unsafe fix, or none when there is nothing to edit."""
    found = tuple(edits)
    return (Fix(title, found),) if found else ()
