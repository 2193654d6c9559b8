# The front of the language. Parser and builders come in only when a file is really read.
"""The `.gates` language: reading, writing and formatting gate tables."""

from __future__ import annotations

from wirelint.diagnostics import Problem
from wirelint.gates.language.layout import format_gates
from wirelint.gates.language.write import write_gates
from wirelint.gates.model import GateTable
from wirelint.text import SourceText

__all__ = ["format_gates", "read_gates", "write_gates"]


def read_gates(source: SourceText) -> tuple[GateTable, tuple[Problem, ...]]:
    """Read a `.gates` file: what could be read of it, and what could not, in the text's order.

    The problems are `gates-syntax`, `gates-statement-repeated` and `gates-language-version`. A
    broken statement costs its line, or its block; everything else is in the table.
    """
    from wirelint.gates.language.build import build  # noqa: PLC0415 - only for real files
    from wirelint.gates.language.parse import parse  # noqa: PLC0415

    parsed = parse(source)
    table, problems = build(parsed)
    found = (*parsed.problems, *problems)
    return table, tuple(sorted(found, key=_start))


def _start(problem: Problem) -> int:
    span = problem.finding.at.span
    return 0 if span is None else span.start
