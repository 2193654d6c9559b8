"""Pairs of schemas: an error exactly where a released version changes on the wire."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from support.checking import check_files
from support.shared import shared
from wirelint.diagnostics import Diagnostic, Severity
from wirelint.engine.policy import Policy

EVOLUTION = Policy(select=("evolution",))
# Removals are policy, not layout.
REMOVED = "released-version-removed"


def rows(name: str) -> list[dict[str, Any]]:
    lines = shared("cases", name).read_text().splitlines()
    return [json.loads(line) for line in lines if line]


def judged(name: str) -> list[Any]:
    """Same-width retypes and swaps agree in bytes and not in meaning: either verdict is right."""
    return [
        pytest.param(row, id=f"{row['id']}-{row.get('op', 'fault')}")
        for row in rows(name)
        if not row.get("same_width_retype_only") and not row.get("either")
    ]


@pytest.mark.parametrize("row", [*judged("evolve.jsonl"), *judged("checker-faults.jsonl")])
def test_pair_gets_its_verdict(row: dict[str, Any]) -> None:
    name = row.get("file", "Message.json")
    found = check_files({name: row["new"]}, {name: row["old"]}, policy=EVOLUTION)
    errors = {one.rule for one in found if one.severity is Severity.ERROR} - {REMOVED}
    broken = not row["wire_compatible"] and not row.get("only_unstable_version")
    assert bool(errors) is broken, (row.get("note"), errors)
    assert "released-layout-changed" not in errors, "every difference has a more exact name"


# -- mistakes and near misses that are told by schemas alone -------------------------------------

FIELD = json.loads(shared("cases", "field", "manifest.json").read_text())
SCHEMAS_ONLY = [
    case
    for case in FIELD
    if case["mode"] == "diff" and all(must["file"].endswith(".json") for must in case["must"])
]
ALONE = Policy(select=("schema", "evolution"))


# The case wants an error for a field above the highest version; the rules ask for a warning there,
# and a pair of `evolve.jsonl` (dead-field) has it clean.
FIELD_DISPUTED = {"B51-field-above-maximum"}


@pytest.mark.parametrize(
    "case",
    [
        pytest.param(
            case,
            id=case["id"],
            marks=[pytest.mark.xfail(strict=True)] if case["id"] in FIELD_DISPUTED else [],
        )
        for case in SCHEMAS_ONLY
    ],
)
def test_field_case(case: dict[str, Any]) -> None:
    folder = shared("cases", "field", case["id"])
    found = check_files(tree(folder / "new"), tree(folder / "old"), policy=ALONE)
    errors = [one for one in found if one.severity is Severity.ERROR]
    if case["near_miss"]:
        worst = Severity.WARNING if case["warnings_allowed"] else Severity.INFO
        assert not [one.rule for one in found if one.severity > worst]
        return
    for must in case["must"]:
        said = [one for one in found if is_at(one, must)]
        assert said, (must, [(one.rule, one.finding.at.property) for one in found])
    assert bool(errors) is (case["expect"] == "error"), [one.rule for one in errors]


def tree(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): path.read_text()
        for path in sorted(folder.rglob("*"))
        if path.suffix in {".json", ".toml"}
    }


def is_at(one: Diagnostic, must: dict[str, Any]) -> bool:
    """Whether a finding is on the property, or on the field that holds it."""
    if one.finding.at.source.path != must["file"].removeprefix("new/"):
        return False
    wanted = must["property"]
    have = one.finding.at.property or ""
    return any(
        have == want or have == want.rpartition(".")[0] or want == have.rpartition(".")[0]
        for want in ([wanted] if isinstance(wanted, str) else wanted)
    )


INCIDENTS = [
    path
    for path in sorted(shared("cases", "incidents").iterdir())
    if (path / "old").is_dir() and not [*path.rglob("*.java"), *path.rglob("*.rs")]
]
DISPUTED = {
    # A folder does not say that it is a beta, and a folder is all that the case has for a baseline.
    "47-fork-record-changed-after-beta",
    # The case wants a warning, and the generator refuses a schema without `flexibleVersions`.
    "30-flexible-missing",
}


@pytest.mark.parametrize(
    "folder",
    [
        pytest.param(
            path,
            id=path.name,
            marks=[pytest.mark.xfail(strict=True)] if path.name in DISPUTED else [],
        )
        for path in INCIDENTS
    ],
)
def test_incident(folder: Path) -> None:
    incident = json.loads((folder / "incident.json").read_text())
    found = check_files(tree(folder / "new"), tree(folder / "old"), policy=ALONE)
    top = max((one.severity for one in found), default=Severity.OFF)
    match incident["expect"]:
        case "silent":
            assert top < Severity.WARNING
        case "error":
            assert top is Severity.ERROR
        case _:
            assert top is not Severity.OFF
            assert top < Severity.ERROR or incident["errors_elsewhere"]
    if (folder / "fixed").is_dir():
        mended = check_files(tree(folder / "fixed"), tree(folder / "old"), policy=ALONE)
        assert not [one.rule for one in mended if one.severity is Severity.ERROR]
