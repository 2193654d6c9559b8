"""Rule pages for the editor."""

from __future__ import annotations

from functools import cache

from wirelint.diagnostics import Category
from wirelint.pages import for_readers
from wirelint.rule import AnyRule
from wirelint_rules import load_rules


@cache
def rules_by_name() -> dict[str, AnyRule]:
    return {name: one for one in load_rules() for name in (one.id, *one.aliases)}


def summary_of(name: str) -> str:
    """One line on a rule or category."""
    rule = rules_by_name().get(name)
    if rule is not None:
        return rule.summary
    if name in {one.value for one in Category}:
        return "all rules of this category"
    return "there is no rule of that name"


def page_of(name: str) -> str | None:
    """A rule's page in Markdown; None where there is no such rule."""
    rule = rules_by_name().get(name)
    if rule is None:
        return None
    facts = f"{rule.category.value}, {rule.severity.word}, since {rule.since}"
    return f"# {rule.id}\n\n*{facts}*\n\n{for_readers(rule.page)}"
