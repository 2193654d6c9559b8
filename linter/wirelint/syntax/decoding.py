# Bytes and text, as Jackson's ByteSourceJsonBootstrapper and its UTF-8, UTF-16 and UTF-32 readers
# take them. Nothing here knows JSON beyond "the first character is ASCII".
"""From a file's bytes to its text and back."""

from __future__ import annotations

import re
from typing import Final

from wirelint.diagnostics import Finding, Problem
from wirelint.lazy_dataclass import dataclass
from wirelint.text import Location, SourceText, Span

_BOM: Final = "\ufeff"
_BOMS: Final = (  # the longer first: FF FE begins two of them
    (b"\x00\x00\xfe\xff", "utf-32-be-sig"),
    (b"\xff\xfe\x00\x00", "utf-32-le-sig"),
    (b"\xfe\xff", "utf-16-be-sig"),
    (b"\xff\xfe", "utf-16-le-sig"),
)


@dataclass(frozen=True, slots=True)
class Fault:
    """A problem of the bytes, with its place in the decoded text."""

    rule: str
    span: Span
    message: str

    def problem(self, source: SourceText) -> Problem:
        return Problem(self.rule, Finding(Location(source, self.span), self.message))


def decode(data: bytes) -> tuple[str, str, tuple[Fault, ...]]:
    """Return the text without byte order mark, the encoding's name for `encode`, and the faults.

    Never raises: bytes that are no text become lone surrogates or U+FFFD. The name is a Python codec's, with `-sig`
    for a byte order mark.
    """
    encoding = _detect(data)
    if encoding == "utf-8":
        try:
            return data.decode(), encoding, ()
        except UnicodeDecodeError:
            return _decode_loose_utf8(data, encoding)
    if encoding == "utf-8-sig":
        try:
            return data[3:].decode(), encoding, ()
        except UnicodeDecodeError:
            return _decode_loose_utf8(data[3:], encoding)
    return _decode_wide(data, encoding)


def source_of(path: str, data: bytes, revision: str | None = None) -> SourceText:
    """Return the text of a file; never raises."""
    text, encoding, _ = decode(data)
    return SourceText(path, text, revision, encoding)


def encode(text: str, encoding: str) -> bytes:
    """Return the bytes of a text in the encoding that `decode` named.

    Gives back the bytes that `decode` took, line ends and all, also where they are no UTF-8; only
    UTF-16 and UTF-32 that is cut off within a character is not given back.
    """
    codec = encoding.removesuffix("-sig")
    if codec != encoding:
        text = _BOM + text
    if codec == "utf-8":
        try:
            return text.encode(codec, "surrogateescape")
        except UnicodeEncodeError:  # other lone surrogates, which no file can have given
            return text.encode(codec, "replace")
    return text.encode(codec, "surrogatepass")


def _detect(data: bytes) -> str:
    if data.startswith(b"\xef\xbb\xbf"):
        return "utf-8-sig"
    if len(data) >= 4:
        for mark, encoding in _BOMS:
            if data.startswith(mark):
                return encoding
        if data[:3] == b"\0\0\0":
            return "utf-32-be"
        if data[1:4] == b"\0\0\0":
            return "utf-32-le"
    if len(data) >= 2:
        if data[0] == 0:
            return "utf-16-be"
        if data[1] == 0:
            return "utf-16-le"
    return "utf-8"


def _decode_wide(data: bytes, encoding: str) -> tuple[str, str, tuple[Fault, ...]]:
    codec = encoding.removesuffix("-sig")
    width = 4 if codec.startswith("utf-32") else 2
    body = data[width:] if codec != encoding else data
    name = f"{'UTF-32' if width == 4 else 'UTF-16'}"
    faults = [Fault("not-utf-8", Span(0, 0), f"the file is {name}, not UTF-8")]
    try:
        text = body.decode(codec, "surrogatepass")
    except UnicodeDecodeError as error:
        text = body.decode(codec, "replace")
        at = len(body[: error.start].decode(codec, "surrogatepass"))
        span = Span(min(at, len(text)), min(at + 1, len(text)))
        faults.append(Fault("undecodable-bytes", span, f"bytes that are no {name}"))
    return text, encoding, tuple(faults)


# UTF-8 as Jackson's UTF8StreamJsonParser reads it: by lead byte and number of trailing bytes, with
# no look at the value. Overlong forms, surrogate halves and values beyond U+10FFFF pass inside
# strings and comments. Python makes a lone surrogate of each such byte: none of them is a character
# of JSON's own, as it should be (an overlong quotation mark does not end a string), and they turn
# back into the same bytes.
_NOT_STRICT: Final = re.compile("[\udc80-\udcff]+")
_LOOSE: Final = re.compile(
    rb"(?:[\xc0-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf7][\x80-\xbf]{3})*+"
)


def _decode_loose_utf8(data: bytes, encoding: str) -> tuple[str, str, tuple[Fault, ...]]:
    text = data.decode("utf-8", "surrogateescape")
    loose: Fault | None = None
    bad: Fault | None = None
    for run in _NOT_STRICT.finditer(text):
        piece = run[0].encode("utf-8", "surrogateescape")
        match = _LOOSE.match(piece)
        passed = match.end() if match is not None else 0
        if passed and loose is None:
            width = 2 if piece[0] < 0xE0 else 3 if piece[0] < 0xF0 else 4
            message = f"bytes {piece[:width].hex(' ').upper()} are not strict UTF-8"
            loose = Fault("not-utf-8", Span(run.start(), run.start() + width), message)
        if passed < len(piece):
            at = run.start() + passed
            message = f"byte {piece[passed]:02X} is not UTF-8"
            bad = Fault("undecodable-bytes", Span(at, at + 1), message)
            break  # Jackson stops here
    return text, encoding, tuple(one for one in (loose, bad) if one is not None)
