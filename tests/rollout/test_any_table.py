"""Any gate table, however odd, gives a plan and its pages: reading never raises, nor does playing."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from support.gate_tables import tables
from wirelint.gates.model import Gates, GateTable
from wirelint.reporters.rollout import Answer
from wirelint.reporters.rollout import matrix as matrix_formats
from wirelint.reporters.rollout import plan as plan_formats
from wirelint.rollout.matrix import build_matrix
from wirelint.rollout.paths import paths_of
from wirelint.rollout.plan.simulate import make_plan
from wirelint.rollout.plan.steps import read_order
from wirelint.rollout.plan.task import Task
from wirelint.rollout.releases import Release, with_inferred
from wirelint.rollout.views import ReleaseGates


def releases(table: GateTable, names: list[str]) -> list[Release]:
    gates = Gates((table,))
    made = []
    for name in names:
        number = tuple(map(int, name.split(".")))
        view = ReleaseGates(gates, since=number, is_shared=True)
        made.append(with_inferred(Release(name=name, apis={}, view=view), paths_of(gates)))
    return made


@given(tables(), st.booleans())
def test_a_plan_of_any_table(table, reverse):
    source, target = releases(table, ["1.0", "2.1"])
    task = Task(source=source, target=target, foreign=("kafka",))
    order = None
    if reverse:
        steps = ["foreign", *reversed(task.goal), "clients", "binaries"]
        order = read_order(",".join(steps), task.goal, lambda _, level: int(level))
    plan = make_plan(task, order)
    for name, render in plan_formats.FORMATS.items():
        text = render(plan)
        if name == "json":
            answer = json.loads(text)
            assert (answer["verdict"] == "safe") == plan.is_safe


@given(tables())
def test_a_matrix_of_any_table(table):
    found = releases(table, ["1.0", "1.1", "2.1"])
    for path in paths_of(Gates((table,))):
        matrix = build_matrix(found, path, {})
        assert sum(matrix.counts().values()) == 9
        for render in matrix_formats.FORMATS.values():
            assert render(matrix, Answer())
