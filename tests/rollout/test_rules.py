"""When the rules on promised upgrades run."""

from __future__ import annotations

import pytest

from support.checking import check_files
from wirelint.diagnostics import Category
from wirelint.engine.policy import Policy

MOORING = """{
  "apiKey": 950, "type": "request", "listeners": ["broker"], "name": "MooringRequest",
  "validVersions": "%s", "flexibleVersions": "0+",
  "fields": [ { "name": "Berth", "type": "int32", "versions": "0+" } ]
}
"""
GATES = """gates 1
feature own.version {
  absent = 1
  supports 1 to %s
  level 1 in 1.0.0
  level 2 in 1.1.0
}
path replica from broker to broker blind {
  Mooring exactly %s
}
"""
WINDOW = '[gates]\nupgrade-window = ["%s"]\n'
ONLY = Policy(select=(Category.ROLLOUT.value,))


def found(after: dict[str, str], before: dict[str, str]) -> list[str]:
    return [one.rule for one in check_files(after, before, policy=ONLY, alone=True)]


def tree(versions: str, pin: int, most: int = 2, window: str | None = "1.0") -> dict[str, str]:
    files = {"MooringRequest.json": MOORING % versions, "own.gates": GATES % (most, pin)}
    return files if window is None else {**files, "wirelint.toml": WINDOW % window}


def test_nothing_is_said_where_nothing_is_promised():
    assert found(tree("0-2", 2), tree("0-1", 1)) == ["pinned-peer-mismatch"]
    assert found(tree("0-2", 2, window=None), tree("0-1", 1)) == []
    assert found(tree("0-2", 2, window="1.1"), tree("0-1", 1)) == []  # not from 1.0.0


def test_a_statement_of_the_table_promises_too():
    after = tree("0-2", 2, window=None)
    after["own.gates"] = after["own.gates"].replace("gates 1\n", "gates 1\nupgrade from 1.0.0\n")
    assert found(after, tree("0-1", 1)) == ["pinned-peer-mismatch"]


def test_nothing_is_said_without_a_baseline():
    assert not check_files(tree("0-2", 2), policy=ONLY, alone=True)


def test_what_both_serve_and_choose_alike_is_fine():
    assert found(tree("0-2", 1), tree("0-1", 1)) == []


def test_a_baseline_without_tables_sees_them_up_to_its_time():
    after = tree("0-2", 0)
    after["own.gates"] = after["own.gates"].replace(
        "exactly 0", "exactly by own.version {\n    1 from 1\n    2 from 2\n  }"
    )
    before = {"MooringRequest.json": MOORING % "0-1"}
    assert found(after, before) == []  # level 2 is of 1.1.0, and the baseline is 1.0.0
    after["own.gates"] = after["own.gates"].replace("level 2 in 1.1.0", "level 2 in 1.0.0")
    assert found(after, before) == ["pinned-peer-mismatch"]


@pytest.mark.parametrize(
    ("old", "new", "expected"), [("0-1", "2-3", ["client-cut-off"]), ("0-2", "2-3", [])]
)
def test_clients_of_the_old_release_are_looked_at(old, new, expected):
    gates = "gates 1\npath client from client to broker discover {\n  * any\n}\n"
    after = {
        "MooringRequest.json": MOORING % new,
        "own.gates": gates,
        "wirelint.toml": WINDOW % "1.0",
    }
    assert found(after, {"MooringRequest.json": MOORING % old}) == expected
