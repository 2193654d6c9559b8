# Writes what Kafka's generated `write` methods write, and refuses what they refuse.
"""From values to bytes by a layout."""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from typing import Final

from wirelint.schema.defaults import Value, default_value
from wirelint.schema.model import Field
from wirelint.schema.types import INTEGER_BOUNDS
from wirelint.text import count
from wirelint.wire.layout import Bound, Kind, Member, Slot
from wirelint.wire.reading import MAX_STRING
from wirelint.wire.trace import UNKNOWN_TAGS, CodecError, Fault, Path

_BUDGET: Final = 5_000_000
# Enough for a value to show. Structs that hold the next one twice, thirty times over, have more.
EXAMPLE_BUDGET: Final = 20_000
_MAX_LENGTH: Final = 2**31 - 2

_FORMATS: Final = {
    "int8": ">b",
    "int16": ">h",
    "uint16": ">H",
    "int32": ">i",
    "uint32": ">I",
    "int64": ">q",
}


def write(bound: Bound, value: Mapping[str, Value], budget: int = _BUDGET) -> bytes:
    """Write one message; a field without a key has its default.

    Raises `CodecError`, also for more values than `budget`.
    """
    writer = _Writer(budget)
    writer.struct(bound, value, ())
    return bytes(writer.out)


def is_default(member: Member, value: Value) -> bool:
    """Whether a tagged field of that value is left out: equal to its default by value.

    Structs are compared field by field, tags inside and unknown tags included.
    """
    default = default_value(member.field)
    if value is None or default is None:
        return value is None and default is None
    if isinstance(value, Mapping):
        inner = member.inner
        if inner is None or value.get(UNKNOWN_TAGS):
            return False
        return all(
            is_default(one, value[one.field.name])
            for one in (*inner.members, *inner.tagged)
            if one.field.name in value
        )
    if isinstance(default, tuple):
        return value in ([], ())
    return value == default


class _Writer:
    def __init__(self, budget: int) -> None:
        self.out = bytearray()
        self.left = budget

    def struct(self, bound: Bound, value: Value, path: Path) -> None:
        self.count(path)
        if not isinstance(value, Mapping):
            raise _wrong(path, value, "a struct")
        if bound.layout.slots and not bound.members:
            raise CodecError(Fault.UNKNOWN_TYPE, path, "the schema does not say what this is")
        self.check_keys(bound, value, path)
        for member in bound.members:
            name = member.field.name
            one = value[name] if name in value else default_value(member.field)
            if member.slot is not None:
                self.value(member.slot, member.inner, member.field, one, (*path, name))
            else:
                assert member.inner is not None  # only a struct has no slot of its own
                self.struct(member.inner, one, (*path, name))
        if bound.layout.tags is not None:
            self.tags(bound, value, path)

    def check_keys(self, bound: Bound, value: Mapping[str, Value], path: Path) -> None:
        names = {member.field.name for member in (*bound.members, *bound.tagged)}
        for name, one in value.items():
            if name in names or (name == UNKNOWN_TAGS and bound.layout.tags is not None):
                continue
            absent = next((field for field in bound.absent if field.name == name), None)
            if absent is None:
                raise CodecError(Fault.UNKNOWN_FIELD, (*path, name), "there is no such field")
            if not absent.ignorable and not _is_absent_default(absent, one):
                raise CodecError(
                    Fault.ABSENT_FIELD, (*path, name), "the field is not in this version"
                )

    def tags(self, bound: Bound, value: Mapping[str, Value], path: Path) -> None:
        written: dict[int, bytes] = {}
        for member in bound.tagged:
            name = member.field.name
            if name not in value or member.slot is None or member.tag is None:
                continue
            if not is_default(member, value[name]):
                outer, self.out = self.out, bytearray()
                self.value(
                    member.slot,
                    member.inner,
                    member.field,
                    value[name],
                    (*path, name),
                    tagged=True,
                )
                written[member.tag] = bytes(self.out)
                self.out = outer
        unknown = value.get(UNKNOWN_TAGS) or {}
        if not isinstance(unknown, Mapping):
            raise _wrong((*path, UNKNOWN_TAGS), unknown, "tag numbers with bytes")
        for number, raw in unknown.items():
            here = (*path, UNKNOWN_TAGS, number)
            if not (number.isascii() and number.isdecimal() and int(number) < 1 << 32):
                raise CodecError(Fault.WRONG_VALUE, here, "no tag number")
            tag = int(number)
            if any(member.tag == tag for member in bound.tagged) or tag in bound.refused:
                raise CodecError(Fault.WRONG_VALUE, here, f"tag {tag} is not unknown")
            if not isinstance(raw, bytes):
                raise _wrong(here, raw, "bytes")
            written[tag] = raw
        self.out += varint(len(written))
        for tag in sorted(written):
            self.out += varint(tag)
            self.out += varint(len(written[tag]))
            self.out += written[tag]

    def value(
        self,
        slot: Slot,
        inner: Bound | None,
        field: Field,
        value: Value,
        path: Path,
        *,
        tagged: bool = False,
    ) -> None:
        self.count(path)
        kind = slot.kind
        if value is None and not slot.nullable:
            raise CodecError(Fault.NULL, path, "null, which is not allowed here")
        if kind is Kind.ARRAY:
            self.array(slot, inner, field, value, path)
        elif kind is Kind.STRUCT:
            if slot.nullable:
                self.out += (b"\0" if tagged else b"\xff") if value is None else b"\1"
            if value is not None:
                assert inner is not None
                self.struct(inner, value, path)
        elif kind is Kind.STRING:
            self.sized(slot, _text(value, path), path, ">h")
        elif kind is Kind.BYTES:
            if value is not None and not isinstance(value, bytes):
                raise _wrong(path, value, "bytes")
            self.sized(slot, value, path, ">i")
        elif kind is Kind.BOOL:
            if not isinstance(value, bool):
                raise _wrong(path, value, "true or false")
            self.out.append(value)
        elif kind is Kind.UUID:
            if not isinstance(value, bytes) or len(value) != 16:
                raise _wrong(path, value, "a uuid of 16 bytes")
            self.out += value
        elif kind is Kind.FLOAT64:
            if isinstance(value, bool) or not isinstance(value, (int, float)):
                raise _wrong(path, value, "a number")
            self.out += _float(value, path)
        elif kind is Kind.UNKNOWN:
            raise CodecError(Fault.UNKNOWN_TYPE, path, f"`{field.type}` is no field type")
        else:
            self.out += _number(kind.value, value, path)

    def sized(self, slot: Slot, data: bytes | None, path: Path, classic: str) -> None:
        if data is None:
            self.out += varint(0) if slot.compact else struct.pack(classic, -1)
            return
        longest = MAX_STRING if slot.kind is Kind.STRING else _MAX_LENGTH
        if len(data) > longest:
            raise CodecError(
                Fault.LENGTH,
                path,
                f"{count(len(data), 'byte')}, more than {longest} cannot be written",
            )
        self.out += varint(len(data) + 1) if slot.compact else struct.pack(classic, len(data))
        self.out += data

    def array(
        self,
        slot: Slot,
        inner: Bound | None,
        field: Field,
        value: Value,
        path: Path,
    ) -> None:
        if value is None:
            self.out += varint(0) if slot.compact else struct.pack(">i", -1)
            return
        if isinstance(value, (str, bytes)) or not isinstance(value, Sequence):
            raise _wrong(path, value, "an array")
        self.out += varint(len(value) + 1) if slot.compact else struct.pack(">i", len(value))
        assert slot.element is not None  # as every array's
        for index, one in enumerate(value):
            if inner is not None:
                self.struct(inner, one, (*path, index))
            else:
                self.value(slot.element.slots[0], None, field, one, (*path, index))

    def count(self, path: Path) -> None:
        self.left -= 1
        if self.left < 0:
            raise CodecError(Fault.TOO_MANY, path, "more values than can be written")


def varint(value: int) -> bytes:
    """ByteUtils.writeUnsignedVarint."""
    out = bytearray()
    while value >= 0x80:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def _number(name: str, value: Value, path: Path) -> bytes:
    if isinstance(value, bool) or not isinstance(value, int):
        raise _wrong(path, value, "a whole number")
    low, high = INTEGER_BOUNDS[name]
    if not low <= value <= high:
        raise CodecError(Fault.WRONG_VALUE, path, f"{value} does not fit into {name}")
    return struct.pack(_FORMATS[name], value)


def _float(value: float, path: Path) -> bytes:
    try:
        return struct.pack(">d", float(value))
    except OverflowError:
        raise CodecError(Fault.WRONG_VALUE, path, "the number is too large") from None


def _text(value: Value, path: Path) -> bytes | None:
    if value is None:
        return None
    if not isinstance(value, str):
        raise _wrong(path, value, "text")
    return value.encode("utf-8", "replace")  # as Java does with lone surrogates


def _is_absent_default(field: Field, value: Value) -> bool:
    if isinstance(value, Mapping):
        return not value and default_value(field) == {}
    default = default_value(field)
    if isinstance(default, tuple):
        return value in ([], ())
    return value == default


def _wrong(path: Path, value: Value, wanted: str) -> CodecError:
    kind = "null" if value is None else type(value).__name__
    return CodecError(Fault.WRONG_VALUE, path, f"takes {wanted}, this is {kind}")
