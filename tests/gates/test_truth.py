"""Ladders and predicates as functions of the level."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.gate_tables import gates_of
from wirelint.gates.model import (
    ALWAYS,
    UNDEFINED,
    AllOf,
    AnyOf,
    Case,
    FromLevel,
    Gates,
    GateTable,
    Guard,
    Holds,
    Ladder,
    LevelRef,
    Not,
    OnLevels,
    Predicate,
    Said,
)
from wirelint.gates.truth import (
    Difference,
    differences,
    holds,
    predicate_table,
    truth_table,
    unreachable,
    value,
)

FEATURE = "feature f {\nsupports 2 to 5 unstable to 6\nrow old\nrow older-than-2\n" + "".join(
    f"level {n} l{n}\n" for n in range(1, 7)
)
GATES = gates_of(FEATURE + "}\n")


def _ladder(text: str) -> tuple[Ladder, Gates]:
    gates = gates_of(FEATURE + "}\nladder x by f {\n" + text + "\n}\n")
    return gates.ladders[0].ladder, gates


def test_a_rung_holds_until_the_next_one() -> None:
    assert truth_table(*_ladder("13 from l2\n14 from 4\n15 from l6")) == {
        2: 13,
        3: 13,
        4: 14,
        5: 14,
        6: 15,
    }


def test_below_the_first_rung_nothing_is_defined() -> None:
    assert truth_table(*_ladder("1 from l4")) == {
        2: UNDEFINED,
        3: UNDEFINED,
        4: 1,
        5: 1,
        6: 1,
    }


def test_otherwise_and_at() -> None:
    table = truth_table(*_ladder("0 otherwise\n1 at l3, 5\nundefined from 6"))
    assert table == {2: 0, 3: 1, 4: 0, 5: 1, 6: UNDEFINED}


def test_what_does_not_resolve_is_unknown_not_wrong() -> None:
    ladder, gates = _ladder("1 from l2\n2 from nowhere\n3 from l5")
    assert truth_table(ladder, gates) == {2: None, 3: None, 4: None, 5: 3, 6: 3}
    assert unreachable(ladder, gates) == ()


def test_rows_without_a_number_are_older_than_every_level() -> None:
    ladder, gates = _ladder("1 from old\n2 from older-than-2\n3 from l3")
    feature = gates.features[0]
    assert value(ladder, feature.rows[0], gates) == 1
    assert value(ladder, feature.rows[1], gates) == 2
    assert value(ladder, feature.rows[2], gates) == 2
    assert value(ladder, 3, gates) == 3
    assert [case.version for case in unreachable(ladder, gates)] == [1]


def test_rungs_that_nobody_takes() -> None:
    ladder, gates = _ladder("1 from l1\n2 from l2\n4 from l4\n3 from l3\n9 from l6\n8 from 7")
    assert [case.version for case in unreachable(ladder, gates)] == [8, 4, 1]


def test_a_feature_without_rows_has_the_numbers_of_its_range() -> None:
    gates = gates_of("feature f {\nsupports 0 to 2\n}\nladder x by f {\n7 from 1\n}\n")
    assert truth_table(gates.ladders[0].ladder, gates) == {0: UNDEFINED, 1: 7, 2: 7}


def test_a_ladder_of_an_unknown_feature_has_no_table_but_values_at_numbers() -> None:
    gates = gates_of("ladder x by g {\n7 from 1\n}\n")
    ladder = gates.ladders[0].ladder
    assert truth_table(ladder, gates) == {}
    assert (value(ladder, 0, gates), value(ladder, 1, gates)) == (UNDEFINED, 7)


def test_predicates_may_ask_each_other_but_not_in_a_circle() -> None:
    gates = gates_of(FEATURE.replace("level 4 l4", "level 4 l4 enables elr") + "}\n")
    circle = Predicate(name="c", feature=Said("f"), guard=Holds("c"))
    opposite = Predicate(name="o", feature=Said("f"), guard=Not(Holds("elr")))
    assert predicate_table(opposite, gates) == {2: True, 3: True, 4: False, 5: False, 6: False}
    assert holds(circle, 2, Gates((*gates.tables,))) is None
    assert [one.name for one in gates.predicates] == ["elr"]


@pytest.mark.parametrize(
    "around",
    [
        lambda inner: inner,
        Not,
        lambda inner: AnyOf((inner, OnLevels(()))),
        lambda inner: AllOf((inner, FromLevel(LevelRef(2)))),
    ],
)
def test_circles_of_any_shape_cannot_be_told(around: Callable[[Guard], Guard]) -> None:
    one = Predicate(name="one", feature=Said("f"), guard=around(Holds("two")))
    two = Predicate(name="two", feature=Said("f"), guard=around(Holds("one")))
    gates = Gates((*GATES.tables, GateTable(predicates=(one, two))))
    assert set(predicate_table(one, gates).values()) == {None}
    assert holds(two, 3, gates) is None


def test_what_belongs_to_no_known_feature_has_no_table() -> None:
    ladder = Ladder(feature=None, cases=(Case(guard=ALWAYS, version=3),))
    assert truth_table(ladder, GATES) == {}
    assert unreachable(ladder, GATES) == ()
    assert value(ladder, 3, GATES) == 3
    strange = Ladder(feature=Said("nobody"), cases=(Case(guard=ALWAYS, version=3),))
    assert truth_table(strange, GATES) == {}
    assert unreachable(strange, GATES) == ()


def test_differences_are_at_common_levels_and_never_unknown() -> None:
    before = {1: 4, 2: 5, 3: None, 4: 6}
    after = {2: 6, 3: 7, 4: 6, 5: 9}
    assert differences(before, after) == (Difference(2, 5, 6),)
    assert differences(before, after, levels=[4]) == ()


def test_rewriting_a_ladder_with_the_same_values_is_no_difference() -> None:
    one = truth_table(*_ladder("1 from l2\n2 from l4"))
    other = truth_table(*_ladder("2 otherwise\n1 at l2, l3"))
    assert differences(one, other) == ()


_LEVELS = st.integers(0, 8)
_REFS = _LEVELS.map(LevelRef)
_GUARDS: st.SearchStrategy[Guard] = st.recursive(
    st.builds(FromLevel, _REFS) | st.builds(OnLevels, st.lists(_REFS, max_size=3).map(tuple)),
    lambda inner: st.one_of(
        st.builds(Not, inner),
        st.builds(AllOf, st.lists(inner, max_size=3).map(tuple)),
        st.builds(AnyOf, st.lists(inner, max_size=3).map(tuple)),
    ),
    max_leaves=6,
)


def _python(guard: Guard, level: int) -> bool:
    """The meaning of a guard on plain numbers."""
    match guard:
        case FromLevel(ref):
            return level >= (ref.number or 0)
        case OnLevels(refs):
            return level in [ref.number for ref in refs]
        case Not(inner):
            return not _python(inner, level)
        case AllOf(guards):
            return all(_python(one, level) for one in guards)
        case AnyOf(guards):
            return any(_python(one, level) for one in guards)
        case Holds():
            raise AssertionError


@given(_GUARDS)
def test_guards_mean_what_python_means(guard: Guard) -> None:
    predicate = Predicate(name="p", feature=Said("f"), guard=guard)
    table = predicate_table(predicate, GATES)
    assert table == {level: _python(guard, level) for level in range(2, 7)}


@given(st.lists(st.tuples(_GUARDS | st.just(ALWAYS), _LEVELS), max_size=5))
def test_the_first_case_that_holds_decides(pairs: list[tuple[Guard, int]]) -> None:
    ladder = Ladder(feature=Said("f"), cases=tuple(Case(guard=g, version=v) for g, v in pairs))
    for level, found in truth_table(ladder, GATES).items():
        expected = next((v for g, v in pairs if _python(g, level)), UNDEFINED)
        assert found == value(ladder, level, GATES) == expected


@given(st.lists(st.tuples(_REFS, _LEVELS), max_size=6))
def test_walking_plain_rungs_gives_the_same_as_asking_each(
    pairs: list[tuple[LevelRef, int]],
) -> None:
    cases = tuple(Case(guard=FromLevel(ref), version=v) for ref, v in pairs)
    ladder = Ladder(feature=Said("f"), cases=cases)
    table = truth_table(ladder, GATES)
    assert table == {level: value(ladder, level, GATES) for level in range(2, 7)}
    taken = {id(case) for case in cases} - {id(case) for case in unreachable(ladder, GATES)}
    assert {case.version for case in cases if id(case) in taken} == set(table.values()) - {
        UNDEFINED
    }
