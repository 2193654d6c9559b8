"""What `show` and `bump` say of gates."""

from __future__ import annotations

import json

import pytest

from wirelint.cli import main

SCHEMA = """{
  "apiKey": 920, "type": "%s", "name": "Mooring%s",
  // Version 3 adds the crane.
  "validVersions": "0-3", "flexibleVersions": "0+",
  "fields": [ { "name": "Berth", "type": "int32", "versions": "0+", "about": "The berth." } ]
}
"""
TABLE = """gates 1
feature metadata.version {
  absent = 1
  supports 1 to 2%s
  level 1 1.0-IV0 in 1.0.0
  level 2 1.1-IV0 in 1.1.0%s
}
path replica from broker to broker blind {
  Mooring exactly by metadata.version {
    2 from 1.0-IV0
    3 from 1.1-IV0
  }
  Mooring fallback 1
}
"""
PLAIN = TABLE % ("", "")
MORE = TABLE % (" unstable to 3", "\n  level 3 1.2-IV0 unstable")
JAVA = """public enum MetadataVersion {
    IBP_1_0_IV0(1, "1.0", "IV0", true),
    IBP_1_1_IV0(2, "1.1", "IV0", true),
    IBP_1_2_IV0(3, "1.2", "IV0", true);
    public static final MetadataVersion LATEST_PRODUCTION = IBP_1_1_IV0;
    public short mooringRequestVersion() {
        if (this.isAtLeast(IBP_1_1_IV0)) {
            return 3;
        } else {
            return 2;
        }
    }
}
"""


@pytest.fixture
def tree(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "MooringRequest.json").write_text(SCHEMA % ("request", "Request"))
    (tmp_path / "MooringResponse.json").write_text(SCHEMA % ("response", "Response"))
    return tmp_path


def run(capsys, *args: str) -> tuple[int, str, str]:
    code = main(list(args))
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_show_names_the_gate_of_each_version(tree, capsys):
    (tree / "t.gates").write_text(PLAIN)
    wanted = "version 3: replica path: 3 from metadata.version 1.1-IV0 (level 2)"
    text = run(capsys, "show", "MooringRequest")[1]
    assert f"  {wanted}\n" in text
    assert "  version 1: replica path: as a fallback 1\n" in text
    assert wanted in run(capsys, "show", "MooringResponse")[1]
    assert f"- {wanted}" in run(capsys, "show", "MooringRequest", "--format", "markdown")[1]
    only = run(capsys, "show", "MooringRequest", "--version", "2")[1]
    assert "2 from metadata.version 1.0-IV0" in only
    assert wanted not in only


def test_show_gives_the_gate_to_machines(tree, capsys):
    (tree / "t.gates").write_text(PLAIN)
    data = json.loads(run(capsys, "show", "MooringRequest", "--format", "json")[1])
    assert data["gates"][-1] == {
        "version": 3,
        "where": "replica path",
        "feature": "metadata.version",
        "level": 2,
        "level_name": "1.1-IV0",
        "production": True,
        "text": "replica path: 3 from metadata.version 1.1-IV0 (level 2)",
        "path": "t.gates",
        "line": 11,
    }


def test_show_without_tables_says_nothing_of_gates(tree, capsys):
    assert "gates" not in run(capsys, "show", "MooringRequest")[1]
    assert json.loads(run(capsys, "show", "MooringRequest", "--format", "json")[1])["gates"] == []


def test_show_takes_a_table_from_elsewhere(tree, capsys, tmp_path_factory):
    table = tmp_path_factory.mktemp("elsewhere") / "t.gates"
    table.write_text(MORE.replace("3 from 1.1-IV0", "3 from 1.2-IV0"))
    text = run(capsys, "show", "MooringRequest", "--gates", str(table))[1]
    assert "3 from metadata.version 1.2-IV0 (level 3), not in production" in text
    code, _, err = run(capsys, "show", "MooringRequest", "--gates", "missing.gates")
    assert (code, "missing.gates" in err) == (2, True)


def test_show_reads_the_tables_of_the_baseline(tree, capsys):
    (tree / "t.gates").write_text(PLAIN)
    (tree / "old").mkdir()
    (tree / "old" / "MooringRequest.json").write_text(SCHEMA % ("request", "Request"))
    (tree / "old" / "t.gates").write_text(PLAIN.replace("3 from 1.1-IV0", "0 from 1.1-IV0"))
    text = run(capsys, "show", "MooringRequest", "--against", "old")[1]
    assert "0 from metadata.version 1.1-IV0" in text


@pytest.mark.parametrize(
    ("table", "wanted"),
    [
        (PLAIN, ["give version 4 from a new level, 3, on", "    level 3 unstable", "    4 from 3"]),
        (MORE, ["give version 4 from 1.2-IV0 (level 3) on", "    4 from 1.2-IV0"]),
    ],
)
def test_bump_proposes_the_rung(tree, capsys, table, wanted):
    (tree / "t.gates").write_text(table)
    text = run(capsys, "bump", "MooringResponse")[1]
    assert "t.gates:" in text
    for one in wanted:
        assert one in text


def test_bump_proposes_java_for_java(tree, capsys):
    (tree / "MetadataVersion.java").write_text(JAVA)
    text = run(capsys, "bump", "MooringRequest", ".", "--gates", "MetadataVersion.java")[1]
    assert "    if (this.isAtLeast(IBP_1_2_IV0)) {\n        return 4;\n" in text


def test_bump_says_that_a_constant_stays_behind(tree, capsys):
    (tree / "t.gates").write_text(
        PLAIN[: PLAIN.index("path")]
        + "path replica from broker to broker blind {\n  Mooring exactly 3\n}\n"
    )
    assert "in a constant version (t.gates:9)" in run(capsys, "bump", "MooringRequest")[1]


def test_bump_says_that_a_record_has_no_ladder(tree, capsys):
    (tree / "t.gates").write_text(PLAIN)
    (tree / "BerthRecord.json").write_text(
        (SCHEMA % ("metadata", "")).replace('"Mooring"', '"BerthRecord"')
    )
    text = run(capsys, "bump", "BerthRecord")[1]
    assert "it needs a ladder by `metadata.version`" in text


def test_bump_needs_no_rung_where_the_sender_asks(tree, capsys):
    (tree / "t.gates").write_text(
        PLAIN[: PLAIN.index("path")]
        + "path client from client to broker discover {\n  Mooring any\n}\n"
    )
    assert "gates:" not in run(capsys, "bump", "MooringRequest")[1]
