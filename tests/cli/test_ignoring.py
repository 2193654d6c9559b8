"""`--add-ignores` writes suppressions that hold, where people would write them."""

from __future__ import annotations

import pytest

from wirelint.cli import main

PING = """{ // Version 1 adds the id.
  "type": "header", "name": "PingHeader", "validVersions": "0-1", "flexibleVersions": "none",
  "fields": [
    { "name": "Id", "type": "int32", "versions": "1+", "ignorable": "true",
      "about": "Which.", "nullableVersions": "" },
\t{ "name": "Count", "type": "int32", "versions": "1+", "tag": "2", "taggedVersions": "1+", "about": "N." }
  ]
}
"""
ADD = ("--add-ignores", "--reason", "known since 2019")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("WIRELINT_CACHE_DIR", str(tmp_path / ".cache"))
    (tmp_path / "PingHeader.json").write_text(PING)
    return tmp_path


def check(capsys, *args: str) -> tuple[int, str]:
    code = main(["check", *args])
    return code, capsys.readouterr().out


def test_each_finding_gets_a_comment_and_nothing_is_left(folder, capsys):
    assert check(capsys)[0] == 1
    code, out = check(capsys, *ADD)
    assert code == 0
    assert out.startswith("No findings in 1 schema (")
    text = (folder / "PingHeader.json").read_text()
    lines = text.splitlines()
    at = next(i for i, line in enumerate(lines) if '"ignorable"' in line)
    assert lines[at - 1] == "    // wirelint: ignore[quoted-boolean] known since 2019"
    at = next(i for i, line in enumerate(lines) if '"Count"' in line)
    assert lines[at - 1].startswith(
        "\t// wirelint: ignore[quoted-number, tag-gap, tagged-outside-flexible]"
    )
    assert "".join(line + "\n" for line in lines if "wirelint:" not in line) == PING
    # Once more: nothing to add.
    check(capsys, *ADD)
    assert (folder / "PingHeader.json").read_text() == text


def test_a_second_finding_on_a_line_gets_a_second_comment(folder, capsys):
    check(capsys, *ADD, "--select", "quoted-number")
    check(capsys, *ADD)
    text = (folder / "PingHeader.json").read_text()
    assert text.count("ignore[quoted-number]") == 1
    assert text.count("tagged-outside-flexible") == 1
    assert check(capsys)[0] == 0


def test_diff_shows_and_changes_nothing(folder, capsys):
    code, out = check(capsys, *ADD, "--diff")
    assert code == 1
    assert "+    // wirelint: ignore[quoted-boolean] known since 2019" in out
    assert (folder / "PingHeader.json").read_text() == PING


def test_line_ends_and_byte_order_mark_are_kept(folder, capsys):
    data = b"\xef\xbb\xbf" + PING.replace("\n", "\r\n").encode()
    (folder / "PingHeader.json").write_bytes(data)
    check(capsys, *ADD)
    written = (folder / "PingHeader.json").read_bytes()
    assert written.startswith(b"\xef\xbb\xbf{")
    assert written.count(b"\n") == written.count(b"\r\n")
    kept = [line for line in written.split(b"\r\n") if b"wirelint:" not in line]
    assert b"\r\n".join(kept) == data


def test_a_text_that_is_no_schema_takes_none(folder, capsys):
    (folder / "PingHeader.json").write_text('{ "type": "header",\n "name": "Ping\nHeader" }')
    code, _ = check(capsys, "PingHeader.json")
    assert code == 1
    before = (folder / "PingHeader.json").read_text()
    check(capsys, "PingHeader.json", *ADD)
    after = (folder / "PingHeader.json").read_text()
    assert [line for line in after.splitlines() if "wirelint:" not in line] == before.splitlines()


def test_gates_take_a_hash(folder, capsys):
    text = """gates 1
feature crane.version {
  absent = 0
  supports 0 to 2
  level 1 in 1.0.0 enables cranes
  level 1 in 1.1.0 enables pilots
}
"""
    (folder / "own.gates").write_text(text)
    code, _ = check(capsys, "own.gates", "--select", "level-duplicate")
    assert code == 1
    code, out = check(capsys, "own.gates", *ADD, "--select", "level-duplicate")
    assert code == 0, out
    assert "  # wirelint: ignore[level-duplicate] known since 2019\n" in (
        (folder / "own.gates").read_text()
    )


def test_java_takes_slashes(folder, capsys):
    text = """package io.harbor.common;
public enum CraneVersion implements FeatureVersion {
    CR_0(0, MetadataVersion.MINIMUM_VERSION, Map.of()),
    CR_1(1, MetadataVersion.IBP_4_0_IV0, Map.of()),
    CR_1B(1, MetadataVersion.IBP_4_0_IV1, Map.of());
    public static final String FEATURE_NAME = "crane.version";
}
"""
    (folder / "CraneVersion.java").write_text(text)
    code, out = check(capsys, "CraneVersion.java", "--select", "level-duplicate")
    assert code == 1, out
    code, out = check(capsys, "CraneVersion.java", *ADD, "--select", "level-duplicate")
    assert code == 0, out
    assert "    // wirelint: ignore[level-duplicate] known since 2019\n" in (
        (folder / "CraneVersion.java").read_text()
    )


@pytest.mark.parametrize(
    "args",
    [
        ("--add-ignores",),
        ("--add-ignores", "--reason", "  "),
        ("--add-ignores", "--reason", "a\x1b[31m"),
        (*ADD, "--fix"),
        (*ADD, "--update", "--baseline-findings", "new"),
        (*ADD, "-"),
    ],
)
def test_wrong_usage(folder, capsys, args, monkeypatch):
    monkeypatch.setattr("sys.stdin", type("Stdin", (), {"buffer": __import__("io").BytesIO(b"{}")}))
    assert main(["check", *args]) == 2
    assert "--add-ignores" in capsys.readouterr().err
    assert (folder / "PingHeader.json").read_text() == PING
    assert not (folder / "new").exists()


def test_accepted_findings_get_no_comment(folder, capsys):
    check(capsys, "--baseline-findings", "old", "--update")
    check(capsys, "--baseline-findings", "old", *ADD)
    assert (folder / "PingHeader.json").read_text() == PING
