"""How a run takes gate tables: which files count, comments, waivers, baselines."""

from __future__ import annotations

import pytest

from support.checking import check_files
from wirelint.diagnostics import Diagnostic, Severity
from wirelint.engine.baseline import BaselineInput
from wirelint.engine.policy import Policy
from wirelint.engine.run import Inputs, run
from wirelint.text import SourceText
from wirelint_rules import load_rules

GOOD = """gates 1
feature harbor.version {
  absent = 0
  supports 0 to 1
  level 0 in 1.0.0
  level 1 in 1.1.0 enables cranes
}
path replica from broker to broker blind {
  Fetch exactly by harbor.version {
    3 from 0
    4 from 1
  }
}
"""
BAD = GOOD.replace("4 from 1", "5 from 1")
NO_TABLE = SourceText("Harbor.java", "class Harbor { int depth() { return 3; } }\n")
GATES = Policy(select=("gates", "run"))


def rules(found: list[Diagnostic]) -> list[str]:
    return [one.rule for one in found]


def test_only_tables_count() -> None:
    sources = (SourceText("harbor.gates", GOOD), NO_TABLE)
    assert run(Inputs(tables=sources), load_rules, policy=GATES).gate_tables == 1


def test_a_named_file_counts_whatever_it_holds() -> None:
    named = Inputs(tables=(NO_TABLE,), named=frozenset(("Harbor.java",)))
    assert run(named, load_rules, policy=GATES).gate_tables == 1


def test_a_table_of_nothing_is_still_one() -> None:
    empty = Inputs(tables=(SourceText("harbor.gates", "gates 1\n"),))
    assert run(empty, load_rules, policy=GATES).gate_tables == 1


def test_what_a_reader_refuses_is_found() -> None:
    assert rules(check_files({"harbor.gates": "gates 1\nfeture x {\n}\n"}))[0] == "gates-syntax"


@pytest.mark.parametrize(
    "comment",
    [
        "    5 from 1  # wirelint: ignore[ladder-rung-changed] 4 was never sent\n",
        "    # wirelint: ignore[ladder-rung-changed] 4 was never sent\n    5 from 1\n",
    ],
)
def test_a_comment_excuses(comment: str) -> None:
    text = BAD.replace("    5 from 1\n", comment)
    assert not check_files({"harbor.gates": text}, {"harbor.gates": GOOD}, policy=GATES)


def test_a_comment_that_excuses_nothing_is_told() -> None:
    text = GOOD.replace("3 from 0", "3 from 0  # wirelint: ignore[ladder-rung-changed] no reason")
    assert rules(check_files({"harbor.gates": text}, policy=GATES)) == ["unused-suppression"]


@pytest.mark.parametrize(("name", "excused"), [("Fetch", True), ("Produce", False)])
def test_a_waiver_names_the_ladder(name: str, excused: bool) -> None:
    config = (
        f'[[waiver]]\nrule = "ladder-rung-changed"\nmessage = "{name}"\nreason = "never sent"\n'
    )
    files = {"harbor.gates": BAD, "wirelint.toml": config}
    found = check_files(files, {"harbor.gates": GOOD}, policy=GATES)
    assert rules(found) == ([] if excused else ["ladder-rung-changed"])


def test_a_waiver_names_the_feature() -> None:
    config = '[[waiver]]\nrule = "advertised-level-reused"\nmessage = "harbor.*"\nreason = "r"\n'
    files = {"harbor.gates": GOOD.replace("cranes", "cranes, tugs"), "wirelint.toml": config}
    assert not check_files(files, {"harbor.gates": GOOD}, policy=GATES)


def test_against_a_softer_baseline_an_error_is_a_warning() -> None:
    found = check_files({"harbor.gates": BAD}, built_on={"harbor.gates": GOOD}, policy=GATES)
    assert [(one.rule, one.severity) for one in found] == [
        ("ladder-rung-changed", Severity.WARNING)
    ]


def test_what_two_baselines_say_alike_stands_once() -> None:
    found = check_files(
        {"harbor.gates": BAD},
        {"harbor.gates": GOOD},
        built_on={"harbor.gates": GOOD},
        policy=GATES,
    )
    assert [(one.rule, one.severity) for one in found] == [("ladder-rung-changed", Severity.ERROR)]


def test_a_table_that_moved_is_compared() -> None:
    found = check_files({"new/harbor.gates": BAD}, {"old/harbor.gates": GOOD}, policy=GATES)
    assert rules(found) == ["ladder-rung-changed"]


def test_a_table_that_went_is_reported_where_it_was() -> None:
    other = GOOD.replace("harbor", "pilot").replace("replica", "markers")
    found = check_files({"pilot.gates": other}, {"harbor.gates": GOOD, "pilot.gates": other})
    assert [(one.rule, one.finding.at.source.path, one.finding.at.span) for one in found] == [
        ("feature-removed", "harbor.gates", None)
    ]


def test_a_table_in_normal_form_is_read_so_whatever_its_path() -> None:
    baseline = BaselineInput(
        name="1.0.0",
        tables=(SourceText("Harbor.java", GOOD, "1.0.0"),),
        normal_form=True,
    )
    inputs = Inputs(tables=(SourceText("harbor.gates", BAD),), baselines=(baseline,))
    outcome = run(inputs, load_rules, policy=GATES)
    assert rules(outcome.diagnostics) == ["ladder-rung-changed"]


def test_a_foreign_baseline_that_is_ahead_is_a_note() -> None:
    lowered = GOOD.replace("supports 0 to 1", "supports 0 to 0 unstable to 1")
    for is_ancestor, severity in ((True, Severity.ERROR), (False, Severity.INFO)):
        baseline = BaselineInput(
            name="1.0.0",
            tables=(SourceText("harbor.gates", GOOD, "1.0.0"),),
            is_ancestor=is_ancestor,
        )
        inputs = Inputs(tables=(SourceText("harbor.gates", lowered),), baselines=(baseline,))
        found = run(inputs, load_rules, policy=GATES).diagnostics
        assert [(one.rule, one.severity) for one in found] == [("production-lowered", severity)]
