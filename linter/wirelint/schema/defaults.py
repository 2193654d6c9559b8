# FieldSpec.fieldDefault checks a default with Java's parsers and then pastes its text into Java
# source. So one text has two readings: the checked value, which this module gives, and the one that
# javac makes of the literal (`compiled_default`). They differ for `010` and for large uint32.
"""Default values of fields, exactly as the generator reads them (Kafka class `FieldSpec`)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Final, TypeAlias

from wirelint.lazy_dataclass import dataclass
from wirelint.schema.model import Field
from wirelint.schema.types import INTEGER_BOUNDS

# A uuid is its 16 bytes, an array a sequence, a struct a mapping from field names.
Value: TypeAlias = "bool | int | float | str | bytes | None | Sequence[Value] | Mapping[str, Value]"

ZERO_UUID: Final = bytes(16)

_BLANK: Final = "".join(map(chr, range(33)))  # what Java's String.trim takes off
_FLOAT: Final = re.compile(
    r"[+-]?(?:NaN|Infinity|(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?[fFdD]?)"
)
_HEX_FLOAT: Final = re.compile(
    r"([+-]?0[xX](?:[0-9a-fA-F]+\.?[0-9a-fA-F]*|\.[0-9a-fA-F]+)[pP][+-]?[0-9]+)[fFdD]?"
)
_BASE64: Final = re.compile(r"([A-Za-z0-9_-]*)(={0,2})")
_LITERALS: Final = (
    (10, re.compile(r"([+-]?)(0|[1-9][0-9]*)")),
    (8, re.compile(r"([+-]?)0([0-7]+)")),
    (16, re.compile(r"()0x([0-9a-fA-F]+)")),
)


class Wrong(Enum):
    """What is wrong with a default."""

    NOT_A_VALUE = "not-a-value"  # no value of the type
    OUT_OF_RANGE = "out-of-range"  # a whole number that the type cannot hold
    ONLY_NULL = "only-null"  # bytes, arrays and structs take no default but `null`
    NULL_TYPE = "null-type"  # `null` on a type that cannot be null
    NULL_RANGE = "null-range"  # `null` where not all versions of the field are nullable


@dataclass(frozen=True, slots=True)
class DefaultProblem:
    """A default that the generator refuses; `message` is ready for a finding."""

    wrong: Wrong
    message: str


@dataclass(frozen=True, slots=True)
class Compiled:
    """What the Java compiler makes of a default that the generator accepts.

    `value` is None where there is none: `refused` then says why the compiler stops, or
    `fails_to_load` why the generated class throws when it is loaded.
    """

    value: Value
    refused: str | None = None
    fails_to_load: str | None = None


def check_default(field: Field) -> DefaultProblem | None:
    """Why the generator refuses the field's default, or None where it takes it."""
    text = field.default
    if not text:
        return None
    value = read_default(field)
    if isinstance(value, DefaultProblem):
        return value
    nulls = value is None and field.type.name != "records"
    if (nulls or field.type.is_array) and text == "null" and not null_is_allowed(field):
        return DefaultProblem(
            Wrong.NULL_RANGE,
            f"`null` is the default in versions {field.versions}, "
            f"nullable are only {field.nullable_versions}"
            if field.nullable_versions
            else f"`null` is the default, but no version of `{field.name}` is nullable",
        )
    return None


def null_is_allowed(field: Field) -> bool:
    """Whether `null` may be the default: nullable in all versions as written, not clipped."""
    return field.nullable_versions.contains(field.versions)


def read_default(field: Field) -> Value | DefaultProblem:
    """The field's default, or why it is none. The range of a `null` is not asked here.

    An array's default is (), a struct's {} (all its fields at their defaults), unless null. The
    default of records is always null, whatever the text.
    """
    type_, text = field.type, field.default
    if type_.is_array or type_.is_struct or type_.name == "bytes":
        if text == "null":
            return None
        if text:
            what = "an array" if type_.is_array else "a struct" if type_.is_struct else "bytes"
            return DefaultProblem(
                Wrong.ONLY_NULL, f"`{text}` is no default for {what}, only `null` is"
            )
        return () if type_.is_array else {} if type_.is_struct else b""
    if type_.name == "string":
        return None if text == "null" else text
    if type_.name in INTEGER_BOUNDS:
        return _integer(type_.name, text)
    if type_.name == "bool":
        return _bool(text)
    if type_.name == "float64":
        return _float(text)
    if type_.name == "uuid":
        return _uuid(text)
    return None  # records, and what is no type


def default_value(field: Field) -> Value:
    """As `read_default`; zero or empty where the generator refuses the default."""
    value = read_default(field)
    return zero_value(field) if isinstance(value, DefaultProblem) else value


def compiled_default(field: Field) -> Compiled:
    """What javac makes of a default, where `read_default` gives a value.

    It reads whole numbers as Java literals: `010` is 8, uint32 `0xffffffff` is -1, and `08`, `0x-1`,
    digits of other scripts and uint32 above 2147483647 are refused. A uuid of more than 24
    characters compiles, but `Uuid.fromString` throws when the class is loaded.
    """
    value = read_default(field)
    if isinstance(value, DefaultProblem):
        return Compiled(None, value.message)
    text, name = field.default, field.type.name
    if field.type.is_array or field.type.is_struct:
        return Compiled(value)
    if name in INTEGER_BOUNDS and text and text != "0x":
        return _compiled_integer(name, text)
    if name == "uuid" and text and (len(text) > 24 or _base64_length(text) != 16):
        return Compiled(None, fails_to_load=f"`Uuid.fromString` throws on `{text}`")
    return Compiled(value)


def zero_value(field: Field) -> Value:
    """What a field without a default holds: zero, false, empty; null for records."""
    type_ = field.type
    if type_.is_array:
        return ()
    if type_.is_struct:
        return {}
    if type_.name in INTEGER_BOUNDS:
        return 0
    return _ZEROES.get(type_.name)


# -- one type -----------------------------------------------------------------------------------


def _bool(text: str) -> bool | DefaultProblem:
    if not text or _same_letters(text, "false"):
        return False
    if _same_letters(text, "true"):
        return True
    return _no_value(text, "`true` or `false`", "bool")


def _integer(name: str, text: str) -> int | DefaultProblem:
    is_hex = text.startswith("0x")
    digits = text[2:] if is_hex else text
    if not digits:
        return 0
    value = _java_integer(digits, 16 if is_hex else 10)
    if value is None:
        return _no_value(text, "a whole number", name)
    low, high = INTEGER_BOUNDS[name]
    if not low <= value <= high:
        return DefaultProblem(
            Wrong.OUT_OF_RANGE, f"`{text}` does not fit into {name} ({low} to {high})"
        )
    return value


def _java_integer(text: str, base: int) -> int | None:
    """Java's `Long.valueOf(text, base)` without its bounds: a sign and digits of any script."""
    digits = text[1:] if text[0] in "+-" else text
    if not digits:
        return None
    if not digits.isascii():
        converted = [_ascii_digit(char) for char in digits]
        if None in converted:
            return None
        digits = "".join(one for one in converted if one is not None)
    allowed = "0123456789abcdefABCDEF"[: 10 if base == 10 else 22]
    if digits.strip(allowed):
        return None
    digits = digits.lstrip("0")[:40] or "0"  # what is longer fits into no type, cut or not
    value = int(digits, base)
    return -value if text[0] == "-" else value


def _ascii_digit(char: str) -> str | None:
    """Java's `Character.digit(char)`; one char each, so nothing above U+FFFF, but wide letters."""
    import unicodedata  # noqa: PLC0415 - hardly any default needs it

    if char > "\uffff":
        return None
    if "\uff21" <= char <= "\uff26" or "\uff41" <= char <= "\uff46":
        return chr(ord(char) - 0xFEE0)
    digit = unicodedata.decimal(char, None) if not char.isascii() else None
    return char if char.isascii() else None if digit is None else str(digit)


def _float(text: str) -> float | DefaultProblem:
    trimmed = text.strip(_BLANK)
    if not text:
        return 0.0
    if _FLOAT.fullmatch(trimmed):
        return float(trimmed if trimmed.endswith(("NaN", "y")) else trimmed.rstrip("fFdD"))
    matched = _HEX_FLOAT.fullmatch(trimmed)
    if matched is None:
        return _no_value(text, "a number", "float64")
    try:
        return float.fromhex(matched[1])
    except OverflowError:
        return float("-inf") if trimmed.startswith("-") else float("inf")


def _uuid(text: str) -> bytes | DefaultProblem:
    if not text:
        return ZERO_UUID
    length = _base64_length(text)
    if length is None or length < 16:
        return _no_value(text, "16 bytes in URL-safe base64", "uuid")
    import binascii  # noqa: PLC0415 - hardly any default needs it

    body = text[:22].translate(str.maketrans("-_", "+/"))
    return binascii.a2b_base64(body + "==")[:16]


def _base64_length(text: str) -> int | None:
    """How many bytes Java's URL decoder reads; None where it refuses."""
    matched = _BASE64.fullmatch(text)
    if matched is None or len(text) < 2:
        return None
    body, padding = matched[1], matched[2]
    rest = len(body) % 4
    if rest == 1 or padding not in {"", "=" * (-rest % 4)}:
        return None
    return len(body) * 6 // 8


def _compiled_integer(name: str, text: str) -> Compiled:
    matched, base = None, 0
    for base, pattern in _LITERALS:  # noqa: B007 - the base that matched is used
        matched = pattern.fullmatch(text)
        if matched is not None:
            break
    if matched is None:
        return Compiled(None, f"`{text}` is no Java literal")
    value = int(matched[2][-40:], base)
    # Only int64 defaults get the suffix L; other literals are 32 bits wide.
    bits = 64 if name == "int64" else 32
    if base != 10 and value >= 1 << (bits - 1):
        value -= 1 << bits
    if matched[1] == "-":
        value = -value
    if not -(1 << (bits - 1)) <= value < 1 << (bits - 1):
        return Compiled(None, f"`{text}` is too large for a Java int")
    return Compiled(value)


def _same_letters(text: str, word: str) -> bool:
    """Java's `equalsIgnoreCase`, which compares upper cases char by char (so `ſ` is an s)."""
    return len(text) == len(word) and all(
        one.upper() == other.upper() for one, other in zip(text, word, strict=True)
    )


def _no_value(text: str, wanted: str, name: str) -> DefaultProblem:
    if text == "null":
        return DefaultProblem(Wrong.NULL_TYPE, f"a field of type {name} cannot be null")
    return DefaultProblem(
        Wrong.NOT_A_VALUE, f"`{text}` is no default for {name}, which takes {wanted}"
    )


_ZEROES: Final[Mapping[str, Value]] = {
    "bool": False,
    "float64": 0.0,
    "uuid": ZERO_UUID,
    "string": "",
    "bytes": b"",
}
