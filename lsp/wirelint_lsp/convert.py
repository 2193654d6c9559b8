# The only place where code points become the client's units. The core counts code points; LSP counts
# UTF-16 units, or what was negotiated. Lines end at LF, CR LF and CR alone, as in the protocol, and
# as `SourceText` has them: U+2028, U+0085 and form feeds are characters like any other.
"""Between the core's places and answers and the protocol's."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from lsprotocol import types

from wirelint.diagnostics import Category, Diagnostic, Severity
from wirelint.reporters.words import CHANGES
from wirelint.text import Place, SourceText, Span
from wirelint_lsp import answers
from wirelint_lsp.legend import TokenKind

UriOf = Callable[[SourceText], str | None]
"""The URI of a file of the checked tree; None for a baseline's, which has none."""

_TOKENS: Final = {kind: number for number, kind in enumerate(TokenKind)}
_UNNECESSARY: Final = frozenset(
    ("unused-suppression", "struct-never-used", "version-changes-nothing")
)


@dataclass(frozen=True, slots=True)
class Units:
    """Positions in the negotiated encoding: `utf-8`, `utf-16` or `utf-32`."""

    encoding: str = "utf-16"

    def count(self, text: str) -> int:
        """The units of a text."""
        if self.encoding == "utf-32" or text.isascii():
            return len(text)
        if self.encoding == "utf-8":
            return len(text.encode("utf-8", "surrogatepass"))
        return len(text) + sum(char > "\uffff" for char in text)

    def position(self, source: SourceText, offset: int) -> types.Position:
        line, column = source.line_column(max(0, min(offset, len(source.text))))
        start = source.line_starts[line]
        return types.Position(line, self.count(source.text[start : start + column]))

    def range(self, source: SourceText, span: Span) -> types.Range:
        return types.Range(self.position(source, span.start), self.position(source, span.end))

    def offset(self, source: SourceText, position: types.Position) -> int:
        """The code point at a position; what lies beyond a line or the text means its end."""
        starts = source.line_starts
        if position.line >= len(starts):
            return len(source.text)
        line = source.line_text(max(0, position.line))
        start = starts[max(0, position.line)]
        wanted = max(0, position.character)
        if self.encoding == "utf-32" or line.isascii():
            return start + min(wanted, len(line))
        seen = 0
        for index, char in enumerate(line):
            width = self.count(char)
            if seen + width > wanted:
                return start + index
            seen += width
        return start + len(line)

    def span(self, source: SourceText, range: types.Range) -> Span:
        start, end = self.offset(source, range.start), self.offset(source, range.end)
        return Span(min(start, end), max(start, end))


def apply_change(
    source: SourceText, change: types.TextDocumentContentChangeEvent, units: Units
) -> str:
    """The text after one change of a `didChange`."""
    if isinstance(change, types.TextDocumentContentChangePartial):
        span = units.span(source, change.range)
        return source.text[: span.start] + change.text + source.text[span.end :]
    return change.text


# -- diagnostics ------------------------------------------------------------------------------------


def severity_of(one: Diagnostic) -> types.DiagnosticSeverity:
    """Notes on a change are information; on what stood before, hints."""
    if one.severity is Severity.ERROR:
        return types.DiagnosticSeverity.Error
    if one.severity is Severity.WARNING:
        return types.DiagnosticSeverity.Warning
    if one.category in CHANGES:
        return types.DiagnosticSeverity.Information
    return types.DiagnosticSeverity.Hint


@dataclass(frozen=True, slots=True)
class Client:
    """What the client can do, as far as answers depend on it."""

    units: Units = Units()
    related: bool = True
    code_description: bool = True
    tags: bool = True
    snippets: bool = True
    markdown_hover: bool = True
    markdown_items: bool | None = True  # None: the client shows no documentation
    link_tooltips: bool = True
    rules_url: str | None = None


def to_diagnostic(one: Diagnostic, client: Client, uri_of: UriOf) -> types.Diagnostic:
    finding = one.finding
    at = finding.at
    message = finding.message if finding.help is None else f"{finding.message}\n{finding.help}"
    related: list[types.DiagnosticRelatedInformation] = []
    for other in finding.related:
        uri, place, said = uri_of(other.at.source), other.at, other.message
        if other.at.source.revision is not None or uri is None:
            # No client can open a file of a baseline: its text stands in the words, at our own place.
            uri, place, said = uri_of(at.source), at, in_words(other.at, other.message)
        if uri is None or not client.related:
            message += f"\n{in_words(other.at, other.message)}"
        else:
            location = types.Location(uri, _range(place, client.units))
            related.append(types.DiagnosticRelatedInformation(location, said))
    url = client.rules_url
    tags = [types.DiagnosticTag.Unnecessary] if one.rule in _UNNECESSARY and client.tags else None
    return types.Diagnostic(
        range=_range(at, client.units),
        message=message,
        severity=severity_of(one),
        code=one.rule,
        code_description=types.CodeDescription(url.replace("{rule}", one.rule))
        if url and client.code_description
        else None,
        source="wirelint",
        tags=tags,
        related_information=related or None,
        data={"rule": one.rule, "property": at.property},
    )


def _range(at: Place, units: Units) -> types.Range:
    span = at.span
    return units.range(at.source, Span(0, 0) if span is None else span)


def in_words(at: Place, message: str) -> str:
    """A place of a baseline, which no client can open, with the line that stands there."""
    span = at.span
    name = at.source.path.rpartition("/")[2]
    of = f" of {at.source.revision}" if at.source.revision else ""
    if span is None:
        return f"{name}{of}: {message}"
    line, _ = at.source.line_column(span.start)
    shown = at.source.line_text(line).strip()
    return f"{name}:{line + 1}{of}: {message}: {shown[:160]}"


# -- answers ----------------------------------------------------------------------------------------


def to_hover(hover: answers.Hover, source: SourceText, client: Client) -> types.Hover:
    return types.Hover(
        to_markup(hover.markdown, is_markdown=client.markdown_hover),
        client.units.range(source, hover.span),
    )


def to_markup(markdown: str, *, is_markdown: bool) -> types.MarkupContent:
    """Markdown, or its words for a client that shows plain text."""
    if is_markdown:
        return types.MarkupContent(types.MarkupKind.Markdown, markdown)
    plain = re.sub(r"\\([\\`*_\[\]<>|])", r"\1", markdown.replace("**", "").replace("<br>", "; "))
    rows = [line for line in plain.split("\n") if not re.fullmatch(r"[| -]+", line) or not line]
    return types.MarkupContent(types.MarkupKind.PlainText, "\n".join(rows))


def to_location(target: answers.Target, uri: str, units: Units) -> types.Location:
    return types.Location(uri, units.range(target.source, target.span))


def to_item(item: answers.Item, source: SourceText, client: Client) -> types.CompletionItem:
    text = item.text
    if item.is_snippet and not client.snippets:
        text = plain_snippet(text)
    is_snippet = item.is_snippet and client.snippets
    return types.CompletionItem(
        label=item.label,
        kind=types.CompletionItemKind[item.kind.value],
        detail=item.detail or None,
        sort_text=f"{item.order:04}",
        filter_text=source.text[item.span.start : item.span.end][:1] + item.label
        if source.text[item.span.start : item.span.end][:1] == '"'
        else item.label,
        insert_text_format=types.InsertTextFormat.Snippet
        if is_snippet
        else types.InsertTextFormat.PlainText,
        text_edit=types.TextEdit(client.units.range(source, item.span), text),
        data={"about": item.about} if item.about else None,
    )


def plain_snippet(text: str) -> str:
    """A snippet without its marks, for clients that know none."""
    text = re.sub(r"\$\{\d+\|([^,|}]*)[^}]*\|\}", r"\1", text)
    text = re.sub(r"\$\{\d+:([^}]*)\}", r"\1", text)
    return re.sub(r"\$\d+|\$\{\d+\}", "", text).replace("\\}", "}").replace("\\$", "$")


def to_symbol(one: answers.Symbol, source: SourceText, units: Units) -> types.DocumentSymbol:
    return types.DocumentSymbol(
        name=one.name or "?",
        detail=one.detail or None,
        kind=types.SymbolKind[one.kind.value],
        range=units.range(source, one.whole),
        selection_range=units.range(source, one.name_span),
        children=[to_symbol(child, source, units) for child in one.children] or None,
        tags=[types.SymbolTag.Deprecated] if one.is_deprecated else None,
    )


def to_flat_symbols(
    one: answers.Symbol, source: SourceText, uri: str, units: Units, container: str | None = None
) -> Iterable[types.SymbolInformation]:
    """For clients without hierarchical symbols."""
    yield types.SymbolInformation(
        location=types.Location(uri, units.range(source, one.whole)),
        name=one.name or "?",
        kind=types.SymbolKind[one.kind.value],
        container_name=container,
    )
    for child in one.children:
        yield from to_flat_symbols(child, source, uri, units, one.name)


def to_workspace_edit(
    edits: Iterable[answers.TextEdit],
    uri_of: UriOf,
    units: Units,
    versions: Mapping[str, int | None] | None = None,
) -> types.WorkspaceEdit:
    """With `versions` (of open documents by URI) as document changes, else as plain changes."""
    by_uri: dict[str, list[types.TextEdit]] = {}
    for edit in edits:
        uri = uri_of(edit.source)
        if uri is not None:
            range = units.range(edit.source, edit.span)
            by_uri.setdefault(uri, []).append(types.TextEdit(range, edit.text))
    if versions is None:
        return types.WorkspaceEdit(changes=by_uri)
    return types.WorkspaceEdit(
        document_changes=[
            types.TextDocumentEdit(
                types.OptionalVersionedTextDocumentIdentifier(uri, versions.get(uri)), list(changes)
            )
            for uri, changes in by_uri.items()
        ]
    )


def to_command(call: answers.Call) -> types.Command:
    return types.Command(call.title, call.command, arguments=list(call.arguments))


def to_hint(hint: answers.Hint, source: SourceText, units: Units) -> types.InlayHint:
    return types.InlayHint(
        position=units.position(source, hint.offset),
        label=hint.text,
        kind=types.InlayHintKind(hint.kind.value),
        tooltip=types.MarkupContent(types.MarkupKind.Markdown, hint.tooltip)
        if hint.tooltip
        else None,
        padding_left=True,
    )


def to_tokens(tokens: Iterable[answers.Token], source: SourceText, units: Units) -> list[int]:
    """Tokens in text order, each as five numbers relative to the one before."""
    data: list[int] = []
    line = column = 0
    for token in tokens:
        at = units.position(source, token.span.start)
        length = units.count(source.text[token.span.start : token.span.end])
        same = at.line == line
        data += [
            at.line - line,
            at.character - column if same else at.character,
            length,
            _TOKENS[token.kind],
            0,
        ]
        line, column = at.line, at.character
    return data


def to_fold(fold: answers.Fold, source: SourceText) -> types.FoldingRange | None:
    start, end = (source.line_column(one)[0] for one in (fold.span.start, fold.span.end))
    if start >= end:
        return None
    kind = types.FoldingRangeKind.Comment if fold.is_comment else None
    return types.FoldingRange(start_line=start, end_line=end, kind=kind)


def to_selection(
    spans: Iterable[Span], source: SourceText, units: Units
) -> types.SelectionRange | None:
    """Spans from the outermost in."""
    found: types.SelectionRange | None = None
    for span in spans:
        found = types.SelectionRange(units.range(source, span), found)
    return found


def is_change_note(one: Diagnostic) -> bool:
    return one.category in CHANGES or one.category is Category.RUN


def described(data: Any) -> Mapping[str, Any]:
    """The `data` of an item, as far as it is one of ours."""
    return data if isinstance(data, Mapping) else {}
