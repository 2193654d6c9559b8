"""Apply fixes to texts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from wirelint.diagnostics import Fix
from wirelint.text import Span


def apply_fixes(texts: Mapping[str, str], fixes: Iterable[Fix]) -> dict[str, str]:
    """The texts, by path, after every fix that does not touch what a fix before it edited.

    A fix is applied whole or not at all; one that edits a file that is not among `texts` is left
    out. Returns only the texts that changed.
    """
    accepted: dict[str, list[tuple[Span, str]]] = {}
    for fix in fixes:
        edits = _located(fix, texts)
        if edits and not any(
            _collide(span, taken) for path, span, _ in edits for taken, _ in accepted.get(path, ())
        ):
            for path, span, replacement in edits:
                accepted.setdefault(path, []).append((span, replacement))
    return {path: _edited(texts[path], edits) for path, edits in accepted.items()}


def _located(fix: Fix, texts: Mapping[str, str]) -> list[tuple[str, Span, str]]:
    edits = []
    for edit in fix.edits:
        path, span = edit.at.source.path, edit.at.span
        if span is None or path not in texts:
            return []
        edits.append((path, span, edit.replacement))
    return edits


def _collide(one: Span, other: Span) -> bool:
    return one.overlaps(other) or one == other or one.start == other.start


def _edited(text: str, edits: Iterable[tuple[Span, str]]) -> str:
    for span, replacement in sorted(edits, key=lambda edit: edit[0], reverse=True):
        text = text[: span.start] + replacement + text[span.end :]
    return text
