# One run over what front ends read. The command line and the server call this; neither decides
# what is found.
"""From inputs to what is to be said."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from wirelint.config.model import NO_SETTINGS, Settings
from wirelint.diagnostics import Category, Diagnostic, Problem
from wirelint.engine.check import check_schema
from wirelint.engine.excuse import Excuses
from wirelint.engine.load import Schema, load
from wirelint.engine.policy import Dispatch, Policy
from wirelint.rule import AnyRule
from wirelint.schema.dialect import DEFAULT_DIALECT, Dialect
from wirelint.syntax.document import Document
from wirelint.text import SourceText

LoadRules: TypeAlias = Callable[[Collection[Category]], tuple[AnyRule, ...]]


@dataclass(frozen=True, kw_only=True)
class Inputs:
    """What a run looks at.

    `documents` and `tables` are reported on; `context` are schemas beside named files, read only
    so that rules on the whole folder see it. `problems` are those of reading.
    """

    documents: tuple[Document, ...] = ()
    context: tuple[Document, ...] = ()
    tables: tuple[SourceText, ...] = ()
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """Diagnostics that stand, in no order, and how many were let through."""

    diagnostics: list[Diagnostic]
    suppressed: int = 0
    waived: int = 0


def run(
    inputs: Inputs,
    load_rules: LoadRules,
    *,
    policy: Policy,
    settings: Settings = NO_SETTINGS,
    dialect: Dialect = DEFAULT_DIALECT,
) -> Outcome:
    """Run every rule that is on."""
    rules = _Rules(policy, load_rules)
    schemas = [load(one, dialect) for one in inputs.documents]
    found = list(_found(inputs, schemas, rules))
    excuses = Excuses(settings)
    excuses.read(inputs.documents, inputs.tables)
    kept, suppressed, waived = excuses.apply(found)
    problems = [*inputs.problems, *excuses.problems(rules.ran, rules.known)]
    if problems:
        run_rules = rules.dispatch(Category.RUN, Category.SYNTAX)
        kept += [one for problem in problems for one in run_rules.run(problem)]
    return Outcome(diagnostics=kept, suppressed=suppressed, waived=waived)


class _Rules:
    """Rules by category, imported when first asked for."""

    def __init__(self, policy: Policy, load_rules: LoadRules) -> None:
        self._policy = policy
        self._load = load_rules
        self.ran: set[str] = set()

    def dispatch(self, *categories: Category) -> Dispatch:
        wanted = [one for one in categories if self._policy.runs_category(one)]
        dispatch = Dispatch(self._policy, self._load(wanted) if wanted else ())
        self.ran.update(one.value for one in wanted)
        for rule in dispatch.rules:
            self.ran.update((rule.id, *rule.aliases))
        return dispatch

    def known(self) -> frozenset[str]:
        """Every name that a suppression may use."""
        names = {one.value for one in Category}
        for rule in self._load(tuple(Category)):
            names.update((rule.id, *rule.aliases))
        return frozenset(names)


def _found(inputs: Inputs, schemas: list[Schema], rules: _Rules) -> Iterator[Diagnostic]:
    yield from _syntax(schemas, rules)
    dispatch = rules.dispatch(Category.SCHEMA)
    for schema in schemas:
        yield from check_schema(schema, dispatch)


def _syntax(schemas: Iterable[Schema], rules: _Rules) -> Iterator[Diagnostic]:
    broken = [one for one in schemas if one.document.problems]
    if not broken:
        rules.ran.add(Category.SYNTAX.value)
        return
    dispatch = rules.dispatch(Category.SYNTAX)
    for schema in broken:
        name = schema.message.name if schema.message is not None else None
        for problem in schema.document.problems:
            yield from dispatch.run(problem, name)
