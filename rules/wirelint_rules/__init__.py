# The file is the registration: a module of a category's folder that defines a `Rule` adds it.
# Importing has no side effects, and a run imports only the categories it needs.
"""The rules, one file each; see CONTRIBUTING.md to add one."""

from __future__ import annotations

import os
from collections.abc import Collection
from importlib import import_module

from wirelint.diagnostics import Category
from wirelint.rule import AnyRule, Rule


def load_rules(categories: Collection[Category] | None = None) -> tuple[AnyRule, ...]:
    """The rules of the categories (all by default), by category in their order, then by name."""
    wanted = tuple(Category) if categories is None else categories
    return tuple(rule for category in Category if category in wanted for rule in _rules(category))


def rule_names() -> set[str]:
    """The names of all rules, without importing any: a rule is called like its file."""
    return {
        module.rpartition(".")[2].replace("_", "-")
        for category in Category
        for module in _modules(category)
    }


_loaded: dict[Category, tuple[AnyRule, ...]] = {}


def _rules(category: Category) -> tuple[AnyRule, ...]:
    if category not in _loaded:
        found = [
            value
            for name in _modules(category)
            for value in vars(import_module(name)).values()
            if isinstance(value, Rule) and value.module == name
        ]
        _loaded[category] = tuple(sorted(found, key=lambda rule: rule.id))
    return _loaded[category]


def _modules(category: Category) -> list[str]:
    folder = category.value.replace("-", "_")
    root = os.path.join(os.path.dirname(__file__), folder)
    return sorted(
        f"{__name__}.{folder}.{name[:-3]}"
        for name in os.listdir(root)
        if name.endswith(".py") and not name.startswith("_")
    )
