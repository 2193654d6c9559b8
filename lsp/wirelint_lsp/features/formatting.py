"""Formatting of `.gates` files."""

from __future__ import annotations

from wirelint.gates.language import format_gates
from wirelint.sources.discovery import Kind
from wirelint.text import Span
from wirelint_lsp.answers import TextEdit
from wirelint_lsp.file import File


def format_edits(file: File) -> list[TextEdit]:
    """The change that formats a gate table, on as few lines as may be; none for other files."""
    if file.kind is not Kind.GATES:
        return []
    old = file.source.text
    new = format_gates(old)
    if new == old:
        return []
    start = 0
    while start < min(len(old), len(new)) and old[start] == new[start]:
        start += 1
    end = 0
    while end < min(len(old), len(new)) - start and old[-1 - end] == new[-1 - end]:
        end += 1
    return [TextEdit(file.source, Span(start, len(old) - end), new[start : len(new) - end])]
