"""Commands on one message: `show`, `decode`, `bump`, `rule`."""

from __future__ import annotations

import json

import pytest

from wirelint.cli import main
from wirelint_rules import load_rules

REQUEST = """{
  "apiKey": 900, "type": "request", "listeners": ["broker"], "name": "PingRequest",
  // Version 1 adds the note.
  "validVersions": "0-1", "flexibleVersions": "1+",
  "fields": [
    { "name": "Id", "type": "int32", "versions": "0+", "about": "Which ping it is." },
    { "name": "Note", "type": "string", "versions": "1+", "about": "Words to go with it." } ]
}
"""
RESPONSE = """{
  "apiKey": 900, "type": "response", "name": "PingResponse",
  "validVersions": "0-1", "flexibleVersions": "1+", "fields": []
}
"""


@pytest.fixture
def repository(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "PingRequest.json").write_text(REQUEST)
    (tmp_path / "PingResponse.json").write_text(RESPONSE)
    return tmp_path


def run(capsys, *args: str) -> tuple[int, str, str]:
    code = main(list(args))
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_show_tells_the_layout(repository, capsys):
    code, out, _ = run(capsys, "show", "PingRequest")
    assert code == 0
    assert "version 1: becomes flexible" in out
    assert "Note" in out
    code, out, _ = run(capsys, "show", "PingRequest.json", "--version", "1", "--bytes")
    assert code == 0
    assert "compact string" in out
    data = json.loads(run(capsys, "show", "PingRequest", "--format", "json")[1])
    assert data["name"] == "PingRequest"
    assert "| Note |" in run(capsys, "show", "PingRequest", "--format", "markdown")[1]


@pytest.mark.parametrize(
    ("args", "word"),
    [
        (["show", "Ping"], "did you mean `PingRequest` or `PingResponse`?"),
        (["show", "PingRequets"], "did you mean `PingRequest`?"),
        (["show", "None.json"], "does not exist"),
        (["show", "PingRequest", "--version", "7"], "0-1"),
        (["decode", "PingRequest", "--version", "0", "0000 0g"], "character 7 is `g`"),
        (["decode", "PingRequest", "--version", "0", "000"], "3 digits, and a byte takes two"),
        (["bump", "PingRequest", "--against"], "--against needs a baseline"),
        (["decode", "PingRequest", "--version", "9", "00"], "0-1"),
        (["rule", "tag-gab"], "did you mean `tag-gap`?"),
    ],
)
def test_what_does_not_exist_is_answered_with_what_does(repository, capsys, args, word):
    code, out, err = run(capsys, *args)
    assert (code, out) == (2, "")
    assert word in err


def test_decode_reads_field_by_field(repository, capsys):
    args = ("decode", "PingRequest", "--version", "1")
    code, out, _ = run(capsys, *args, "00000007 03 68 69 00")
    assert code == 0
    assert '"hi"' in out
    data = json.loads(run(capsys, *args, "--format", "json", "0000000703686900")[1])
    assert data["value"] == {"Id": 7, "Note": "hi"}
    assert [one["offset"] for one in data["parts"]] == [0, 4, 5, 7]


def test_decode_says_where_bytes_go_wrong(repository, capsys):
    code, out, _ = run(capsys, "decode", "PingRequest", "--version", "1", "00000007 09 68")
    assert code == 1
    assert "are no PingRequest of this version" in out
    code, out, _ = run(capsys, "decode", "PingRequest", "--version", "0", "00000007 09")
    assert code == 1
    assert "1 byte left over" in out


def test_bump_starts_a_version_of_both_halves(repository, capsys):
    code, out, _ = run(capsys, "bump", "PingRequest", "--comment", "adds the hop")
    assert code == 0
    assert out.count('+  "validVersions": "0-2"') == 2
    assert (repository / "PingRequest.json").read_text() == REQUEST
    code, out, _ = run(capsys, "bump", "PingResponse", "--comment", "adds the hop", "--write")
    assert code == 0
    text = (repository / "PingRequest.json").read_text()
    assert '  // Version 1 adds the note.\n  // Version 2 adds the hop.\n  "validV' in text
    assert '"validVersions": "0-2"' in (repository / "PingResponse.json").read_text()
    assert main(["check", "--fail-on", "warning", "--no-cache"]) == 0


def test_bump_refuses_halves_out_of_step(repository, capsys):
    (repository / "PingResponse.json").write_text(RESPONSE.replace("0-1", "0-2"))
    code, _, err = run(capsys, "bump", "PingRequest")
    assert code == 2
    assert "bring them together first" in err


def test_bump_keeps_line_ends(repository, capsys):
    (repository / "PingRequest.json").write_bytes(REQUEST.replace("\n", "\r\n").encode())
    run(capsys, "bump", "PingRequest", "--write")
    data = (repository / "PingRequest.json").read_bytes()
    assert data.count(b"\n") == data.count(b"\r\n")


def test_rule_explains_every_rule(capsys):
    for rule in load_rules():
        code, out, _ = run(capsys, "rule", rule.id)
        assert code == 0
        assert out.startswith(f"# {rule.id}\n")
        assert f"ignore[{rule.id}]" in out
        assert "json current" not in out
    listing = run(capsys, "rule")[1]
    assert all(f"  {rule.id} " in listing for rule in load_rules())
    names = [one["name"] for one in json.loads(run(capsys, "rule", "--format", "json")[1])]
    assert names == [rule.id for rule in load_rules()]
    assert "| `tag-gap` | schema | error |" in run(capsys, "rule", "--format", "markdown")[1]


def test_bump_goes_by_the_configured_baseline(repository, capsys):
    (repository / "old").mkdir()
    (repository / "old" / "PingRequest.json").write_text(REQUEST.replace('"0-1"', '"0"'))
    (repository / "wirelint.toml").write_text('baseline = "old"\nexclude = ["old/**"]\n')
    code, _, err = run(capsys, "bump", "PingRequest", "--against")
    assert code == 2
    assert "version 1 of `PingRequest` is not in `old` yet" in err


def test_bump_parts_comments_as_the_file_does(repository, capsys):
    _, out, _ = run(capsys, "bump", "PingRequest")
    assert "+  //\n" not in out
    text = REQUEST.replace("  // Version 1", "  // Version 0 is the first.\n  //\n  // Version 1")
    (repository / "PingRequest.json").write_text(text)
    _, out, _ = run(capsys, "bump", "PingRequest")
    assert "+  //\n" in out


def test_decode_goes_by_a_baseline_under_both_names(repository, capsys):
    (repository / "old").mkdir()
    (repository / "old" / "PingRequest.json").write_text(REQUEST.replace("int32", "int64"))
    for name in ("--against", "--baseline"):
        args = ("decode", "PingRequest", "--version", "0", f"{name}=old", "00" * 8)
        assert run(capsys, *args)[0] == 0


def test_decode_of_nothing_leaves_one_blank_line(repository, capsys):
    _, out, _ = run(capsys, "decode", "PingRequest", "--version", "0", "")
    assert "\n\n" in out
    assert "\n\n\n" not in out


def test_rule_lists_a_category(capsys):
    code, out, _ = run(capsys, "rule", "evolution")
    assert code == 0
    assert "tag-reused" in out
    assert "missing-about" not in out


def test_rule_tells_how_to_excuse_a_line_of_a_gate_table(capsys):
    _, out, _ = run(capsys, "rule", "absent-outside-range")
    assert "# wirelint: ignore[absent-outside-range]" in out
    assert 'path = "' in out
    _, out, _ = run(capsys, "rule", "missing-about")
    assert "`// wirelint: ignore[missing-about]" in out
    assert 'message = "' in out


@pytest.mark.parametrize("command", ["plan", "rule", "ledger", "negotiate", "init"])
def test_every_command_shows_the_traceback_of_a_fault(command, capsys, monkeypatch):
    def fail(_args):
        raise RuntimeError("broken")

    monkeypatch.setattr(f"wirelint.cli.{command}.run", fail)
    extra = {
        "plan": ["--from", "a", "--to", "b"],
        "ledger": ["record", "1.0.0"],
    }.get(command, [])
    code, _, err = run(capsys, command, *extra)
    assert code == 3
    assert "--verbose shows the traceback" in err
    code, _, err = run(capsys, command, *extra, "--verbose")
    assert code == 3
    assert "Traceback" in err
