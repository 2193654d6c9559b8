# Where things are in a file. Everything above speaks in places; nothing here knows JSON, Kafka or
# an editor. Offsets count code points; UTF-16 exists only in `wirelint_lsp.convert`.
"""Source text and positions in it."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cached_property
from typing import Final, Protocol

from wirelint.lazy_dataclass import dataclass

_LINE_END: Final = re.compile(r"\r\n|\n|\r")
# Control characters, line separators and marks that turn the reading direction.
_UNSAFE: Final = re.compile(
    r"[\x00-\x08\x0a-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ud800-\udfff\ufeff"
    r"\U000e0000-\U000e007f]"
)


def inert(text: str) -> str:
    """The text on one line with nothing in it that a terminal acts on.

    Names and texts of a checked repository are a stranger's.
    """
    return text if text.isascii() and text.isprintable() else _UNSAFE.sub(_escaped, text)


def inert_markdown(text: str) -> str:
    """The text on one line as Markdown shows it letter by letter: no markup, HTML, link or mention."""
    marked = re.sub(r"[\\`*_\[\]|#~!$@]", r"\\\g<0>", inert(text))
    marked = marked.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    # What turns into links by itself.
    return marked.replace("://", "&#58;//").replace("www.", "www&#46;")


def inert_lines(text: str) -> str:
    """The same for a text of several lines; what is made visible stays valid in a text of JSON."""
    return _UNSAFE.sub(_escaped_in_json, text)


def _escaped(match: re.Match[str]) -> str:
    code = ord(match[0])
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"


def _escaped_in_json(match: re.Match[str]) -> str:
    code = ord(match[0])
    if code > 0xFFFF:
        high, low = divmod(code - 0x10000, 0x400)
        return f"\\u{0xD800 + high:04x}\\u{0xDC00 + low:04x}"
    return match[0] if code == 0x0A else f"\\u{code:04x}"


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """Half-open range of code-point offsets."""

    start: int
    end: int

    def overlaps(self, other: Span) -> bool:
        return self.start < other.end and other.start < self.end


@dataclass(frozen=True, eq=False)
class SourceText:
    """One revision of one file, decoded.

    `path` is relative to the working directory, with `/`. `revision` names the baseline the text
    comes from, or is None for the tree that is checked. `encoding` is a Python codec name; a byte
    order mark is not part of `text` (`utf-8-sig` and the like say there was one).
    """

    path: str
    text: str
    revision: str | None = None
    encoding: str = "utf-8"

    @cached_property
    def line_starts(self) -> list[int]:
        """Offsets of the lines' first characters; lines end at LF, CR LF or CR, as in LSP."""
        return [0, *(match.end() for match in _LINE_END.finditer(self.text))]

    def line_column(self, offset: int) -> tuple[int, int]:
        """Zero-based line and column of `offset`."""
        line = bisect_right(self.line_starts, offset) - 1
        return line, offset - self.line_starts[line]

    def line_text(self, line: int) -> str:
        """The text of a zero-based line, without its line end."""
        starts = self.line_starts
        end = starts[line + 1] if line + 1 < len(starts) else len(self.text)
        return self.text[starts[line] : end].rstrip("\r\n")


class Place(Protocol):
    """Somewhere in a source text.

    What a finding points at. `span` may cost a parse when first asked for, so ask late. It is None
    for a file that was deleted. `property` names the thing for scripts (cli-contract: `property`).
    """

    @property
    def source(self) -> SourceText: ...
    @property
    def span(self) -> Span | None: ...
    @property
    def property(self) -> str | None: ...


@dataclass(frozen=True, slots=True)
class Location:
    """A place that is already known."""

    source: SourceText
    span: Span | None
    property: str | None = None


def count(number: int, thing: str, more: str | None = None) -> str:
    """`1 byte`, `2 bytes`; `more` is a plural of another kind."""
    return f"{number} {thing if number == 1 else more or f'{thing}s'}"
