"""Writing, reading and formatting belong together: nothing is lost on any way."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.gate_tables import gates_of, table_of, tables
from support.shared import REPOSITORY
from wirelint.gates.language import format_gates, read_gates, write_gates
from wirelint.gates.model import (
    ALWAYS,
    UNDEFINED,
    AllOf,
    Case,
    FromLevel,
    Gates,
    GateTable,
    Guard,
    Ladder,
    LevelRef,
    Not,
    OnLevels,
    Predicate,
    Said,
)
from wirelint.gates.truth import predicate_table, truth_table
from wirelint.text import SourceText

EXAMPLES = sorted((REPOSITORY / "examples").glob("*.gates"))

# Lines as people write them, good and bad, to be put together at random.
_LINES = st.sampled_from(
    (
        "gates 1",
        "feature a {",
        "  level  7 x in 1.0 # why",
        "level 10 y metadata",
        "}",
        "# note",
        "",
        "\t 13   from x",
        '  9 from y "doc # no comment"',
        '"open',
        "`open # here",
        "path p from a to b blind   {# here",
        "0-1 :0",
        "10-11:  2",
        "} }",
        "enables a ,b",
        "é § \x0b",
    )
)


@given(tables())
@settings(max_examples=60, deadline=None)
def test_what_is_written_is_read_back(table: GateTable) -> None:
    text = write_gates(table)
    again, problems = read_gates(SourceText("t.gates", text))
    assert not problems, text
    assert again == table, text
    assert format_gates(text) == text


@given(st.lists(_LINES, max_size=12), st.sampled_from(("\n", "\r\n")))
def test_formatting_moves_blanks_only_and_once(lines: list[str], end: str) -> None:
    text = end.join(lines)
    formatted = format_gates(text)
    assert format_gates(formatted) == formatted
    assert re.sub(r"[ \t\r\n]+", "", formatted) == re.sub(r"[ \t\r\n]+", "", text)
    comments = [one.text for one in read_gates(SourceText("a", text))[0].comments]
    assert [one.text for one in read_gates(SourceText("b", formatted))[0].comments] == comments


@given(st.text())
def test_formatting_any_text_loses_nothing(text: str) -> None:
    formatted = format_gates(text)
    assert re.sub(r"[ \t\r\n]+", "", formatted) == re.sub(r"[ \t\r\n]+", "", text)
    assert format_gates(formatted) == formatted


@pytest.mark.parametrize("file", EXAMPLES, ids=lambda file: file.stem)
def test_examples_are_formatted_and_survive_writing(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    table, problems = read_gates(SourceText(file.name, text))
    assert not problems
    assert format_gates(text) == text
    assert read_gates(SourceText(file.name, write_gates(table)))[0] == table


def test_layout() -> None:
    before = """gates 1
# kept
feature  a {
level 7 x   in 1.0   # seven
level 10 y  in 1.1 enables a ,b# ten


carrier record

}
path p from a to b blind {
Fetch exactly by a {
9 from x
10 from y
}
}
"""
    after = """gates 1
# kept
feature a {
  level 7  x in 1.0               # seven
  level 10 y in 1.1 enables a, b  # ten

  carrier record
}
path p from a to b blind {
  Fetch exactly by a {
    9  from x
    10 from y
  }
}
"""
    assert format_gates(before) == after


def test_formatting_keeps_the_line_end() -> None:
    assert format_gates("gates 1\r\nfeature a {\n}") == "gates 1\r\nfeature a {\r\n}\r\n"


def _guards(gates: Gates) -> list[Guard]:
    rows = [LevelRef(row.number, row.name) for row in gates.features[0].rows]
    between = AllOf((FromLevel(rows[1]), Not(FromLevel(rows[3]))))
    return [between, OnLevels((rows[0], rows[2])), Not(FromLevel(rows[2])), Not(between)]


def test_conditions_that_the_language_cannot_spell_are_written_as_their_values() -> None:
    gates = gates_of("feature f {\nlevel 1 a\nlevel 2 b\nlevel 3 c\nlevel 4 d\n}\n")
    for guard in _guards(gates):
        ladder = Ladder(
            feature=Said("f"),
            name="l",
            cases=(
                Case(guard=guard, version=3),
                Case(guard=FromLevel(LevelRef(2)), version=UNDEFINED),
                Case(guard=ALWAYS, version=1),
            ),
        )
        predicate = Predicate(name="p", feature=Said("f"), guard=guard)
        table = GateTable(features=gates.features, ladders=(ladder,), predicates=(predicate,))
        again = Gates((table_of(write_gates(table).removeprefix("gates 1\n")),))
        assert truth_table(again.tables[0].ladders[0], again) == truth_table(ladder, gates)
        assert predicate_table(again.predicates[0], again) == predicate_table(predicate, gates)
