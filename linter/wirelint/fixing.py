"""Apply fixes to texts."""

from __future__ import annotations

from bisect import bisect_left, insort_left
from collections.abc import Iterable, Mapping, Sequence

from wirelint.diagnostics import Fix
from wirelint.text import Span


def apply_fixes(texts: Mapping[str, str], fixes: Iterable[Fix]) -> dict[str, str]:
    """The texts, by path, after every fix that does not touch what a fix before it edited.

    A fix is applied whole or not at all; one that edits a file that is not among `texts` is left
    out. Returns only the texts that changed.
    """
    accepted: dict[str, list[tuple[Span, str]]] = {}  # in the order of the text
    for fix in fixes:
        edits = _located(fix, texts)
        if not any(_collides(span, accepted.get(path, ())) for path, span, _ in edits):
            for path, span, replacement in edits:
                insort_left(accepted.setdefault(path, []), (span, replacement), key=_span)
    return {path: _edited(texts[path], edits) for path, edits in accepted.items()}


def _located(fix: Fix, texts: Mapping[str, str]) -> list[tuple[str, Span, str]]:
    edits = []
    for edit in fix.edits:
        path, span = edit.at.source.path, edit.at.span
        if span is None or path not in texts:
            return []
        edits.append((path, span, edit.replacement))
    return edits


def _span(edit: tuple[Span, str]) -> tuple[int, int]:
    return edit[0].start, edit[0].end


def _collides(one: Span, taken: Sequence[tuple[Span, str]]) -> bool:
    """Whether a span touches one that is edited already; only its neighbours can."""
    at = bisect_left(taken, (one.start, -1), key=_span)
    return any(
        one.overlaps(other) or one.start == other.start
        for other, _ in taken[max(0, at - 1) : at + 1]
    )


def _edited(text: str, edits: Iterable[tuple[Span, str]]) -> str:
    pieces: list[str] = []
    done = 0
    for span, replacement in edits:
        pieces += (text[done : span.start], replacement)
        done = max(done, span.end)
    return "".join((*pieces, text[done:]))
