"""`wirelint gates`, `wirelint format`, ledgers of gate tables and what is kept of tables read."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from wirelint.cli import main
from wirelint.gates.language import read_gates
from wirelint.text import SourceText

TABLE = """
public enum MetadataVersion {
    // The first of all.
    IBP_9_0_IV0(30, "9.0", "IV0", true),
    IBP_9_1_IV0(31, "9.1", "IV0", false),
    IBP_9_2_IV0(32, "9.2", "IV0", true);

    public static final MetadataVersion MINIMUM_VERSION = IBP_9_0_IV0;
    public static final MetadataVersion LATEST_PRODUCTION = IBP_9_1_IV0;

    public short fetchRequestVersion() {
        if (this.isAtLeast(IBP_9_2_IV0)) {
            return 19;
        } else if (this.isAtLeast(IBP_9_1_IV0)) {
            return 18;
        } else {
            return 17;
        }
    }
}
"""
GROUPS = """
public enum GroupVersion implements FeatureVersion {
    GV_0(0, MetadataVersion.MINIMUM_VERSION, Collections.emptyMap()),
    GV_1(1, MetadataVersion.IBP_9_1_IV0, Collections.emptyMap());

    public static final String FEATURE_NAME = "group.version";
    public static final GroupVersion LATEST_PRODUCTION = GV_1;
}
"""
CODE = {"MetadataVersion.java": TABLE, "GroupVersion.java": GROUPS}


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("WIRELINT_CACHE_DIR", str(tmp_path / ".cache"))
    for name, text in CODE.items():
        (tmp_path / name).write_text(text)
    return tmp_path


def run(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, str]:
    code = main(args)
    return code, capsys.readouterr().out


def test_code_is_printed_as_one_statement(repository, capsys):
    code, out = run(capsys, "gates")
    assert code == 0
    table, problems = read_gates(SourceText("all.gates", out))
    assert not problems
    assert [one.name for one in table.features] == ["group.version", "metadata.version"]
    assert (
        "path replica from broker to broker blind {\n  Fetch exactly by metadata.version {" in out
    )
    # A constant of code means its level.
    assert "level 0 GV_0 default from metadata.version 9.0-IV0" in out


def test_what_is_printed_agrees_with_the_code(repository, capsys):
    (repository / "all.gates").write_text(run(capsys, "gates")[1])
    code, out = run(capsys, "gates", "--check", "all.gates")
    assert (code, out) == (
        0,
        "no difference between all.gates and GroupVersion.java, MetadataVersion.java\n",
    )


def test_a_statement_that_disagrees_is_told_with_both_places(repository, capsys):
    stated = run(capsys, "gates")[1].replace("18 from 9.1-IV0", "16 from 9.1-IV0")
    (repository / "all.gates").write_text(stated)
    code, out = run(capsys, "gates", "--check", "all.gates")
    assert code == 1
    first, second, last = out.splitlines()
    assert first.startswith("all.gates:")
    assert "version 16" in first
    assert "version 18" in first
    assert second.startswith("  = MetadataVersion.java:")
    assert last == "1 difference between all.gates and GroupVersion.java, MetadataVersion.java"
    found = json.loads(run(capsys, "gates", "--check", "all.gates", "--format", "json")[1])
    assert [one["path"] for one in found["differences"]] == ["all.gates"]


def test_json_has_the_tables(repository, capsys):
    found = json.loads(run(capsys, "gates", "MetadataVersion.java", "--format", "json")[1])
    (table,) = found["tables"]
    assert (table["path"], table["language"]) == ("MetadataVersion.java", "java")
    assert table["features"][0]["name"] == "metadata.version"


@pytest.mark.parametrize(
    "args",
    [
        ("gates", "--check", "MetadataVersion.java"),
        ("gates", "nowhere"),
        ("format", "MetadataVersion.java"),
        ("format",),
    ],
)
def test_wrong_usage(repository, capsys, args):
    assert main(args) == 2
    assert capsys.readouterr().err.startswith("wirelint: ")


def test_format_lays_out_and_says_what_it_did(repository, capsys):
    rough = "gates 1\nfeature   x.version {\nabsent = 0 # why\n   level 0  in 1.0.0\n}\n"
    (repository / "x.gates").write_text(rough)
    assert run(capsys, "format", "--check") == (
        1,
        "would format x.gates\n1 file would be formatted\n",
    )
    code, out = run(capsys, "format", "--diff")
    assert code == 1
    assert "-feature   x.version {" in out
    assert "+  absent = 0  # why" in out
    assert (repository / "x.gates").read_text() == rough
    assert run(capsys, "format")[0] == 0
    assert (repository / "x.gates").read_text() == (
        "gates 1\nfeature x.version {\n  absent = 0  # why\n  level 0 in 1.0.0\n}\n"
    )
    assert run(capsys, "format", "--check") == (0, "1 file left as it is\n")


def test_format_leaves_a_file_with_a_fault_of_syntax(repository, capsys, monkeypatch):
    broken = "gates 1\nfeature   x.version {\nabsnet = 0\n}\n"
    (repository / "x.gates").write_text(broken)
    (repository / "y.gates").write_text("gates   1\n")
    assert main(["format"]) == 2
    said = capsys.readouterr()
    assert said.err.startswith("wirelint: x.gates:3: not formatted: ")
    assert said.out == "formatted y.gates\n1 file formatted\n"
    assert (repository / "x.gates").read_text() == broken
    monkeypatch.setattr("sys.stdin", io.StringIO(broken))
    assert main(["format", "-"]) == 2
    assert capsys.readouterr().out == ""


def test_a_ledger_remembers_tables(repository, capsys):
    code, out = run(capsys, "ledger", "record", "9.1.0")
    assert (code, out) == (
        0,
        "wirelint.lock: release 9.1.0 with 0 messages and 2 gate tables, 2 of them new or changed\n",
    )
    (repository / "MetadataVersion.java").write_text("// Moved down.\n" + TABLE)
    against = ("check", "--against", "wirelint.lock", "--format", "json")
    assert not _errors(run(capsys, *against)[1])
    (repository / "MetadataVersion.java").write_text(TABLE.replace("return 18", "return 19"))
    assert _errors(run(capsys, *against)[1]) == ["ladder-rung-changed"]


def test_a_ledger_knows_what_was_deleted(repository, capsys):
    run(capsys, "ledger", "record", "9.1.0")
    (repository / "GroupVersion.java").unlink()
    found = run(capsys, "check", "--against", "wirelint.lock", "--format", "json")[1]
    assert _errors(found) == ["feature-removed"]


def test_tables_are_read_once(repository, capsys, monkeypatch):
    first = run(capsys, "check", "--format", "json")
    kept = sorted(one.name for one in (repository / ".cache").glob("table-*"))
    assert len(kept) == 2
    # Another run with other options: nothing kept of the whole run, and no reader at work.
    monkeypatch.setattr("wirelint.cli.table_cache.read_table", None)
    again = run(capsys, "check", "--format", "json", "--severity", "level-gap=error")
    assert json.loads(again[1]) == json.loads(first[1])


@pytest.mark.parametrize("text", ["", "[]", "{", '[["GateTable"], 1]', "null"])
def test_a_broken_copy_is_read_anew(repository, capsys, text):
    first = run(capsys, "gates")
    for one in (repository / ".cache").glob("table-*"):
        one.write_text(text)
    assert run(capsys, "gates") == first


def test_a_mirrored_constant_is_read_and_its_change_seen(repository, capsys):
    (repository / "all.gates").write_text(
        "gates 1\nfeature x.version {\n  absent = 1\n  supports 1 to 2\n  level 1 a\n"
        '  level 2 b\n}\nmirror LATEST_STABLE_X_VERSION of x.version in "tests/version.py"\n'
    )
    (repository / "tests").mkdir()
    copy = repository / "tests" / "version.py"
    copy.write_text('LATEST_STABLE_X_VERSION = "a"\n')
    args = ("check", "all.gates", "--format", "concise")
    assert "mirror-constant-drift" in run(capsys, *args)[1]
    copy.write_text('LATEST_STABLE_X_VERSION = "b"\n')
    assert "mirror-constant-drift" not in run(capsys, *args)[1]


def test_a_mirrored_table_is_held_against_its_upstream(repository, capsys):
    upstream = repository / "upstream"
    upstream.mkdir()
    (upstream / "MetadataVersion.java").write_text(TABLE.replace('"9.1", "IV0"', '"9.1", "IV1"'))
    (repository / "owner.gates").write_text(
        "gates 1\nfeature metadata.version {\n  owner kafka\n}\n"
    )
    args = ("check", "MetadataVersion.java", "owner.gates", "--upstream", "upstream")
    found = json.loads(run(capsys, *args, "--format", "json")[1])
    assert _errors(json.dumps(found)) == ["mirror-table-drift"]
    assert [one["role"] for one in found["baselines"]] == ["upstream"]


def _errors(report: str) -> list[str]:
    found = json.loads(report)["diagnostics"]
    return [one["rule"] for one in found if one["severity"] == "error"]
