# Comments are put in by lines, above what they excuse. Whether a line takes one (it may lie within a
# text or another comment) is not worked out beforehand: the caller reads the new text again and
# compares, and `placed` says what came of it.
"""Writing suppression comments (`--add-ignores`)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from wirelint.suppress import directives
from wirelint.text import SourceText, Span


def with_ignores(
    source: SourceText, wanted: Mapping[int, Collection[str]], reason: str
) -> SourceText:
    """The text with a comment above each line (from 0) that excuses the rules wanted there.

    One comment for all rules of a line, as far in as the line itself.
    """
    marker = "#" if source.path.endswith(".gates") else "//"
    pieces: list[str] = []
    done = 0
    for line in sorted(wanted):
        start = source.line_starts[line]
        text = source.line_text(line)
        indent = text[: len(text) - len(text.lstrip())]
        names = ", ".join(sorted(wanted[line]))
        pieces += (
            source.text[done:start],
            f"{indent}{marker} wirelint: ignore[{names}] {reason}{_line_end(source, line)}",
        )
        done = start
    pieces.append(source.text[done:])
    return SourceText(source.path, "".join(pieces), source.revision, source.encoding)


def placed(
    source: SourceText, wanted: Mapping[int, Collection[str]], comments: Sequence[Span] | None
) -> bool:
    """Whether every comment that `with_ignores` wrote is read as a suppression of its line.

    `wanted` has the lines of the text before; `comments` are as `suppress.directives` takes them.
    """
    found, _ = directives(source, comments)
    excused = {(one.line, name) for one in found for name in one.names}
    return all(
        (line + above, name) in excused
        for above, line in enumerate(sorted(wanted), 1)
        for name in wanted[line]
    )


def _line_end(source: SourceText, line: int) -> str:
    starts = source.line_starts
    if line + 1 < len(starts):
        return source.text[starts[line] + len(source.line_text(line)) : starts[line + 1]]
    if line:
        return _line_end(source, line - 1)
    return "\n"
