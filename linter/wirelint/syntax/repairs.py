# lark's `on_error`: what the tolerant grammar does not take. A bracket that is missing is put in
# where the open brackets tell which one; everything else that is unexpected is dropped.
"""Resynchronisation of the parser."""

from __future__ import annotations

from typing import Any, Final

from lark import UnexpectedInput, UnexpectedToken

from wirelint.diagnostics import Related
from wirelint.syntax import findings
from wirelint.syntax.scanner import Scan
from wirelint.syntax.tree import Array, Lexeme, Object, Scalar
from wirelint.text import Location, Span

_CLOSERS: Final[dict[type[Object | Array], tuple[str, str]]] = {
    Object: ("RBRACE", "}"),
    Array: ("RSQB", "]"),
}


class Repairs:
    """Tells lark whether to go on, after putting the parser in a state to do so."""

    def __init__(self, scan: Scan) -> None:
        self._scan = scan

    def __call__(self, error: UnexpectedInput) -> bool:
        if not isinstance(error, UnexpectedToken):
            return False
        parser: Any = error.interactive_parser
        token: Any = error.token
        stack: list[Any] = parser.parser_state.value_stack
        opened = _open_containers(stack)
        try:
            if token.type == "$END":
                return self._end(parser, opened)
            if not opened and stack:
                self._after_root(token)
            elif not self._mend(parser, token, opened):
                self._drop(token)
        except UnexpectedInput:
            return False
        return True

    def _end(self, parser: Any, opened: list[Object | Array]) -> bool:
        if not opened:
            return False
        source, end = self._scan.source, self._scan.end
        self._scan.unclosed = True
        if not (self._scan.stopped or self._scan.cut):
            at = len(source.text[:end].rstrip(" \t\r\n"))
            closers = "".join(_CLOSERS[type(one)][1] for one in reversed(opened))
            title = f"Add `{closers}`" if len(closers) <= 8 else "Close all brackets"
            self._scan.error(
                findings.invalid(
                    source,
                    Span(at, at),
                    f"unexpected end of file, `{closers[0]}` is missing",
                    fix=findings.replace(source, Span(end, end), closers, title),
                    related=(_opened_here(self._scan, opened[-1]),),
                )
            )
        for one in reversed(opened):
            parser.feed_token(Lexeme(_CLOSERS[type(one)][0], end, end))
        return True

    def _after_root(self, token: Any) -> None:
        self._scan.error(findings.text_after_root(self._scan.source, token.start))
        self._scan.stopped = True

    def _mend(self, parser: Any, token: Any, opened: list[Object | Array]) -> bool:
        """Put in what is missing before the token, and say so."""
        if not opened:
            return False
        inner = opened[-1]
        outer = opened[-2] if len(opened) > 1 else None
        at = token.start
        missing: list[Object | Array]
        match token.type:
            case "RBRACE" if isinstance(inner, Array) and _has(opened, Object):
                missing = [one for one in _down_to(opened, Object) if isinstance(one, Array)]
            case "RSQB" if isinstance(inner, Object) and _has(opened, Array):
                missing = [one for one in _down_to(opened, Array) if isinstance(one, Object)]
            case "LBRACE" if isinstance(inner, Object) and isinstance(outer, Array):
                missing = [inner]
            case "KEY" | "BAD_KEY" if isinstance(inner, Array):
                source = self._scan.source
                fix = findings.replace(source, Span(at, at), "{ ", "Add `{`")
                name = findings.shown(source.text[at : token.end].rstrip(": \t\r\n"))
                message = f"`{{` is missing before {name}"
                self._scan.error(
                    findings.invalid(source, _key(self._scan, token), message, fix=fix)
                )
                parser.feed_token(Lexeme("LBRACE", at, at))
                parser.feed_token(token)
                return True
            case _:
                return False
        self._close(parser, token, missing)
        return True

    def _close(self, parser: Any, token: Any, missing: list[Object | Array]) -> None:
        source, at = self._scan.source, token.start
        closers = "".join(_CLOSERS[type(one)][1] for one in missing)
        end = _end_before(self._scan, at)
        place = Span(end - 1 if source.text[end - 1] == "," else end, end)
        text = f" {closers}," if token.type == "LBRACE" else closers
        self._scan.error(
            findings.invalid(
                source,
                Span(at, token.end),
                f"`{closers}` is missing before `{source.text[at : token.end]}`",
                fix=findings.replace(source, place, text, f"Add `{closers}`"),
                related=(_opened_here(self._scan, missing[0]),),
            )
        )
        for one in missing:
            parser.feed_token(Lexeme(_CLOSERS[type(one)][0], at, at))
        parser.feed_token(token)

    def _drop(self, token: Any) -> None:
        source = self._scan.source
        span = Span(token.start, token.end)
        text = source.text[token.start : token.end]
        self._scan.error(findings.invalid(source, span, f"unexpected {findings.shown(text)}"))


def _open_containers(stack: list[Any]) -> list[Object | Array]:
    opened = [one for one in stack if isinstance(one, Object | Array) and one.end < 0]
    top = stack[-1] if stack else None
    if isinstance(top, Lexeme):  # shifted, though not yet reduced
        if top.type in {"RBRACE", "RSQB"}:
            opened.pop()
        elif top.type == "LBRACE":
            opened.append(Object(top.start, -1, [], None))
        elif top.type == "LSQB":
            opened.append(Array(top.start, -1, [], None))
    return opened


def _end_before(scan: Scan, at: int) -> int:
    """Where the last lexeme before `at` ends."""
    text = scan.source.text
    end = len(text[:at].rstrip(" \t\r\n"))
    for comment in reversed(scan.comments):
        if comment.span.end != end:
            break
        end = len(text[: comment.span.start].rstrip(" \t\r\n"))
    return end


def _has(opened: list[Object | Array], kind: type[Object | Array]) -> bool:
    return any(isinstance(one, kind) for one in opened)


def _down_to(opened: list[Object | Array], kind: type[Object | Array]) -> list[Object | Array]:
    inner: list[Object | Array] = []
    for one in reversed(opened):
        if isinstance(one, kind):
            break
        inner.append(one)
    return inner


def _opened_here(scan: Scan, container: Object | Array) -> Related:
    at = container.start
    return Related(Location(scan.source, Span(at, at + 1)), "opened here")


def _key(scan: Scan, token: Lexeme | Scalar) -> Span:
    text = scan.source.text[token.start : token.end]
    return Span(token.start, token.start + len(text[:-1].rstrip(" \t\r\n")))
