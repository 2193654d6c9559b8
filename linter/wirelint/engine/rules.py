"""Rules by category, imported when first asked for."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TypeAlias

from wirelint.diagnostics import Category
from wirelint.engine.policy import Dispatch, Policy
from wirelint.rule import AnyRule

LoadRules: TypeAlias = Callable[[Collection[Category]], tuple[AnyRule, ...]]


class Rules:
    """What a policy lets run. `ran` holds the names of the rules and categories that did."""

    def __init__(self, policy: Policy, load_rules: LoadRules) -> None:
        self._policy = policy
        self._load = load_rules
        self.ran: set[str] = set()
        self._ready: dict[tuple[Category, ...], Dispatch] = {}

    def dispatch(self, *categories: Category) -> Dispatch:
        """The rules of these categories, ready to run."""
        ready = self._ready.get(categories)
        if ready is not None:
            return ready
        wanted = [one for one in categories if self._policy.runs_category(one)]
        dispatch = Dispatch(self._policy, self._load(wanted) if wanted else ())
        self.ran.update(one.value for one in wanted)
        for rule in dispatch.rules:
            self.ran.update((rule.id, *rule.aliases))
        self._ready[categories] = dispatch
        return dispatch

    def known(self) -> frozenset[str]:
        """Every name that a suppression may use."""
        names = {one.value for one in Category}
        for rule in self._load(tuple(Category)):
            names.update((rule.id, *rule.aliases))
        return frozenset(names)
