# What every builder needs: trees become values with places here, and nowhere else.
"""Tokens and trees to values with places."""

from __future__ import annotations

from typing import Final

from wirelint.diagnostics import Finding, Problem, Related
from wirelint.gates.language.parse import SYNTAX
from wirelint.gates.model import LevelRef, Said
from wirelint.lazy_dataclass import dataclass, field
from wirelint.syntax.automaton import Node, Token, Tree
from wirelint.text import Location, Place, SourceText, Span
from wirelint.versions import MAX_VERSION, VersionRange

REPEATED: Final = "gates-statement-repeated"

_MOST_DIGITS: Final = 10  # of tags; longer texts are not worth a number
_NAMES: Final = frozenset(("NAME", "QUOTED", "VERSION"))
_ESCAPES: Final = {"n": "\n", "r": "\r", "t": "\t"}


@dataclass(frozen=True, slots=True)
class Scope:
    """The file around a tree: where it stands, what its features' levels are called."""

    source: SourceText
    names: dict[str, dict[str, int | None]]
    problems: list[Problem]
    offset: int = 0

    def at(self, node: Node, name: str | None = None) -> Place:
        """Return the place of a tree or token, under that property."""
        # What the reader closes for itself would end behind the text.
        end = min(self.offset + node.end_pos, len(self.source.text))
        return Location(self.source, Span(min(self.offset + node.start_pos, end), end), name)

    def said(self, token: Token, name: str | None = None) -> Said[str]:
        return Said(text_of(token), self.at(token, name))

    def number(self, token: Token, limit: int = MAX_VERSION) -> int:
        """Read a number, and report one that is too big for what it counts."""
        if len(token) <= _MOST_DIGITS and int(token) <= limit:
            return int(token)
        self.report(SYNTAX, token, f"`{token[:20]}` is above {limit}, the greatest number here")
        return limit

    def said_number(self, token: Token, name: str | None = None) -> Said[int]:
        return Said(self.number(token), self.at(token, name))

    def level(self, token: Token, feature: str, name: str | None = None) -> LevelRef:
        """Read a reference to a level of a feature, with the number if this file has it."""
        place = self.at(token, name)
        if token.type == "INT":
            return LevelRef(self.number(token), None, place)
        text = text_of(token)
        return LevelRef(self.names.get(feature, {}).get(text), text, place)

    def versions(self, node: Tree, name: str | None = None) -> Said[VersionRange]:
        token = only_tokens(node)[0]
        low, dash, high = token.partition("-")
        if low.endswith("+"):
            found = VersionRange(self._bound(low[:-1], token), MAX_VERSION)
        else:
            found = VersionRange(self._bound(low, token), self._bound(high if dash else low, token))
        return Said(found, self.at(token, name))

    def _bound(self, digits: str, token: Token) -> int:
        if len(digits) <= _MOST_DIGITS and int(digits) <= MAX_VERSION:
            return int(digits)
        self.report(SYNTAX, token, f"`{digits[:20]}` is above {MAX_VERSION}, the greatest version")
        return MAX_VERSION

    def report(self, rule: str, node: Node, message: str, first: Place | None = None) -> None:
        related = () if first is None else (Related(first, "the first is here, and counts"),)
        self.problems.append(Problem(rule, Finding(self.at(node), message, related=related)))


@dataclass(slots=True)
class Once:
    """What may stand once in a block: the first counts, others are reported."""

    scope: Scope
    where: str
    seen: dict[str, Place] = field(default_factory=dict)

    def first(self, what: str, node: Node) -> bool:
        """Whether this is the first `what`; reports it if not."""
        place = self.seen.get(what)
        if place is not None:
            self.scope.report(REPEATED, node, f"`{what}` is given twice{self.where}", place)
            return False
        self.seen[what] = self.scope.at(node)
        return True


def text_of(token: Token) -> str:
    """Return what a name or text means, without its quotes."""
    if token.type == "QUOTED":
        return str(token[1:-1])
    return _unescape(token[1:-1]) if token.type == "STRING" else str(token)


def _unescape(text: str) -> str:
    if "\\" not in text:
        return text
    parts = iter(text)
    return "".join(
        _ESCAPES.get(after, after) if (one == "\\" and (after := next(parts, "\\"))) else one
        for one in parts
    )


def only_tokens(node: Tree) -> list[Token]:
    return [one for one in node.children if isinstance(one, Token) and one.type != "_NL"]


def only_trees(node: Tree) -> list[Tree]:
    return [one for one in node.children if isinstance(one, Tree)]


def names(node: Tree) -> list[Token]:
    """Return the tokens of a tree that are names, in order."""
    return [one for one in only_tokens(node) if one.type in _NAMES]


def numbers(node: Tree) -> list[Token]:
    return [one for one in only_tokens(node) if one.type == "INT"]


def words_and_levels(node: Tree) -> list[Token]:
    """Return the names and numbers of a tree, in order."""
    return [one for one in only_tokens(node) if one.type in _NAMES or one.type == "INT"]


def doc(node: Tree) -> str:
    """Return the text in quotes, "" without one."""
    return next((text_of(one) for one in only_tokens(node) if one.type == "STRING"), "")
