# A subject is what a method is about: the words in it that mean the cluster's level. Whatever else a
# branch hangs on is reported, and the branch stays as one of which nobody can tell.
"""Conditions in Java code on a level."""

from __future__ import annotations

from enum import Enum

from wirelint.gates.model import ALWAYS, NEVER, Guard, Holds, LevelRef, Need
from wirelint.gates.readers.guards import (
    MIRRORED,
    OPERATORS,
    Operator,
    both,
    compare,
    either,
    negate,
    unknown,
)
from wirelint.gates.readers.java_outline import Method
from wirelint.gates.readers.java_scope import (
    LEVEL_WORDS,
    Scope,
    arguments,
    bare,
    integer,
    is_call,
    method_word,
    receiver,
)
from wirelint.lazy_dataclass import dataclass, field
from wirelint.syntax.automaton import Node, Token, Tree


class Gives(Enum):
    """What a method is read for."""

    VERSION = "version"
    TRUTH = "truth"
    NEEDS = "needs"


@dataclass(frozen=True, slots=True)
class Subject:
    """A method of a type.

    `words` are the names that mean the level, `gives` is what is wanted of it. `needs` collects
    dependencies; a version is then an index of it.
    """

    scope: Scope
    method: Method
    words: frozenset[str]
    gives: Gives = Gives.VERSION
    needs: list[tuple[Need, ...]] = field(default_factory=list)

    @property
    def name(self) -> str:
        return str(self.method.name)

    def property(self, label: str = "") -> str:
        if self.gives is Gives.TRUTH:
            return f"capability[{self.name}]"
        return f"ladder[{self.name}]" + (f"[{label}]" if label else "")

    def refuse(self, node: Node, message: str) -> None:
        self.scope.refuse(node, message, self.property())


def read_guard(tree: Node, subject: Subject) -> Guard:
    """Read a condition; what hangs on something else than the level is unknown, and a problem."""
    tree = bare(tree)
    if isinstance(tree, Token):
        if tree.type in {"TRUE", "FALSE"}:
            return ALWAYS if tree.type == "TRUE" else NEVER
        return _unknown(tree, subject)
    match tree.data:
        case "either":
            return either(*(read_guard(one, subject) for one in tree.children))
        case "both":
            return both(*(read_guard(one, subject) for one in tree.children))
        case "negation":
            return negate(read_guard(tree.children[0], subject))
        case "choice":
            guard, yes, no = (read_guard(one, subject) for one in tree.children)
            return either(both(guard, yes), both(negate(guard), no))
        case "equal" | "ordered":
            return _comparison(tree, subject)
        case "call" | "invoke":
            return _question(tree, subject)
        case _:
            return _unknown(tree, subject)


def _comparison(tree: Tree, subject: Subject) -> Guard:
    left, sign, right = bare(tree.children[0]), tree.children[1], bare(tree.children[2])
    operator = OPERATORS[str(sign)]
    if is_call(left) and method_word(left) == "compareTo":
        if _asks_level(left, subject) and len(arguments(left)) == 1 and integer(right) == 0:
            return _compare(operator, arguments(left)[0], subject)
        return _unknown(left, subject)
    if is_level(left, subject):
        return _compare(operator, right, subject)
    if is_level(right, subject):
        return _compare(MIRRORED[operator], left, subject)
    return _unknown(right if subject.scope.level(left) is not None else left, subject)


def _compare(operator: Operator, constant: Node, subject: Subject) -> Guard:
    scope = subject.scope
    found = scope.level(constant)
    if found is None:
        return _unknown(constant, subject)
    named = LevelRef(found.number, found.name, scope.place(constant, subject.property(found.text)))
    if named.name is None and named.number is not None and operator in {">", "<="}:
        named = LevelRef(named.number + 1, None, named.origin)
        operator = ">=" if operator == ">" else "<"
    return compare(operator, named)


def _question(tree: Tree, subject: Subject) -> Guard:
    """Read a call: a comparison with a level, or another question about the level."""
    scope = subject.scope
    if _asks_level(tree, subject):
        name, given = method_word(tree), arguments(tree)
        operator = scope.comparisons.get(name)
        if operator is not None and len(given) == 1:
            return _compare(operator, given[0], subject)
        if not given and name in scope.predicates:
            return Holds(name)
    return _unknown(tree, subject)


def _asks_level(call: Tree, subject: Subject) -> bool:
    """Whether a call is one of the level itself."""
    if call.data == "call":
        return "this" in subject.words
    return is_level(receiver(call), subject)


def _unknown(tree: Node, subject: Subject) -> Guard:
    text = subject.scope.text(tree)
    subject.refuse(tree, f"`{subject.name}` branches on `{text}`, which is not the level")
    return unknown(text)


def is_level(tree: Node, subject: Subject) -> bool:
    """Whether it is the level that the method is about, or its number."""
    tree = bare(tree)
    if isinstance(tree, Token):
        return str(tree) in subject.words
    if tree.data == "member":
        return str(tree.children[1]) in LEVEL_WORDS and is_level(tree.children[0], subject)
    if is_call(tree) and method_word(tree) in LEVEL_WORDS and not arguments(tree):
        return _asks_level(tree, subject)
    return False
