"""Rungs and selections to ladders."""

from __future__ import annotations

from typing import Final

from wirelint.gates.language.scope import (
    Scope,
    doc,
    names,
    numbers,
    only_tokens,
    only_trees,
    text_of,
)
from wirelint.gates.model import (
    ALWAYS,
    NEVER,
    UNDEFINED,
    AllOf,
    AnyOf,
    Case,
    FromLevel,
    Guard,
    Ladder,
    Not,
    OnLevels,
    Outcome,
    Predicate,
    Said,
    Selection,
    SelectionKind,
)
from wirelint.syntax.automaton import Token, Tree

SELECTIONS: Final = {
    "any_version": SelectionKind.ANY,
    "exactly": SelectionKind.EXACTLY,
    "atleast": SelectionKind.ATLEAST,
    "fallback": SelectionKind.FALLBACK,
    "exactly_by": SelectionKind.EXACTLY_BY,
    "upto_by": SelectionKind.UPTO_BY,
}


def build_selection(node: Tree, scope: Scope, ladder_name: str, name: str | None) -> Selection:
    """Build what stands behind an RPC's name; the text in quotes is the caller's."""
    kind = SELECTIONS[node.data]
    version = next(iter(numbers(node)), None)
    by = next(iter(names(node)), None)
    return Selection(
        kind=kind,
        version=None if version is None else scope.said_number(version, name),
        ladder=None if by is None else build_ladder(node, by, scope, ladder_name),
        origin=scope.at(node, name),
    )


def build_ladder(
    node: Tree, by: Token | None, scope: Scope, subject: str, name: str | None = None
) -> Ladder:
    """Build the ladder in a tree with a `rungs` block; the last line is asked first."""
    feature = None if by is None else scope.said(by, f"ladder[{subject}]")
    of = "" if feature is None else feature.value
    lines = next((only_trees(one) for one in only_trees(node) if one.data == "rungs"), [])
    return Ladder(
        feature=feature,
        cases=tuple(_case(one, scope, of, subject) for one in reversed(lines)),
        name=name,
        origin=scope.at(node, f"ladder[{subject}]"),
    )


def _case(node: Tree, scope: Scope, feature: str, subject: str) -> Case:
    outcome, *rest = only_tokens(node)
    levels = [one for one in rest if one.type != "STRING"]
    name = f"ladder[{subject}][{levels[0] if levels else 'otherwise'}]"
    guard: Guard = ALWAYS
    if node.data == "rung_from":
        guard = FromLevel(scope.level(levels[0], feature, name))
    elif node.data == "rung_at":
        guard = OnLevels(tuple(scope.level(one, feature, name) for one in levels))
    version: Outcome = None
    if outcome.type == "INT":
        version = scope.number(outcome)
    elif outcome.type == "UNDEFINED":
        version = UNDEFINED
    return Case(
        guard=guard,
        version=version,
        doc=doc(node),
        version_at=scope.at(outcome, name),
        origin=scope.at(node, name),
    )


def build_capability(node: Tree, scope: Scope) -> Predicate:
    """Build a predicate: the last line that begins at or below a level decides about it."""
    name, by = names(node)
    feature = text_of(by)
    place = f"capability[{text_of(name)}]"
    guard: Guard = NEVER
    for tree in only_trees(node):
        word, level = only_tokens(tree)[:2]
        start = FromLevel(scope.level(level, feature, place))
        if word.type == "ON":
            guard = start if guard == NEVER else AnyOf((guard, start))
        else:
            guard = AllOf((guard, Not(start)))
    return Predicate(
        name=text_of(name),
        feature=Said(feature, scope.at(by, place)),
        guard=guard,
        origin=scope.at(node, place),
    )
