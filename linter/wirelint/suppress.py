# Comments that excuse findings, in every language that wirelint reads. A file without the word
# `wirelint:` is never looked at twice, and comments of a schema are taken from its tree, so that a
# directive inside a text is no directive.
"""`// wirelint: ignore[rule] reason` on the line it excuses or on the line above it.

`// wirelint: ignore-file[rule] reason` excuses the rule in the whole file; `#` instead of `//` in
`.gates` and TOML files. A category may stand for its rules.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from wirelint.diagnostics import Diagnostic, Finding, Problem
from wirelint.lazy_dataclass import dataclass
from wirelint.text import Location, SourceText, Span

_WORD: Final = "wirelint:"
_DIRECTIVE: Final = re.compile(
    r"(?://|#|/\*)\s*wirelint:\s*(?P<verb>[\w-]+)\s*(?:\[(?P<names>[^\]\n]*)\])?(?P<reason>[^\n\r]*)"
)


@dataclass(frozen=True, slots=True)
class Directive:
    """One suppression comment. `line` is the zero-based line it excuses, None for the whole file."""

    source: SourceText
    span: Span
    line: int | None
    names: tuple[str, ...]
    reason: str
    name_spans: tuple[Span, ...] = ()


def directives(
    source: SourceText, comments: Sequence[Span] | None = None
) -> tuple[list[Directive], list[Problem]]:
    """The suppressions of a file, and what is wrong with them.

    `comments` are the spans of the file's comments where a reader knows them; without them a line
    that looks like a directive is one. Problems are `malformed-suppression` and
    `suppression-without-reason`.
    """
    if _WORD not in source.text:
        return [], []
    found: list[Directive] = []
    problems: list[Problem] = []
    targets = _Targets(source)
    for start, end in _candidates(source, comments):
        match = _DIRECTIVE.search(source.text, start, end)
        if match is None:
            continue
        span = Span(match.start(), match.start() + len(match[0].rstrip()))
        names = tuple(one.strip() for one in (match["names"] or "").split(",") if one.strip())
        if match["verb"] not in {"ignore", "ignore-file"} or not names:
            problems.append(
                Problem(
                    "malformed-suppression",
                    Finding(
                        Location(source, span),
                        f"`{source.text[span.start : span.end]}` is no suppression",
                        help="Write `wirelint: ignore[rule-name] reason` "
                        "or `wirelint: ignore-file[rule-name] reason`",
                    ),
                )
            )
            continue
        reason = match["reason"].removesuffix("*/").strip()
        if not reason:
            problems.append(
                Problem(
                    "suppression-without-reason",
                    Finding(
                        Location(source, span),
                        f"the suppression of `{', '.join(names)}` gives no reason",
                        help="Say why behind the bracket, in a few words",
                    ),
                )
            )
        line = None if match["verb"] == "ignore-file" else targets.of(span.start)
        found.append(Directive(source, span, line, names, reason, tuple(_names(match))))
    return found, problems


@dataclass(frozen=True, slots=True)
class Excused:
    """What suppressions did: the diagnostics that stand, and those that were excused, with why."""

    kept: list[Diagnostic]
    suppressed: list[tuple[Diagnostic, Directive]]
    used: frozenset[tuple[int, str]]  # (index of the directive, name in it)


def excuse(diagnostics: Iterable[Diagnostic], found: Sequence[Directive]) -> Excused:
    """Let suppressions through. Where two excuse a finding, the first in `found` counts."""
    # By path, line and name: where it stands (directive, name in it), so that the first can win.
    known: dict[tuple[str, int | None, str], tuple[int, int]] = {}
    for index, directive in enumerate(found):
        for place, name in enumerate(directive.names):
            known.setdefault((directive.source.path, directive.line, name), (index, place))
    paths = {path for path, _, _ in known}
    kept: list[Diagnostic] = []
    suppressed: list[tuple[Diagnostic, Directive]] = []
    used: set[tuple[int, str]] = set()
    for one in diagnostics:
        at = one.finding.at
        path = at.source.path
        span = at.span if path in paths else None
        line = at.source.line_column(span.start)[0] if span is not None else None
        hits = [
            hit
            for name in one.names
            for where in (None, line)
            if (hit := known.get((path, where, name))) is not None
        ]
        if not hits:
            kept.append(one)
            continue
        index, place = min(hits)
        used.add((index, found[index].names[place]))
        suppressed.append((one, found[index]))
    return Excused(kept, suppressed, frozenset(used))


def unused(
    found: Sequence[Directive], used: frozenset[tuple[int, str]], ran: frozenset[str]
) -> Iterator[Problem]:
    """`unused-suppression` for each name that excused nothing though its rule ran.

    `ran` holds the names of the rules and categories that ran; `unknown-rule` names are reported
    by the caller, who knows all of them.
    """
    for index, directive in enumerate(found):
        for name, span in zip(directive.names, directive.name_spans, strict=True):
            if name in ran and (index, name) not in used:
                yield Problem(
                    "unused-suppression",
                    Finding(
                        Location(directive.source, span),
                        f"`{name}` finds nothing here, so the suppression excuses nothing",
                        help="Remove it",
                    ),
                )


def _candidates(source: SourceText, comments: Sequence[Span] | None) -> Iterator[tuple[int, int]]:
    if comments is not None:
        for span in comments:
            yield span.start, span.end
        return
    at = source.text.find(_WORD)
    while at >= 0:
        line = source.line_column(at)[0]
        start = source.line_starts[line]
        end = start + len(source.line_text(line))
        yield start, end
        at = source.text.find(_WORD, max(end, at + 1))


class _Targets:
    """Which line a suppression speaks of. Remembers where a block of such comments ends."""

    def __init__(self, source: SourceText) -> None:
        self._source = source
        self._block = range(0)

    def of(self, offset: int) -> int:
        """A comment alone on its line speaks of the next line that is not such a comment itself."""
        source = self._source
        line, column = source.line_column(offset)
        if source.line_text(line)[:column].strip():
            return line
        if line not in self._block:
            end = line + 1
            last = len(source.line_starts) - 1
            while end < last and _is_directive_line(source.line_text(end)):
                end += 1
            self._block = range(line, end)
        return self._block.stop


def _is_directive_line(text: str) -> bool:
    bare = text.lstrip()
    return bare.startswith(("//", "#", "/*")) and _WORD in bare


def _names(match: re.Match[str]) -> Iterator[Span]:
    start = match.start("names")
    for part in match["names"].split(","):
        if part.strip():
            lead = len(part) - len(part.lstrip())
            yield Span(start + lead, start + lead + len(part.strip()))
        start += len(part) + 1
