"""Every feature of the language server, asked at one place."""

from __future__ import annotations

from support.lsp_files import UNITS
from wirelint.text import Span
from wirelint_lsp.convert import to_fold, to_selection, to_tokens
from wirelint_lsp.features.actions import actions
from wirelint_lsp.features.completion import complete
from wirelint_lsp.features.formatting import format_edits
from wirelint_lsp.features.hints import hints
from wirelint_lsp.features.hover import hover
from wirelint_lsp.features.lenses import lenses
from wirelint_lsp.features.navigation import definition, highlights, references
from wirelint_lsp.features.rename import prepare
from wirelint_lsp.features.structure import around, folds, links
from wirelint_lsp.features.symbols import outline
from wirelint_lsp.features.tokens import tokens
from wirelint_lsp.file import File


def ask(file: File, offset: int) -> None:
    """Every feature at a place; the places that it gives lie in the text."""
    text = file.source.text
    whole = Span(0, len(text))
    spans: list[Span] = []
    answer = hover(file, offset)
    spans += [] if answer is None else [answer.span]
    spans += [one.span for one in complete(file, offset)]
    spans += highlights(file, offset)
    references(file, offset, with_declaration=True)
    definition(file, offset)
    renaming = prepare(file, offset)
    spans += [] if renaming is None else [renaming.span]
    spans += [one.span for one in lenses(file, "file:///x")]
    spans += [one.span for one in links(file, lambda _: "file:///x")]
    spans += [one.span for one in format_edits(file)]
    for hint in hints(file, whole, effective=True, wire=True, gates=True):
        assert 0 <= hint.offset <= len(text)
    found = file.session.diagnostics(file.path)
    for action in actions(file, Span(offset, offset), found, "file:///x"):
        spans += [one.span for one in action.edits if one.source.path == file.path]
    for fold in folds(file):
        spans.append(fold.span)
        to_fold(fold, file.source)
    spans += around(file, offset)
    to_selection(around(file, offset), file.source, UNITS)
    numbers = to_tokens(tokens(file), file.source, UNITS)
    assert all(number >= 0 for number in numbers)
    todo = outline(file)
    while todo:
        symbol = todo.pop()
        spans += [symbol.whole, symbol.name_span]
        assert symbol.whole.start <= symbol.name_span.start <= symbol.name_span.end
        assert symbol.name_span.end <= symbol.whole.end
        todo += symbol.children
    assert [one for one in spans if not 0 <= one.start <= one.end <= len(text)] == []
