# Interned: two slots or layouts are equal exactly when they are one object, so a comparison of whole
# layouts costs as much as that of two addresses. The tables only grow, by what schemas really have:
# some 400 slots and 800 layouts for two releases of Kafka.
"""Slots and layouts: what decides bytes, without names."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Final

from wirelint.lazy_dataclass import dataclass


class Kind(Enum):
    """Wire types. `bytes` and `records` are one: both are a length and bytes."""

    BOOL = "bool"
    INT8 = "int8"
    INT16 = "int16"
    UINT16 = "uint16"
    INT32 = "int32"
    UINT32 = "uint32"
    INT64 = "int64"
    UUID = "uuid"
    FLOAT64 = "float64"
    STRING = "string"
    BYTES = "bytes"
    ARRAY = "array"
    STRUCT = "struct"
    UNKNOWN = "unknown"  # cannot be laid out; only in schemas that the generator refuses

    @property
    def size(self) -> int | None:
        """Bytes of a fixed-size type, else None."""
        return FIXED_SIZES.get(self.value)


FIXED_SIZES: Final[Mapping[str, int]] = {
    "bool": 1,
    "int8": 1,
    "int16": 2,
    "uint16": 2,
    "int32": 4,
    "uint32": 4,
    "int64": 8,
    "uuid": 16,
    "float64": 8,
}


@dataclass(frozen=True, slots=True, eq=False)
class Slot:
    """One value on the wire. Interned: equal means identical.

    `compact` says how the length of a string, bytes or array is written (unsigned varint, plus
    one) and is False for all others. `element` is what an array repeats or a struct holds. A
    nullable struct has a mark before it: one byte, or an unsigned varint where it is tagged.
    """

    kind: Kind
    nullable: bool
    compact: bool
    element: Layout | None

    def __str__(self) -> str:
        words = ["nullable"] if self.nullable else []
        if self.compact:
            words.append("compact")
        return " ".join((*words, self.kind.value))


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """What stands on the wire for a message or struct at one version. Interned.

    `slots` are the untagged values in order. `tags` are the known tags, ascending; None where
    there is no tag section (not flexible), () for a section without known tags. A plain struct of
    a version that is not flexible adds no byte, so its slots stand among its parent's; for the same
    reason an array of int32 and an array of structs with one int32 have one layout there.
    """

    slots: tuple[Slot, ...]
    tags: tuple[tuple[int, Slot], ...] | None

    @property
    def is_flexible(self) -> bool:
        return self.tags is not None


_Shape = tuple[str, bool, bool, Layout | None]

_slots: Final[dict[_Shape, Slot]] = {}
_layouts: Final[dict[tuple[tuple[Slot, ...], tuple[tuple[int, Slot], ...] | None], Layout]] = {}


def make_slot(
    kind: Kind, *, nullable: bool = False, compact: bool = False, element: Layout | None = None
) -> Slot:
    """The one slot of that shape."""
    key = (kind.value, nullable, compact, element)
    return _slots.get(key) or _slots.setdefault(key, Slot(kind, nullable, compact, element))


def make_layout(
    slots: tuple[Slot, ...], tags: tuple[tuple[int, Slot], ...] | None = None
) -> Layout:
    """The one layout of those slots and tags; `tags` ascending."""
    key = (slots, tags)
    return _layouts.get(key) or _layouts.setdefault(key, Layout(slots, tags))


UNKNOWN: Final = make_slot(Kind.UNKNOWN)
UNKNOWN_LAYOUT: Final = make_layout((UNKNOWN,))
