# The half of a reader that does not know its language. Text becomes tokens by the grammar's lexer,
# brackets are matched so that a lost one costs only what it encloses, and a run of tokens can be
# parsed strictly. Everything here is linear in the text and takes any text.
"""A file of code as tokens."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from typing import Final

from wirelint.gates.model import Comment
from wirelint.lazy_dataclass import dataclass
from wirelint.syntax.automaton import Automaton, Node, Token, Tree
from wirelint.text import Location, SourceText, Span

_CLOSERS: Final = {"(": ")", "[": "]", "{": "}"}
_OPENERS: Final = {closer: opener for opener, closer in _CLOSERS.items()}
_MARKS: Final = re.compile(r"^\s*(?:/\*+|//[/!]*|\*(?!/)|#+)? ?|\s*\*+/\s*$")
_SAME_LINE: Final = re.compile(r"[ \t]*[,;]?[ \t]*")

# A strict parse is for ladders. What is longer or deeper is none, and would cost more than it tells:
# a deep tree Python's stack, a long chain of conditions the square of its length.
_DEEPEST: Final = 100
LONGEST: Final = 20_000


@dataclass(frozen=True, slots=True)
class Refused:
    """What a strict parse stumbled over; None is the end of what was given to it."""

    token: Token | None

    def words(self) -> str:
        """What was found, for a message."""
        return "the end of the code" if self.token is None else f"`{self.token}`"


@dataclass(frozen=True)
class Code:
    """The tokens of a file without its comments.

    `partner` gives for an opening bracket the index of its closing one, or of the token before which
    it ends where the closing one is lost; for any other token its own index.
    """

    source: SourceText
    tokens: list[Token]
    comments: list[Token]
    partner: list[int]

    def after(self, index: int) -> int:
        """Return the index of what follows a token, or the whole of what it opens."""
        end = self.partner[index]
        if end == index:
            return index + 1
        closes = end < len(self.tokens) and self.tokens[end] == _CLOSERS[self.tokens[index]]
        return end + 1 if closes else end

    def at(self, first: Node, last: Node | None = None, name: str | None = None) -> Location:
        """Return the place from one token or tree to another."""
        return Location(
            self.source, Span(start_of(first), end_of(first if last is None else last)), name
        )

    def at_tokens(self, first: int, end: int, name: str | None = None) -> Location:
        """Return the place of the tokens `first` to before `end`; of none, where they would be."""
        if first >= end:
            offset = end_of(self.tokens[first - 1]) if 0 < first <= len(self.tokens) else 0
            return Location(self.source, Span(offset, offset), name)
        return self.at(self.tokens[first], self.tokens[end - 1], name)

    def joined(self, type_: str, first: Token, last: Token) -> Token:
        """Return what is between two tokens, and they, as one token."""
        start, end = first.start_pos, last.end_pos
        return Token(type_, self.source.text[start:end], start)

    def doc_of(self, start: int, end: int) -> str:
        """Return the text of the comments right above an offset, and behind another on its line."""
        floor = self._code_before(start)
        lines: list[str] = []
        below = start
        index = bisect_left(self.comments, start, key=start_of) - 1
        while index >= 0 and start_of(self.comments[index]) >= floor:
            comment = self.comments[index]
            gap = self.source.text[end_of(comment) : below]
            before = self.source.text[floor : start_of(comment)]
            if gap.count("\n") > 1 or (floor and "\n" not in before):
                break
            lines = [*_comment_lines(comment), *lines]
            below = start_of(comment)
            index -= 1
        index = bisect_left(self.comments, end, key=start_of)
        if index < len(self.comments):
            comment = self.comments[index]
            if _SAME_LINE.fullmatch(self.source.text, end, start_of(comment)):
                lines += _comment_lines(comment)
        return " ".join(lines)

    def _code_before(self, offset: int) -> int:
        """Return the end of the last token before an offset."""
        index = bisect_left(self.tokens, offset, key=start_of) - 1
        return end_of(self.tokens[index]) if index >= 0 else 0

    def parse(self, automaton: Automaton, start: str, tokens: Sequence[Token]) -> Tree | Refused:
        """Parse tokens by a rule of the grammar, or tell which token it refuses."""
        if len(tokens) > LONGEST:
            return Refused(tokens[LONGEST])
        run = automaton.begin(start)
        for token in tokens:
            if not run.feed(token):
                return Refused(token)
        tree = run.finish()
        if tree is None:
            return Refused(None)
        return tree if depth_of(tree) <= _DEEPEST else Refused(first_of(tree))


def scan(automaton: Automaton, source: SourceText, comment_types: frozenset[str]) -> Code:
    """Read a whole text. Comments are the tokens of those types."""
    tokens: list[Token] = []
    comments: list[Token] = []
    for token in automaton.scan(source.text):
        (comments if token.type in comment_types else tokens).append(token)
    return Code(source, tokens, comments, _match(tokens))


def comments_of(code: Code) -> tuple[Comment, ...]:
    """Return the comments for the table."""
    return tuple(Comment(str(one), Span(start_of(one), end_of(one))) for one in code.comments)


def start_of(node: Node) -> int:
    """Return the offset of the first character."""
    return max(node.start_pos, 0)


def end_of(node: Node) -> int:
    """Return the offset behind the last character."""
    return max(node.end_pos, 0)


def _match(tokens: list[Token]) -> list[int]:
    """Match brackets: a closing one ends all that were opened since its own; `)` and `]` no brace."""
    partner = list(range(len(tokens)))
    stack: list[int] = []
    heights: dict[str, list[int]] = {opener: [] for opener in _CLOSERS}  # places in the stack
    braces = heights["{"]
    for index, here in enumerate(tokens):
        if here in _CLOSERS:
            heights[here].append(len(stack))
            stack.append(index)
        elif here in _OPENERS:
            own = heights[_OPENERS[here]]
            if not own or (here != "}" and braces and braces[-1] > own[-1]):
                continue
            height = own[-1]
            while len(stack) > height:
                opened = stack.pop()
                heights[tokens[opened]].pop()
                partner[opened] = index
    for opened in stack:
        partner[opened] = len(tokens)
    return partner


def _comment_lines(comment: Token) -> list[str]:
    cut = (_MARKS.sub("", line).strip() for line in str(comment).splitlines())
    return [line for line in cut if line]


def depth_of(tree: Tree) -> int:
    """Return how deep a tree is; the last child of an alternative counts as a neighbour."""
    deepest = 0
    open_nodes: list[tuple[Tree, int]] = [(tree, 1)]
    while open_nodes:
        node, depth = open_nodes.pop()
        deepest = max(deepest, depth)
        chain = node.data in {"conditional", "choice"}
        for child in node.children:
            if isinstance(child, Tree):
                near = chain and child is node.children[-1]
                open_nodes.append((child, depth if near else depth + 1))
    return deepest


def first_of(tree: Tree) -> Token | None:
    node: Node = tree
    while isinstance(node, Tree) and node.children:
        node = node.children[0]
    return node if isinstance(node, Token) else None
