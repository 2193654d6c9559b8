"""The bodies of Rust functions as steps."""

from __future__ import annotations

from typing import Final

from wirelint.gates.model import ALWAYS, NEVER, UNDEFINED, Guard
from wirelint.gates.readers.code import Refused, end_of, start_of
from wirelint.gates.readers.flow import NOTHING, Choose, Give, Sequence, Step
from wirelint.gates.readers.guards import both, label_of
from wirelint.gates.readers.rust_prepare import prepared
from wirelint.gates.readers.rust_scope import bare, last_word
from wirelint.gates.readers.rust_subject import (
    Subject,
    arguments,
    is_level,
    pattern_guard,
    read_guard,
    within,
    without,
)
from wirelint.lazy_dataclass import replace
from wirelint.syntax.automaton import Node, Token, Tree
from wirelint.text import Location, Span


def parse_body(subject: Subject) -> Tree | None:
    """Parse a function's body; None, and a problem, where it is not of the grammar."""
    scope, function = subject.scope, subject.function
    tree = scope.code.parse(scope.automaton, "body", prepared(scope.code, function.body))
    if isinstance(tree, Refused):
        at = function.name if tree.token is None else tree.token
        message = (
            f"`{function.name}` is no ladder that can be read: {tree.words()} is not understood"
        )
        scope.refuse(at, message, subject.property())
        return None
    return tree


def read_steps(tree: Tree, subject: Subject) -> Step:
    """Read a parsed body."""
    return _statements(tree, subject, "")


def _statements(tree: Tree, subject: Subject, label: str) -> Step:
    """Read what is between braces; only what stands last gives a value, or what says `return`."""
    nodes = [one for one in tree.children if isinstance(one, Tree) or one.type not in _MARKS]
    steps: list[Step] = []
    for at, one in enumerate(nodes):
        if isinstance(one, Tree) and one.data == "binding":
            subject = _named(one, subject)
        else:
            steps.append(_step(one, subject, label, one, last=at == len(nodes) - 1))
    return steps[0] if len(steps) == 1 else Sequence(tuple(steps))


_MANY_NAMES: Final = 40  # each may be read within the next: Python's stack is not endless
_MARKS: Final = frozenset(("OPEN_BRACE", "CLOSE_BRACE", "SEMICOLON"))


def _named(binding: Tree, subject: Subject) -> Subject:
    """Read `let NAME = VALUE`: another word for the level, or for a value."""
    word = next(str(one) for one in binding.children if isinstance(one, Token))
    value = binding.children[-1]
    if is_level(value, subject):
        return subject.with_level(word)
    if len(subject.names) >= _MANY_NAMES:
        subject.refuse(binding, f"`{subject.name}` names too much with `let`")
        return subject
    return replace(
        subject, levels=subject.levels - {word}, names={**without(subject, word).names, word: value}
    )


def _step(tree: Node, subject: Subject, label: str, origin: Node, *, last: bool) -> Step:
    tree = _without_brackets(tree)
    if isinstance(tree, Tree):
        match tree.data:
            case "returning":
                given = tree.children[0] if tree.children else None
                if given is None:
                    return _give(UNDEFINED, tree, subject, label, origin)
                return _step(given, subject, label, tree, last=True)
            case "block":
                return _statements(tree, subject, label)
            case "conditional":
                return _conditional(tree, subject, label, last=last)
            case "switching":
                return _switch(tree, subject, label, last=last)
            case "thrown":
                return _give(UNDEFINED, tree, subject, label, origin)
            case _:
                pass
    if not last:
        subject.refuse(tree, f"`{subject.scope.text(tree)}` is nothing that a ladder has")
        return NOTHING
    return _value(tree, subject, label, origin)


def _without_brackets(tree: Node) -> Node:
    while isinstance(tree, Tree) and tree.data == "grouped":
        tree = tree.children[0]
    return tree


def _value(tree: Node, subject: Subject, label: str, origin: Node) -> Step:
    """Read what is given."""
    scope = subject.scope
    called = within(tree)
    if (
        isinstance(tree, Tree)
        and tree.data == "call"
        and isinstance(called, Tree)
        and len(called.children) <= 2
    ):
        word, given = last_word(tree.children[0]), arguments(tree)
        if word in {"Some", "Ok"} and len(given) == 1:
            return _step(given[0], subject, label, origin, last=True)
        if word == "Err":
            return _give(UNDEFINED, tree, subject, label, origin)
    word = last_word(tree) if isinstance(tree, Tree) else ""
    if word == "None":
        return _give(UNDEFINED, tree, subject, label, origin)
    if word in subject.names and isinstance(tree, Tree) and len(tree.children) == 1:
        return _step(subject.names[word], without(subject, word), label, origin, last=True)
    if subject.truth:
        return _give(read_guard(tree, subject), tree, subject, label, origin)
    if subject.given is not None:
        level = scope.level(tree, subject.function.owner, subject.property(label))
        if level is not None:
            subject.given.append(level)
            return _give(len(subject.given) - 1, tree, subject, label, origin)
    value = scope.evaluate(tree, subject.function.owner)
    if subject.given is None and isinstance(value.of, int):
        return _give(value.of if value.of >= 0 else UNDEFINED, tree, subject, label, origin)
    subject.refuse(tree, f"`{subject.name}` gives `{scope.text(tree)}`, which is no version")
    return _give(None, tree, subject, label, origin)


def _give(value: object, tree: Node, subject: Subject, label: str, origin: Node) -> Give:
    scope = subject.scope
    name = subject.property(label)
    doc = scope.code.doc_of(start_of(origin), end_of(origin))
    return Give(value, scope.place(bare(tree), name), scope.place(origin, name), doc)  # type: ignore[arg-type]  # a version, UNDEFINED, None or a guard


def _conditional(tree: Tree, subject: Subject, label: str, *, last: bool) -> Step:
    """Read a chain of `else if` from its end: it may be longer than Python's stack is deep."""
    chain: list[Tree] = []
    rest: Node | None = tree
    while isinstance(rest, Tree) and rest.data == "conditional":
        chain.append(rest)
        rest = rest.children[2] if len(rest.children) > 2 else None
    otherwise = None if rest is None else _step(rest, subject, "otherwise", rest, last=last)
    for one in reversed(chain):
        guard = read_guard(one.children[0], subject)
        inner = label_of(guard) or label
        body = one.children[1]
        then = _step(body, subject, inner, body, last=last)
        otherwise = _choose(guard, then, otherwise, _branch(one, body, subject, inner))
    return NOTHING if otherwise is None else otherwise


def _switch(tree: Tree, subject: Subject, label: str, *, last: bool) -> Step:
    """Read a `match`. A pattern that what is asked for rules out is left out with its arm."""
    asked = tree.children[0]
    arms: list[tuple[Guard, Step, Location]] = []
    for arm in tree.children[1:]:
        if not isinstance(arm, Tree) or arm.data != "arm":
            continue
        guard, inner = pattern_guard(arm.children[0], asked, subject)
        if guard == NEVER:
            continue
        if len(arm.children) > 2:
            guard = both(guard, read_guard(within(arm.children[1]), inner))
        named = label_of(guard) or label
        step = _step(arm.children[-1], inner, named, arm, last=last)
        arms.append((guard, step, subject.scope.place(arm, subject.property(named))))
        if guard == ALWAYS:
            break
    otherwise: Step | None = None
    for guard, step, origin in reversed(arms):
        otherwise = _choose(guard, step, otherwise, origin)
    return NOTHING if otherwise is None else otherwise


def _choose(guard: Guard, then: Step, otherwise: Step | None, origin: Location) -> Step:
    """Take the way that is sure; a choice only where there is one."""
    if guard == ALWAYS:
        return then
    if guard == NEVER:
        return NOTHING if otherwise is None else otherwise
    return Choose(guard, then, otherwise, origin)


def _branch(first: Tree, last: Node, subject: Subject, label: str) -> Location:
    span = Span(start_of(first), end_of(last))
    return Location(subject.scope.code.source, span, subject.property(label))
