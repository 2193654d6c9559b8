"""Every example on every rule's page, run by all rules together."""

from __future__ import annotations

import pytest

from support.checking import check_files, mark_of
from wirelint.diagnostics import Category, Diagnostic, Severity
from wirelint.fixing import apply_fixes
from wirelint.pages import Example, Mark, examples, without_marks
from wirelint.rule import AnyRule
from wirelint_rules import load_rules

EXAMPLES = [
    pytest.param(rule, example, id=f"{rule.id}-{example.heading.lower().replace(' ', '-')}-{i}")
    for rule in load_rules()
    for i, example in enumerate(examples(rule.page))
]


def _check(rule: AnyRule, files: dict[str, str], example: Example) -> list[Diagnostic]:
    return check_files(
        _plain(files),
        _plain(example.baseline) or None,
        built_on=_plain(example.built_on) or None,
        upstream=_plain(example.upstream) or None,
        # Elsewhere a request may be shown without its response.
        alone=rule.category is not Category.REPOSITORY,
    )


def _plain(files: dict[str, str]) -> dict[str, str]:
    return {name: without_marks(text) for name, text in files.items()}


def _loud(found: list[Diagnostic], marks: set[Mark]) -> set[Mark]:
    """What must be marked: errors and warnings, and the infos that the page does mark."""
    return {
        mark for one in found if (mark := mark_of(one)) in marks or one.severity > Severity.INFO
    }


@pytest.mark.parametrize(("rule", "example"), EXAMPLES)
def test_example_finds_exactly_its_marks(rule: AnyRule, example: Example) -> None:
    """All rules run on every example, so pages also guard against each other's false alarms."""
    found = _check(rule, example.current, example)
    assert _loud(found, example.marks()) == example.marks()
    assert any(one.rule == rule.id for one in found) == (example.heading == "Bad")


@pytest.mark.parametrize(("rule", "example"), [p for p in EXAMPLES if p.values[1].fixed])
def test_fix_gives_the_fixed_block_and_leaves_nothing(rule: AnyRule, example: Example) -> None:
    found = [one for one in _check(rule, example.current, example) if one.rule == rule.id]
    texts = {name: without_marks(text) for name, text in example.current.items()}
    fixed = apply_fixes(texts, [one.finding.fixes[0] for one in found if one.finding.fixes])
    assert {n: t.split() for n, t in fixed.items() if n in example.fixed} == {
        n: t.split() for n, t in example.fixed.items()
    }
    left = _check(rule, texts | fixed, example)
    assert not [one for one in left if one.severity > Severity.INFO or one.rule == rule.id]
