# Languages differ in how they branch, not in what a branch means. Their readers make steps of what
# they see; here steps become cases, of which the first that holds decides, and predicates.
"""From branches to ladders and predicates."""

from __future__ import annotations

from typing import Final, TypeAlias

from wirelint.gates.model import (
    ALWAYS,
    NEVER,
    UNDEFINED,
    Case,
    Guard,
    Outcome,
    Undefined,
)
from wirelint.gates.readers.guards import both, either, negate, unknown
from wirelint.lazy_dataclass import dataclass
from wirelint.text import Place

Value: TypeAlias = Outcome | Guard


@dataclass(frozen=True, slots=True)
class Give:
    """Ends with a value: a version, a condition (in predicates), `UNDEFINED` (throws), or None.

    `at` is the value's place, `origin` that of the statement.
    """

    value: Value
    at: Place
    origin: Place
    doc: str = ""


@dataclass(frozen=True, slots=True)
class Choose:
    """Goes one way where the guard holds and the other where it does not.

    `origin` is the branch that is taken, with its condition.
    """

    guard: Guard
    then: Step
    otherwise: Step | None
    origin: Place


@dataclass(frozen=True, slots=True)
class Sequence:
    """One after the other, until one ends."""

    steps: tuple[Step, ...]


Step: TypeAlias = Give | Choose | Sequence
NOTHING: Final = Sequence(())


@dataclass(frozen=True, slots=True)
class Branch:
    """A way through the steps: its condition, taken only where no earlier branch was."""

    guard: Guard
    give: Give
    origin: Place


def branches(step: Step) -> tuple[Branch, ...]:
    """Return the ways that end with a value, in the order in which they are tried."""
    found: list[Branch] = []
    _walk(step, ALWAYS, None, found)
    return tuple(found)


def cases(step: Step) -> tuple[Case, ...]:
    """Return the cases of a ladder. A way that ends without a value is `UNDEFINED`, as a throw."""
    return tuple(
        Case(
            guard=one.guard,
            version=_version(one.give.value),
            doc=one.give.doc,
            version_at=one.give.at,
            origin=one.origin,
        )
        for one in branches(step)
    )


def condition(step: Step) -> Guard:
    """Return the condition under which a predicate is true. A throw counts as false."""
    rest: Guard = NEVER
    for one in reversed(branches(step)):
        value = _truth(one.give.value)
        if one.guard == ALWAYS:
            rest = value
        elif value == ALWAYS:
            rest = one.guard if rest == NEVER else either(one.guard, rest)
        elif value == NEVER:
            rest = both(negate(one.guard), rest)
        elif rest == NEVER:
            rest = both(one.guard, value)
        else:
            rest = either(both(one.guard, value), both(negate(one.guard), rest))
    return rest


def ends(step: Step) -> bool:
    """Whether every way through a step ends with a value."""
    while True:
        match step:
            case Give():
                return True
            case Sequence(steps):
                return any(map(ends, steps))
            case Choose(_, then, otherwise):
                if otherwise is None or not ends(then):
                    return False
                step = otherwise


def _version(value: Value) -> Outcome:
    return value if value is None or isinstance(value, int | Undefined) else None


def _truth(value: Value) -> Guard:
    if value is UNDEFINED:
        return NEVER
    return unknown("?") if value is None or isinstance(value, int | Undefined) else value


def _walk(step: Step, path: Guard, origin: Place | None, found: list[Branch]) -> bool:
    """Collect branches; returns whether every way through the step ends with a value."""
    ends = True
    while True:
        match step:
            case Give():
                found.append(Branch(path, step, step.origin if origin is None else origin))
                return ends
            case Sequence(steps):
                return any(_walk(one, path, origin, found) for one in steps) and ends
            case Choose(guard, then, otherwise, branch):
                closed = _walk(then, both(path, guard), branch, found)
                if otherwise is None:
                    return False
                if not closed:
                    path = both(path, negate(guard))
                ends = ends and closed
                step, origin = otherwise, None
