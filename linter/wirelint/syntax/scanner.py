# lark's own lexer counts lines and makes a `Token` of a dozen slots for each lexeme; offsets are
# all that is needed here, so this one takes half the time. The terminals are the grammar's.
"""From text to lexemes."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, Final

from lark.common import LexerConf
from lark.lexer import Lexer, LexerState

from wirelint.diagnostics import Problem
from wirelint.syntax import findings
from wirelint.syntax.tree import Comment, Lexeme, Object, Scalar
from wirelint.syntax.values import Number, Value, is_too_long
from wirelint.text import SourceText, Span

MAX_PROBLEMS: Final = 20

_LITERALS: Final[dict[str, Value]] = {"true": True, "false": False, "null": None}
_CONTROL: Final = re.compile(r"[\x00-\x08\x0a-\x1f]")


class Scan:
    """One text on its way through scanner and parser, with what was found besides the tree."""

    def __init__(self, source: SourceText, end: int) -> None:
        self.source = source
        self.end = end
        self.comments: list[Comment] = []
        self.problems: list[Problem] = []
        self.errors = 0
        self.stopped = False  # the rest of the text is not read
        self.gave_up = False  # because there are too many errors
        self.unclosed = False  # the text ends inside the root
        self.cut = end < len(source.text)  # and that it does is said otherwise
        self.repeating: list[Object] = []  # with a name twice
        self.lexemes: Iterator[Any] | None = None

    def error(self, problem: Problem) -> None:
        """Note an error; after too many the rest of the text is not read."""
        if self.gave_up:
            return
        self.problems.append(problem)
        self.errors += 1
        if self.errors >= MAX_PROBLEMS:
            self.stopped = self.gave_up = True


class Scanner(Lexer):
    """A lark lexer over a `Scan`; goes on where it stopped when the parser resumes."""

    __future_interface__ = True

    def __init__(self, conf: LexerConf) -> None:
        terminals = sorted(conf.terminals, key=lambda one: (-one.priority, one.name))
        space = next(one for one in terminals if one.name == "WS").pattern.to_regexp()
        others = "|".join(
            f"(?P<{one.name}>{one.pattern.to_regexp()})" for one in terminals if one.name != "WS"
        )
        self._next = re.compile(rf"(?:{space})?+(?:{others}|(?P<END>\Z))")

    def lex(self, lexer_state: LexerState, parser_state: Any) -> Iterator[Any]:  # noqa: ARG002
        scan: Any = lexer_state.text
        if scan.lexemes is None:
            scan.lexemes = self._lexemes(scan)
        lexemes: Iterator[Any] = scan.lexemes
        return lexemes

    def _lexemes(self, scan: Scan) -> Iterator[Lexeme | Scalar]:
        text = scan.source.text
        for match in self._next.finditer(text, 0, scan.end):
            name = match.lastgroup
            assert name is not None
            start, end = match.span(name)
            if name == "STRING":
                yield Scalar(name, start, end, string_value(text, start, end))
            elif name == "NUMBER":
                number = Number(text[start:end])
                if is_too_long(number):
                    scan.error(findings.number_too_long(scan.source, Span(start, end)))
                yield Scalar(name, start, end, number)
            elif name == "LITERAL":
                yield Scalar(name, start, end, _LITERALS[text[start:end]])
            elif name in _NOISE:
                _note(scan, name, start, end)
            elif name == "END":
                return
            else:
                yield Lexeme(name, start, end)
            if scan.stopped:
                return


def string_value(text: str, start: int, end: int) -> str:
    """The value of a valid string at these offsets, quotation marks included."""
    value = text[start + 1 : end - 1]
    return str(json.loads(text[start:end])) if "\\" in value else value


_NOISE: Final = {"LINE_COMMENT", "BLOCK_COMMENT", "OPEN_COMMENT", "HASH_COMMENT", "OTHER"}


def _note(scan: Scan, name: str, start: int, end: int) -> None:
    source = scan.source
    text = source.text[start:end]
    span = Span(start, end)
    if name in {"LINE_COMMENT", "BLOCK_COMMENT"}:
        scan.comments.append(Comment(span, text))
        if name == "BLOCK_COMMENT":
            scan.problems.append(findings.block_comment(source, span))
        control = _CONTROL.search(text.replace("\r", " ").replace("\n", " "))
        if control:
            at = Span(start + control.start(), start + control.end())
            what = f"control character U+{ord(control[0]):04X} in a comment"
            fix = findings.replace(source, at, "", "Remove the character", safe=True)
            scan.error(findings.invalid(source, at, what, fix=fix))
    elif name == "OPEN_COMMENT":
        scan.cut = True
        scan.error(findings.invalid(source, Span(start, start + 2), "comment without its `*/`"))
    elif name == "HASH_COMMENT":
        mark = Span(start, start + len(text) - len(text.lstrip("#")))
        fix = findings.replace(source, mark, "//", "Write a `//` comment")
        scan.error(findings.invalid(source, span, "`#` comment", fix=fix))
    else:
        scan.error(findings.invalid(source, span, f"unexpected {findings.shown(text)}"))
