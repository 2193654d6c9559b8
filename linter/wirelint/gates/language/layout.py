# The formatter works on lines and words, never on the model: it moves blanks and nothing else, so it
# cannot lose anything, not even from a broken file. A line it does not understand is only indented.
"""The layout of a `.gates` file."""

from __future__ import annotations

import re
from typing import Final

from wirelint.lazy_dataclass import dataclass

_INDENT: Final = "  "
_LINE_END: Final = re.compile(r"\r\n|\n|\r")
_WORD: Final = re.compile(
    r'"[^"\\]*(?:\\.[^"\\]*)*"|`[^`]+`|\.\.|>=|[{}=,:*]|(?:[A-Za-z0-9_+\-]|\.(?!\.))+'
)
_BLANKS: Final = " \t"
_ASKS: Final = frozenset(("from", "at", "otherwise"))


def format_gates(text: str) -> str:
    """Lay a file out: indentation by braces, one blank between words, numbers in columns.

    Only blanks and empty lines change; comments and the order of lines stay. Formatting twice
    changes nothing more. The line end is the file's first.
    """
    end = _LINE_END.search(text)
    rows = [_row(line) for line in _LINE_END.split(text)]
    _indent(rows)
    _align_words(rows)
    rows = _without_needless_gaps(rows)
    shown = [row.code for row in rows]
    _align_comments(rows, shown)
    newline = end[0] if end is not None else "\n"
    return "".join(line + newline for line in shown)


@dataclass(slots=True)
class _Row:
    words: list[str]
    comment: str
    raw: str | None  # the code of a line that is not made of words
    depth: int = 0
    block: int = 0

    @property
    def is_gap(self) -> bool:
        return not self.words and not self.comment and self.raw is None

    @property
    def is_comment(self) -> bool:
        return not self.words and self.raw is None and bool(self.comment)

    @property
    def closes(self) -> bool:
        return self.words[:1] == ["}"]

    @property
    def opens(self) -> bool:
        return "{" in self.words

    @property
    def code(self) -> str:
        if self.is_gap:
            return ""
        text = self.raw
        if text is None:
            # Only before a word: a comma in quotes keeps the blank before it.
            spaced = (one if one.startswith(",") else f" {one}" for one in self.words)
            text = "".join(spaced).removeprefix(" ")
        return (_INDENT * self.depth + text).rstrip(_BLANKS)


def _row(line: str) -> _Row:
    words: list[str] = []
    position = 0
    while True:
        while position < len(line) and line[position] in _BLANKS:
            position += 1
        if position == len(line):
            return _Row(words, "", None)
        if line[position] == "#":
            return _Row(words, line[position:].rstrip(_BLANKS), None)
        word = _WORD.match(line, position)
        if word is None:
            return _Row([], "", line.strip(_BLANKS))
        words.append(word[0])
        position = word.end()


def _indent(rows: list[_Row]) -> None:
    """Set every row's depth, and the number of the block it stands in."""
    open_blocks = [0]
    count = 0
    for row in rows:
        if row.closes and len(open_blocks) > 1:
            open_blocks.pop()
        row.depth = len(open_blocks) - 1
        row.block = open_blocks[-1]
        if row.opens:
            count += 1
            open_blocks.append(count)


def _align_words(rows: list[_Row]) -> None:
    """Pad the words that form a column in their block."""
    widths: dict[tuple[int, str, int], int] = {}
    for row in rows:
        for index in _in_line(row.words):
            key = (row.block, _kind(row.words), index)
            widths[key] = max(widths.get(key, 0), len(row.words[index]))
    for row in rows:
        kind = _kind(row.words)
        for index in _in_line(row.words):
            row.words[index] = row.words[index].ljust(widths[row.block, kind, index])


def _kind(words: list[str]) -> str:
    if len(words) > 1 and words[1] in _ASKS:
        return "rung"
    if len(words) > 1 and words[1] == ":":
        return "holding"
    if len(words) > 3 and words[1] == "key" and words[3] == "serves":
        return "served"
    return words[0] if words else ""


def _in_line(words: list[str]) -> list[int]:
    """The same, as far as a line that is still being written has them."""
    return [index for index in _columns(words) if index < len(words)]


def _columns(words: list[str]) -> tuple[int, ...]:
    """Return which words of a line stand in columns; the last word never does."""
    match _kind(words):
        case "rung" | "holding":
            return (0,)
        case "served":
            return (0, 2)
        case "level" | "variant" if len(words) > 2:
            return (1,)
        case _:
            return ()


def _without_needless_gaps(rows: list[_Row]) -> list[_Row]:
    """Keep single empty lines between statements; none at the edges of the file or a block."""
    kept: list[_Row] = []
    for row in rows:
        if row.is_gap and (not kept or kept[-1].is_gap or kept[-1].opens):
            continue
        if row.closes and kept and kept[-1].is_gap:
            kept.pop()
        kept.append(row)
    while kept and kept[-1].is_gap:
        kept.pop()
    return kept


def _align_comments(rows: list[_Row], shown: list[str]) -> None:
    """Put comments behind their code; those of neighbouring lines begin in one column."""
    start = 0
    while start < len(rows):
        stop = start
        while stop < len(rows) and rows[stop].comment and not rows[stop].is_comment:
            stop += 1
        width = max(map(len, shown[start:stop]), default=0)
        for index in range(start, stop):
            shown[index] = f"{shown[index].ljust(width)}  {rows[index].comment}"
        if stop < len(rows) and rows[stop].is_comment:
            shown[stop] = _INDENT * rows[stop].depth + rows[stop].comment
        start = stop + 1
