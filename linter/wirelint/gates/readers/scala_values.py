# Scala has no end of a statement that a grammar could see: an expression goes on until a token that
# cannot belong to it begins a line, or closes what is around it.
"""Expressions of Scala code on a level, as steps."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from wirelint.diagnostics import Problem
from wirelint.gates.model import ALWAYS, NEVER, UNDEFINED, Guard, Holds, LevelRef
from wirelint.gates.readers.code import (
    LONGEST,
    Code,
    Refused,
    depth_of,
    end_of,
    first_of,
    start_of,
)
from wirelint.gates.readers.flow import Choose, Give, Step
from wirelint.gates.readers.guards import (
    MIRRORED,
    OPERATORS,
    Operator,
    both,
    compare,
    either,
    label_of,
    negate,
    unknown,
)
from wirelint.gates.readers.names import level_name
from wirelint.gates.readers.problems import unreadable
from wirelint.lazy_dataclass import dataclass, field
from wirelint.syntax.automaton import Automaton, Node, Token, Tree
from wirelint.text import Location, Span

CONSTANT: Final = re.compile(r"[A-Z]+(_\d+)+(_IV\d+)?")
"""How constants for levels are called: `KAFKA_0_10_0_IV1`, `KAFKA_090`."""

LEVEL_WORDS: Final = frozenset(("interBrokerProtocolVersion", "apiVersion", "version", "this"))
COMPARISONS: Final[Mapping[str, Operator]] = {"onOrAfter": ">="}
_NUMBERED: Final = re.compile(r"(?:.*_)?V(\d{1,5})")
_CASTS: Final = frozenset(("toShort", "toInt", "toByte"))
_ENDS: Final = frozenset(("}", ")", "]", ",", ";"))
_DEEPEST: Final = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Expression:
    """A value or function of a file. `asks` says that a truth is wanted, not a version."""

    code: Code
    name: Token
    asks: bool
    levels: Mapping[str, LevelRef]
    numbers: Mapping[str, int]
    predicates: frozenset[str]
    problems: list[Problem] = field(default_factory=list)

    def property(self, label: str = "") -> str:
        if self.asks:
            return f"capability[{self.name}]"
        return f"ladder[{self.name}]" + (f"[{label}]" if label else "")

    def refuse(self, node: Node, message: str) -> None:
        self.problems.append(unreadable(self.code.at(node, name=self.property()), message))

    def text(self, node: Node) -> str:
        text = " ".join(self.code.source.text[start_of(node) : end_of(node)].split())
        return text if len(text) <= 40 else f"{text[:39]}…"

    def place(self, node: Node, label: str = "") -> Location:
        return self.code.at(node, name=self.property(label))

    def level(self, tree: Node, name: str | None = None) -> LevelRef | None:
        """Read a constant for a level."""
        tree = bare(tree)
        word = (
            tree
            if isinstance(tree, Token)
            else tree.children[-1]
            if tree.data == "member"
            else None
        )
        if not isinstance(word, Token) or word.type != "NAME":
            return None
        known = self.levels.get(word)
        if known is None and not CONSTANT.fullmatch(word):
            return None
        at = self.code.at(word, name=name or self.property())
        return (
            LevelRef(None, level_name(word), at)
            if known is None
            else LevelRef(known.number, known.name, at)
        )


def parse_from(code: Code, automaton: Automaton, first: int, end: int) -> Tree | Refused:
    """Parse the expression that begins at a token."""
    run = automaton.begin("value")
    end = min(end, first + LONGEST)
    index = first
    while index < end:
        token = code.tokens[index]
        fed, behind = _thrown(code, index, end) if token.type == "THROWN" else (token, index + 1)
        if not run.feed(fed):
            if not (token in _ENDS or begins_line(code, index)):
                return Refused(token)
            break
        index = behind
    tree = run.finish()
    if tree is None:
        return Refused(code.tokens[index] if index < end else None)
    return tree if depth_of(tree) <= _DEEPEST else Refused(first_of(tree))


def begins_line(code: Code, index: int) -> bool:
    if index == 0:
        return True
    before, token = code.tokens[index - 1], code.tokens[index]
    return "\n" in code.source.text[before.end_pos : token.start_pos]


def _thrown(code: Code, index: int, end: int) -> tuple[Token, int]:
    """Take `throw new X(...)` as one token."""
    first = code.tokens[index]
    behind = index + 1
    while (
        behind < end
        and code.tokens[behind] not in _ENDS | {"else"}
        and not begins_line(code, behind)
    ):
        behind = code.after(behind)
    behind = min(behind, end)
    return code.joined("THROWN", first, code.tokens[behind - 1]), behind


def bare(tree: Node) -> Node:
    """Take off brackets and conversions."""
    while isinstance(tree, Tree):
        if tree.data == "grouped" or (tree.data == "member" and tree.children[1] in _CASTS):
            tree = tree.children[0]
        else:
            break
    return tree


def read_value(tree: Node, expression: Expression) -> Step:
    """Read what an expression gives."""
    chain: list[Tree] = []
    rest = bare(tree)
    while isinstance(rest, Tree) and rest.data == "conditional":
        chain.append(rest)
        rest = bare(rest.children[2])
    step: Step = _single(rest, expression, "otherwise" if chain else "")
    for one in reversed(chain):
        guard = read_guard(one.children[0], expression)
        label = label_of(guard)
        then = bare(one.children[1])
        inner = (
            read_value(then, expression)
            if isinstance(then, Tree) and then.data == "conditional"
            else _single(then, expression, label)
        )
        branch = Span(start_of(one), end_of(one.children[1]))
        origin = Location(expression.code.source, branch, expression.property(label))
        step = Choose(guard, inner, step, origin)
    return step


def _single(tree: Node, expression: Expression, label: str) -> Give:
    at = expression.place(tree, label)
    if isinstance(tree, Tree) and tree.data == "thrown":
        return Give(NEVER if expression.asks else UNDEFINED, at, at)
    if expression.asks:
        return Give(read_guard(tree, expression), at, at)
    version = version_of(tree, expression.numbers)
    if version is None:
        what = expression.text(tree)
        expression.refuse(tree, f"`{expression.name}` gives `{what}`, which is no version")
    return Give(version, at, at, expression.code.doc_of(start_of(tree), end_of(tree)))


def version_of(tree: Node, numbers: Mapping[str, int] | None = None) -> int | None:
    """Read a version: a number, a constant that is one, or a name that ends like `V1`."""
    tree = bare(tree)
    if isinstance(tree, Token) and tree.type == "INT":
        return int(tree.rstrip("lL").replace("_", ""))
    word = str(
        tree if isinstance(tree, Token) else tree.children[-1] if tree.data == "member" else ""
    )
    if numbers is not None and word in numbers:
        return numbers[word]
    matched = _NUMBERED.fullmatch(word)
    return None if matched is None else int(matched[1])


def read_guard(tree: Node, expression: Expression) -> Guard:
    """Read a condition; what hangs on something else than the level is unknown, and a problem."""
    tree = bare(tree)
    if isinstance(tree, Token):
        if tree.type in {"TRUE", "FALSE"}:
            return ALWAYS if tree.type == "TRUE" else NEVER
        return Holds(str(tree)) if tree in expression.predicates else _unknown(tree, expression)
    match tree.data:
        case "either":
            return either(*(read_guard(one, expression) for one in tree.children))
        case "both":
            return both(*(read_guard(one, expression) for one in tree.children))
        case "negation":
            return negate(read_guard(tree.children[0], expression))
        case "equal" | "ordered":
            operator = OPERATORS[str(tree.children[1])]
            return _comparison(operator, tree.children[0], tree.children[2], tree, expression)
        case "invoke":
            found = COMPARISONS.get(str(tree.children[1]))
            given = _arguments(tree)
            if found is not None and len(given) == 1:
                return _comparison(found, tree.children[0], given[0], tree, expression)
            return _unknown(tree, expression)
        case _:
            return _unknown(tree, expression)


def _comparison(
    operator: Operator,
    left: Node,
    right: Node,
    whole: Tree,
    expression: Expression,
) -> Guard:
    if _is_level(left):
        constant = right
    elif _is_level(right):
        operator, constant = MIRRORED[operator], left
    else:
        return _unknown(whole, expression)
    found = expression.level(constant)
    if found is None:
        return _unknown(constant, expression)
    return compare(
        operator, LevelRef(found.number, found.name, expression.place(constant, found.text))
    )


def _is_level(tree: Node) -> bool:
    tree = bare(tree)
    if isinstance(tree, Token):
        return tree in LEVEL_WORDS
    return tree.data == "member" and tree.children[1] in LEVEL_WORDS


def _arguments(call: Tree) -> list[Node]:
    last = call.children[-1]
    return last.children if isinstance(last, Tree) else []


def _unknown(tree: Node, expression: Expression) -> Guard:
    text = expression.text(tree)
    expression.refuse(tree, f"`{expression.name}` branches on `{text}`, which is not the level")
    return unknown(text)
