"""What the names in a Java type mean."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeGuard

from wirelint.diagnostics import Problem
from wirelint.gates.model import LevelRef
from wirelint.gates.readers.code import Code, end_of, start_of
from wirelint.gates.readers.flow import Step
from wirelint.gates.readers.guards import Operator
from wirelint.gates.readers.java_outline import Run, Type
from wirelint.gates.readers.names import feature_name, level_name
from wirelint.gates.readers.problems import unreadable
from wirelint.lazy_dataclass import dataclass, field
from wirelint.syntax.automaton import Automaton, Node, Token, Tree
from wirelint.text import Location, Span

STARTS: Final = ("body", "value", "anything")
NUMERIC: Final = frozenset(("short", "int", "byte", "long", "Short", "Integer", "Byte", "Long"))

# What turns a constant or `this` into its number, or stands for the level where a method is about it.
LEVEL_WORDS: Final = frozenset(("featureLevel", "level", "ordinal", "id"))

# Methods of a type of levels that give the highest one.
MOVING_METHODS: Final = ("latestTesting", "latestProduction")

# Kafka's comparisons, for types that inherit them or are given by name only.
_COMPARISONS: Final[Mapping[str, Operator]] = {
    "isAtLeast": ">=",
    "isLessThan": "<",
    "equals": "==",
}


@dataclass(frozen=True, slots=True)
class Known:
    """A level that the type gives a name to."""

    number: int | None
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """A type, and what has been learnt about it.

    `levels` are its constants (rows, and fields such as `MINIMUM_VERSION`), `versions` its constants
    that are numbers, `comparisons` its methods that compare two levels, `predicates` those that ask
    the level something, `ladders` those that are read already.
    """

    code: Code
    automaton: Automaton
    type: Type
    feature: str
    levels: dict[str, Known] = field(default_factory=dict)
    versions: dict[str, int] = field(default_factory=dict)
    comparisons: dict[str, Operator | None] = field(default_factory=lambda: {**_COMPARISONS})
    predicates: set[str] = field(default_factory=set)
    ladders: dict[str, Step] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)

    def place(self, node: Node, name: str | None = None) -> Location:
        return self.code.at(node, name=name)

    def refuse(self, node: Node | Location, message: str, name: str | None = None) -> None:
        """Report something that is not understood."""
        at = node if isinstance(node, Location) else self.place(node, name)
        self.problems.append(unreadable(at, message))

    def text(self, node: Node) -> str:
        """Return the code of a tree, for messages; long code is cut."""
        text = " ".join(self.code.source.text[start_of(node) : end_of(node)].split())
        return text if len(text) <= 40 else f"{text[:39]}…"

    def level(self, tree: Node, name: str | None = None) -> LevelRef | None:
        """Read a constant that is a level: `IBP_3_9_IV0`, `GroupVersion.GV_1.featureLevel()`, `2`."""
        tree = bare(tree)
        if isinstance(tree, Token):
            if tree.type == "INT":
                return LevelRef(number_of(tree), None, self.place(tree, name))
            known = self.levels.get(tree) if tree.type == "NAME" else None
            return (
                None
                if known is None
                else LevelRef(known.number, known.name, self.place(tree, name))
            )
        if tree.data == "member":
            owner, word = tree.children[0], str(tree.children[1])
        elif tree.data == "invoke" and not arguments(tree):
            owner, word = receiver(tree), method_word(tree)
        else:
            return None
        if word in MOVING_METHODS and tree.data == "invoke" and is_type_name(owner):
            return LevelRef(None, word, self.place(tree, name))
        if word in LEVEL_WORDS:
            return None if _is_number(bare(owner)) else self.level(owner, name)
        last = tree.children[-1]
        return (
            self._foreign(owner, last, name)
            if isinstance(last, Token) and is_type_name(owner)
            else None
        )

    def _foreign(self, owner: Node, word: Token, name: str | None) -> LevelRef | None:
        """Read a constant that is named with its type."""
        known = self.levels.get(word) if last_word(owner) == self.type.name else None
        if known is not None:
            return LevelRef(known.number, known.name, self.place(word, name))
        if not word.isupper():
            return None
        return LevelRef(None, level_name(word), self.place(word, name))


def feature_of(owner: Node) -> str:
    """Return the feature that a type in code stands for."""
    return feature_name(last_word(owner))


def is_type_name(tree: Node) -> bool:
    """Whether it is written like a type: `MetadataVersion`, `common.MetadataVersion`."""
    word = last_word(tree)
    return word[:1].isupper() and not word.isupper()


def last_word(tree: Node) -> str:
    if isinstance(tree, Token):
        return str(tree)
    return str(tree.children[-1]) if tree.data == "member" else ""


def is_call(tree: Node) -> TypeGuard[Tree]:
    return isinstance(tree, Tree) and tree.data in {"call", "invoke"}


def method_word(call: Tree) -> str:
    """Return the name of the method that is called."""
    return str(call.children[-2])


def receiver(call: Tree) -> Node:
    """Return what a method is called on; of an unqualified call, its name."""
    return call.children[0]


def arguments(call: Tree) -> list[Node]:
    last = call.children[-1]
    return last.children if isinstance(last, Tree) else []


def bare(tree: Node) -> Node:
    """Take off brackets and casts."""
    while isinstance(tree, Tree) and tree.data in {"grouped", "cast"}:
        tree = tree.children[-1]
    return tree


def number_of(token: Token) -> int:
    return int(token.rstrip("lL").replace("_", ""))


def integer(tree: Node) -> int | None:
    """Read a number, a negative one too."""
    tree = bare(tree)
    if isinstance(tree, Tree) and tree.data == "minus":
        inner = integer(tree.children[0])
        return None if inner is None else -inner
    return number_of(tree) if _is_number(tree) and isinstance(tree, Token) else None


def _is_number(tree: Node) -> bool:
    return isinstance(tree, Token) and tree.type == "INT"


def tokens_of(scope: Scope, run: Run) -> list[Token]:
    """Return a run for the strict grammar: each `throw ... ;` as one token."""
    code = scope.code
    found: list[Token] = []
    index = run.first
    while index < run.end:
        token = code.tokens[index]
        if token.type != "THROWN":
            found.append(token)
            index += 1
            continue
        end = index
        while end < run.end and code.tokens[end] != ";":
            end = code.after(end)
        last = code.tokens[min(end, run.end - 1)]
        found.append(code.joined("THROWN", token, last))
        index = end + 1
    return found


def span_of(first: Node, last: Node) -> Span:
    return Span(start_of(first), end_of(last))
