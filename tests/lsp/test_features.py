"""Features as functions, where a pipe would add nothing."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from support.lsp_files import Bench, bench_of
from support.lsp_world import CONFIG, GATES, GATES_TEXT, REQUEST, REQUEST_TEXT, make_world, place
from wirelint.text import SourceText, Span
from wirelint_lsp.answers import Action, TextEdit
from wirelint_lsp.features.actions import actions
from wirelint_lsp.features.commands import Waiver, waiver_edit
from wirelint_lsp.features.completion import complete
from wirelint_lsp.features.configuration import complete_setting, hover_setting
from wirelint_lsp.features.rename import rename
from wirelint_lsp.features.structure import links
from wirelint_lsp.settings import DEFAULTS, read_settings
from wirelint_lsp.uris import path_of, uri_of


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    make_world(tmp_path)
    return bench_of(tmp_path, "1.0.0")


def applied(text: str, edits: tuple[TextEdit, ...] | list[TextEdit]) -> str:
    for edit in sorted(edits, key=lambda one: one.span, reverse=True):
        text = text[: edit.span.start] + edit.text + text[edit.span.end :]
    return text


def offered(bench: Bench, text: str, needle: str) -> dict[str, Action]:
    buffer = bench.open(REQUEST, text)
    bench.type(buffer, text)
    at = place(text, needle, 2)
    file = bench.file(REQUEST)
    found = bench.root.session.diagnostics(REQUEST)
    return {one.title: one for one in actions(file, Span(at, at), found, "file:///x")}


def test_a_new_field_may_become_a_tagged_one(bench: Bench) -> None:
    new = '{ "name": "Flag", "type": "string", "versions": "2+", "about": "Whose it is." },\n    '
    at = REQUEST_TEXT.index('{ "name": "Note"')
    text = REQUEST_TEXT[:at] + new + REQUEST_TEXT[at:]
    action = offered(bench, text, '"Flag"')["Make Flag a tagged field (tag 1, versions 2+)"]
    buffer = bench.open(REQUEST, text)
    mended = applied(text, action.edits)
    assert '"taggedVersions": "2+", "tag": 1' in mended
    assert {one.code for one in bench.type(buffer, mended)} <= {"tag-added-to-released-version"}


def test_a_released_field_is_ended_not_deleted(bench: Bench) -> None:
    text = REQUEST_TEXT.replace('"0-2"', '"0-3"')
    action = offered(bench, text, '"Dock"')["End Dock with version 2 instead of deleting it"]
    assert '"name": "Dock"' in applied(text, action.edits)
    assert '"versions": "0-2" },' in applied(text, action.edits)


def test_an_ignored_finding_is_gone(bench: Bench) -> None:
    text = REQUEST_TEXT.replace('"int16"', '"int64"')
    action = offered(bench, text, '"int64"')["Ignore released-field-retyped here, with a reason"]
    buffer = bench.open(REQUEST, text)
    assert bench.type(buffer, applied(text, action.edits)) == []


def test_the_next_tag_and_the_next_level(bench: Bench) -> None:
    text = REQUEST_TEXT.replace('"Crew", "type"', '"Crew", "tag": , "type"')
    bench.type(bench.open(REQUEST, text), text)
    found = complete(bench.file(REQUEST), place(text, '"tag": ', 7))
    assert [one.label for one in found] == ["1"]
    found = complete(bench.file(GATES), place(GATES_TEXT, "level 2", 6))
    assert [one.label for one in found] == ["3"]


def test_a_renamed_level_is_renamed_everywhere(bench: Bench) -> None:
    edits = rename(bench.file(GATES), place(GATES_TEXT, "SECOND", 1), "THIRD")
    assert not isinstance(edits, str)
    assert applied(GATES_TEXT, edits) == GATES_TEXT.replace("SECOND", "THIRD")
    assert isinstance(rename(bench.file(GATES), place(GATES_TEXT, "SECOND", 1), "FIRST"), str)
    assert isinstance(rename(bench.file(GATES), place(GATES_TEXT, "SECOND", 1), "no name"), str)


def test_links_to_mirrored_files(bench: Bench) -> None:
    text = GATES_TEXT + 'mirror LATEST of pier.version in "tests/version.py"\n'
    bench.type(bench.open(GATES, text), text)
    found = links(bench.file(GATES), lambda source: f"file:///w/{source.path}")
    assert "file:///w/tests/version.py" in [one.url for one in found]


def test_settings_of_the_configuration() -> None:
    source = SourceText(CONFIG, '[[waiver]]\nru\n[gates]\nowner = "x"\n')
    assert "rule" in [one.label for one in complete_setting(source, place(source.text, "ru", 2))]
    answer = hover_setting(source, place(source.text, "owner", 1))
    assert answer is not None
    assert "gates.owner" in answer.markdown


def test_waivers_in_a_project_file() -> None:
    source = SourceText("pyproject.toml", "[project]")
    edit = waiver_edit(source, Waiver.read({"rule": "tag-reused"}))
    assert edit.text.startswith("\n\n[[tool.wirelint.waiver]]\nrule = ")
    assert 'reason = "TODO: say why"' in edit.text


def test_settings_of_the_client() -> None:
    settings, problems = read_settings(
        {"baseline": "1.0.0", "delay": -1, "inlayHints": {"wireTypes": True}, "other": {}}
    )
    assert (settings.baseline, settings.delay, settings.inlayWireTypes) == ("1.0.0", 200, True)
    assert len(problems) == 1
    assert read_settings("x")[0] == DEFAULTS
    assert read_settings(None) == (DEFAULTS, ())


def test_uris() -> None:
    assert path_of("file:///a%20b/c.json") == "/a b/c.json"
    assert path_of("file:///C%3A/x/y.json") == path_of("file:///c:/x/y.json") == "c:/x/y.json"
    assert path_of("file://server/share/x.json") == "//server/share/x.json"
    assert path_of("untitled:Untitled-1") is None
    assert path_of("git:/x.json?%7B%7D") is None
    for path in ("/a b/ü.json", "c:/x.json", "//server/share/x.json"):
        assert path_of(uri_of(path)) == path


def test_initialize_waits_for_no_engine() -> None:
    """What is imported before the answer to `initialize` is pygls, lsprotocol and our own edge."""
    code = (
        "import sys, wirelint_lsp.server.build as b; b.build();"
        "print([n for n in sys.modules if n.startswith(('wirelint.', 'wirelint_rules', 'lark'))])"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "['wirelint.errors']"
