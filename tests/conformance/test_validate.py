"""The verdict on one schema against the generator's own, over the shared cases."""

from __future__ import annotations

import base64
import json
from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from support.shared import shared
from wirelint.diagnostics import Severity
from wirelint.engine.policy import Policy
from wirelint.engine.run import Inputs, run
from wirelint.syntax.document import read_bytes
from wirelint_rules import load_rules

Case = dict[str, Any]


def test_errors_are_where_the_generator_or_javac_refuses() -> None:
    with shared("cases", "validate.jsonl").open(encoding="utf-8") as lines:
        cases = [json.loads(line) for line in lines]
    found = _errors(cases)
    wrong = []
    for case in cases:
        refused = not case["kafka_ok"] or case.get("javac_ok") is False
        errors = found[f"{case['id']}/{case['file']}"]
        if bool(errors) != refused:
            said = ", ".join(sorted(errors)) or "nothing"
            wrong.append(f"{case['id']} {case['op']}: {case['note']}: found {said}")
    assert not wrong, f"{len(wrong)} verdicts:\n" + "\n".join(wrong)


def _errors(cases: Iterable[Case]) -> dict[str, set[str]]:
    documents = tuple(read_bytes(f"{one['id']}/{one['file']}", _bytes(one)) for one in cases)
    policy = Policy(select=("syntax", "schema"))
    errors: dict[str, set[str]] = defaultdict(set)
    for one in run(Inputs(documents=documents), load_rules, policy=policy).diagnostics:
        if one.severity is Severity.ERROR:
            errors[one.finding.at.source.path].add(one.rule)
    return errors


def _bytes(case: Case) -> bytes:
    if case.get("new_b64"):
        return base64.b64decode(case["new_b64"])
    text: str = case["new"]
    return text.encode("utf-8", "surrogatepass")
