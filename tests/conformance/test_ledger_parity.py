"""A ledger in a tree without history says what the history says, on a real release."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

from support.shared import shared
from wirelint.cli import main


def test_a_ledger_gives_the_findings_of_the_tag(tmp_path, monkeypatch, capsys):
    bundle = shared("corpus", "kafka-schemas.bundle")
    history = tmp_path / "history"
    subprocess.run(["git", "clone", "-q", "-b", "main", bundle, history], check=True)
    monkeypatch.chdir(history)
    assert main(["ledger", "record", "4.1.0", "--from", "4.1.0"]) == 0
    expected = findings(capsys, "4.1.0")
    copy = tmp_path / "copy"
    shutil.copytree(history, copy, ignore=shutil.ignore_patterns(".git"))
    monkeypatch.chdir(copy)
    assert not Path(".git").exists()
    assert findings(capsys, "wirelint.lock") == expected
    assert any(category == "evolution" for _, category, *_ in expected)


def findings(capsys, baseline: str) -> list[tuple[str, ...]]:
    capsys.readouterr()
    main(["check", "--no-cache", "--against", baseline, "--format", "json"])
    rows = json.loads(capsys.readouterr().out)["diagnostics"]
    keys = ("rule", "category", "severity", "path", "property", "message")
    return sorted(tuple(str(row[key]) for key in keys) for row in rows)
