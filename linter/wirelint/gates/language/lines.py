# What can be said about the text before any grammar sees it: comments, blocks, lines. The parser and
# the formatter share it, so that both agree on what a comment is. Every regular expression here is
# linear on any text: a string that does not end reaches to the end of its line, not to the next quote.
"""Comments, lines, and top-level statements with their blocks."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from wirelint.gates.model import Comment
from wirelint.lazy_dataclass import dataclass
from wirelint.text import Span

# Quoted texts and names first, so that a `#` in them is no comment.
_COMMENTS: Final = re.compile(r'"[^"\\\r\n]*(?:\\[^\r\n][^"\\\r\n]*)*"?|`[^`\r\n]*`?|(#[^\r\n]*)')
_LINE: Final = re.compile(r"[^\r\n]*(?:\r\n|\r|\n|$)")
_BRACE: Final = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"?|`[^`]*`?|(\{)')

STATEMENTS: Final = frozenset(
    (
        "gates releases upgrade alias mirror burned private-keys advertise infer feature path"
        " ladder capability rpc served format honour"
    ).split()
)
"""The words that begin a top-level statement."""


class Line(NamedTuple):
    """A line with its end, by offsets; `code` is its text without comment and outer blanks."""

    start: int
    end: int
    code: str
    indent: int
    opens: bool  # has a `{`
    closes: bool  # begins with a `}`


@dataclass(frozen=True, slots=True)
class Chunk:
    """A top-level statement with its block."""

    lines: tuple[Line, ...]

    @property
    def start(self) -> int:
        return self.lines[0].start

    @property
    def end(self) -> int:
        return self.lines[-1].end

    @property
    def unclosed(self) -> int:
        """How many blocks have no end; the file ended, or the next statement began."""
        return sum(line.opens - line.closes for line in self.lines)

    def block_end(self, index: int) -> int:
        """Return the index of the last line of what the line at `index` begins.

        Indentation decides where there is some: a broken line may have lost its brace.
        """
        first = self.lines[index]
        if index + 1 < len(self.lines) and self.lines[index + 1].indent > first.indent:
            for last in range(index + 1, len(self.lines)):
                line = self.lines[last]
                if line.indent <= first.indent:
                    return last if line.closes and line.indent == first.indent else last - 1
            return len(self.lines) - 1
        depth = 0
        for last in range(index, len(self.lines)):
            depth += self.lines[last].opens - self.lines[last].closes
            if depth <= 0:
                return last
        return len(self.lines) - 1


def comments(text: str) -> tuple[Comment, ...]:
    """Every `#` comment up to the end of its line."""
    return tuple(
        Comment(match[1].rstrip(), Span(match.start(1), match.start(1) + len(match[1].rstrip())))
        for match in _COMMENTS.finditer(text)
        if match[1] is not None
    )


def blank_comments(text: str) -> str:
    """Replace comments by blanks; every offset stays."""
    return _COMMENTS.sub(lambda match: match[0] if match[1] is None else " " * len(match[0]), text)


def code_lines(blanked: str) -> list[Line]:
    """Split a text without comments into the lines that say something."""
    found: list[Line] = []
    for match in _LINE.finditer(blanked):
        code = match[0].strip()
        if code:
            indent = len(match[0]) - len(match[0].lstrip())
            opens = "{" in code and any(one[1] for one in _BRACE.finditer(code))
            found.append(Line(match.start(), match.end(), code, indent, opens, code[0] == "}"))
    return found


def chunks_by_braces(lines: list[Line]) -> list[Chunk]:
    """Group lines into top-level statements by their braces.

    Inside a block, a line that begins at the margin with the word of a top-level statement ends
    the block all the same: there a brace was forgotten.
    """
    found: list[Chunk] = []
    current: list[Line] = []
    depth = 0
    for line in lines:
        if current and not line.indent and line.code.split(None, 1)[0] in STATEMENTS:
            found.append(Chunk(tuple(current)))
            current, depth = [], 0
        current.append(line)
        depth += line.opens - line.closes
        if depth <= 0:
            found.append(Chunk(tuple(current)))
            current, depth = [], 0
    if current:
        found.append(Chunk(tuple(current)))
    return found


def chunks_by_margin(lines: list[Line]) -> list[Chunk]:
    """Group lines into top-level statements by what stands at the margin, whatever the braces."""
    found: list[list[Line]] = []
    for line in lines:
        if found and (line.indent or (line.closes and len(found[-1]) > 1)):
            found[-1].append(line)
        else:
            found.append([line])
    return [Chunk(tuple(one)) for one in found]
