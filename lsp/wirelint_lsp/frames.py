# pygls' own loop takes one spelling of the header, takes every nested object with a `jsonrpc` key for
# a message, leaves a request that it cannot read without an answer, and ends on a cut-off body. So
# frames are read here, by one thread, and everything that is wrong with them is data.
"""Frames of the base protocol: `Content-Length: N`, an empty line, N bytes of JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, BinaryIO, Final

MOST_BYTES: Final = 64 * 1024 * 1024
_MOST_HEADERS: Final = 100


@dataclass(frozen=True, slots=True)
class Malformed:
    """A frame that holds no message. `reason` is for the client's log."""

    reason: str


def read_frames(stream: BinaryIO) -> Iterator[dict[str, Any] | Malformed]:
    """The messages of a stream, up to its end. A broken frame does not end it."""
    while True:
        length = _read_header(stream)
        if length is None:
            return
        if isinstance(length, Malformed):
            yield length
            continue
        if length > MOST_BYTES:
            if not _skip(stream, length):
                return
            yield Malformed(f"a message of {length} bytes is too large")
            continue
        body = _read_exactly(stream, length)
        if body is None:
            return
        yield _parse(body)


def frame(body: bytes) -> bytes:
    return b"Content-Length: %d\r\n\r\n" % len(body) + body


def _read_header(stream: BinaryIO) -> int | Malformed | None:
    """The length of the next body; None at the end of the stream."""
    length: int | None = None
    strange: bytes | None = None
    for _ in range(_MOST_HEADERS):
        line = stream.readline(8192)
        if not line:
            return None
        name, colon, value = line.strip().partition(b":")
        if not name and not colon:
            if length is not None:
                return length
            if strange is not None:
                return Malformed(f"a header without Content-Length: {strange[:60]!r}")
            continue  # blank lines between frames
        if name.strip().lower() == b"content-length":
            digits = value.strip()
            if digits.isdigit() and len(digits) < 12:
                length = int(digits)
            else:
                strange = line
        elif not colon:
            strange = line
    return Malformed("a header without an end")


def _parse(body: bytes) -> dict[str, Any] | Malformed:
    try:
        data = json.loads(body)
    except (ValueError, RecursionError) as error:
        return Malformed(f"no JSON: {error}")
    if not isinstance(data, dict):
        return Malformed("a message must be a JSON object")
    return data


def _read_exactly(stream: BinaryIO, length: int) -> bytes | None:
    body = stream.read(length)
    while len(body) < length:
        more = stream.read(length - len(body))
        if not more:
            return None
        body += more
    return body


def _skip(stream: BinaryIO, length: int) -> bool:
    while length > 0:
        piece = stream.read(min(length, 1 << 16))
        if not piece:
            return False
        length -= len(piece)
    return True
