"""Bytes with what they mean, line by line."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from wirelint.lazy_dataclass import dataclass
from wirelint.schema.defaults import Value
from wirelint.text import inert
from wirelint.wire.layout import Bound, Kind, Member
from wirelint.wire.trace import UNKNOWN_TAGS, Part, Role, spell

_SHOWN_BYTES: Final = 16
_SHOWN_TEXT: Final = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """Some adjacent bytes: where, which, of which field, and what they say.

    `path` is "" for what belongs to no field. `depth` is how many structs and arrays the field
    lies in.
    """

    offset: int
    data: bytes
    path: str
    depth: int
    role: Role
    type: str
    meaning: str
    note: str | None

    @property
    def hex(self) -> str:
        """The bytes in pairs, long ones cut."""
        shown = self.data[:_SHOWN_BYTES].hex(" ")
        return shown if len(self.data) <= _SHOWN_BYTES else f"{shown} .. {len(self.data)} bytes"


def annotate(parts: Iterable[Part], data: bytes) -> tuple[Line, ...]:
    """One line per part, in the order of the bytes."""
    return tuple(
        Line(
            offset=part.offset,
            data=data[part.offset : part.offset + part.length],
            path=spell(part.path),
            depth=max(0, len(part.path) - 1),
            role=part.role,
            type=part.type,
            meaning=meaning(part),
            note=part.note,
        )
        for part in parts
    )


def render_lines(lines: Sequence[Line]) -> list[str]:
    """Aligned text: offset, bytes, field, type, meaning."""
    if not lines:
        return []
    rows = [
        tuple(map(inert, (str(one.offset), one.hex, one.path or "-", one.type, _with_note(one))))
        for one in lines
    ]
    titles = ("offset", "bytes", "field", "type", "value")
    widths = [max(len(row[column]) for row in (titles, *rows)) for column in range(4)]
    return [
        "  ".join(
            (
                row[0].rjust(widths[0]),
                row[1].ljust(widths[1]),
                row[2].ljust(widths[2]),
                row[3].ljust(widths[3]),
                row[4],
            )
        ).rstrip()
        for row in (titles, *rows)
    ]


def line_json(line: Line) -> dict[str, object]:
    """A line for `--format json`; bytes are complete."""
    return {
        "offset": line.offset,
        "length": len(line.data),
        "hex": line.data.hex(),
        "field": line.path or None,
        "role": line.role.value,
        "type": line.type,
        "meaning": line.meaning,
        "note": line.note,
    }


def meaning(part: Part) -> str:
    """What a part says, in a few words."""
    value = part.value
    match part.role:
        case Role.VALUE:
            return spell_value(value, is_uuid=part.type == Kind.UUID.value)
        case Role.LENGTH:
            return "null" if value is None else _count(value, "byte")
        case Role.COUNT:
            return "null" if value is None else _count(value, "element")
        case Role.MARK:
            tagged = part.type != "int8"
            present = isinstance(value, int) and (value > 0 if tagged else value >= 0)
            return "present" if present else "null"
        case Role.TAG_COUNT:
            return _count(value, "tag") if value else "no tags"
        case Role.TAG:
            return f"tag {spell_value(value)}"
        case Role.TAG_SIZE:
            return _count(value, "byte")
        case Role.UNKNOWN_TAG:
            return f"unknown to this schema, kept: {spell_value(value)}"
        case Role.REST:
            return f"not read: {_count(part.length, 'byte')} too many"


def spell_value(value: Value, *, is_uuid: bool = False) -> str:
    """A value as people read it: uuids in Kafka's base64, bytes in hex, long ones cut."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        cut = value if len(value) <= _SHOWN_TEXT else value[:_SHOWN_TEXT]
        return json.dumps(cut, ensure_ascii=False) + ("" if cut is value else "..")
    if isinstance(value, bytes):
        if is_uuid:
            return uuid_text(value)
        cut_bytes = value[:_SHOWN_BYTES].hex(" ")
        return cut_bytes if len(value) <= _SHOWN_BYTES else f"{cut_bytes} .."
    if isinstance(value, (list, tuple)) and not value:
        return "an empty array"
    return str(value)


def uuid_text(value: bytes) -> str:
    """Kafka's `Uuid.toString`: URL-safe base64 without padding."""
    import binascii  # noqa: PLC0415 - only for output

    text = binascii.b2a_base64(value, newline=False).decode("ascii")
    return text.rstrip("=").translate(str.maketrans("+/", "-_"))


def plain(bound: Bound, value: Mapping[str, Value]) -> dict[str, object]:
    """A value as JSON has it: uuids as base64, bytes as hex; null and numbers as they are."""
    shown: dict[str, object] = {}
    for member in (*bound.members, *bound.tagged):
        if member.field.name in value:
            shown[member.field.name] = _plain(member, value[member.field.name])
    unknown = value.get(UNKNOWN_TAGS)
    if isinstance(unknown, Mapping):
        shown[UNKNOWN_TAGS] = {
            tag: raw.hex() for tag, raw in unknown.items() if isinstance(raw, bytes)
        }
    return shown


def _plain(member: Member, value: Value) -> object:
    if isinstance(value, Mapping):
        assert member.inner is not None
        return plain(member.inner, value)
    if isinstance(value, bytes):
        return uuid_text(value) if member.field.type.name == "uuid" else value.hex()
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [_plain(member, one) for one in value]
    return value


def _with_note(line: Line) -> str:
    return f"{line.meaning} ({line.note})" if line.note else line.meaning


def _count(value: Value, what: str) -> str:
    return f"{spell_value(value)} {what}" if value == 1 else f"{spell_value(value)} {what}s"
