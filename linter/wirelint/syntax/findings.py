# Every message and fix of the readers, so that both readers say the same and the builder reads as
# what it does. The pages are in `wirelint_rules.syntax`.
"""Syntax problems."""

from __future__ import annotations

import re
from typing import Final

from wirelint.diagnostics import Edit, Finding, Fix, Problem, Related
from wirelint.syntax.values import MAX_DEPTH, MAX_DIGITS
from wirelint.text import Location, SourceText, Span


def invalid(
    source: SourceText,
    span: Span,
    message: str,
    *,
    fix: Fix | None = None,
    related: tuple[Related, ...] = (),
) -> Problem:
    """What no reader of the dialect takes."""
    return problem("invalid-syntax", source, span, message, fix=fix, related=related)


def problem(
    rule: str,
    source: SourceText,
    span: Span,
    message: str,
    *,
    fix: Fix | None = None,
    related: tuple[Related, ...] = (),
) -> Problem:
    fixes = (fix,) if fix is not None else ()
    return Problem(rule, Finding(Location(source, span), message, related=related, fixes=fixes))


def replace(source: SourceText, span: Span, text: str, title: str, *, safe: bool = False) -> Fix:
    return Fix(title, (Edit(Location(source, span), text),), safe)


def start_of(problem: Problem) -> int:
    span = problem.finding.at.span
    return span.start if span is not None else 0


def too_deep(source: SourceText, at: int) -> Problem:
    message = f"nested deeper than {MAX_DEPTH:,} levels"
    return problem("nesting-too-deep", source, Span(at, at + 1), message)


def number_too_long(source: SourceText, span: Span) -> Problem:
    message = f"number of more than {MAX_DIGITS:,} digits"
    return problem("number-too-long", source, span, message)


def empty_file(source: SourceText) -> Problem:
    return problem("empty-file", source, Span(0, len(source.text)), "the file holds no value")


def text_after_root(source: SourceText, at: int) -> Problem:
    end = len(source.text.rstrip(" \t\r\n"))
    span = Span(at, end)
    fix = replace(source, span, "", "Remove what follows the object")
    what = shown(source.text[at:end])
    return problem("text-after-root", source, span, f"{what} after the end of the object", fix=fix)


def block_comment(source: SourceText, span: Span) -> Problem:
    return problem(
        "block-comment",
        source,
        span,
        "`/* */` comment",
        fix=_as_line_comments(source, span),
    )


_REST_IS_BLANK: Final = re.compile(r"[ \t]*+(?:[\r\n]|\Z)")
_LEADING_STARS: Final = re.compile(r"\*+[ \t]?")


def _as_line_comments(source: SourceText, span: Span) -> Fix | None:
    """Only where nothing follows on the last line: a line comment would swallow it."""
    text = source.text
    if not _REST_IS_BLANK.match(text, span.end):
        return None
    line, column = source.line_column(span.start)
    before = source.line_text(line)[:column]
    indent = before if not before.strip(" \t") else " " * column
    line_end = "\r\n" if "\r\n" in text else "\n"
    lines = []
    for number, raw in enumerate(re.split(r"\r\n|\n|\r", text[span.start + 2 : span.end - 2])):
        one = raw.strip(" \t")
        one = one.lstrip("*") if number == 0 else _LEADING_STARS.sub("", one, count=1)
        lines.append(one.strip(" \t").rstrip("*").rstrip(" \t"))
    while len(lines) > 1 and not lines[0]:
        del lines[0]
    while len(lines) > 1 and not lines[-1]:
        del lines[-1]
    comment = f"{line_end}{indent}".join(f"// {one}".rstrip(" ") for one in lines)
    return replace(source, span, comment, "Write line comments", safe=True)


def shown(text: str) -> str:
    """A piece of source as a message names it."""
    cut = len(text) > 24
    text = text[:20] if cut else text
    if len(text) == 1 and not (" " < text <= "~"):
        return f"character U+{ord(text):04X}"
    if not text.isprintable():
        text = text.encode("unicode_escape").decode("ascii")
    return f"`{text}...`" if cut else f"`{text}`"
