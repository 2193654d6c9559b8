"""The pages of the reader's rules, run by the reader alone."""

from __future__ import annotations

import pytest

from wirelint.gates.language import read_gates
from wirelint.pages import Example, Mark, examples, without_marks
from wirelint.rule import AnyRule
from wirelint.text import SourceText
from wirelint_rules.gates.gates_language_version import gates_language_version
from wirelint_rules.gates.gates_statement_repeated import gates_statement_repeated
from wirelint_rules.gates.gates_syntax import gates_syntax

EXAMPLES = [
    pytest.param(rule, example, id=f"{rule.id}-{example.heading.lower()}-{i}")
    for rule in (gates_syntax, gates_statement_repeated, gates_language_version)
    for i, example in enumerate(examples(rule.page))
]


@pytest.mark.parametrize(("rule", "example"), EXAMPLES)
def test_the_reader_finds_exactly_the_marks(rule: AnyRule, example: Example) -> None:
    found: set[Mark] = set()
    for name, text in example.current.items():
        source = SourceText(name, without_marks(text))
        for problem in read_gates(source)[1]:
            span = problem.finding.at.span
            assert span is not None
            line, start = source.line_column(span.start)
            found.add(Mark(name, line, start, start + span.end - span.start, problem.rule))
            assert list(rule.check(problem)) == [problem.finding]
    assert found == example.marks()
    assert bool(found) == (example.heading == "Bad")
