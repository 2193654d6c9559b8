"""Code actions: the fixes of findings, and what a developer does next."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from wirelint.diagnostics import Diagnostic, Fix
from wirelint.fixing import apply_fixes
from wirelint.sources.discovery import Kind as FileKind
from wirelint.text import Span
from wirelint_lsp.answers import Action, ActionKind, Call, TextEdit
from wirelint_lsp.features.refactor import refactorings
from wirelint_lsp.file import File

EXPLAIN = "wirelint.explainRule"
WAIVE = "wirelint.recordWaiver"


def actions(file: File, span: Span, found: Sequence[Diagnostic], uri: str) -> Iterator[Action]:
    """What can be done in a stretch of a file; the likeliest first."""
    here = [one for one in found if _touches(one, span)]
    for one in here:
        for fix in one.finding.fixes:
            edits = _edits(fix)
            if edits:
                yield Action(
                    title=fix.title,
                    kind=ActionKind.QUICK_FIX,
                    edits=edits,
                    solves=(one,),
                    is_preferred=fix.safe or len(one.finding.fixes) == 1,
                )
    for one in here:
        yield from _ignore(file, one)
        yield Action(
            title=f"Explain {one.rule}",
            kind=ActionKind.QUICK_FIX,
            solves=(one,),
            call=Call(f"Explain {one.rule}", EXPLAIN, (one.rule,)),
        )
        yield from _waive(one, uri)
    yield from refactorings(file, span)
    everything = _fix_all(file, found)
    if everything:
        yield Action(title="Apply all safe fixes", kind=ActionKind.FIX_ALL, edits=everything)


def _touches(one: Diagnostic, span: Span) -> bool:
    at = one.finding.at.span
    return at is not None and at.start <= span.end and span.start <= at.end


def _edits(fix: Fix) -> tuple[TextEdit, ...]:
    edits = []
    for edit in fix.edits:
        span = edit.at.span
        if span is None or edit.at.source.revision is not None:
            return ()
        edits.append(TextEdit(edit.at.source, span, edit.replacement))
    return tuple(edits)


def _ignore(file: File, one: Diagnostic) -> Iterator[Action]:
    """A comment that excuses the finding; its reason is for the user to write."""
    span = one.finding.at.span
    if span is None or one.finding.at.source.path != file.path or file.path.endswith(".toml"):
        return
    source = file.source
    mark = "#" if file.kind is FileKind.GATES else "//"
    line = source.line_column(span.start)[0]
    start = source.line_starts[line]
    text = source.line_text(line)
    lead = text[: len(text) - len(text.lstrip())]
    end = _line_end(source.text)
    yield Action(
        title=f"Ignore {one.rule} here, with a reason",
        kind=ActionKind.QUICK_FIX,
        edits=(
            TextEdit(
                source,
                Span(start, start),
                f"{lead}{mark} wirelint: ignore[{one.rule}] TODO: say why{end}",
            ),
        ),
        solves=(one,),
    )


def _waive(one: Diagnostic, uri: str) -> Iterator[Action]:
    finding = one.finding
    data = {
        "uri": uri,
        "rule": one.rule,
        "message": one.message_name,
        "versions": str(finding.versions) if finding.versions else None,
        "path": finding.at.source.path,
    }
    yield Action(
        title=f"Waive {one.rule} in wirelint.toml, with a reason",
        kind=ActionKind.QUICK_FIX,
        solves=(one,),
        call=Call(f"Waive {one.rule}", WAIVE, (data,)),
    )


def _line_end(text: str) -> str:
    at = text.find("\n")
    return (
        "\r\n" if at > 0 and text[at - 1] == "\r" else "\n" if at >= 0 or "\r" not in text else "\r"
    )


def _fix_all(file: File, found: Iterable[Diagnostic]) -> tuple[TextEdit, ...]:
    """The file with every safe fix that touches nothing else, as one edit."""
    fixes = [
        fix
        for one in found
        for fix in one.finding.fixes[:1]
        if fix.safe and all(edit.at.source.path == file.path for edit in fix.edits)
    ]
    if not fixes:
        return ()
    text = file.source.text
    new = apply_fixes({file.path: text}, fixes).get(file.path, text)
    return () if new == text else (TextEdit(file.source, Span(0, len(text)), new),)
