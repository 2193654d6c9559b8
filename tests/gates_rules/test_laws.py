"""What holds for every table, however odd: no rule raises, and what did not change is not told."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import Phase, given, note, settings

from support.gate_tables import tables
from wirelint.diagnostics import Category, Diagnostic
from wirelint.engine.baseline import BaselineInput
from wirelint.engine.gates import check_gates
from wirelint.engine.policy import Dispatch, Policy
from wirelint.engine.tables import read_tables
from wirelint.gates.language import read_gates, write_gates
from wirelint.gates.model import GateTable
from wirelint.project.settings import GateOptions
from wirelint.text import SourceText
from wirelint_rules import load_rules

RULES = load_rules((Category.GATES,))
EVERYTHING = Policy(extend_select=tuple(rule.id for rule in RULES))
# Tables are big, and shrinking one takes minutes; a note shows it as text instead.
LIGHT = settings(
    deadline=None, max_examples=40, phases=(Phase.explicit, Phase.reuse, Phase.generate)
)
OPTIONS = GateOptions(owner="us", window=("1.0", "2.0"))


def judge(after: GateTable, before: GateTable | None = None) -> list[Diagnostic]:
    """What all rules say of a table, against another one and with it as upstream."""
    here = SourceText("t.gates", "")
    there = SourceText("t.gates", "", "1.0.0")
    known = {id(here): replace(after, source=here)}
    baseline = BaselineInput(name="1.0.0", tables=(there,))
    if before is not None:
        known[id(there)] = replace(before, source=there)
    trees = read_tables(
        (here,),
        (baseline,) if before is not None else (),
        OPTIONS,
        upstream=baseline if before is not None else None,
        read=lambda source: (known[id(source)], ()),
    )
    return list(check_gates(trees, Dispatch(EVERYTHING, RULES)))


@LIGHT
@given(tables())
def test_every_table_is_judged(table: GateTable) -> None:
    for one in judge(table):
        assert one.finding.message
        assert not one.finding.message.endswith(".")


@LIGHT
@given(tables(), tables())
def test_every_pair_is_judged(before: GateTable, after: GateTable) -> None:
    for one in judge(after, before):
        assert one.finding.message


@LIGHT
@given(tables())
def test_no_change_is_told_of_what_is_the_same(table: GateTable) -> None:
    """A table against itself says what the table alone says."""
    note(write_gates(table))
    alone = {(one.rule, one.finding.message) for one in judge(table)}
    assert {(one.rule, one.finding.message) for one in judge(table, table)} <= alone


@LIGHT
@given(tables())
def test_layout_means_nothing(table: GateTable) -> None:
    """Written out and read again it is the same table to every rule."""
    note(write_gates(table))
    again, _ = read_gates(SourceText("t.gates", write_gates(table)))
    alone = {(one.rule, one.finding.message) for one in judge(again)}
    assert {(one.rule, one.finding.message) for one in judge(again, table)} <= alone
