"""Gate tables as JSON."""

from __future__ import annotations

import json

import pytest

from support.gate_tables import table_of
from wirelint.gates.export import Json, to_json
from wirelint.gates.model import (
    ALWAYS,
    AllOf,
    AnyOf,
    FromLevel,
    Gates,
    GateTable,
    Guard,
    Holds,
    Language,
    LevelRef,
    Not,
    OnLevels,
    Predicate,
    Said,
)

TABLE = """\
releases 1.0
feature f {
  owner kafka
  supports 1 to b
  retired 5 "gone"
  row old
  level 1 a in 1.0 metadata barrier
  level 2 b needs g >= 2.0 enables light
}
path replica from broker to broker blind {
  Fetch exactly by f {
    1 from a "first"
    unknown at b, 3
  }
  * any
}
rpc Submit key 0 serves 0-2
burned key 0
mirror OTHER in "x"
"""


def test_what_a_table_says_under_the_names_of_the_model() -> None:
    ladder: Json = {
        "feature": "f",
        "cases": [
            {"when": {"at": [{"level": 2, "name": "b"}, {"level": 3}]}, "version": None},
            {"when": {"from": {"level": 1, "name": "a"}}, "version": 1, "doc": "first"},
        ],
        "values": {"1": 1, "2": None},
    }
    assert json.loads(json.dumps(to_json(table_of(TABLE)))) == {
        "path": "t.gates",
        "language": "gates",
        "releases": ["1.0"],
        "features": [
            {
                "name": "f",
                "owner": "kafka",
                "supports": {"low": {"level": 1}, "production": {"level": 2, "name": "b"}},
                "retired": [{"low": 5, "high": 5, "doc": "gone"}],
                "rows": [
                    {"name": "old"},
                    {"number": 1, "name": "a", "stamp": "1.0", "flags": ["metadata", "barrier"]},
                    {
                        "number": 2,
                        "name": "b",
                        "needs": [{"feature": "g", "level": {"name": "2.0"}}],
                        "enables": ["light"],
                    },
                ],
            }
        ],
        "paths": [
            {
                "name": "replica",
                "source": "broker",
                "target": "broker",
                "discovers": False,
                "entries": [
                    {"rpc": "Fetch", "selection": {"kind": "exactly by", "ladder": ladder}},
                    {"rpc": "*", "selection": {"kind": "any"}},
                ],
            }
        ],
        "rpcs": [{"name": "Submit", "key": 0, "serves": "0-2"}],
        "burned": [{"kind": "key", "low": 0, "high": 0}],
        "mirrors": [{"name": "OTHER", "where": "x"}],
    }


FROM = FromLevel(LevelRef(2, "b"))


@pytest.mark.parametrize(
    ("guard", "when", "values"),
    [
        (ALWAYS, {"all": []}, [True, True]),
        (FROM, {"from": {"level": 2, "name": "b"}}, [False, True]),
        (OnLevels((LevelRef(1), LevelRef(3))), {"at": [{"level": 1}, {"level": 3}]}, [True, False]),
        (Holds("light"), {"holds": "light"}, [False, True]),
        (Not(FROM), {"not": {"from": {"level": 2, "name": "b"}}}, [True, False]),
        (
            AllOf((Holds("light"), Not(Holds("light")))),
            {"all": [{"holds": "light"}, {"not": {"holds": "light"}}]},
            [False, False],
        ),
        (
            AnyOf((Holds("light"), Not(Holds("light")))),
            {"any": [{"holds": "light"}, {"not": {"holds": "light"}}]},
            [True, True],
        ),
        (Holds("nothing"), {"holds": "nothing"}, [None, None]),
    ],
)
def test_capabilities_have_their_guard_and_their_values(
    guard: Guard, when: Json, values: list[bool | None]
) -> None:
    """The feature is that of another file."""
    code = GateTable(
        language=Language.JAVA,
        predicates=(Predicate(name="p", feature=Said("f"), guard=guard),),
    )
    around = Gates((table_of(TABLE), code))
    assert to_json(code, around)["predicates"] == [
        {
            "name": "p",
            "feature": "f",
            "when": when,
            "values": dict(zip(("1", "2"), values, strict=True)),
        }
    ]
    (alone,) = to_json(code)["predicates"]  # type: ignore[misc, union-attr]
    assert alone["values"] == {}  # type: ignore[call-overload, index]
