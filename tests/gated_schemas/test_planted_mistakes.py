"""One small world of tables and schemas that is fine, and one planted mistake for each rule."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from support.checking import check_files
from wirelint.diagnostics import Category, Diagnostic, Severity
from wirelint_rules import load_rules

TABLE = """gates 1
releases 1.0.0 1.1.0
feature metadata.version {
  owner harbor
  carrier record
  absent = 1
  supports 1 to 2 unstable to 3
  level 1 1.0-IV0 in 1.0.0 metadata
  level 2 1.1-IV0 in 1.1.0 metadata
  level 3 1.2-IV0 unstable metadata
}
feature harbor.version {
  owner harbor
  carrier record
  absent = 0
  supports 0 to 1
  level 0 in 1.0.0
  level 1 in 1.1.0
}
path client from client to broker discover {
  * any
}
path replica from broker to broker blind {
  Mooring exactly by metadata.version {
    1 from 1.0-IV0
    2 from 1.1-IV0
    3 from 1.2-IV0
  }
  Mooring fallback 1 "while berths have no ids"
  Towing exactly 1
}
format cluster-metadata {
  in "__cluster_metadata-0"
  record BerthRecord by metadata.version {
    0 from 1.0-IV0
    1 from 1.1-IV0
  }
}
honour harbor.version >= 1 {
  Docking
}
infer harbor.version 1 from Towing >= 1
advertise Mooring 0-3 "old clients refuse to start unless 0 is listed"
rpc Towing key 921 serves 0-1
"""

REQUEST = """{
  "apiKey": %d, "type": "request", "listeners": ["broker"], "name": "%sRequest",%s
  "validVersions": "%s", "flexibleVersions": "0+",
  "fields": [ { "name": "Berth", "type": "int32", "versions": "0+", "ignorable": true } ]
}
"""
RECORD = """{
  "apiKey": 90, "type": "metadata", "name": "BerthRecord",
  "validVersions": "%s", "flexibleVersions": "0+",
  "fields": [ { "name": "Berth", "type": "int32", "versions": "0+" } ]
}
"""


def request(name: str, key: int, versions: str, more: str = "") -> str:
    return REQUEST % (key, name, more, versions)


WORLD = {
    "harbor.gates": TABLE,
    "MooringRequest.json": request("Mooring", 920, "1-3", ' "latestVersionUnstable": true,'),
    "TowingRequest.json": request("Towing", 921, "0-1"),
    "DockingRequest.json": request("Docking", 922, "0"),
    "BerthRecord.json": RECORD % "0-1",
}


@dataclass(frozen=True)
class Plant:
    """What is changed in a file; `old` replaced by `new`, or the whole file where `old` is empty."""

    rule: str
    file: str
    old: str
    new: str
    severity: Severity = Severity.ERROR
    at: str | None = None
    baseline: bool = False
    more: dict[str, str] = field(default_factory=dict)


PLANTS = [
    Plant("ladder-not-monotone", "harbor.gates", "2 from 1.1-IV0\n    3", "0 from 1.1-IV0\n    3"),
    Plant(
        "ladder-unreachable-rung",
        "harbor.gates",
        "    1 from 1.0-IV0\n    2 from 1.1-IV0\n    3",
        "    1 from 1.0-IV0\n    1 from 1.0-IV0\n    2 from 1.1-IV0\n    3",
        Severity.WARNING,
    ),
    Plant("ladder-outside-schema", "harbor.gates", "    3 from 1.2", "    4 from 1.2"),
    Plant(
        "level-needs-truncated-version",
        "harbor.gates",
        "    1 from 1.0-IV0\n    2",
        "    0 from 1.0-IV0\n    2",
    ),
    Plant(
        "ungated-version",
        "MooringRequest.json",
        "",
        request("Mooring", 920, "1-4"),
        at="harbor.gates",
    ),
    Plant("pin-outside-schema", "harbor.gates", "Towing exactly 1", "Towing exactly 2"),
    Plant(
        "pin-behind-schema",
        "harbor.gates",
        "Towing exactly 1",
        "Towing exactly 0",
        Severity.WARNING,
    ),
    Plant("fallback-outside-schema", "harbor.gates", "fallback 1", "fallback 0"),
    Plant(
        "production-uses-unstable",
        "harbor.gates",
        "supports 1 to 2 unstable to 3",
        "supports 1 to 3",
    ),
    Plant(
        "ladder-floor-missing",
        "harbor.gates",
        "    0 from 1.0-IV0\n    1 from 1.1-IV0\n",
        "    1 from 1.1-IV0\n",
        Severity.WARNING,
    ),
    Plant(
        "ladder-response-split",
        "MooringResponse.json",
        "",
        request("Mooring", 920, "1-2")
        .replace('"request", "listeners": ["broker"]', '"response"')
        .replace("MooringRequest", "MooringResponse"),
        at="harbor.gates",
    ),
    Plant(
        "field-not-writable-at-pin",
        "MooringRequest.json",
        '"ignorable": true }',
        '"ignorable": true }, { "name": "Crane", "type": "int32", "versions": "2+" }',
        Severity.INFO,
        at="harbor.gates",
    ),
    Plant(
        "two-rpcs-one-rung",
        "harbor.gates",
        "  Towing exactly 1\n",
        "  Towing exactly by metadata.version {\n    0 from 1.0-IV0\n    1 from 1.1-IV0\n  }\n",
        Severity.INFO,
    ),
    Plant("honour-not-carried", "harbor.gates", "  Docking\n", "  Docking, Sailing\n"),
    Plant("infer-threshold-wrong", "harbor.gates", "Towing >= 1", "Towing >= 2", Severity.WARNING),
    Plant(
        "advertised-not-served", "harbor.gates", "advertise Mooring 0-3", "advertise Mooring 0-4"
    ),
    Plant("served-beyond-schema", "harbor.gates", "serves 0-1", "serves 0-2", Severity.WARNING),
    Plant(
        "record-cannot-hold-field",
        "BerthRecord.json",
        '"versions": "0+" }',
        '"versions": "0+" }, { "name": "Crane", "type": "int32", "versions": "1+" }',
        Severity.INFO,
        at="harbor.gates",
    ),
    Plant(
        "pin-dropped",
        "harbor.gates",
        "  Towing exactly 1\n",
        "  Towing any\n",
        baseline=True,
    ),
    Plant(
        "honour-gate-missing",
        "SailingRequest.json",
        "",
        request("Sailing", 923, "0"),
        Severity.WARNING,
        baseline=True,
    ),
    Plant(
        "broker-only-bump-ungated",
        "DockingRequest.json",
        "",
        "// Version 1 is sent by brokers only.\n" + request("Docking", 922, "0-1"),
        Severity.WARNING,
        baseline=True,
    ),
]


def found(files: dict[str, str], baseline: dict[str, str] | None = None) -> list[Diagnostic]:
    return [
        one
        for one in check_files(files, baseline, alone=True)
        if one.category is Category.GATED_SCHEMAS
    ]


def test_the_world_is_fine() -> None:
    assert not found(WORLD)
    assert not found(WORLD, WORLD)


@pytest.mark.parametrize("plant", PLANTS, ids=lambda one: one.rule)
def test_a_planted_mistake_is_found(plant: Plant) -> None:
    before = WORLD.get(plant.file, "")
    assert plant.old in before
    text = before.replace(plant.old, plant.new, 1) if plant.old else plant.new
    said = found(WORLD | {plant.file: text}, WORLD if plant.baseline else None)
    mine = [one for one in said if one.rule == plant.rule]
    assert mine, [one.rule for one in said]
    assert {one.finding.at.source.path for one in mine} == {plant.at or plant.file}
    assert {one.severity for one in mine} == {plant.severity}


def test_every_rule_has_a_planted_mistake() -> None:
    rules = {one.id for one in load_rules((Category.GATED_SCHEMAS,))}
    assert {one.rule for one in PLANTS} == rules
