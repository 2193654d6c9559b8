# The grammars are lark's, and lark makes the tables of these parsers (tables.py beside); they ship as
# JSON. Running them takes little code, and importing lark would cost more than reading a file does.
# What is here does what lark's LALR parser and lexer do, for rules without `?` and aliases.
"""Parsers that run on tables: texts to tokens, tokens to trees."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pkgutil import get_data
from typing import Any, Final, Self, TypeAlias
from zlib import crc32

from wirelint.lazy_dataclass import dataclass

END: Final = "$END"
UNFIT: Final = "$UNFIT"
_FORMAT: Final = 1  # of the tables


class Token(str):
    """A piece of a text; `type` names its terminal, the offsets count from the text's start."""

    __slots__ = ("end_pos", "start_pos", "type")

    type: str
    start_pos: int
    end_pos: int

    def __new__(cls, type_: str, text: str, start_pos: int, end_pos: int | None = None) -> Self:
        token = super().__new__(cls, text)
        token.type = type_
        token.start_pos = start_pos
        token.end_pos = start_pos + len(text) if end_pos is None else end_pos
        return token

    def __reduce__(self) -> tuple[Any, ...]:
        return Token, (self.type, str(self), self.start_pos, self.end_pos)


class Tree:
    """A rule's match; the offsets are of all that it took, -1 where that is nothing."""

    __slots__ = ("children", "data", "end_pos", "start_pos")

    def __init__(self, data: str, children: list[Node], start_pos: int, end_pos: int) -> None:
        self.data = data
        self.children = children
        self.start_pos = start_pos
        self.end_pos = end_pos

    def __repr__(self) -> str:
        return f"Tree({self.data!r}, {self.children!r})"


Node: TypeAlias = "Tree | Token"


@dataclass(frozen=True, slots=True)
class Grammar:
    """`NAME.lark` in the folder of a package.

    `starts` are the rules that something is parsed by. In a `contextual` one a fixed text is itself
    only where the rules allow that, else what a pattern makes of it. Tokens of the types `unplaced`
    do not count for the offsets of trees.
    """

    package: str
    name: str
    starts: tuple[str, ...]
    contextual: bool = False
    unplaced: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class _Rule:
    """`picks` are the children that stay: index, and whether its own children come instead."""

    name: str
    size: int
    picks: tuple[tuple[int, bool], ...]


class Automaton:
    """The parser of a grammar. It keeps nothing of what it reads."""

    def __init__(self, grammar: Grammar, tables: Mapping[str, Any]) -> None:
        self.grammar = grammar
        self.states: list[dict[str, int]] = tables["states"]
        self.starts: dict[str, list[int]] = tables["starts"]
        self.rules = [
            _Rule(name, size, tuple((index, bool(inline)) for index, inline in picks))
            for name, size, picks in tables["rules"]
        ]
        # The fixed texts with their types; a pattern takes some of them, of the type that is told.
        self.fixed: dict[str, str] = tables["fixed"]
        self.taken: dict[str, str] = tables["taken"]
        self.ignored = frozenset(tables["ignored"])
        self._scanner = re.compile(
            "|".join(f"(?P<{name}>{pattern})" for name, pattern in tables["patterns"])
        )

    def scan(self, text: str) -> Iterator[Token]:
        """Cut a text into tokens; one of type `UNFIT` is the last where none of the grammar's fits."""
        words = {text: type_ for text, type_ in self.fixed.items() if type_ in self.taken}
        ignored, match = self.ignored, self._scanner.match
        start, end = 0, len(text)
        while start < end:
            found = match(text, start)
            if found is None:
                yield Token(UNFIT, text[start], start)
                return
            type_ = found.lastgroup or UNFIT
            if type_ not in ignored:
                word = found.group()
                yield Token(words.get(word, type_), word, start)
            start = found.end()

    def begin(self, start: str) -> Run:
        """Begin to parse by a rule of `starts`."""
        return Run(self, *self.starts[start])

    def parse(self, text: str, start: str) -> Tree | Unexpected:
        """Parse a whole text by a rule."""
        run = self.begin(start)
        last = Token(END, "", 0)
        for token in self.scan(text):
            if not run.feed(token):
                return Unexpected(token, run.allowed())
            last = token
        tree = run.finish()
        return Unexpected(Token(END, "", last.start_pos), run.allowed()) if tree is None else tree


@dataclass(frozen=True, slots=True)
class Unexpected:
    """The token at which a text is refused, of type `END` at its end; and what may be there."""

    token: Token
    allowed: frozenset[str]


class Run:
    """A parse that is under way."""

    __slots__ = ("_automaton", "_end", "_states", "_values")

    def __init__(self, automaton: Automaton, first: int, end: int) -> None:
        self._automaton = automaton
        self._end = end
        self._states = [first]
        self._values: list[Node] = []

    def feed(self, token: Token) -> bool:
        """Take a token; False where no rule allows it here, which ends the parse."""
        automaton = self._automaton
        if automaton.grammar.contextual and token.type not in automaton.states[self._states[-1]]:
            type_ = automaton.taken.get(token.type, token.type)
            token = Token(type_, token, token.start_pos)
        return self._step(token.type, token)

    def finish(self) -> Tree | None:
        """Return the tree; None where more tokens must follow."""
        if not self._step(END, None):
            return None
        tree = self._values[-1]
        assert isinstance(tree, Tree)
        return tree

    def allowed(self) -> frozenset[str]:
        """Return the types of which a token, or the end, may follow."""
        row = self._automaton.states[self._states[-1]]
        return frozenset(name for name in row if self._allows(name))

    def _allows(self, type_: str) -> bool:
        automaton = self._automaton
        if not (type_.isupper() or type_ == END):
            return False
        states = self._states.copy()
        while True:
            action = automaton.states[states[-1]].get(type_)
            if action is None or action >= 0:
                return action is not None
            rule = automaton.rules[-1 - action]
            if rule.size:
                del states[-rule.size :]
            states.append(automaton.states[states[-1]][rule.name])
            if type_ == END and states[-1] == self._end:
                return True

    def _step(self, type_: str, token: Token | None) -> bool:
        automaton, states, values = self._automaton, self._states, self._values
        table = automaton.states
        while True:
            action = table[states[-1]].get(type_)
            if action is None:
                return False
            if action >= 0:
                assert token is not None
                states.append(action)
                values.append(token)
                return True
            rule = automaton.rules[-1 - action]
            if rule.size:
                children = values[-rule.size :]
                del values[-rule.size :]
                del states[-rule.size :]
            else:
                children = []
            values.append(self._tree(rule, children))
            states.append(table[states[-1]][rule.name])
            if token is None and states[-1] == self._end:
                return True

    def _tree(self, rule: _Rule, children: list[Node]) -> Tree:
        kept: list[Node] = []
        for index, inline in rule.picks:
            child = children[index]
            if not inline:
                kept.append(child)
            elif kept:
                kept += child.children  # type: ignore[union-attr]
            else:
                kept = child.children  # type: ignore[union-attr]
        unplaced = self._automaton.grammar.unplaced
        start = end = -1
        for child in children:
            if child.start_pos >= 0 and not (isinstance(child, Token) and child.type in unplaced):
                start = child.start_pos
                break
        for child in reversed(children):
            if child.start_pos >= 0 and not (isinstance(child, Token) and child.type in unplaced):
                end = child.end_pos
                break
        return Tree(rule.name, kept, start, end)


def load(grammar: Grammar) -> Automaton:
    """The parser of a grammar: from its tables where they are of its text, else made with lark."""
    text = read(grammar.package, f"{grammar.name}.lark") or ""
    shipped = read(grammar.package, f"{grammar.name}.tables.json")
    tables = json.loads(shipped) if shipped is not None else None
    if tables is None or tables["of"] != identity(grammar, text):
        from wirelint.syntax.tables import tables_of  # noqa: PLC0415 - imports lark

        tables = tables_of(grammar, text)
    return Automaton(grammar, tables)


def identity(grammar: Grammar, text: str) -> list[Any]:
    """What tables must be of to serve."""
    return [_FORMAT, crc32(text.encode()), list(grammar.starts)]


def read(package: str, name: str) -> str | None:
    """A file in the folder of a package; None where it is missing."""
    try:
        data = get_data(package, name)
    except FileNotFoundError:
        return None
    return None if data is None else data.decode("utf-8")
