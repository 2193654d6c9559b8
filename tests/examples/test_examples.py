"""The example repositories: two without a finding, one whose ten mistakes are found."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from support.shared import REPOSITORY

EXAMPLES = REPOSITORY / "examples"
WIRELINT = Path(sys.executable).with_name("wirelint")

# One file, one mistake: the rule that must find it there, or None where any error will do.
MISTAKES = {
    "CargoLoadRequest.json": None,
    "CargoLoadResponse.json": "tag-reused",
    "TideQueryResponse.json": "pair-out-of-step",
    "BerthChangeRecord.json": None,
    "CrewJoinRequest.json": None,
    "CrewJoinResponse.json": None,
    "CrewLeaveRequest.json": None,
    "BerthRecord.json": "ungated-version",
    "MetadataVersion.java": "joined-shipped-level",
    "DockRecord.json": None,
}


def run(folder: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [WIRELINT, *arguments], cwd=EXAMPLES / folder, capture_output=True, text=True, check=False
    )


@cache
def report(folder: str, *arguments: str) -> dict[str, Any]:
    result = run(folder, "check", "--format", "json", *arguments)
    assert result.returncode in {0, 1}, result.stderr
    return json.loads(result.stdout)


@pytest.mark.parametrize(
    ("folder", "tables"), [("harbor", 1), ("lantern", 1), ("broken/before", 1)]
)
def test_clean_repository(folder: str, tables: int) -> None:
    found = report(folder)
    assert found["diagnostics"] == []
    assert found["summary"]["files"] == len(list((EXAMPLES / folder).rglob("*.json")))
    assert found["summary"]["gate_tables"] == tables


def broken() -> list[dict[str, Any]]:
    return report("broken/after", "--against", "../before")["diagnostics"]


@pytest.mark.parametrize("name", MISTAKES)
def test_mistake_is_found(name: str) -> None:
    found = [
        one
        for one in broken()
        if one["severity"] != "info"
        # What concerns a schema and a gate table stands on the table and names the schema.
        and any(place["path"].endswith(f"/{name}") for place in (one, *one["related"]))
    ]
    assert found
    rule = MISTAKES[name]
    assert rule is None or rule in {one["rule"] for one in found}


def test_nothing_else_is_found() -> None:
    names = {one["path"].rsplit("/", 1)[-1] for one in broken() if one["severity"] != "info"}
    assert names <= MISTAKES.keys() | {"TideQueryRequest.json"}


def test_readme_lists_the_mistakes() -> None:
    listed = set(
        re.findall(r"^\| `(\w+\.\w+)` \|", (EXAMPLES / "README.md").read_text(), re.MULTILINE)
    )
    changed = {
        after.name
        for after in (EXAMPLES / "broken/after").rglob("*.*")
        if after.is_file()
        and after.read_bytes()
        != (EXAMPLES / "broken/before" / after.relative_to(EXAMPLES / "broken/after")).read_bytes()
    }
    assert listed <= changed
    # The other half of a bump that is right is no mistake.
    assert changed - listed == {"CrewLeaveResponse.json"}


def test_demo_runs() -> None:
    result = subprocess.run(
        [EXAMPLES / "demo"],
        env=os.environ | {"WIRELINT": str(WIRELINT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stdout + result.stderr
    assert "== Done." in result.stdout
