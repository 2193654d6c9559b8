# The file is cut into top-level statements and each is parsed alone, so that a broken one costs no
# other. Inside a statement: report, blank the broken line (with its block, if it opens one), parse
# again. Blanking keeps every offset. At most `_MOST_PROBLEMS` findings a file: behind that many
# mistakes a file is no gate table, and every round costs a parse of its statement.
"""Text to syntax trees, with recovery."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import lru_cache
from typing import Final, TypeAlias

from wirelint.diagnostics import Edit, Finding, Fix, Problem
from wirelint.gates.language.lines import (
    Chunk,
    Line,
    blank_comments,
    chunks_by_braces,
    chunks_by_margin,
    code_lines,
    comments,
)
from wirelint.gates.language.words import expectation, likely, words
from wirelint.gates.model import Comment
from wirelint.lazy_dataclass import dataclass
from wirelint.syntax import automaton
from wirelint.syntax.automaton import END, UNFIT, Automaton, Grammar, Tree, Unexpected
from wirelint.text import Location, SourceText, Span

SYNTAX: Final = "gates-syntax"

_MOST_PROBLEMS: Final = 20
_NOT_AN_END: Final = re.compile(r"[^\r\n]")


@dataclass(frozen=True, slots=True)
class Statement:
    """A top-level statement's tree; its positions count from `offset`."""

    tree: Tree
    offset: int


@dataclass(frozen=True, slots=True)
class Parsed:
    source: SourceText
    statements: tuple[Statement, ...]
    comments: tuple[Comment, ...]
    problems: tuple[Problem, ...]


def parse(source: SourceText) -> Parsed:
    """Parse a file; never raises."""
    blanked = blank_comments(source.text)
    lines = code_lines(blanked)
    known: dict[tuple[int, int], _Result] = {}
    statements, problems = _parse_chunks(source, blanked, chunks_by_braces(lines), known)
    if problems:
        # A lost brace moves all that follows. In a file with the usual indentation that shows.
        again = _parse_chunks(source, blanked, chunks_by_margin(lines), known)
        if (len(again[1]), -len(again[0])) < (len(problems), -len(statements)):
            statements, problems = again
    return Parsed(source, tuple(statements), comments(source.text), tuple(problems))


_Result: TypeAlias = "tuple[Tree | None, list[Problem]]"


def _parse_chunks(
    source: SourceText,
    blanked: str,
    chunks: list[Chunk],
    known: dict[tuple[int, int], _Result],
) -> tuple[list[Statement], list[Problem]]:
    """Parse all chunks; `known` keeps results, for both ways of cutting give much the same."""
    statements: list[Statement] = []
    problems: list[Problem] = []
    for chunk in chunks:
        key = (chunk.start, chunk.end)
        if key not in known:
            known[key] = _parse_chunk(source, chunk, blanked[chunk.start : chunk.end])
        tree, found = known[key]
        problems += found
        if tree is not None:
            statements.append(Statement(tree, chunk.start))
        if len(problems) >= _MOST_PROBLEMS:
            break
    return statements, problems[:_MOST_PROBLEMS]


def _parse_chunk(source: SourceText, chunk: Chunk, text: str) -> _Result:
    problems: list[Problem] = []
    text += "\n"  # for a last line without an end
    if chunk.unclosed > 0:
        text = _close_blocks(source, chunk, text, problems)
    while text.strip():
        tree = _parser().parse(text, "start")
        if isinstance(tree, Unexpected):
            position = tree.token.start_pos
            if chunk.start + position >= chunk.end and chunk.unclosed > 0:
                break  # a brace added below; that one was missing is reported
            problems.append(_explain(source, tree, chunk, text))
            blanked = _blank(text, chunk, _line_at(chunk, chunk.start + position))
            if len(problems) >= _MOST_PROBLEMS or blanked == text:
                break
            text = blanked
        else:
            statement = tree.children[0] if tree.children else None
            return (statement if isinstance(statement, Tree) else None), problems
    return None, problems


def _close_blocks(source: SourceText, chunk: Chunk, text: str, problems: list[Problem]) -> str:
    """Report blocks without an end, and end them: where the indentation falls, or at the end.

    Offsets stay: a closing brace with its line end takes the place of two blanks of indentation.
    """
    openers: list[Line] = []
    lost: list[Line] = []
    for line in chunk.lines:
        while openers and line.indent < openers[-1].indent + (not line.closes):
            at = line.start - chunk.start + line.indent
            if line.indent < 2 or text[at - 2 : at] != "  " or len(lost) == _MOST_PROBLEMS:
                break
            lost.append(openers.pop())
            text = text[: at - 2] + "}\n" + text[at:]
        if line.closes and openers:
            openers.pop()
        if line.opens:
            openers.append(line)
    for line in (*lost, *openers)[: _MOST_PROBLEMS - len(problems)]:
        end = source.text.rfind("{", line.start, line.end) + 1
        problems.append(_problem(source, end - 1, end, "the block that begins here has no `}`"))
    return text + "}\n" * len(openers)


def _line_at(chunk: Chunk, offset: int) -> int:
    """Return the index of the line, or of the last one before the offset."""
    return max(0, bisect_right(chunk.lines, offset, key=lambda line: line.start) - 1)


def _blank(text: str, chunk: Chunk, index: int) -> str:
    """Blank a line with the block it begins; of a block's end, all but the brace."""
    line = chunk.lines[index]
    first = line.start - chunk.start
    if line.closes and index:
        first += line.indent + 1
        last = index
    else:
        last = chunk.block_end(index)
    stop = chunk.lines[last].end - chunk.start
    return text[:first] + _NOT_AN_END.sub(" ", text[first:stop]) + text[stop:]


def _explain(source: SourceText, error: Unexpected, chunk: Chunk, text: str) -> Problem:
    token = error.token
    expected = words(error.allowed, _literals().get)
    base, position = chunk.start, token.start_pos
    start = base + position
    if token.type == UNFIT:
        found = (text[position:].split(None, 1) or [""])[0][:20]
    else:
        found = "" if token.type in {"_NL", END} else str(token)
    if not found:
        # The end of a line: point behind its last word.
        start = base + len(text[:position].rstrip())
        return _problem(source, start, start, expectation("", expected))
    end = start + len(found)
    shown = found if token.type == "STRING" else f"`{found}`"
    near = likely(found, expected)
    at = Location(source, Span(start, end))
    fixes = (Fix(f"write `{near}`", (Edit(at, near),)),) if near is not None else ()
    return Problem(SYNTAX, Finding(at, expectation(shown, expected), fixes=fixes))


def _problem(source: SourceText, start: int, end: int, message: str) -> Problem:
    return Problem(SYNTAX, Finding(Location(source, Span(start, end)), message))


@lru_cache(maxsize=1)
def _parser() -> Automaton:
    return automaton.load(grammar())


def grammar() -> Grammar:
    """The grammar of the language; a statement ends where its line's last word ends."""
    return Grammar(
        __package__, "grammar", ("start",), contextual=True, unplaced=frozenset(("_NL",))
    )


@lru_cache(maxsize=1)
def _literals() -> dict[str, str]:
    """The texts of the terminals that are fixed."""
    return {type_: text for text, type_ in _parser().fixed.items()}
