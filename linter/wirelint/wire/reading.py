# Reads what Kafka's generated `read` methods read, and refuses what they refuse, through
# ByteBufferAccessor and ByteUtils: lengths are signed 32-bit numbers, booleans are "not zero",
# broken UTF-8 is replaced, sizes of known tags are not checked.
#
# Safe on hostile input: no length is trusted beyond the bytes that are left, and elements that take
# no byte are counted against a budget.
"""From bytes to values by a layout."""

from __future__ import annotations

import struct
from typing import Final

from wirelint.schema.defaults import Value, default_value
from wirelint.schema.model import Field
from wirelint.text import count as count_of
from wirelint.wire.layout import Bound, Kind, Member, Slot
from wirelint.wire.shapes import FIXED_SIZES
from wirelint.wire.trace import (
    UNKNOWN_TAGS,
    Attempt,
    CodecError,
    Decoded,
    Fault,
    Part,
    Path,
    Role,
)

MAX_STRING: Final = 32767
# A value takes a byte, but for the structs around it. So this is more than any honest message needs.
_BUDGET: Final = 100_000
_BUDGET_PER_BYTE: Final = 8

_FORMATS: Final = {
    Kind.INT8: ">b",
    Kind.INT16: ">h",
    Kind.UINT16: ">H",
    Kind.INT32: ">i",
    Kind.UINT32: ">I",
    Kind.INT64: ">q",
    Kind.FLOAT64: ">d",
}


def read(bound: Bound, data: bytes) -> Decoded:
    """Read one message from the start of `data`; raises `CodecError`."""
    attempt = try_read(bound, data)
    if isinstance(attempt.result, CodecError):
        raise attempt.result
    return Decoded(attempt.result, attempt.parts, attempt.rest)


def try_read(bound: Bound, data: bytes) -> Attempt:
    """As `read`, but a refusal is a value, and what was read before it is kept."""
    reader = _Reader(data)
    try:
        value = reader.struct(bound, ())
    except CodecError as error:
        return Attempt(error, tuple(reader.parts), 0)
    rest = len(data) - reader.at
    if rest:
        start = reader.at
        reader.at = len(data)
        reader.part((), start, Role.REST, "bytes", data[start:])
    return Attempt(value, tuple(reader.parts), rest)


class _Reader:
    def __init__(self, data: bytes) -> None:
        self.data = data
        self.at = 0
        self.parts: list[Part] = []
        self.left = _BUDGET + _BUDGET_PER_BYTE * len(data)

    def struct(self, bound: Bound, path: Path) -> dict[str, Value]:
        self.count(path)
        value: dict[str, Value] = {}
        for member in bound.members:
            value[member.field.name] = self.member(member, (*path, member.field.name))
        if bound.layout.tags is not None:
            self.tags(bound, value, path)
        elif bound.layout.slots and not bound.members:
            raise self.error(Fault.UNKNOWN_TYPE, path, "the schema does not say what this is")
        return value

    def member(self, member: Member, path: Path) -> Value:
        if member.slot is not None:
            return self.value(member.slot, member.inner, member.field, path)
        assert member.inner is not None  # only a struct has no slot of its own
        return self.struct(member.inner, path)

    def value(
        self, slot: Slot, inner: Bound | None, field: Field, path: Path, *, tagged: bool = False
    ) -> Value:
        kind = slot.kind
        start = self.at
        if kind is Kind.ARRAY:
            return self.array(slot, inner, field, path)
        if kind is Kind.STRUCT:
            if slot.nullable:
                mark = self.varint(path) if tagged else self.number(Kind.INT8, path)
                present = mark > 0 if tagged else mark >= 0
                note = None if mark in {-1, 0, 1} else "any other mark than 1 is unusual"
                type_ = "unsigned varint" if tagged else "int8"
                self.part(path, start, Role.MARK, type_, mark, note=note)
                if not present:
                    return None
            assert inner is not None
            return self.struct(inner, path)
        if kind is Kind.STRING or kind is Kind.BYTES:
            return self.sized(slot, path)
        value: Value
        if kind is Kind.BOOL:
            number = self.take(1, path)[0]
            value = number != 0
            note = None if number < 2 else f"{number} counts as true"
            self.part(path, start, Role.VALUE, "bool", value, note=note)
            return value
        if kind is Kind.UUID:
            value = self.take(16, path)
        elif kind is Kind.FLOAT64:
            value = struct.unpack(">d", self.take(8, path))[0]
        elif kind is Kind.UNKNOWN:
            raise self.error(Fault.UNKNOWN_TYPE, path, f"`{field.type}` is no field type")
        else:
            value = self.number(kind, path)
        self.part(path, start, Role.VALUE, kind.value, value)
        return value

    def sized(self, slot: Slot, path: Path) -> str | bytes | None:
        is_string = slot.kind is Kind.STRING
        start = self.at
        length = self.length(slot, path, Kind.INT16 if is_string else Kind.INT32)
        type_ = "unsigned varint" if slot.compact else "int16" if is_string else "int32"
        if length < 0:
            self.refuse_null(slot, path, start)
            self.part(path, start, Role.LENGTH, type_, None)
            return None
        if is_string and length > MAX_STRING:
            raise self.error(
                Fault.LENGTH,
                path,
                f"a string of {count_of(length, 'byte')}, more than {MAX_STRING}",
                start,
            )
        self.part(path, start, Role.LENGTH, type_, length)
        start = self.at
        data = self.take(length, path)
        value = data.decode("utf-8", "replace") if is_string else data
        note = None
        if isinstance(value, str) and "\ufffd" in value and value.encode() != data:
            note = "not UTF-8; a reader replaces what is wrong"
        if length:
            self.part(path, start, Role.VALUE, slot.kind.value, value, note=note)
        return value

    def array(self, slot: Slot, inner: Bound | None, field: Field, path: Path) -> Value:
        start = self.at
        count = self.length(slot, path, Kind.INT32)
        type_ = "unsigned varint" if slot.compact else "int32"
        if count < 0:
            self.refuse_null(slot, path, start)
            self.part(path, start, Role.COUNT, type_, None)
            return None
        left = len(self.data) - self.at
        if count > left:
            raise self.error(
                Fault.LENGTH,
                path,
                f"{count_of(count, 'element')}, but only {count_of(left, 'byte is', 'bytes are')} left",
                start,
            )
        self.part(path, start, Role.COUNT, type_, count)
        values: list[Value] = []
        if inner is not None:
            values.extend(self.struct(inner, (*path, index)) for index in range(count))
            return values
        assert slot.element is not None  # as every array's
        (element,) = slot.element.slots
        values.extend(self.value(element, None, field, (*path, index)) for index in range(count))
        return values

    def tags(self, bound: Bound, value: dict[str, Value], path: Path) -> None:
        known = {member.tag: member for member in bound.tagged}
        unknown: dict[str, Value] = {}
        start = self.at
        count = self.varint(path)
        self.part(path, start, Role.TAG_COUNT, "unsigned varint", count)
        last = -1
        for _ in range(count):
            start = self.at
            tag = self.varint(path) & 0xFFFFFFFF
            member = known.get(tag)
            field = member.field if member is not None else bound.refused.get(tag)
            here = (*path, field.name) if field is not None else path
            note = None if tag > last else "tags are written in ascending order"
            last = tag
            self.part(here, start, Role.TAG, "unsigned varint", tag, note=note)
            start = self.at
            size = self.varint(here)
            if field is not None and member is None:
                versions = field.tagged_versions & field.versions
                raise self.error(
                    Fault.REFUSED_TAG, here, f"tag {tag} is known for versions {versions} only"
                )
            index = len(self.parts)
            self.part(here, start, Role.TAG_SIZE, "unsigned varint", size)
            start = self.at
            if member is None or member.slot is None:
                if size < 0:
                    raise self.error(Fault.LENGTH, here, f"a tag of {count_of(size, 'byte')}")
                unknown[str(tag)] = raw = self.take(size, here)
                self.part(here, start, Role.UNKNOWN_TAG, f"tag {tag}", raw)
                continue
            value[member.field.name] = self.value(
                member.slot, member.inner, member.field, here, tagged=True
            )
            if self.at - start != size:
                said = self.parts[index]
                self.parts[index] = Part(
                    path=said.path,
                    offset=said.offset,
                    length=said.length,
                    role=said.role,
                    type=said.type,
                    value=size,
                    note=f"the tag takes {self.at - start} bytes; a reader does not check",
                )
        for member in bound.tagged:
            if member.field.name not in value:
                value[member.field.name] = default_value(member.field)
        if unknown:
            value[UNKNOWN_TAGS] = unknown

    # -- numbers --------------------------------------------------------------------------------

    def length(self, slot: Slot, path: Path, classic: Kind) -> int:
        if not slot.compact:
            return self.number(classic, path)
        return _signed(self.varint(path) - 1)

    def number(self, kind: Kind, path: Path) -> int:
        data = self.take(FIXED_SIZES[kind.value], path)
        number: int = struct.unpack(_FORMATS[kind], data)[0]
        return number

    def varint(self, path: Path) -> int:
        """ByteUtils.readUnsignedVarint: five bytes at most, as a signed 32-bit number."""
        start = self.at
        value = 0
        for shift in (0, 7, 14, 21, 28):
            byte = self.take(1, path)[0]
            value |= (byte & 0x7F) << shift
            if byte < 0x80:
                return _signed(value)
        raise self.error(Fault.VARINT, path, "a varint of more than five bytes", start)

    def take(self, size: int, path: Path) -> bytes:
        end = self.at + size
        if end > len(self.data):
            left = len(self.data) - self.at
            reason = f"{count_of(size, 'byte')} wanted, {left} {'is' if left == 1 else 'are'} left"
            raise self.error(Fault.TRUNCATED, path, reason)
        taken = self.data[self.at : end]
        self.at = end
        return taken

    # -- reports --------------------------------------------------------------------------------

    def part(
        self,
        path: Path,
        start: int,
        role: Role,
        type_: str,
        value: Value,
        *,
        note: str | None = None,
    ) -> None:
        self.parts.append(
            Part(
                path=path,
                offset=start,
                length=self.at - start,
                role=role,
                type=type_,
                value=value,
                note=note,
            )
        )

    def count(self, path: Path) -> None:
        self.left -= 1
        if self.left < 0:
            raise self.error(Fault.TOO_MANY, path, "more values than the input has bytes for")

    def refuse_null(self, slot: Slot, path: Path, start: int) -> None:
        if not slot.nullable:
            raise self.error(Fault.NULL, path, "null, which is not allowed here", start)

    def error(self, fault: Fault, path: Path, reason: str, offset: int | None = None) -> CodecError:
        return CodecError(fault, path, reason, self.at if offset is None else offset)


def _signed(value: int) -> int:
    """Cut to 32 bits, as Java's int arithmetic does."""
    value &= 0xFFFFFFFF
    return value - (1 << 32) if value >= 1 << 31 else value
