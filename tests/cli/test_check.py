"""`wirelint check` as a user types it."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

import wirelint
from wirelint.cli import main

GOOD = """{ // Version 1 adds the id.
  "type": "header", "name": "PingHeader", "validVersions": "0-1", "flexibleVersions": "none",
  "fields": [ { "name": "Id", "type": "int32", "versions": "1+", "about": "Which ping it is." } ]
}
"""
TWICE = GOOD.replace(
    " ]\n}",
    """,
    { "name": "Id", "type": "int32", "versions": "1+", "about": "Once more." } ]
}""",
)
QUOTED = GOOD.replace('"about"', '"ignorable": "true", "about"')


@pytest.fixture
def repository(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("WIRELINT_CACHE_DIR", str(tmp_path / ".cache"))
    (tmp_path / "PingHeader.json").write_text(GOOD)
    return tmp_path


def check(capsys, *args: str) -> tuple[int, str]:
    code = main(["check", *args])
    return code, capsys.readouterr().out


def check_json(capsys, *args: str) -> dict:
    return json.loads(check(capsys, "--format", "json", *args)[1])


def test_a_clean_tree_says_so_and_exits_0(repository, capsys):
    assert check(capsys) == (0, "No findings in 1 schema\n")


def test_an_error_is_shown_with_its_line_and_exits_1(repository, capsys):
    (repository / "PingHeader.json").write_text(TWICE)
    code, out = check(capsys)
    assert code == 1
    first, excerpt, marks = out.splitlines()[:3]
    assert first.startswith("PingHeader.json:4:15: error[duplicate-field] ")
    assert (
        excerpt
        == '    4 |     { "name": "Id", "type": "int32", "versions": "1+", "about": "Once more." } ]'
    )
    assert marks.index("^") == excerpt.index('"Id"')
    assert out.endswith("1 error in 1 schema\n")


def test_json_has_the_promised_shape(repository, capsys):
    (repository / "PingHeader.json").write_text(TWICE)
    data = check_json(capsys)
    assert (data["wirelint"], data["schema"], data["baselines"]) == (wirelint.__version__, 1, [])
    assert data["summary"]["files"] == data["summary"]["errors"] == 1
    (one,) = [one for one in data["diagnostics"] if one["severity"] == "error"]
    assert one["rule"] == "duplicate-field"
    assert one["category"] == "schema"
    assert one["path"] == "PingHeader.json"
    assert one["message_name"] == "PingHeader"
    assert one["property"] == "fields[Id#2].name"
    text = (repository / "PingHeader.json").read_text()
    start, end = one["range"]["start"], one["range"]["end"]
    assert text[start["offset"] : end["offset"]] == '"Id"'
    assert (start["line"], start["column"]) == (4, 15)
    assert len(one["fingerprint"]) == 12


def test_fingerprints_survive_moved_lines(repository, capsys):
    (repository / "PingHeader.json").write_text(TWICE)
    before = {one["fingerprint"] for one in check_json(capsys)["diagnostics"]}
    (repository / "PingHeader.json").write_text("// a licence\n\n" + TWICE)
    assert {one["fingerprint"] for one in check_json(capsys)["diagnostics"]} == before


def test_concise_is_one_line_a_finding(repository, capsys):
    (repository / "PingHeader.json").write_text(TWICE)
    _, out = check(capsys, "--format", "concise")
    assert out.startswith("PingHeader.json:4:15: error duplicate-field ")
    assert out.count("\n") == 1


def test_fail_on(repository, capsys):
    (repository / "PingHeader.json").write_text(QUOTED)
    assert check(capsys)[0] == 0
    assert check(capsys, "--fail-on", "warning")[0] == 1
    assert check(capsys, "--fail-on", "never", "--severity", "quoted-boolean=error")[0] == 0
    (repository / "wirelint.toml").write_text('fail-on = "warning"')
    assert check(capsys)[0] == 1


def test_select_ignore_and_severity(repository, capsys):
    (repository / "PingHeader.json").write_text(QUOTED)
    assert "quoted-boolean" in check(capsys, "--select", "schema")[1]
    assert "quoted-boolean" in check(capsys, "--select", "quoted-boolean")[1]
    assert "quoted-boolean" not in check(capsys, "--select", "syntax")[1]
    assert "quoted-boolean" not in check(capsys, "--ignore", "quoted-boolean")[1]
    assert "quoted-boolean" not in check(capsys, "--ignore", "schema")[1]
    assert "quoted-boolean" not in check(capsys, "--severity", "quoted-boolean=off")[1]
    assert "error[quoted-boolean]" in check(capsys, "--severity", "schema=error")[1]
    assert "quoted-boolean" in check(capsys, "--ignore", "schema", "--select", "quoted-boolean")[1]


@pytest.mark.parametrize(
    ("args", "word"),
    [
        (["nowhere"], "does not exist"),
        (["notes.txt"], "neither a schema"),
        (["--select", "quoted-bolean"], "did you mean `quoted-boolean`"),
        (["--severity", "schema"], "NAME=LEVEL"),
        (["--severity", "schema=fatal"], "NAME=LEVEL"),
        (["--config", "none.toml"], "none.toml"),
        (["--against"], "needs a baseline"),
        (["empty"], "no message schema"),
        (["--output", "nowhere/x"], "nowhere/x"),
        (["-", "PingHeader.json"], "stands alone"),
    ],
)
def test_wrong_usage_exits_2_and_says_what(repository, capsys, args, word):
    (repository / "notes.txt").write_text("x")
    (repository / "empty").mkdir()
    assert main(["check", *args]) == 2
    captured = capsys.readouterr()
    assert captured.err.startswith("wirelint: ")
    assert word in captured.err
    assert captured.out == ""


def test_standard_input(repository, capsys, monkeypatch):
    class Stdin:
        buffer = __import__("io").BytesIO(TWICE.encode())

    monkeypatch.setattr(sys, "stdin", Stdin)
    code, out = check(capsys, "-", "--stdin-filename", "a/PingHeader.json")
    assert code == 1
    assert out.startswith("a/PingHeader.json:4:15: error[duplicate-field]")


def test_output_goes_to_a_file(repository, capsys):
    assert check(capsys, "--format", "json", "--output", "out.json") == (0, "")
    assert json.loads((repository / "out.json").read_text())["summary"]["files"] == 1


def test_fix_mends_and_reports_what_is_left(repository, capsys):
    (repository / "PingHeader.json").write_text(QUOTED)
    code, out = check(capsys, "--fix")
    assert (code, "quoted-boolean" in out) == (0, False)
    assert '"ignorable": true,' in (repository / "PingHeader.json").read_text()


def test_fix_keeps_encoding_and_line_ends(repository, capsys):
    data = b"\xef\xbb\xbf" + QUOTED.replace("\n", "\r\n").encode()
    (repository / "PingHeader.json").write_bytes(data)
    check(capsys, "--fix")
    assert (repository / "PingHeader.json").read_bytes() == data.replace(b'"true"', b"true")


def test_diff_shows_the_fix_and_changes_nothing(repository, capsys):
    (repository / "PingHeader.json").write_text(QUOTED)
    code, out = check(capsys, "--diff")
    assert code == 1
    assert '-  "fields": [ { "name": "Id"' in out
    assert '"ignorable": true' in out
    assert (repository / "PingHeader.json").read_text() == QUOTED
    (repository / "PingHeader.json").write_text(GOOD)
    assert check(capsys, "--diff") == (0, "")


def test_a_fix_of_another_file_is_shown_and_made(repository, capsys):
    half = '{ "apiKey": 900, "type": "%s", "name": "Ping%s", "validVersions": "%s",\n%s'
    end = '  "flexibleVersions": "0+", "fields": [] }\n'
    request = half % ("request", "Request", "0-2", f'  "listeners": ["broker"],\n{end}')
    response = half % ("response", "Response", "0-1", end)
    (repository / "PingRequest.json").write_text(request)
    (repository / "PingResponse.json").write_text(response)
    code, out = check(capsys, "PingRequest.json", "--diff", "--unsafe-fixes")
    assert (code, "+++ b/PingResponse.json" in out) == (1, True)
    assert (repository / "PingResponse.json").read_text() == response
    code, out = check(capsys, "PingRequest.json", "--fix", "--unsafe-fixes")
    assert (code, "pair-out-of-step" in out) == (0, False)
    assert (repository / "PingResponse.json").read_text() == response.replace("0-1", "0-2")
    assert (repository / "PingRequest.json").read_text() == request


def test_a_warm_run_says_the_same(repository, capsys):
    (repository / "PingHeader.json").write_text(TWICE)
    cold = check(capsys)
    assert any((repository / ".cache").iterdir())
    assert check(capsys) == cold
    (repository / "PingHeader.json").write_text(GOOD)
    assert check(capsys) == (0, "No findings in 1 schema\n")


@pytest.mark.parametrize("text", ["", "{", "[]", '{"format": 1, "key": 3}', "[" * 100_000, "\0"])
def test_a_broken_cache_is_no_reason_to_fail(repository, capsys, text):
    cold = check(capsys)
    for one in (repository / ".cache").iterdir():
        one.write_text(text)
    assert check(capsys) == cold


def test_a_cache_that_cannot_be_written_is_no_reason_to_fail(repository, capsys):
    (repository / ".cache").write_text("a file where the folder should be")
    assert check(capsys)[0] == 0


def test_suppressions(repository, capsys):
    comment = "// wirelint: ignore[quoted-boolean] as upstream has it\n  "
    text = QUOTED.replace('"fields"', comment + '"fields"')
    (repository / "PingHeader.json").write_text(text)
    assert check(capsys) == (0, "No findings in 1 schema (1 suppressed)\n")
    (repository / "PingHeader.json").write_text(text.replace(" as upstream has it", ""))
    assert "warning[suppression-without-reason]" in check(capsys)[1]
    (repository / "PingHeader.json").write_text(text.replace('"ignorable": "true", ', ""))
    assert "warning[unused-suppression]" in check(capsys)[1]
    assert "unused" not in check(capsys, "--ignore", "quoted-boolean")[1]
    (repository / "PingHeader.json").write_text(text.replace("ignore[", "ignore-file["))
    assert check(capsys)[1].startswith("No findings")
    (repository / "PingHeader.json").write_text(text.replace("quoted-boolean]", "quoted-bool]"))
    assert "warning[unknown-rule-in-suppression]" in check(capsys)[1]


def test_a_directive_in_a_text_is_none(repository, capsys):
    text = QUOTED.replace("Which ping", "// wirelint: ignore[quoted-boolean] no")
    (repository / "PingHeader.json").write_text(text)
    assert "warning[quoted-boolean]" in check(capsys)[1]


def test_per_file_ignores_and_waivers(repository, capsys):
    (repository / "old").mkdir()
    (repository / "old" / "PingHeader.json").write_text(QUOTED)
    config = repository / "wirelint.toml"
    config.write_text('[per-file-ignores]\n"old/**" = ["quoted-boolean"]')
    assert "quoted-boolean" not in check(capsys)[1]
    config.write_text('[[waiver]]\nrule = "quoted-boolean"\nmessage = "Ping*"\nreason = "why"')
    assert "(1 waived)" in check(capsys)[1]
    config.write_text('[[waiver]]\nrule = "quoted-boolean"\nmessage = "Pong"\nreason = "why"')
    assert "quoted-boolean" in check(capsys)[1]


def test_isolated_reads_no_configuration(repository, capsys):
    (repository / "wirelint.toml").write_text("nonsense = 1")
    assert main(["check"]) == 2
    assert main(["check", "--isolated"]) == 0


def test_an_unreadable_file_is_a_finding(repository, capsys):
    os.mkfifo(repository / "Pipe.json")
    code, out = check(capsys, "Pipe.json", "PingHeader.json")
    assert code == 1
    assert out.startswith("Pipe.json: error[unreadable-file] ")


def test_names_are_inert_on_a_terminal(repository, capsys):
    hostile = QUOTED.replace("Id", "I\\u001b[31md").replace("PingHeader", "Ping\\u202eHeader")
    (repository / "PingHeader.json").write_text(hostile)
    for form in ("text", "concise"):
        out = check(capsys, "--format", form, "--verbose")[1]
        assert "\x1b" not in out
        assert "\u202e" not in out


def test_statistics_count_by_rule(repository, capsys):
    (repository / "PingHeader.json").write_text(TWICE)
    assert "1  error    duplicate-field" in check(capsys, "--statistics")[1]


def test_color_is_only_for_terminals_that_want_it(repository, capsys, monkeypatch):
    (repository / "PingHeader.json").write_text(TWICE)
    assert "\x1b[" not in check(capsys)[1]
    assert "\x1b[" in check(capsys, "--color", "always")[1]
    assert "\x1b[" not in check(capsys, "--color", "never")[1]


def test_a_closed_pipe_is_no_fault(repository):
    (repository / "PingHeader.json").write_text(TWICE)
    process = subprocess.Popen(
        [sys.executable, "-m", "wirelint", "check", "--format", "json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    assert process.wait() == 1
    assert process.stderr.read() == b""
    process.stderr.close()


def test_a_fault_of_ours_says_so(repository, capsys, monkeypatch):
    def broken(*_args, **_options):
        raise ZeroDivisionError("oops")

    monkeypatch.setattr("wirelint.cli.check.gather", broken)
    assert main(["check"]) == 3
    err = capsys.readouterr().err
    assert "a fault of wirelint itself: ZeroDivisionError: oops" in err
    assert "Traceback" not in err
    for option in ("--verbose", "-v"):
        assert main(["check", option]) == 3
        assert "Traceback" in capsys.readouterr().err


def test_a_clean_tree_costs_no_heavy_import(repository):
    script = (
        "import sys; from wirelint.cli import main; code = main(['check', '--no-cache']);"
        "print(*sorted({name.partition('.')[0] for name in sys.modules})); sys.exit(code)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    loaded = set(done.stdout.split())
    heavy = {"lark", "jsonschema", "pygls", "rich", "asyncio", "pathlib", "subprocess", "tomllib"}
    assert "wirelint" in loaded
    assert not loaded & heavy


def test_version(capsys):
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"wirelint {wirelint.__version__}\n"


def test_a_waiver_ends_with_its_release(repository, capsys):
    git(repository, "init", "-q")
    git(repository, "add", ".")
    git(repository, "commit", "-qm", "one")
    git(repository, "tag", "1.2.0")
    git(repository, "tag", "1.2.0-rc1")
    (repository / "PingHeader.json").write_text(GOOD.replace("int32", "int64"))
    config = repository / "wirelint.toml"
    waiver = '[[waiver]]\nrule = "released-field-retyped"\nreason = "why"\nuntil = "1.{}.0"\n'
    config.write_text(waiver.format(3))
    code, out = check(capsys, "--against", "1.2.0")
    assert (code, "(1 waived)" in out) == (0, True)
    tags = "release-tags = '^\\d+\\.\\d+\\.\\d+(-rc\\d+)?$'\n"
    config.write_text(tags + waiver.format(2))
    code, out = check(capsys, "--against", "1.2.0-rc1")
    assert (code, "(1 waived)" in out) == (0, True)
    config.write_text(waiver.format(2))
    code, out = check(capsys, "--against", "1.2.0")
    assert code == 1
    assert "error[released-field-retyped]" in out
    assert "wirelint.toml:1:1: warning[expired-waiver]" in out


def git(folder, *args: str) -> None:
    subprocess.run(
        ["git", "-c", "user.name=a", "-c", "user.email=a@b", *args], cwd=folder, check=True
    )


def test_code_without_a_table_is_nothing_to_check(repository, capsys):
    (repository / "PingHeader.json").unlink()
    (repository / "NoVersion.java").write_text("enum NoVersion { A, B }\n")
    assert main(["check"]) == 2
    assert "no gate table" in capsys.readouterr().err
    assert main(["check", "NoVersion.java"]) == 0  # named, so read whatever it holds


def test_of_a_text_that_breaks_off_only_that_is_said(repository, capsys):
    for text in ("{", '{ "type": "request", "name": "PingRequest",'):
        (repository / "PingRequest.json").write_text(text)
        assert [one["rule"] for one in check_json(capsys, "PingRequest.json")["diagnostics"]] == [
            "invalid-syntax"
        ]


def test_what_an_object_takes_is_said_once(repository, capsys):
    (repository / "PingHeader.json").write_text("{}")
    _, out = check(capsys, "PingHeader.json")
    assert out.count("[missing-property]") > 1
    assert out.count("= help: A message of a Kafka-style protocol") == 1


def test_a_quoted_boolean_is_shown_with_its_quotes(repository, capsys):
    (repository / "PingHeader.json").write_text(QUOTED)
    assert '`ignorable` is the text `"true"` instead of true' in check(capsys)[1]
