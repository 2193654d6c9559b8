# What a rule is. A rule says what it looks at (its subject); the engine brings it one subject at a
# time. Rules keep no state and know neither severity policy, suppressions, files nor editors.
# This module imports no subject type: a run pays only for the subjects of the rules it loads.
"""The rule contract."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from typing import Any, Generic, TypeAlias, TypeVar

from wirelint.diagnostics import Category, Finding, Problem, Severity
from wirelint.lazy_dataclass import dataclass

S = TypeVar("S")
Check: TypeAlias = Callable[[S], Iterable[Finding]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule(Generic[S]):
    """A named check with its page.

    `subject` is the type the check takes. `keys`, when not empty, limits a rule on a JSON object
    (`Message`, `Struct`, `FieldSite`) to objects that have one of these properties. `generation`
    names the first generation of the generator that refuses the thing ("3.x"): an error becomes a
    warning in older dialects. `on` is False for a rule that runs only when it is named. `family` is
    the name of a rule that stands for this more exact one too, wherever a user names it.
    """

    id: str
    category: Category
    severity: Severity
    since: str
    subject: type[S]
    check: Check[S]
    keys: tuple[str, ...]
    module: str
    aliases: tuple[str, ...] = ()
    generation: str | None = None
    on: bool = True
    family: str | None = None

    @property
    def page(self) -> str:
        """Markdown: the docstring of the rule's module."""
        import inspect  # noqa: PLC0415 - 10 ms, and only pages need it

        return inspect.cleandoc(sys.modules[self.module].__doc__ or "")

    @property
    def summary(self) -> str:
        return self.page.split("\n", 1)[0]


AnyRule: TypeAlias = Rule[Any]


def rule(
    *,
    id: str,
    category: Category,
    severity: Severity,
    since: str,
    looks_at: type[S],
    keys: tuple[str, ...] = (),
    aliases: tuple[str, ...] = (),
    generation: str | None = None,
    on: bool = True,
    family: str | None = None,
) -> Callable[[Check[S]], Rule[S]]:
    """Turn a check into a rule; its module's docstring becomes the rule's page."""

    def make(check: Check[S]) -> Rule[S]:
        return Rule(
            id=id,
            category=category,
            severity=severity,
            since=since,
            subject=looks_at,
            check=check,
            keys=keys,
            module=check.__module__,
            aliases=aliases,
            generation=generation,
            on=on,
            family=family,
        )

    return make


def reader_rule(
    *,
    id: str,
    category: Category,
    severity: Severity,
    since: str,
    module: str,
    generation: str | None = None,
) -> Rule[Problem]:
    """The rule behind a reader's problems of that name: the reader finds, the page explains.

    `module` is the `__name__` of the rule's file.
    """

    def check(problem: Problem) -> Iterable[Finding]:
        return (problem.finding,) if problem.rule == id else ()

    return Rule(
        id=id,
        category=category,
        severity=severity,
        since=since,
        subject=Problem,
        check=check,
        keys=(),
        module=module,
        generation=generation,
    )
