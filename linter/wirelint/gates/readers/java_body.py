# From the strict grammar's trees to steps. A chain of branches may be longer than Python's stack is
# deep, so chains are read in loops, from their ends.
"""The bodies of Java methods as steps."""

from __future__ import annotations

import re
from typing import Final

from wirelint.gates.model import NEVER, UNDEFINED, Guard, LevelRef, OnLevels
from wirelint.gates.readers.code import Refused, end_of, start_of
from wirelint.gates.readers.flow import NOTHING, Choose, Give, Sequence, Step, ends
from wirelint.gates.readers.guards import label_of
from wirelint.gates.readers.java_guards import Gives, Subject, is_level, read_guard
from wirelint.gates.readers.java_rows import needs_of
from wirelint.gates.readers.java_scope import (
    Scope,
    arguments,
    bare,
    integer,
    last_word,
    method_word,
    receiver,
    span_of,
    tokens_of,
)
from wirelint.gates.readers.names import level_name
from wirelint.syntax.automaton import Node, Token, Tree
from wirelint.text import Location

_NUMBERED: Final = re.compile(r"(?:.*_)?V(\d{1,5})")


def read_body(subject: Subject) -> Step | None:
    """Read a method's body; None, and a problem, where it is not of the grammar."""
    scope = subject.scope
    method = subject.method
    tree = scope.code.parse(scope.automaton, "body", tokens_of(scope, method.body))
    if isinstance(tree, Refused):
        at = (
            scope.code.at(method.name, name=subject.property())
            if tree.token is None
            else scope.code.at(tree.token, name=subject.property())
        )
        scope.refuse(
            at, f"`{method.name}` is no ladder that can be read: {tree.words()} is not understood"
        )
        return None
    return _statements(tree.children, subject, "")


def _statements(nodes: list[Node], subject: Subject, label: str) -> Step:
    steps = [_statement(one, subject, label) for one in nodes if isinstance(one, Tree)]
    return steps[0] if len(steps) == 1 else Sequence(tuple(steps))


def _statement(tree: Tree, subject: Subject, label: str) -> Step:
    match tree.data:
        case "block":
            return _statements(tree.children, subject, label)
        case "conditional":
            return _conditional(tree, subject, label)
        case "returning" | "yielding":
            return value_step(tree.children[-1], subject, label, tree)
        case "thrown":
            return _undefined(tree, subject, label)
        case "switching":
            return _switch(tree, subject, value=False)
        case "empty":
            return NOTHING
        case _:
            pass
    subject.refuse(tree, f"`{subject.scope.text(tree)}` is nothing that a ladder has")
    return NOTHING


def _conditional(tree: Tree, subject: Subject, label: str) -> Step:
    """Read a chain of `else if` from its end: it may be longer than Python's stack is deep."""
    chain: list[Tree] = []
    rest: Tree | None = tree
    while rest is not None and rest.data == "conditional":
        chain.append(rest)
        rest = _tree(rest.children[2]) if len(rest.children) > 2 else None
    otherwise = None if rest is None else _statement(rest, subject, "otherwise")
    for one in reversed(chain):
        guard = read_guard(one.children[0], subject)
        inner = label_of(guard) or label
        otherwise = Choose(
            guard,
            _statement(_tree(one.children[1]), subject, inner),
            otherwise,
            _branch(one, one.children[1], subject, inner),
        )
    return NOTHING if otherwise is None else otherwise


def _switch(tree: Tree, subject: Subject, *, value: bool) -> Step:
    """Read a `switch` on the level. What no arm takes goes on behind it."""
    asked, *arms = tree.children
    if not is_level(asked, subject):
        what = subject.scope.text(asked)
        subject.refuse(asked, f"`{subject.name}` branches on `{what}`, which is not the level")
        return Give(None, subject.scope.place(asked), subject.scope.place(tree, subject.property()))
    otherwise: Step = NOTHING
    taken: list[tuple[Guard, Step, Location]] = []
    waiting: list[Node] = []
    for arm in map(_tree, arms):
        labels = [one for one in arm.children if isinstance(one, Tree) and one.data in _LABELS]
        rest = list(arm.children[len(labels) :])
        waiting += [one for each in labels for one in each.children]
        if not rest and arm.data == "group":
            continue  # falls through to the next labels
        default = any(isinstance(one, Token) and one.type == "DEFAULT" for one in waiting)
        levels = tuple(found for one in waiting if (found := _arm_level(one, subject)) is not None)
        inner = "otherwise" if default else ",".join(one.text for one in levels)
        step = _arm(arm, rest, subject, inner, value=value)
        if default:
            otherwise = step
        else:
            taken.append((OnLevels(levels), step, _place(arm, subject, inner)))
        waiting = []
    for guard, step, origin in reversed(taken):
        otherwise = Choose(guard, step, otherwise, origin)
    return otherwise


_LABELS: Final = frozenset(("label", "label_of_arm"))


def _arm(arm: Tree, rest: list[Node], subject: Subject, label: str, *, value: bool) -> Step:
    if arm.data == "arm":
        body = rest[0]
        if isinstance(body, Tree) and body.data in {"block", "thrown"}:
            return _statement(body, subject, label)
        if value:
            return value_step(body, subject, label, arm)
        subject.refuse(body, f"`{subject.scope.text(body)}` is nothing that a ladder has")
        return NOTHING
    if isinstance(rest[-1], Tree) and rest[-1].data == "breaking":
        return _statements(rest[:-1], subject, label)
    step = _statements(rest, subject, label)
    if not ends(step):
        subject.refuse(arm, f"an arm of `{subject.name}` falls through to the next one")
    return step


def _arm_level(tree: Node, subject: Subject) -> LevelRef | None:
    if isinstance(tree, Token) and tree.type == "DEFAULT":
        return None
    scope = subject.scope
    known = scope.levels.get(tree) if isinstance(tree, Token) else None
    if isinstance(tree, Token) and tree.type == "NAME" and known is None:
        # An arm names a constant of another type: the level's own.
        return LevelRef(None, level_name(tree), scope.place(tree, subject.property(str(tree))))
    found = scope.level(tree, subject.property(scope.text(tree)))
    if found is None:
        subject.refuse(tree, f"`{scope.text(tree)}` is not a level")
    return found


def value_step(tree: Node, subject: Subject, label: str, origin: Tree) -> Step:
    """Read what is returned."""
    chain: list[Tree] = []
    rest = bare(tree)
    while isinstance(rest, Tree) and rest.data == "choice":
        chain.append(rest)
        rest = bare(rest.children[2])
    step = _single_value(rest, subject, "otherwise" if chain else label, origin)
    for one in reversed(chain):
        guard = read_guard(one.children[0], subject)
        inner = label_of(guard) or label
        then = value_step(one.children[1], subject, inner, origin)
        step = Choose(guard, then, step, _branch(one, one.children[1], subject, inner))
    return step


def _single_value(tree: Node, subject: Subject, label: str, origin: Tree) -> Step:
    scope = subject.scope
    if isinstance(tree, Tree) and tree.data == "switching":
        return _switch(tree, subject, value=True)
    at = _place(tree, subject, label)
    whole = _place(origin, subject, label)
    doc = scope.code.doc_of(start_of(origin), end_of(origin))
    if subject.gives is Gives.TRUTH:
        return Give(read_guard(tree, subject), at, whole, doc)
    if subject.gives is Gives.NEEDS:
        needs = needs_of(scope, tree, f"{scope.feature}.level")
        subject.needs.append(needs or ())
        if needs is None:
            subject.refuse(tree, f"`{scope.text(tree)}` is no dependency that can be told")
        return Give(len(subject.needs) - 1, at, whole, doc)
    version = _version(tree, scope)
    if version is not None:
        return Give(version if version >= 0 else UNDEFINED, at, whole, doc)
    if isinstance(tree, Tree) and tree.data in {"call", "invoke"}:
        own = tree.data == "call" or is_level(receiver(tree), subject)
        inlined = scope.ladders.get(method_word(tree)) if own and not arguments(tree) else None
        if inlined is not None:
            return inlined
    subject.refuse(tree, f"`{subject.name}` gives `{scope.text(tree)}`, which is no version")
    return Give(None, at, whole, doc)


def _version(tree: Node, scope: Scope) -> int | None:
    """Read a version: a number, a constant that is one, or a name that ends like `V1`."""
    number = integer(tree)
    if number is not None or (isinstance(tree, Tree) and tree.data != "member"):
        return number
    own = isinstance(tree, Token) or last_word(tree.children[0]) == scope.type.name
    word = last_word(tree)
    if own and word in scope.versions:
        return scope.versions[word]
    matched = _NUMBERED.fullmatch(word)
    return None if matched is None or (own and word in scope.levels) else int(matched[1])


def _undefined(tree: Tree, subject: Subject, label: str) -> Give:
    at = _place(tree, subject, label)
    return Give(NEVER if subject.gives is Gives.TRUTH else UNDEFINED, at, at)


def _place(node: Node, subject: Subject, label: str) -> Location:
    return subject.scope.place(node, subject.property(label))


def _branch(first: Tree, last: Node, subject: Subject, label: str) -> Location:
    return Location(subject.scope.code.source, span_of(first, last), subject.property(label))


def _tree(node: Node) -> Tree:
    assert isinstance(node, Tree)
    return node
