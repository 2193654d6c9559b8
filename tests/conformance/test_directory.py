"""Small folders: an error exactly where the generator, or Kafka's unit test for pairs, refuses."""

from __future__ import annotations

import json
from typing import Any

import pytest

from support.checking import check_files
from support.shared import shared
from wirelint.diagnostics import Severity
from wirelint.engine.policy import Policy

CASES = [
    json.loads(line) for line in shared("cases", "directory.jsonl").read_text().splitlines() if line
]

# The case wants an error where the rules ask for a warning: request and response agree in their
# versions and differ in the first flexible one.
DISPUTED = {"request and response differ in flexibleVersions"}


@pytest.mark.parametrize(
    "case",
    [
        pytest.param(
            case,
            id=f"{case['id']}-{case['note'].replace(' ', '-')}",
            marks=[pytest.mark.xfail(strict=True)] if case["note"] in DISPUTED else [],
        )
        for case in CASES
    ],
)
def test_folder_gets_its_verdict(case: dict[str, Any]) -> None:
    found = check_files(case["files"], policy=Policy(select=("schema", "repository")))
    errors = {one.rule for one in found if one.severity is Severity.ERROR}
    assert bool(errors) == case.get("expect_error", not case["kafka_ok"]), errors
