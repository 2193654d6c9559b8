"""Conditions on a level, put together without what says nothing."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from wirelint.gates.model import (
    ALWAYS,
    NEVER,
    AllOf,
    AnyOf,
    FromLevel,
    Guard,
    Holds,
    LevelRef,
    Not,
    OnLevels,
)

Operator: TypeAlias = Literal["<", "<=", "==", "!=", ">=", ">"]
OPERATORS: Final[dict[str, Operator]] = {
    "<": "<",
    "<=": "<=",
    "==": "==",
    "!=": "!=",
    ">=": ">=",
    ">": ">",
}
MIRRORED: Final[dict[Operator, Operator]] = {
    "<": ">",
    "<=": ">=",
    "==": "==",
    "!=": "!=",
    ">=": "<=",
    ">": "<",
}


def compare(operator: Operator, level: LevelRef) -> Guard:
    """Return the condition `level of the cluster OPERATOR level`."""
    match operator:
        case ">=":
            return FromLevel(level)
        case "<":
            return Not(FromLevel(level))
        case "==":
            return OnLevels((level,))
        case "!=":
            return Not(OnLevels((level,)))
        case ">":
            return AllOf((FromLevel(level), Not(OnLevels((level,)))))
        case "<=":
            return AnyOf((Not(FromLevel(level)), OnLevels((level,))))


def negate(guard: Guard) -> Guard:
    if guard == ALWAYS:
        return NEVER
    if guard == NEVER:
        return ALWAYS
    return guard.guard if isinstance(guard, Not) else Not(guard)


def both(*guards: Guard) -> Guard:
    """Every one of them holds."""
    parts = [part for one in guards for part in (one.guards if isinstance(one, AllOf) else (one,))]
    if NEVER in parts:
        return NEVER
    return parts[0] if len(parts) == 1 else AllOf(tuple(parts))


def either(*guards: Guard) -> Guard:
    """One of them holds."""
    parts = [part for one in guards for part in (one.guards if isinstance(one, AnyOf) else (one,))]
    if ALWAYS in parts:
        return ALWAYS
    return parts[0] if len(parts) == 1 else AnyOf(tuple(parts))


def unknown(word: str) -> Guard:
    """Something else than the level: it cannot be told whether it holds."""
    return Holds(word)


def label_of(guard: Guard) -> str:
    """Return the first level of a condition: the name of a branch."""
    match guard:
        case FromLevel(level):
            return level.text
        case OnLevels(levels):
            return levels[0].text if levels else ""
        case Not(inner):
            return label_of(inner)
        case AllOf(guards) | AnyOf(guards):
            return next((found for one in guards if (found := label_of(one))), "")
        case Holds(predicate):
            return predicate
