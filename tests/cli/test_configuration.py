"""Settings as they hold for a run: shown, extended, per file, for a version of the tool."""

from __future__ import annotations

import json
import tomllib

import pytest

from wirelint.cli import main
from wirelint.config.find import config_problems
from wirelint.text import SourceText

PING = """{ // Version 1 adds the id.
  "type": "header", "name": "%s", "validVersions": "0-1", "flexibleVersions": "none",
  "fields": [ { "name": "Id", "type": "int32", "versions": "1+", "ignorable": "true", "about": "Which." } ]
}
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    root = tmp_path / "root"
    for name in ("a/PingHeader", "b/PongHeader"):
        file = root / f"{name}.json"
        file.parent.mkdir(parents=True)
        file.write_text(PING % name[2:])
    monkeypatch.chdir(root)
    monkeypatch.setenv("WIRELINT_CACHE_DIR", str(tmp_path / "cache"))
    return root


def check(capsys, *args: str) -> tuple[int, str, str]:
    code = main(["check", *args])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def paths(capsys, *args: str) -> list[str]:
    data = json.loads(check(capsys, "--format", "json", *args)[1])
    return [one["path"] for one in data["diagnostics"] if one["severity"] == "warning"]


# -- --show-files -------------------------------------------------------------------------------


def test_show_files(folder, capsys):
    (folder / "package.json").write_text("{}")
    (folder / "broken.gates").write_text("no gates")
    code, out, _ = check(capsys, "--show-files")
    assert (code, out) == (0, "a/PingHeader.json\nb/PongHeader.json\nbroken.gates\n")
    assert check(capsys, "--show-files", "b")[1] == "b/PongHeader.json\n"
    (folder / "wirelint.toml").write_text('exclude = ["a/**"]')
    assert check(capsys, "--show-files")[1] == "b/PongHeader.json\nbroken.gates\n"
    assert check(capsys, "--show-files", "package.json")[1] == "package.json\n"


def test_show_files_of_nothing_is_wrong_usage(folder, capsys):
    (folder / "wirelint.toml").write_text('exclude = ["**"]')
    assert check(capsys, "--show-files")[0] == 2


# -- --show-settings ----------------------------------------------------------------------------


def shown(capsys, *args: str) -> dict:
    code, out, _ = check(capsys, "--show-settings", *args)
    assert code == 0
    assert config_problems(SourceText("wirelint.toml", out)) == ()
    return tomllib.loads(out)


def test_show_settings_without_a_configuration(folder, capsys):
    code, out, _ = check(capsys, "--show-settings")
    assert code == 0
    assert "# configuration: none" in out
    assert "# profile: guessed from the tree (plain folders)" in out
    found = shown(capsys)
    assert (found["profile"], found["fail-on"]) == ("plain", "error")
    assert found["frozen"][0]["message"] == "SaslHandshakeRequest"


FULL = """
extend = "base.toml"
profile = "kafka"
exclude = ["x/**"]
joined-key-spaces = [["a", "b"]]

[severity]
missing-about = "off"

[per-file-ignores]
"a/**" = ["quoted-boolean"]

[[removal]]
message = "FetchRequest"
versions = "0-3"
release = "4.0.0"
reason = 'a "quoted" reason'

[[key-range]]
keys = "0-499"
owner = "upstream"

[[waiver]]
rule = "released-layout-changed"
reason = "never written"

[gates]
upgrade-window = ["3.9", "4.1"]
[gates.ladder]
fetchRequestVersion = "FetchRequest"
"""


def test_show_settings_reads_back_as_the_same_configuration(folder, capsys):
    (folder / "wirelint.toml").write_text(FULL)
    (folder / "base.toml").write_text('fail-on = "warning"\nbaseline = "release"\n')
    once = shown(capsys, "--severity", "schema=info", "--ignore", "duplicate-field")
    assert once["fail-on"] == "warning"
    assert once["baseline"] == "release"
    assert once["severity"] == {"missing-about": "off", "schema": "info"}
    assert once["ignore"] == ["duplicate-field"]
    assert once["per-file-ignores"] == {"a/**": ["quoted-boolean"]}
    assert once["removal"] == tomllib.loads(FULL)["removal"]
    assert once["key-range"] == [{"keys": "0-499", "owner": "upstream"}]
    assert once["gates"] == tomllib.loads(FULL)["gates"]
    assert once["waiver"] == tomllib.loads(FULL)["waiver"]
    (folder / "wirelint.toml").write_text(check(capsys, "--show-settings")[1])
    first = shown(capsys)
    assert shown(capsys, "--isolated") != first
    (folder / "wirelint.toml").write_text(check(capsys, "--show-settings")[1])
    assert shown(capsys) == first


def test_show_settings_as_json(folder, capsys):
    (folder / "wirelint.toml").write_text('profile = "kafka"')
    data = json.loads(check(capsys, "--show-settings", "--format", "json")[1])
    assert data["configuration"] == "wirelint.toml"
    assert data["guessed"] is False
    assert data["settings"]["profile"] == "kafka"


def test_show_settings_refuses_a_rule_that_is_none(folder, capsys):
    assert check(capsys, "--show-settings", "--ignore", "no-such-rule")[0] == 2


# -- per-file-ignores ---------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["quoted-boolean", "schema"])
def test_per_file_ignores(folder, capsys, monkeypatch, name):
    assert paths(capsys) == ["a/PingHeader.json", "b/PongHeader.json"]
    (folder / "wirelint.toml").write_text(f'[per-file-ignores]\n"a/**" = ["{name}"]\n')
    assert paths(capsys) == ["b/PongHeader.json"]
    # Patterns go from the folder of the configuration, wherever the command runs.
    monkeypatch.chdir(folder / "a")
    assert paths(capsys) == []
    monkeypatch.chdir(folder / "b")
    assert paths(capsys) == ["PongHeader.json"]


# -- extend -------------------------------------------------------------------------------------


def test_extend_joins_tables_and_replaces_values(folder, capsys):
    (folder.parent / "base.toml").write_text(
        'fail-on = "warning"\n[severity]\nquoted-boolean = "error"\nmissing-about = "off"\n'
        '[per-file-ignores]\n"b/**" = ["quoted-boolean"]\n'
    )
    (folder / "wirelint.toml").write_text('extend = "../base.toml"\n')
    code, out, _ = check(capsys)
    assert code == 1
    assert "a/PingHeader.json" in out
    assert "b/PongHeader.json" not in out
    (folder / "wirelint.toml").write_text(
        'extend = "../base.toml"\nfail-on = "never"\n[severity]\nquoted-boolean = "info"\n'
    )
    found = shown(capsys)
    assert found["fail-on"] == "never"
    assert found["severity"] == {"quoted-boolean": "info", "missing-about": "off"}
    assert check(capsys)[0] == 0


def test_extend_of_what_is_not_there_or_goes_round(folder, capsys):
    (folder / "wirelint.toml").write_text('extend = "none.toml"\n')
    code, _, err = check(capsys)
    assert (code, "none.toml" in err) == (2, True)
    (folder / "wirelint.toml").write_text('extend = "wirelint.toml"\n')
    code, _, err = check(capsys)
    assert (code, "deep" in err) == (2, True)


# -- required-version ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wanted", "code", "word"),
    [
        (">=0.1", 0, ""),
        (">=0.1, <99", 0, ""),
        (">=99", 2, "asks for wirelint >=99"),
        ("new", 2, "write conditions such as"),
    ],
)
def test_required_version(folder, capsys, wanted, code, word):
    (folder / "wirelint.toml").write_text(f'required-version = "{wanted}"\n')
    found, _, err = check(capsys)
    assert found == code
    assert word in err


def test_required_version_of_an_extended_file(folder, capsys):
    (folder / "base.toml").write_text('required-version = ">=99"\n')
    (folder / "wirelint.toml").write_text('extend = "base.toml"\n')
    assert check(capsys)[0] == 2


def test_show_settings_names_the_other_settings(folder, capsys):
    (folder / "wirelint.toml").write_text('fail-on = "warning"\n')
    out = check(capsys, "--show-settings")[1]
    assert 'fail-on = "warning"' in out
    left = out.partition("# not set:")[2]
    assert "# rules-url " in left
    assert "# fail-on " not in left


def test_a_gate_table_that_is_named_must_be_there(folder, capsys, monkeypatch):
    config = folder / "wirelint.toml"
    config.write_text('[gates]\nfiles = ["tables/PierVersion.java"]\n')
    said = "wirelint.toml:2: `files` names `tables/PierVersion.java`, which does not exist"
    code, _, err = check(capsys)
    assert (code, err) == (2, f"wirelint: {said}\n")
    (folder / "tables").mkdir()
    (folder / "tables/PeirVersion.java").touch()
    assert "did you mean `tables/PeirVersion.java`?" in check(capsys)[2]
    monkeypatch.chdir(folder / "a")
    assert said in check(capsys)[2]
    (folder / "tables/PierVersion.java").touch()
    assert check(capsys)[0] == 0
    for pattern in ("none/*.java", "PierVersion.java", "/tables/PierVersion.java"):
        config.write_text(f'[gates]\nfiles = ["{pattern}"]\n')
        assert check(capsys)[0] == 0
