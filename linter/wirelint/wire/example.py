# Deterministic: the same schema gives the same value on every run, so that outputs can be compared.
"""Readable values for a message, for `show --bytes` and for witnesses."""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import Enum
from typing import Final

from wirelint.schema.defaults import Value, default_value
from wirelint.schema.model import Field
from wirelint.schema.types import INTEGER_BOUNDS
from wirelint.wire.layout import Bound, Kind, Member, Slot

_MAX_VALUES: Final = 400  # per example; what comes later is left at its default


class Style(Enum):
    """What kind of values are wanted."""

    PLAIN = "plain"  # each field with a value of its own, arrays of one element, every tag
    LOUD = "loud"  # numbers with all bytes set, negative where they can be
    PAIRS = "pairs"  # as PLAIN, arrays of two elements
    NULLS = "nulls"  # null wherever it is allowed
    SMALL = "small"  # zero, empty, no tags
    BARE = "bare"  # as PLAIN, no tags


def example(
    bound: Bound, style: Style = Style.PLAIN, *, nulls_from: int = 0
) -> Mapping[str, Value]:
    """A value with a key for each field of the version, not at its default where it can be.

    `nulls_from` keeps NULLS from hiding what lies within: at least that many structs and arrays of
    structs are there around each null.
    """
    return _Example(style, nulls_from).struct(bound)


class _Example:
    def __init__(self, style: Style, nulls_from: int) -> None:
        self.style = style
        self.nulls_from = nulls_from
        self.depth = -1
        self.number = 0
        self.left = _MAX_VALUES

    def struct(self, bound: Bound) -> dict[str, Value]:
        value: dict[str, Value] = {}
        self.depth += 1
        for member in bound.members:
            if self.left > 0:
                value[member.field.name] = self.member(member)
        for member in bound.tagged:
            if self.left > 0 and self.style not in {Style.SMALL, Style.BARE}:
                value[member.field.name] = self.member(member)
        self.depth -= 1
        return value

    def member(self, member: Member) -> Value:
        self.left -= 1
        slot = member.slot
        if slot is not None and slot.nullable:
            if self.style is Style.NULLS and self.depth >= self.nulls_from:
                return None
            if self.style is Style.SMALL and slot.kind is Kind.STRUCT:
                return None
        if slot is None or slot.kind is Kind.STRUCT:
            assert member.inner is not None
            return self.struct(member.inner)
        if slot.kind is Kind.ARRAY:
            return self.array(member, slot)
        value = self.value(slot.kind, member.field)
        if self.style is not Style.SMALL and value == default_value(member.field):
            value = self.value(slot.kind, member.field)
        return value

    def array(self, member: Member, slot: Slot) -> list[Value]:
        assert slot.element is not None  # as every array's
        # Readers, Kafka's too, refuse more elements than there are bytes behind their number.
        if self.style is Style.SMALL or not (slot.element.slots or slot.element.is_flexible):
            return []
        values: list[Value] = []
        for _ in range(2 if self.style is Style.PAIRS else 1):
            if member.inner is not None:
                values.append(self.struct(member.inner))
            else:
                values.append(self.value(slot.element.slots[0].kind, member.field))
        return values

    def value(self, kind: Kind, field: Field) -> Value:
        if self.style is Style.SMALL:
            return _SMALL.get(kind, 0)
        self.number = number = self.number % 100 + 1
        loud = self.style is Style.LOUD
        if kind is Kind.STRING:
            return f"{_words(field.name)}-{number}"
        if kind is Kind.BYTES:
            return bytes((0xB0, number, 0xFF if loud else 0x0B))
        if kind is Kind.BOOL:
            return True
        if kind is Kind.UUID:
            return bytes((number,)) * 16 if loud else bytes(15) + bytes((number,))
        if kind is Kind.FLOAT64:
            return -number - 0.5 if loud else number + 0.5
        low, high = INTEGER_BOUNDS.get(kind.value, (0, 0))
        if loud:
            return -number - 1 if low else high - number
        return number


def _words(name: str) -> str:
    """`ReplicaId` as `replica-id`."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", name).lower()


_SMALL: Final[Mapping[Kind, Value]] = {
    Kind.STRING: "",
    Kind.BYTES: b"",
    Kind.BOOL: False,
    Kind.UUID: bytes(16),
    Kind.FLOAT64: 0.0,
}
