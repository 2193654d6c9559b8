"""One test per capability over a real pipe, for each client profile."""

from __future__ import annotations

import asyncio

import pytest
from lsprotocol import types

from support.lsp_world import CONFIG, FILES, GATES, RECORD, REQUEST, RESPONSE

from .conftest import APPLIED, Editor

pytestmark = pytest.mark.asyncio(loop_scope="module")

START = types.Position(0, 0)
EVERYTHING = types.Range(START, types.Position(1000, 0))


def text_at(path: str, editor: Editor, range: types.Range) -> str:
    """The text that a range of the client means, counted by hand in its own units."""
    lines = FILES[path].split("\n")
    encoding = str(getattr(editor.encoding, "value", editor.encoding))
    codec = {"utf-8": ("utf-8", 1), "utf-32": ("utf-32-le", 4)}.get(encoding, ("utf-16-le", 2))
    assert range.start.line == range.end.line
    data = lines[range.start.line].encode(codec[0])
    start, end = range.start.character * codec[1], range.end.character * codec[1]
    return data[start:end].decode(codec[0])


async def test_initialize_says_what_the_server_can_do(editor: Editor) -> None:
    said = editor.answer.capabilities
    assert said.hover_provider
    assert said.rename_provider
    assert said.code_lens_provider
    sync = said.text_document_sync
    assert isinstance(sync, types.TextDocumentSyncOptions)
    assert sync.change is types.TextDocumentSyncKind.Incremental
    # Never both for one document.
    assert (said.diagnostic_provider is not None) is (editor.profile in {"neovim", "pull"})
    assert editor.answer.server_info is not None
    assert editor.answer.server_info.name == "wirelint"


async def test_a_clean_tree_has_no_diagnostics(editor: Editor) -> None:
    for path in FILES:
        assert await editor.diagnostics(path, set()) == []


async def test_diagnostics_while_typing(editor: Editor) -> None:
    """Against the baseline, with its text as related information; gone when it is undone."""
    broken = FILES[REQUEST].replace(
        '"type": "int32", "versions": "1+"', '"type": "int32", "versions": "0+"'
    )
    async with editor.edited(REQUEST, broken):
        (one,) = [
            one
            for one in await editor.diagnostics(
                REQUEST, {"field-added-to-released-version", "ignorable-without-effect"}
            )
            if one.code == "field-added-to-released-version"
        ]
        assert one.source == "wirelint"
        assert one.severity is types.DiagnosticSeverity.Error
        line = broken.split("\n")[one.range.start.line]
        assert line[one.range.start.character : one.range.end.character] == '"0+"'
        said = " ".join(
            [one.message, *(related.message for related in one.related_information or ())]
        )
        assert "1.0.0" in said


async def test_positions_behind_astral_characters(editor: Editor) -> None:
    broken = FILES[REQUEST].replace('lie", "type": "string"', 'lie", "type": "strng"')
    async with editor.edited(REQUEST, broken):
        (one,) = [
            one
            for one in await editor.diagnostics(REQUEST, {"unknown-field-type"})
            if one.code == "unknown-field-type"
        ]
        before = broken.split("\n")[one.range.start.line].partition('"strng"')[0]
        offset = broken.index('"strng"')
        assert one.range.start == editor.position_in(broken, offset)
        assert "😀" in before


async def test_diagnostics_of_the_other_half(editor: Editor) -> None:
    """A bumped request has something to say of its response, which nobody touched."""
    async with editor.edited(REQUEST, FILES[REQUEST].replace('"0-2"', '"0-3"')):
        codes = {str(one.code) for one in await editor.diagnostics(REQUEST, seconds=1)}
        for _ in range(100):
            both = codes | {str(one.code) for one in await editor.diagnostics(RESPONSE)}
            if "pair-out-of-step" in both:
                break
            await asyncio.sleep(0.05)
        else:
            raise AssertionError(both)


async def test_diagnostics_of_gate_tables(editor: Editor) -> None:
    async with editor.edited(GATES, FILES[GATES].replace("2 from SECOND", "7 from SECOND")):
        found = await editor.diagnostics(GATES, {"ladder-outside-schema", "ladder-rung-changed"})
        assert found[0].severity is types.DiagnosticSeverity.Error


async def test_diagnostics_of_the_configuration(editor: Editor) -> None:
    async with editor.edited(CONFIG, 'profil = "plain"\n'):
        (one,) = await editor.diagnostics(CONFIG, {"invalid-configuration"})
        assert "profile" in one.message


async def test_hover_on_a_field(editor: Editor) -> None:
    answer = await editor.client.text_document_hover_async(
        types.HoverParams(editor.document(REQUEST), editor.position(REQUEST, '"Crew"', 2))
    )
    assert answer is not None
    assert isinstance(answer.contents, types.MarkupContent)
    words = answer.contents.value
    for part in (
        "**Crew** `Sailor`",
        "Versions **2**",
        "NULLABLE_Sailor",
        "one byte before it",
        "default null",
        "`pier.version`",
    ):
        assert part in words
    assert answer.range is not None
    assert text_at(REQUEST, editor, answer.range) == '"Crew"'


async def test_hover_on_valid_versions(editor: Editor) -> None:
    answer = await editor.client.text_document_hover_async(
        types.HoverParams(editor.document(REQUEST), editor.position(REQUEST, '"0-2"', 2))
    )
    assert answer is not None
    assert isinstance(answer.contents, types.MarkupContent)
    words = answer.contents.value
    for part in ("becomes flexible", "adds Crew", "released", "flexible from 1", "SECOND"):
        assert part in words


async def test_hover_on_a_level(editor: Editor) -> None:
    answer = await editor.client.text_document_hover_async(
        types.HoverParams(editor.document(GATES), editor.position(GATES, "SECOND", 2))
    )
    assert answer is not None
    assert isinstance(answer.contents, types.MarkupContent)
    assert "becomes 2" in answer.contents.value


async def test_hover_on_a_setting(editor: Editor) -> None:
    answer = await editor.client.text_document_hover_async(
        types.HoverParams(editor.document(CONFIG), editor.position(CONFIG, "profile", 2))
    )
    assert answer is not None


async def test_completion_of_types_and_versions(editor: Editor) -> None:
    async def labels(needle: str, offset: int) -> list[str]:
        answer = await editor.client.text_document_completion_async(
            types.CompletionParams(
                editor.document(REQUEST), editor.position(REQUEST, needle, offset)
            )
        )
        assert isinstance(answer, types.CompletionList)
        return [one.label for one in answer.items]

    assert {"Sailor", "[]Sailor", "int32", "[]string"} <= set(await labels('"Sailor"', 1))
    assert "0-3" in await labels('"0-2"', 1)
    assert "2+" in await labels('"1+", "default"', 1)


async def test_completion_of_properties_resolves(editor: Editor) -> None:
    answer = await editor.client.text_document_completion_async(
        types.CompletionParams(
            editor.document(REQUEST), editor.position(REQUEST, '{ "name": "Rank"', 2)
        )
    )
    assert isinstance(answer, types.CompletionList)
    item = next(one for one in answer.items if one.label == "taggedVersions")
    resolved = await editor.client.completion_item_resolve_async(item)
    if editor.profile == "emacs":  # it says that it shows none
        assert resolved.documentation is None
        return
    assert isinstance(resolved.documentation, types.MarkupContent)
    assert "tag" in resolved.documentation.value


async def test_completion_of_gates(editor: Editor) -> None:
    answer = await editor.client.text_document_completion_async(
        types.CompletionParams(editor.document(GATES), editor.position(GATES, "FIRST\n", 0))
    )
    assert isinstance(answer, types.CompletionList)
    assert {"FIRST", "SECOND"} <= {one.label for one in answer.items}
    answer = await editor.client.text_document_completion_async(
        types.CompletionParams(editor.document(GATES), editor.position(GATES, "level 2", 6))
    )
    assert isinstance(answer, types.CompletionList)
    assert [one.label for one in answer.items] == ["3"]


async def targets(editor: Editor, path: str, needle: str, offset: int = 1) -> set[tuple[str, int]]:
    found = await editor.client.text_document_definition_async(
        types.DefinitionParams(editor.document(path), editor.position(path, needle, offset))
    )
    assert isinstance(found, list)
    return {(one.uri.rpartition("/")[2], one.range.start.line) for one in found}  # type: ignore[union-attr]


async def test_definition(editor: Editor) -> None:
    assert await targets(editor, REQUEST, '"Sailor"') == {("PierRequest.json", 24)}
    assert await targets(editor, REQUEST, '"apiKey"') == {("PierResponse.json", 5)}
    assert await targets(editor, GATES, "FIRST\n") == {("pier.gates", 11)}
    assert await targets(editor, GATES, "Pier exactly") == {
        ("PierRequest.json", 6),
        ("PierResponse.json", 5),
    }
    assert await targets(editor, GATES, "PierRecord") == {("PierRecord.json", 3)}


async def test_references(editor: Editor) -> None:
    found = await editor.client.text_document_references_async(
        types.ReferenceParams(
            types.ReferenceContext(include_declaration=True),
            editor.document(GATES),
            editor.position(GATES, "pier.version", 2),
        )
    )
    assert found is not None
    assert {text_at(GATES, editor, one.range) for one in found} == {"pier.version"}
    assert len(found) == 2


async def test_document_highlight(editor: Editor) -> None:
    found = await editor.client.text_document_document_highlight_async(
        types.DocumentHighlightParams(
            editor.document(REQUEST), editor.position(REQUEST, '"Sailor"', 2)
        )
    )
    assert found is not None
    assert [text_at(REQUEST, editor, one.range) for one in found] == ["Sailor"] * 3


async def test_rename_with_prepare(editor: Editor) -> None:
    position = editor.position(REQUEST, '"Sailor"', 2)
    prepared = await editor.client.text_document_prepare_rename_async(
        types.PrepareRenameParams(editor.document(REQUEST), position)
    )
    assert isinstance(prepared, types.PrepareRenamePlaceholder)
    assert prepared.placeholder == "Sailor"
    edit = await editor.client.text_document_rename_async(
        types.RenameParams(
            text_document=editor.document(REQUEST), position=position, new_name="Mariner"
        )
    )
    assert edit is not None
    assert edits_of(edit)[editor.uri(REQUEST)] == ["Mariner"] * 3
    nothing = await editor.client.text_document_prepare_rename_async(
        types.PrepareRenameParams(
            editor.document(REQUEST), editor.position(REQUEST, '"PierRequest"', 2)
        )
    )
    assert nothing is None


def edits_of(edit: types.WorkspaceEdit) -> dict[str, list[str]]:
    """The new texts by document, whichever way the client takes edits."""
    found: dict[str, list[str]] = {}
    for uri, edits in (edit.changes or {}).items():
        found[uri] = [one.new_text for one in edits]
    for change in edit.document_changes or ():
        if isinstance(change, types.TextDocumentEdit):
            found[change.text_document.uri] = [
                one.new_text for one in change.edits if isinstance(one, types.TextEdit)
            ]
    return found


async def test_document_symbols(editor: Editor) -> None:
    found = await editor.client.text_document_document_symbol_async(
        types.DocumentSymbolParams(editor.document(REQUEST))
    )
    assert found
    assert found[0].name == "PierRequest"
    if isinstance(found[0], types.DocumentSymbol):
        assert [one.name for one in found[0].children or ()][:2] == ["Dock", "Ships"]
    gates = await editor.client.text_document_document_symbol_async(
        types.DocumentSymbolParams(editor.document(GATES))
    )
    assert {"pier.version", "replica"} <= {one.name for one in gates or ()}


async def test_workspace_symbols(editor: Editor) -> None:
    found = await editor.client.workspace_symbol_async(types.WorkspaceSymbolParams("pierreq"))
    assert found is not None
    assert [one.name for one in found] == ["PierRequest"]
    found = await editor.client.workspace_symbol_async(types.WorkspaceSymbolParams("SECOND"))
    assert [one.name for one in found or ()] == ["SECOND"]


async def test_code_actions_fix_ignore_explain(editor: Editor) -> None:
    broken = FILES[REQUEST].replace('"int16", "versions": "2+"', '"itn16", "versions": "2+"')
    async with editor.edited(REQUEST, broken):
        (one,) = [
            one
            for one in await editor.diagnostics(REQUEST, {"unknown-field-type"})
            if one.code == "unknown-field-type"
        ]
        found = await editor.client.text_document_code_action_async(
            types.CodeActionParams(
                editor.document(REQUEST), one.range, types.CodeActionContext(diagnostics=[one])
            )
        )
        actions = [action for action in found or () if isinstance(action, types.CodeAction)]
        fix = next(action for action in actions if action.is_preferred)
        assert fix.edit is not None
        assert edits_of(fix.edit) == {editor.uri(REQUEST): ['"int16"']}
        titles = [action.title for action in found or ()]
        ignore = next(action for action in actions if action.title.startswith("Ignore"))
        assert ignore.edit is not None
        assert (
            "wirelint: ignore[unknown-field-type]" in edits_of(ignore.edit)[editor.uri(REQUEST)][0]
        )
        assert "Explain unknown-field-type" in titles
        assert any(title.startswith("Waive unknown-field-type") for title in titles)


async def test_fix_all(editor: Editor) -> None:
    broken = FILES[REQUEST].replace('"ignorable": true, "about"', '"ignorable": "true", "about"')
    async with editor.edited(
        RESPONSE, FILES[RESPONSE].replace('"int16"', '"int16", "ignorable": "true"')
    ):
        await editor.diagnostics(RESPONSE, seconds=1)
        found = await editor.client.text_document_code_action_async(
            types.CodeActionParams(
                editor.document(RESPONSE),
                EVERYTHING,
                types.CodeActionContext(diagnostics=[], only=["source.fixAll.wirelint"]),
            )
        )
        assert broken
        (action,) = [one for one in found or () if isinstance(one, types.CodeAction)]
        assert action.edit is not None
        assert '"ignorable": true' in edits_of(action.edit)[editor.uri(RESPONSE)][0]


async def test_refactoring_bumps_both_halves(editor: Editor) -> None:
    at = editor.position(REQUEST, '"0-2"', 1)
    found = await editor.client.text_document_code_action_async(
        types.CodeActionParams(
            editor.document(REQUEST),
            types.Range(at, at),
            types.CodeActionContext(diagnostics=[], only=[types.CodeActionKind.Refactor]),
        )
    )
    action = next(one for one in found or () if isinstance(one, types.CodeAction))
    assert action.edit is not None
    assert edits_of(action.edit) == {
        editor.uri(REQUEST): ['"0-3"'],
        editor.uri(RESPONSE): ['"0-3"'],
    }


async def test_code_lens(editor: Editor) -> None:
    found = await editor.client.text_document_code_lens_async(
        types.CodeLensParams(editor.document(REQUEST))
    )
    titles = [one.command.title for one in found or () if one.command is not None]
    assert titles[0] == "versions 0-2, released in 1.0.0"
    assert titles[1].startswith("2: adds Crew")
    assert titles[2] == "2 from pier.version 2 (SECOND)"
    gates = await editor.client.text_document_code_lens_async(
        types.CodeLensParams(editor.document(GATES))
    )
    assert [one.command.title for one in gates or () if one.command] == ["pier.version 0 to 2"]


async def test_inlay_hints(editor: Editor) -> None:
    found = await editor.client.text_document_inlay_hint_async(
        types.InlayHintParams(editor.document(GATES), EVERYTHING)
    )
    assert [one.label for one in found or ()] == ["= 1", "= 2"]
    found = await editor.client.text_document_inlay_hint_async(
        types.InlayHintParams(editor.document(REQUEST), EVERYTHING)
    )
    assert [one.label for one in found or ()] == ["2 from 2 (SECOND)"]


async def test_semantic_tokens(editor: Editor) -> None:
    found = await editor.client.text_document_semantic_tokens_full_async(
        types.SemanticTokensParams(editor.document(GATES))
    )
    assert found is not None
    provider = editor.answer.capabilities.semantic_tokens_provider
    assert provider is not None
    legend = provider.legend.token_types
    line = column = 0
    seen = []
    for index in range(0, len(found.data), 5):
        down, right, length, kind, _ = found.data[index : index + 5]
        line, column = line + down, (right if down else column + right)
        ends = types.Position(line, column), types.Position(line, column + length)
        seen.append((text_at(GATES, editor, types.Range(*ends)), legend[kind]))
    assert ("feature", "keyword") in seen
    assert ("pier.version", "enum") in seen
    assert ("FIRST", "enumMember") in seen
    assert ("# Who may speak to the piers. 😀", "comment") in seen


async def test_folding(editor: Editor) -> None:
    found = await editor.client.text_document_folding_range_async(
        types.FoldingRangeParams(editor.document(GATES))
    )
    assert {(one.start_line, one.end_line) for one in found or ()} >= {(4, 13), (15, 21)}


async def test_selection_range(editor: Editor) -> None:
    (found,) = (
        await editor.client.text_document_selection_range_async(
            types.SelectionRangeParams(
                editor.document(REQUEST), [editor.position(REQUEST, '"Sailor"', 3)]
            )
        )
        or ()
    )
    texts = []
    one: types.SelectionRange | None = found
    while one is not None and one.range.start.line == one.range.end.line:
        texts.append(text_at(REQUEST, editor, one.range))
        one = one.parent
    assert texts[:3] == ["Sailor", '"Sailor"', '"type": "Sailor"']


async def test_document_links(editor: Editor) -> None:
    found = await editor.client.text_document_document_link_async(
        types.DocumentLinkParams(editor.document(REQUEST))
    )
    assert [(text_at(REQUEST, editor, one.range), one.target) for one in found or ()] == [
        ("KIP-9001", "https://cwiki.apache.org/confluence/display/KAFKA/KIP-9001")
    ]


async def test_formatting(editor: Editor) -> None:
    async with editor.edited(GATES, FILES[GATES].replace("  owner us", "     owner   us")):
        found = await editor.client.text_document_formatting_async(
            types.DocumentFormattingParams(
                editor.document(GATES), types.FormattingOptions(tab_size=2, insert_spaces=True)
            )
        )
        assert len(found or ()) == 1
    schema = await editor.client.text_document_formatting_async(
        types.DocumentFormattingParams(
            editor.document(RECORD), types.FormattingOptions(tab_size=2, insert_spaces=True)
        )
    )
    assert not schema


async def test_commands_give_pages(editor: Editor) -> None:
    async def run(command: str, *arguments: object) -> str:
        page = await editor.client.workspace_execute_command_async(
            types.ExecuteCommandParams(command=command, arguments=list(arguments))
        )
        return str(page)

    assert "Crew" in await run("wirelint.showLayout", {"message": "Pier", "version": 2})
    assert "# tag-reused" in await run("wirelint.explainRule", "tag-reused")
    assert "SECOND" in await run("wirelint.showFeature", {"feature": "pier.version"})
    assert "Pier" in await run("wirelint.negotiate", {"path": "client"})
    assert await run("wirelint.explainRule", "no-such-rule") == "None"


async def test_waivers_are_recorded_with_a_reason(editor: Editor) -> None:
    APPLIED.clear()
    await editor.client.workspace_execute_command_async(
        types.ExecuteCommandParams(
            command="wirelint.recordWaiver",
            arguments=[
                {
                    "uri": editor.uri(REQUEST),
                    "rule": "tag-reused",
                    "message": "PierRequest",
                    "versions": "2",
                    "reason": 'never "written"',
                }
            ],
        )
    )
    await editor.diagnostics(REQUEST, set())
    (edit,) = [one.edit for one in APPLIED]
    ((uri, texts),) = edits_of(edit).items()
    assert uri == editor.uri(CONFIG)
    assert texts == [
        (
            '\n[[waiver]]\nrule = "tag-reused"\nmessage = "PierRequest"\nversions = "2"\n'
            'reason = "never \\"written\\""\n'
        )
    ]


async def test_workspace_diagnostics(editor: Editor) -> None:
    """Files that are not open are reported to clients that ask for them."""
    if not editor.pulls:
        pytest.skip("this client does not ask")
    path = editor.root / "message/LooseRequest.json"
    text = FILES[REQUEST].replace("Pier", "Loose").replace("40", "41").replace("int16", "int61")
    path.write_text(text, encoding="utf-8")
    await editor.client.workspace_execute_command_async(
        types.ExecuteCommandParams(command="wirelint.rescan", arguments=[])
    )
    for _ in range(100):
        report = await editor.client.workspace_diagnostic_async(
            types.WorkspaceDiagnosticParams(previous_result_ids=[])
        )
        codes = {
            str(item.code)
            for one in report.items
            if one.uri == path.as_uri()
            and isinstance(one, types.WorkspaceFullDocumentDiagnosticReport)
            for item in one.items
        }
        if "unknown-field-type" in codes:
            break
    else:
        raise AssertionError("never reported")
    path.unlink()
    editor.client.workspace_did_change_watched_files(
        types.DidChangeWatchedFilesParams(
            [types.FileEvent(path.as_uri(), types.FileChangeType.Deleted)]
        )
    )
