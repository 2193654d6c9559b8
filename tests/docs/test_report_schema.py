"""The published JSON Schema of `--format json` describes what is printed, and nothing less."""

from __future__ import annotations

import json
import shutil

import jsonschema
import pytest

from support.documents import DOCS
from support.shared import REPOSITORY
from wirelint.cli import main

SCHEMA = json.loads((DOCS / "reference" / "report.schema.json").read_text())
EXAMPLES = REPOSITORY / "examples"


def closed(schema):
    """The schema with every object closed: a property that it does not describe is an error."""
    if isinstance(schema, list):
        return [closed(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    result = {name: closed(value) for name, value in schema.items()}
    if "properties" in schema and isinstance(schema.get("type"), str | list):
        result["additionalProperties"] = False
    return result


CLOSED = jsonschema.Draft202012Validator(closed(SCHEMA))


@pytest.fixture
def report(capsys, monkeypatch, tmp_path):
    monkeypatch.setenv("WIRELINT_CACHE_DIR", str(tmp_path / "cache"))

    def run(folder, *arguments):
        monkeypatch.chdir(folder)
        capsys.readouterr()
        code = main(["check", "--format", "json", *arguments])
        assert code in {0, 1}
        return json.loads(capsys.readouterr().out)

    return run


def test_the_schema_is_one():
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    assert SCHEMA["$id"].startswith("urn:")


def test_a_clean_tree(report):
    data = report(EXAMPLES / "harbor")
    CLOSED.validate(data)
    assert data["diagnostics"] == []


def test_findings_fixes_and_proofs(report):
    data = report(EXAMPLES / "broken" / "after", "--against", "../before", "--witness", "-v")
    CLOSED.validate(data)
    found = data["diagnostics"]
    assert any(one["fixes"] for one in found)
    assert any(one["related"] for one in found)
    assert any("witness" in one for one in found)


def test_a_file_that_is_gone(report, tmp_path):
    shutil.copytree(EXAMPLES / "broken" / "before", tmp_path / "old")
    shutil.copytree(EXAMPLES / "broken" / "before", tmp_path / "new")
    next((tmp_path / "new").rglob("DockRecord.json")).unlink()
    data = report(tmp_path / "new", "--against", "../old")
    CLOSED.validate(data)
    assert any(one["range"] is None for one in data["diagnostics"])


def test_a_ledger(report, tmp_path, monkeypatch):
    tree = shutil.copytree(EXAMPLES / "harbor", tmp_path / "tree")
    monkeypatch.chdir(tree)
    assert main(["ledger", "record", "1.3.0"]) == 0
    data = report(tree, "--against", "wirelint.lock")
    CLOSED.validate(data)
    assert data["baselines"][0]["kind"] == "ledger"


def test_an_upstream(report):
    data = report(EXAMPLES / "broken" / "after", "--upstream", "../before")
    CLOSED.validate(data)


def test_what_is_not_described_is_seen(report):
    data = report(EXAMPLES / "harbor")
    data["summary"]["invented"] = 1
    assert not CLOSED.is_valid(data)
