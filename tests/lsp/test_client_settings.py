"""Keys of `wirelint.toml` that a client sets, and who wins."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from support.lsp_thread import ThreadClient, thread_client
from support.lsp_world import CONFIG, FILES, REQUEST, make_world
from wirelint.config.model import Settings
from wirelint.config.read import SETTING_NAMES
from wirelint.diagnostics import Severity
from wirelint_lsp.settings import DEFAULTS, MIRRORED, on_top, read_settings

FILE = Settings(
    profile="plain",
    select=("schema", "evolution"),
    ignore=("tag-gap",),
    exclude=("old/**",),
    severities={"schema": Severity.WARNING, "tag-gap": Severity.INFO},
)


def held(data: Mapping[str, Any], file: Settings = FILE) -> Settings:
    settings, problems = read_settings(data)
    assert problems == ()
    return on_top(settings, file)


def test_they_are_keys_of_the_file() -> None:
    assert {*MIRRORED.values()} <= {*SETTING_NAMES.values()}


def test_the_client_comes_on_top_as_options_do() -> None:
    given = held(
        {
            "profile": "kafka",
            "select": ["run"],
            "ignore": ["missing-about"],
            "exclude": ["new/**"],
            "severity": {"schema": "error", "missing-about": "off"},
        }
    )
    assert (given.profile, given.select) == ("kafka", ("run",))
    assert given.ignore == ("tag-gap", "missing-about")
    assert given.exclude == ("old/**", "new/**")
    assert given.severities == {
        "schema": Severity.ERROR,
        "tag-gap": Severity.INFO,
        "missing-about": Severity.OFF,
    }


def test_the_file_first() -> None:
    given = held(
        {
            "configurationPreference": "filesystemFirst",
            "profile": "kafka",
            "dialect": "4.0",
            "ignore": ["missing-about"],
            "severity": {"schema": "error", "missing-about": "off"},
        }
    )
    assert (given.profile, given.dialect, given.ignore) == ("plain", "4.0", ("tag-gap",))
    assert given.severities["schema"] is Severity.WARNING
    assert given.severities["missing-about"] is Severity.OFF


def test_what_is_not_set_changes_nothing() -> None:
    """VS Code sends every setting, those that nobody set as empty."""
    unset: dict[str, Any] = {
        "profile": "",
        "select": [],
        "severity": {},
        "perFileIgnores": {},
        "dialect": None,
    }
    assert held(unset) == FILE
    before, _ = read_settings({"select": ["run"], "ignore": ["tag-gap"]})
    after, _ = read_settings({"select": []}, before)
    assert after.configuration == {"ignore": ("tag-gap",)}


@pytest.mark.parametrize(
    ("name", "value", "place"),
    [
        ("profile", "kafak", "profile"),
        ("select", "all", "select"),
        ("ignore", ["tag-gap", 3], "ignore[1]"),
        ("severity", {"tag-gap": "fatal"}, "severity.tag-gap"),
        ("releaseTags", "(", "releaseTags"),
        ("configurationPreference", "mine", "configurationPreference"),
    ],
)
def test_a_wrong_value_is_said_and_leaves_the_rest(name: str, value: object, place: str) -> None:
    settings, problems = read_settings({name: value, "dialect": "4.0"})
    assert [one.split("`")[1] for one in problems] == [f"wirelint.{place}"]
    assert settings.configuration == {"dialect": "4.0"}
    assert settings.configurationPreference == DEFAULTS.configurationPreference


# -- over a pipe ------------------------------------------------------------------------------------


def severities(server: ThreadClient, root: Path) -> dict[str, int]:
    """What was published last for the request, by rule."""
    server.rest()
    uri = (root / REQUEST).as_uri()
    told = [
        one["params"]["diagnostics"]
        for one in server.notes
        if one["method"] == "textDocument/publishDiagnostics" and one["params"]["uri"] == uri
    ]
    return {one["code"]: one["severity"] for one in told[-1]} if told else {}


def started(server: ThreadClient, root: Path, **options: Any) -> None:
    server.initialize(root, options={"baseline": "off", "delay": 1, **options}, processId=None)
    broken = FILES[REQUEST].replace("int16", "int61").replace(', "about": "Its name."', "")
    server.open((root / REQUEST).as_uri(), broken)


def test_they_hold_while_the_server_runs(tmp_path: Path) -> None:
    make_world(tmp_path)
    (tmp_path / CONFIG).write_text('[severity]\nunknown-field-type = "warning"\n', encoding="utf-8")
    with thread_client() as server:
        started(server, tmp_path, severity={"missing-about": "error"})
        found = severities(server, tmp_path)
        assert (found["unknown-field-type"], found["missing-about"]) == (2, 1)
        changed = {"wirelint": {"severity": {}, "ignore": ["missing-about"]}}
        server.notify("workspace/didChangeConfiguration", {"settings": changed})
        found = severities(server, tmp_path)
        assert found["unknown-field-type"] == 2
        assert "missing-about" not in found
        changed = {"wirelint": {"configurationPreference": "editorOnly", "ignore": []}}
        server.notify("workspace/didChangeConfiguration", {"settings": changed})
        assert severities(server, tmp_path)["unknown-field-type"] == 1


def test_a_rule_that_is_none_is_said(tmp_path: Path) -> None:
    make_world(tmp_path)
    with thread_client() as server:
        started(server, tmp_path, ignore=["mising-about"])
        assert "unknown-field-type" in severities(server, tmp_path)
        assert "missing-about" in server.note("window/showMessage")["message"]
