"""The types a field can have (Kafka class `FieldType`)."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from wirelint.lazy_dataclass import dataclass

PRIMITIVES: Final = frozenset(
    ("bool int8 int16 uint16 uint32 int32 int64 uuid float64 string bytes records").split()
)
NULLABLE_PRIMITIVES: Final = frozenset(("string", "bytes", "records"))

# Whole-number types with their lowest and highest values.
INTEGER_BOUNDS: Final = {
    "int8": (-(2**7), 2**7 - 1),
    "int16": (-(2**15), 2**15 - 1),
    "uint16": (0, 2**16 - 1),
    "int32": (-(2**31), 2**31 - 1),
    "uint32": (0, 2**32 - 1),
    "int64": (-(2**63), 2**63 - 1),
}

_JAVA_TRIMMED: Final = "".join(map(chr, range(33)))


@dataclass(frozen=True, slots=True)
class FieldType:
    """A primitive, a struct by name, or an array of one of them.

    `name` is the primitive's or struct's name without `[]`; nested arrays do not exist.
    """

    name: str
    is_array: bool
    is_struct: bool

    @property
    def element(self) -> FieldType:
        """The element type of an array; the type itself otherwise."""
        return FieldType(self.name, is_array=False, is_struct=self.is_struct)

    @property
    def can_be_nullable(self) -> bool:
        return self.is_array or self.is_struct or self.name in NULLABLE_PRIMITIVES

    def __str__(self) -> str:
        return f"[]{self.name}" if self.is_array else self.name


@lru_cache(maxsize=4096)
def parse_type(spelling: str) -> FieldType | None:
    """Read a type name as Kafka's `FieldType.parse` does; None where it refuses.

    A name that begins with a capital is a struct, whatever follows: `Int32` is an empty struct.
    """
    text = spelling.strip(_JAVA_TRIMMED)
    is_array = text.startswith("[]")
    if is_array:
        text = text[2:].strip(_JAVA_TRIMMED)
    if text in PRIMITIVES:
        return FieldType(text, is_array, is_struct=False)
    # Java's Character.isUpperCase(char): not title case, nothing above U+FFFF.
    if text[:1].isupper() and text[0] <= "\uffff":
        return FieldType(text, is_array, is_struct=True)
    return None
