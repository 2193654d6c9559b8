# Jackson's scalar coercions as the generator's mapper has them on (schema-rules 1.12). Kafka's own
# files rely on some: quoted tags, unquoted defaults, `"ignorable": "true"`.
"""JSON values to the types of properties."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal, InvalidOperation
from enum import Enum
from typing import Final

from wirelint.diagnostics import Edit, Fix
from wirelint.schema.model import Field
from wirelint.schema.types import PRIMITIVES
from wirelint.spelling import nearest
from wirelint.syntax.origin import JsonPlace
from wirelint.syntax.values import Missing, Number, Value
from wirelint.versions import parse_java_int


class Refused(Enum):
    """A value that the generator refuses at its place."""

    REFUSED = "refused"


REFUSED: Final = Refused.REFUSED

_DIGITS: Final = frozenset("0123456789")  # what an ordinal as text begins with
_BLANK: Final = frozenset(("", "null"))  # as text where a number or boolean is due: absent
_TRUE: Final = frozenset(("true", "True", "TRUE"))
_FALSE: Final = frozenset(("false", "False", "FALSE"))


def text(value: Value | Missing) -> str | None | Refused:
    """Strings, numbers as written, booleans; null is absent."""
    if value is None or isinstance(value, Missing):
        return None
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return str(value)
    return REFUSED


def boolean(value: Value | Missing) -> bool | None | Refused:
    """Booleans, whole numbers (0 is false), the words in three cases, blanks as absent."""
    if value is None or isinstance(value, (bool, Missing)):
        return None if isinstance(value, Missing) else value
    if isinstance(value, Number):
        return int(value) != 0 if is_whole(value) else REFUSED
    if isinstance(value, str):
        word = trim(value)
        if word in _TRUE:
            return True
        return False if word in _FALSE or word in _BLANK else REFUSED
    return REFUSED


def integer(value: Value | Missing, bits: int) -> int | None | Refused:
    """Numbers cut toward zero, decimal text; blanks are absent."""
    bound = 1 << (bits - 1)
    if value is None or isinstance(value, Missing):
        return None
    if isinstance(value, Number):
        number = _whole(value)
        return number if number is not None and -bound <= number < bound else REFUSED
    if isinstance(value, str):
        word = trim(value)
        if word in _BLANK:
            return None
        read = parse_java_int(word, -bound, bound - 1)
        return REFUSED if read is None else read
    return REFUSED


def word(
    value: Value | Missing, words: Sequence[str], ordinals: Sequence[str]
) -> str | None | Refused:
    """An enum's exact word, trimmed, or its ordinal as number or text."""
    if value is None or isinstance(value, Missing):
        return None
    if isinstance(value, bool) or not isinstance(value, str):
        return REFUSED
    trimmed = trim(value)
    if trimmed in words and not isinstance(value, Number):
        return trimmed
    if isinstance(value, Number) and not is_whole(value):
        return REFUSED
    if not isinstance(value, Number) and trimmed[:1] not in _DIGITS:
        return REFUSED
    index = parse_java_int(trimmed, 0, len(ordinals) - 1)
    return REFUSED if index is None else ordinals[index]


def is_whole(number: Number) -> bool:
    return not any(char in number for char in ".eE")


def trim(value: str) -> str:
    return value.strip("".join(map(chr, range(33))))


def kind(value: Value) -> str:
    """What a JSON value is, for messages."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "a boolean"
    if isinstance(value, Number):
        return f"the number {value[:20]}"
    if isinstance(value, str):
        return f"the text `{value[:40]}`"
    return "a list" if isinstance(value, list) else "an object"


def shown(value: Value) -> str:
    return f"`{value}`" if isinstance(value, str) else kind(value)


def nearest_type(spelling: str) -> str | None:
    bare = trim(spelling).removeprefix("[]")
    found = nearest(bare, PRIMITIVES)
    return None if found is None else f"[]{found}" if spelling.startswith("[]") else found


def misspelt_type(field: Field) -> tuple[Fix, ...]:
    """The fix of a struct without fields whose name is nearly that of a primitive type."""
    meant = None if field.fields else nearest_type(str(field.type))
    return written(field.origin.value("type"), meant)


def written(place: JsonPlace, meant: str | None) -> tuple[Fix, ...]:
    """The fix that writes the word that was meant."""
    return () if meant is None else (Fix(f"Write `{meant}`", (Edit(place, f'"{meant}"'),)),)


def _whole(number: Number) -> int | None:
    if is_whole(number):
        return int(number)
    try:
        decimal = Decimal(number)
    except InvalidOperation:
        return None
    return (
        int(decimal) if abs(decimal.adjusted()) < 400 else (0 if decimal.adjusted() < 0 else None)
    )
