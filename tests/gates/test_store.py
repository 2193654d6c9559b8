"""Gate tables as plain data."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import fields, is_dataclass
from typing import Any

import pytest
from hypothesis import given

from support.gate_code import JAVA, read
from support.gate_tables import tables
from wirelint.gates import model
from wirelint.gates.language import read_gates
from wirelint.gates.model import NOWHERE, GateTable
from wirelint.gates.store import SHAPE, Plain, dump, restore
from wirelint.text import Location, SourceText

SCALA = """case object P_1_0_IV0 extends V { val shortVersion = "1.0"; val subVersion = "IV0"; val id: Int = 4 }
val aVersion: Short = if (apiVersion >= P_1_0_IV0) 2 else best"""
GATES = """gates 1
feature f {
  level 1 a in 1.0.0 metadata enables x
  row old
}
path p from broker to broker blind {
  Fetch exactly by f {
    1 from a "first"
    undefined otherwise
  }
  * any
}
served s {
  Fetch serves 1-3
}
oops
"""
FILES = [
    ("A.java", JAVA),
    ("A.java", JAVA.replace("%s", "short aVersion() { return b(); }")),
    ("A.scala", SCALA),
    ("a.gates", GATES),
]


def _spelled(value: object) -> Any:
    """Return everything in a value, what takes no part in comparison too."""
    if isinstance(value, Location):
        return ("nowhere" if value is NOWHERE else value.source.path, value.span, value.property)
    if isinstance(value, SourceText):
        return value.path
    if isinstance(value, tuple):
        return [_spelled(one) for one in value]
    if is_dataclass(value) and not isinstance(value, type):
        return (type(value), [_spelled(getattr(value, one.name)) for one in fields(value)])
    return value


@pytest.mark.parametrize(("path", "text"), FILES)
def test_what_was_read_comes_back_with_its_places(path: str, text: str) -> None:
    table, problems = read(text, path)
    data = json.loads(json.dumps(dump(table, problems)))
    again, told = restore(data, table.source)
    assert again == table
    assert told == problems
    assert _spelled(again) == _spelled(table)
    assert _spelled(told) == _spelled(problems)


def test_places_are_in_the_source_that_is_given() -> None:
    table, problems = read(JAVA, "A.java")
    moved = SourceText("elsewhere/B.java", JAVA, revision="1.0")
    again, _ = restore(dump(table, problems), moved)
    assert again == table
    assert again.source is moved
    assert again.features[0].origin.source is moved


@given(table=tables())
def test_every_table_comes_back(table: GateTable) -> None:
    again, told = restore(json.loads(json.dumps(dump(table))), SourceText("a.gates", ""))
    assert again == table
    assert told == ()


@pytest.mark.parametrize("data", [None, 3, [], [[]], [[-7], [-1]], [[10_000], [-1]], [[0], [0]]])
def test_other_data_is_no_table(data: Plain) -> None:
    with pytest.raises((ValueError, LookupError, TypeError)):
        restore(data, SourceText("a.gates", ""))


def test_the_shape_names_every_class_and_field() -> None:
    assert "GateTable(source,language,releases" in SHAPE
    assert "Feature(name,owner" in SHAPE


def test_every_class_of_the_model_can_be_kept() -> None:
    modules = [one for name, one in sys.modules.items() if name.startswith(f"{model.__name__}.")]
    classes = {
        name
        for module in modules
        for name, one in vars(module).items()
        if isinstance(one, type) and is_dataclass(one) and one.__module__ == module.__name__
    }
    missing = [one for one in classes - {"Gates", "LadderSite"} if f"{one}(" not in SHAPE]
    assert missing == [], "missing in the model's __all__"


def test_a_kept_table_needs_no_lark() -> None:
    table, problems = read_gates(SourceText("a.gates", GATES))
    code = f"""
import sys
from wirelint.gates.store import restore
from wirelint.text import SourceText
table, problems = restore({dump(table, problems)!r}, SourceText("a.gates", {GATES!r}))
assert table.features[0].rows and problems
print([name for name in sys.modules if name.split(".")[0] == "lark"])
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"
