# A handler finds the file, asks the feature and converts. `_answer` is the one guard: whatever goes
# wrong in a request is logged, and the client gets an empty answer.
"""Requests about a document."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any, TypeAlias

from lsprotocol import types

from wirelint_lsp.legend import TokenKind
from wirelint_lsp.server.core import LOG, Server

Handler: TypeAlias = Callable[[Server, Any], Any]
"""Imports its feature when it runs: a client waits for `initialize`, not for what it did not ask."""


def register(server: Server) -> None:
    feature = server.pygls.feature
    for method, handler, options, empty in _HANDLERS:
        feature(method, options)(_answer(server, method, handler, empty))
    feature(types.TEXT_DOCUMENT_DIAGNOSTIC, _DIAGNOSTICS)(
        _answer(server, types.TEXT_DOCUMENT_DIAGNOSTIC, _diagnostic, _NOTHING_FOUND)
    )
    feature(types.WORKSPACE_DIAGNOSTIC)(_workspace_diagnostic(server))


def _answer(server: Server, method: str, handler: Handler, empty: Any) -> Callable[[Any], Any]:
    def answer(params: Any) -> Any:
        started = time.monotonic()
        try:
            return handler(server, params)
        except Exception:  # noqa: BLE001 - the one guard around a request
            LOG.exception("`%s` failed", method)
            return empty
        finally:
            LOG.debug("%s took %.1f ms", method, (time.monotonic() - started) * 1000)

    return answer


# -- diagnostics ------------------------------------------------------------------------------------


def _diagnostic(server: Server, params: types.DocumentDiagnosticParams) -> Any:
    report = server.reports.report(params.text_document.uri)
    if report is None:
        return types.RelatedFullDocumentDiagnosticReport(items=[])
    server.reports.answered(report)
    if params.previous_result_id == report.id:
        return types.RelatedUnchangedDocumentDiagnosticReport(result_id=report.id)
    return types.RelatedFullDocumentDiagnosticReport(items=report.items, result_id=report.id)


def _workspace_diagnostic(server: Server) -> Callable[[types.WorkspaceDiagnosticParams], Any]:
    async def answer(params: types.WorkspaceDiagnosticParams) -> types.WorkspaceDiagnosticReport:
        """What the client does not have yet; runs in steps and can be cancelled."""
        from wirelint_lsp.workspace import key_of

        everywhere = server.settings.diagnosticMode != "openFilesOnly"
        known = {one.uri: one.value for one in params.previous_result_ids}
        ids = {key_of(uri): value for uri, value in known.items()}
        items: list[types.WorkspaceDocumentDiagnosticReport] = []
        last = time.monotonic()
        for uri in server.reports.asked_for(known, everywhere=everywhere):
            report = server.reports.update(uri, ids.get(key_of(uri)), everywhere=everywhere)
            if report is not None:
                buffer = server.workspace.buffer(uri)
                items.append(
                    types.WorkspaceFullDocumentDiagnosticReport(
                        uri=report.uri,
                        items=report.items,
                        version=None if buffer is None else buffer.version,
                        result_id=report.id,
                    )
                )
            if time.monotonic() - last > _STEP:
                await asyncio.sleep(0)
                last = time.monotonic()
        return types.WorkspaceDiagnosticReport(items=items)

    return answer


# -- what is at a place -------------------------------------------------------------------------------


def _hover(server: Server, params: types.HoverParams) -> types.Hover | None:
    from wirelint_lsp.convert import to_hover
    from wirelint_lsp.features.hover import hover

    found = server.file(params.text_document.uri)
    if found is None:
        return None
    file, _ = found
    units = server.client.units
    answer = hover(file, units.offset(file.source, params.position))
    return None if answer is None else to_hover(answer, file.source, server.client)


def _completion(server: Server, params: types.CompletionParams) -> types.CompletionList | None:
    from wirelint_lsp.convert import to_item
    from wirelint_lsp.features.completion import complete

    found = server.file(params.text_document.uri)
    if found is None:
        return None
    file, _ = found
    items = complete(file, server.client.units.offset(file.source, params.position))
    return types.CompletionList(
        is_incomplete=False, items=[to_item(one, file.source, server.client) for one in items]
    )


def _resolve_item(server: Server, item: types.CompletionItem) -> types.CompletionItem:
    from wirelint_lsp.convert import described, to_markup
    from wirelint_lsp.features.completion import explain

    text = explain(str(described(item.data).get("about", "")))
    formats = server.client.markdown_items
    if text and formats is not None:
        item.documentation = to_markup(text, is_markdown=formats)
    return item


def _definition(server: Server, params: types.DefinitionParams) -> list[types.Location] | None:
    from wirelint_lsp.convert import to_location
    from wirelint_lsp.features.navigation import definition

    found = server.file(params.text_document.uri)
    if found is None:
        return None
    file, root = found
    units, uri_of = server.client.units, server.uri_of(root)
    targets = definition(file, units.offset(file.source, params.position))
    return [
        to_location(one, uri, units) for one in targets if (uri := uri_of(one.source)) is not None
    ]


def _references(server: Server, params: types.ReferenceParams) -> list[types.Location] | None:
    from wirelint_lsp.convert import to_location
    from wirelint_lsp.features.navigation import references

    found = server.file(params.text_document.uri)
    if found is None:
        return None
    file, root = found
    units, uri_of = server.client.units, server.uri_of(root)
    targets = references(
        file,
        units.offset(file.source, params.position),
        with_declaration=params.context.include_declaration,
    )
    return [
        to_location(one, uri, units) for one in targets if (uri := uri_of(one.source)) is not None
    ]


def _highlight(
    server: Server, params: types.DocumentHighlightParams
) -> list[types.DocumentHighlight] | None:
    from wirelint_lsp.features.navigation import highlights

    found = server.file(params.text_document.uri)
    if found is None:
        return None
    file, _ = found
    units = server.client.units
    return [
        types.DocumentHighlight(units.range(file.source, span), types.DocumentHighlightKind.Text)
        for span in highlights(file, units.offset(file.source, params.position))
    ]


def _prepare_rename(
    server: Server, params: types.PrepareRenameParams
) -> types.PrepareRenamePlaceholder | None:
    from wirelint_lsp.features.rename import prepare

    found = server.file(params.text_document.uri)
    if found is None:
        return None
    file, _ = found
    units = server.client.units
    renaming = prepare(file, units.offset(file.source, params.position))
    if renaming is None:
        return None
    return types.PrepareRenamePlaceholder(
        range=units.range(file.source, renaming.span), placeholder=renaming.name
    )


def _rename(server: Server, params: types.RenameParams) -> types.WorkspaceEdit | None:
    from wirelint_lsp.features.rename import rename

    found = server.file(params.text_document.uri)
    if found is None:
        return None
    file, root = found
    offset = server.client.units.offset(file.source, params.position)
    edits = rename(file, offset, params.new_name)
    if isinstance(edits, str):
        server.show(edits, types.MessageType.Warning)
        return None
    return server.workspace_edit(edits, root)


# -- the whole document -------------------------------------------------------------------------------


def _symbols(server: Server, params: types.DocumentSymbolParams) -> Any:
    from wirelint_lsp.convert import to_flat_symbols, to_symbol
    from wirelint_lsp.features.symbols import outline

    found = server.file(params.text_document.uri)
    if found is None:
        return None
    file, _ = found
    units, uri = server.client.units, params.text_document.uri
    symbols = outline(file)
    if server.able("text_document.document_symbol.hierarchical_document_symbol_support"):
        return [to_symbol(one, file.source, units) for one in symbols]
    return [flat for one in symbols for flat in to_flat_symbols(one, file.source, uri, units)]


def _workspace_symbols(
    server: Server, params: types.WorkspaceSymbolParams
) -> list[types.SymbolInformation]:
    from wirelint_lsp.features.symbols import search

    units = server.client.units
    answer: list[types.SymbolInformation] = []
    for root in server.workspace.roots.values():
        uri_of = server.uri_of(root)
        for one in search(root.session, params.query):
            uri = uri_of(one.source)
            if uri is not None:
                answer.append(
                    types.SymbolInformation(
                        location=types.Location(uri, units.range(one.source, one.span)),
                        name=one.name,
                        kind=types.SymbolKind[one.kind.value],
                        container_name=one.container or None,
                    )
                )
    return answer


def _lenses(server: Server, params: types.CodeLensParams) -> list[types.CodeLens] | None:
    from wirelint_lsp.convert import to_command
    from wirelint_lsp.features.lenses import lenses

    found = server.file(params.text_document.uri)
    if found is None or not server.settings.codeLens:
        return None
    file, _ = found
    units = server.client.units
    return [
        types.CodeLens(range=units.range(file.source, one.span), command=to_command(one.call))
        for one in lenses(file, params.text_document.uri)
    ]


def _hints(server: Server, params: types.InlayHintParams) -> list[types.InlayHint] | None:
    from wirelint_lsp.convert import to_hint
    from wirelint_lsp.features.hints import hints

    found = server.file(params.text_document.uri)
    if found is None:
        return None
    file, _ = found
    units, settings = server.client.units, server.settings
    return [
        to_hint(one, file.source, units)
        for one in hints(
            file,
            units.span(file.source, params.range),
            effective=settings.inlayEffectiveVersions,
            wire=settings.inlayWireTypes,
            gates=settings.inlayGates,
        )
    ]


def _tokens(server: Server, params: types.SemanticTokensParams) -> types.SemanticTokens | None:
    from wirelint_lsp.convert import to_tokens
    from wirelint_lsp.features.tokens import tokens

    found = server.file(params.text_document.uri)
    if found is None:
        return None
    file, _ = found
    data = to_tokens(tokens(file), file.source, server.client.units)
    return types.SemanticTokens(data=data)


def _folds(server: Server, params: types.FoldingRangeParams) -> list[types.FoldingRange] | None:
    from wirelint_lsp.convert import to_fold
    from wirelint_lsp.features.structure import folds

    found = server.file(params.text_document.uri)
    if found is None:
        return None
    file, _ = found
    return [fold for one in folds(file) if (fold := to_fold(one, file.source)) is not None]


def _selection(
    server: Server, params: types.SelectionRangeParams
) -> list[types.SelectionRange] | None:
    from wirelint_lsp.convert import to_selection
    from wirelint_lsp.features.structure import around

    found = server.file(params.text_document.uri)
    if found is None:
        return None
    file, _ = found
    units = server.client.units
    answer = []
    for position in params.positions:
        spans = around(file, units.offset(file.source, position))
        selection = to_selection(spans, file.source, units)
        answer.append(selection or types.SelectionRange(types.Range(position, position)))
    return answer


def _links(server: Server, params: types.DocumentLinkParams) -> list[types.DocumentLink] | None:
    from wirelint_lsp.features.structure import links

    found = server.file(params.text_document.uri)
    if found is None:
        return None
    file, root = found
    units, tooltips = server.client.units, server.client.link_tooltips
    uri_of = server.uri_of(root)
    return [
        types.DocumentLink(
            range=units.range(file.source, one.span),
            target=one.url,
            tooltip=one.tooltip if tooltips else None,
        )
        for one in links(file, uri_of)
    ]


def _formatting(
    server: Server, params: types.DocumentFormattingParams
) -> list[types.TextEdit] | None:
    from wirelint_lsp.features.formatting import format_edits

    found = server.file(params.text_document.uri)
    if found is None:
        return None
    file, _ = found
    units = server.client.units
    return [
        types.TextEdit(units.range(file.source, one.span), one.text) for one in format_edits(file)
    ]


def _actions(server: Server, params: types.CodeActionParams) -> list[types.CodeAction] | None:
    from wirelint_lsp.answers import ActionKind
    from wirelint_lsp.convert import to_command, to_diagnostic
    from wirelint_lsp.features.actions import actions

    found = server.file(params.text_document.uri)
    if found is None:
        return None
    file, root = found
    client, uri_of = server.client, server.uri_of(root)
    wanted = params.context.only
    answer = []
    for one in actions(
        file,
        client.units.span(file.source, params.range),
        server.workspace.diagnostics(root, file.path),
        params.text_document.uri,
    ):
        kind = one.kind.value
        if wanted is not None and not any(kind == w or kind.startswith(f"{w}.") for w in wanted):
            continue
        if wanted is None and one.kind is ActionKind.FIX_ALL:
            continue  # for whoever asks for it: on save, or by name
        answer.append(
            types.CodeAction(
                title=one.title,
                kind=kind,
                diagnostics=[to_diagnostic(d, client, uri_of) for d in one.solves] or None,
                edit=server.workspace_edit(one.edits, root) if one.edits else None,
                is_preferred=one.is_preferred or None,
                command=None if one.call is None else to_command(one.call),
            )
        )
    return answer


_STEP = 0.006
_NOTHING_FOUND = types.RelatedFullDocumentDiagnosticReport(items=[])
_DIAGNOSTICS = types.DiagnosticOptions(
    inter_file_dependencies=True, workspace_diagnostics=True, identifier="wirelint"
)


def _legend() -> types.SemanticTokensLegend:
    return types.SemanticTokensLegend(
        token_types=[one.value for one in TokenKind], token_modifiers=[]
    )


_HANDLERS: tuple[tuple[str, Handler, Any, Any], ...] = (
    (types.TEXT_DOCUMENT_HOVER, _hover, None, None),
    (
        types.TEXT_DOCUMENT_COMPLETION,
        _completion,
        types.CompletionOptions(trigger_characters=['"', ":", " ", "[", "+", "-"]),
        None,
    ),
    (types.COMPLETION_ITEM_RESOLVE, _resolve_item, None, None),
    (types.TEXT_DOCUMENT_DEFINITION, _definition, None, None),
    (types.TEXT_DOCUMENT_REFERENCES, _references, None, None),
    (types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT, _highlight, None, None),
    (types.TEXT_DOCUMENT_PREPARE_RENAME, _prepare_rename, None, None),
    (types.TEXT_DOCUMENT_RENAME, _rename, None, None),
    (types.TEXT_DOCUMENT_DOCUMENT_SYMBOL, _symbols, None, None),
    (types.WORKSPACE_SYMBOL, _workspace_symbols, None, None),
    (types.TEXT_DOCUMENT_CODE_LENS, _lenses, None, None),
    (types.TEXT_DOCUMENT_INLAY_HINT, _hints, None, None),
    (types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, _tokens, _legend(), None),
    (types.TEXT_DOCUMENT_FOLDING_RANGE, _folds, None, None),
    (types.TEXT_DOCUMENT_SELECTION_RANGE, _selection, None, None),
    (types.TEXT_DOCUMENT_DOCUMENT_LINK, _links, None, None),
    (types.TEXT_DOCUMENT_FORMATTING, _formatting, None, None),
    (
        types.TEXT_DOCUMENT_CODE_ACTION,
        _actions,
        types.CodeActionOptions(
            code_action_kinds=[
                types.CodeActionKind.QuickFix,
                types.CodeActionKind.Refactor,
                types.CodeActionKind.RefactorRewrite,
                types.CodeActionKind.SourceFixAll,
            ]
        ),
        None,
    ),
)
