# Facts that are easy to get wrong, each checked against Kafka's classes and two other codecs: see
# tests/wire. Reading and writing live in modules of their own.
"""Encode and decode messages by their schema."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from wirelint.errors import UsageError
from wirelint.schema.defaults import Value
from wirelint.schema.model import Message
from wirelint.wire.layout import Bound, bind
from wirelint.wire.reading import read
from wirelint.wire.trace import UNKNOWN_TAGS, CodecError, Decoded, Fault, Part, Role
from wirelint.wire.writing import write

__all__: Final = [
    "UNKNOWN_TAGS",
    "CodecError",
    "Decoded",
    "Fault",
    "Part",
    "Role",
    "bound_at",
    "decode",
    "encode",
    "read",
    "write",
]


def encode(message: Message, version: int, value: Mapping[str, Value]) -> bytes:
    """The bytes of a value at a version, without header.

    A field without a key has its default. Raises `CodecError` where Kafka's writer refuses the
    value, `UsageError` for a version that is not valid.
    """
    return write(bound_at(message, version), value)


def decode(message: Message, version: int, data: bytes) -> Decoded:
    """Read a message without header: its value, and what each byte means.

    Bytes behind the message are reported as the last part. Raises `CodecError` where Kafka's reader
    refuses the bytes, `UsageError` for a version that is not valid.
    """
    return read(bound_at(message, version), data)


def bound_at(message: Message, version: int) -> Bound:
    """`bind`, for a version that somebody asked for by number."""
    bound = bind(message, version)
    if bound is None:
        valid = message.valid_versions
        has = f"valid are {valid}" if valid else "it has no valid versions"
        raise UsageError(f"{message.name} has no version {version}; {has}")
    return bound
