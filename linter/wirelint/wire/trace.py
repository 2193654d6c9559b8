"""What a codec reports: the parts of a frame, and why one cannot be read or written."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Final, TypeAlias

from wirelint.errors import WirelintError
from wirelint.lazy_dataclass import dataclass
from wirelint.schema.defaults import Value

UNKNOWN_TAGS: Final = "_unknownTaggedFields"
"""The key under which a struct's value keeps the tags its schema does not know: number to bytes.
No field can have that name."""

Path: TypeAlias = tuple[str | int, ...]  # field names, and places in arrays


class Fault(Enum):
    """Why bytes cannot be read, or a value not be written."""

    TRUNCATED = "truncated"  # the input ends too early
    NULL = "null"  # null where it is not allowed
    LENGTH = "length"  # a string too long, a negative size, more elements than bytes
    VARINT = "varint"  # a varint of more than five bytes
    REFUSED_TAG = "refused-tag"  # a tag that the schema knows for other versions only
    WRONG_VALUE = "wrong-value"  # a value that is not of the field's type
    UNKNOWN_FIELD = "unknown-field"  # a key that names no field
    ABSENT_FIELD = "absent-field"  # a value for a field that is not in this version
    UNKNOWN_TYPE = "unknown-type"  # the schema gives the field no layout
    TOO_MANY = "too-many"  # more values than this codec is ready to hold


class CodecError(WirelintError):
    """Bytes that the layout cannot read, or a value that it cannot write.

    `path` names the field (`Topics[0].Name`, "" for the message itself); `offset` is where reading
    stopped, None when writing.
    """

    def __init__(self, fault: Fault, path: Path, reason: str, offset: int | None = None) -> None:
        where = spell(path) or "the message"
        at = "" if offset is None else f" at byte {offset}"
        super().__init__(f"`{where}`{at}: {reason}" if path else f"{where}{at}: {reason}")
        self.fault = fault
        self.path = spell(path)
        self.reason = reason
        self.offset = offset


class Role(Enum):
    """What a part of a frame is."""

    VALUE = "value"
    LENGTH = "length"  # of a string or bytes
    COUNT = "count"  # of an array's elements
    MARK = "mark"  # of a nullable struct
    TAG_COUNT = "tag count"
    TAG = "tag"
    TAG_SIZE = "tag size"
    UNKNOWN_TAG = "unknown tag"  # the bytes of a tag that the schema does not know
    REST = "rest"  # bytes behind the message


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """Some adjacent bytes and what they mean.

    `type` is the wire type in words (`compact string`, `unsigned varint`). `value` of a length or
    count is the number itself, None for null. `note` says what is odd though a reader takes it.
    """

    path: Path
    offset: int
    length: int
    role: Role
    type: str
    value: Value
    note: str | None = None


@dataclass(frozen=True, slots=True)
class Decoded:
    """A message read from bytes.

    `value` has a key for each field of the version, tagged ones that were not sent included (with
    their default). `parts` cover the input without gaps, `rest` bytes at its end included.
    """

    value: Mapping[str, Value]
    parts: tuple[Part, ...]
    rest: int


@dataclass(frozen=True, slots=True)
class Attempt:
    """What came of reading bytes: the value or the refusal, and the parts that were read."""

    result: Mapping[str, Value] | CodecError
    parts: tuple[Part, ...]
    rest: int


def spell(path: Path) -> str:
    """`Topics[0].Partitions[2].Id`."""
    text = ""
    for step in path:
        if isinstance(step, int):
            text += f"[{step}]"
        else:
            text += f".{step}" if text else step
    return text
