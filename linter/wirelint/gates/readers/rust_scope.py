# Code names most of its numbers. A constant of the file counts with its value; one of another file
# stays a name, which the tables of a tree resolve together.
"""What the names in a Rust file mean."""

from __future__ import annotations

import re
from typing import Final

from wirelint.diagnostics import Problem
from wirelint.gates.model import LevelRef
from wirelint.gates.readers.code import Code, Refused, end_of, start_of
from wirelint.gates.readers.problems import unreadable
from wirelint.gates.readers.rust_outline import Constant, Enum, Function, Outline, Run
from wirelint.gates.readers.rust_prepare import prepared
from wirelint.lazy_dataclass import dataclass, field
from wirelint.syntax.automaton import Automaton, Node, Token, Tree
from wirelint.text import Location

STARTS: Final = ("body", "value", "anything")
INTEGERS: Final = frozenset(
    ("i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "usize", "isize")
)
_PLAIN: Final = frozenset(("INT", "STRING"))
_SUFFIX: Final = re.compile(r"[iu](?:8|16|32|64|128|size)$")
_BASES: Final = {"0x": 16, "0b": 2, "0o": 8}
_DEEPEST: Final = 8  # of constants that are other constants
_LONGEST: Final = 24  # tokens of a constant that is a number or a text


@dataclass(frozen=True, slots=True)
class Value:
    """A number, a text, or None where the file does not say; `word` is the constant's name then."""

    of: int | str | None
    word: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """A file and its constants. `keys` are the api keys of enums' variants, `Enum::Variant`."""

    code: Code
    automaton: Automaton
    items: Outline
    by_name: dict[str, Constant] = field(default_factory=dict)
    by_owner: dict[tuple[str, str], Constant] = field(default_factory=dict)
    enums: dict[str, Enum] = field(default_factory=dict)
    keys: dict[tuple[str, str], tuple[int, Location]] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    _values: dict[int, Value] = field(default_factory=dict)

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

    def tree(self, run: Run) -> Node | Refused:
        """Parse a value."""
        parsed = self.code.parse(self.automaton, "value", prepared(self.code, run))
        if isinstance(parsed, Refused):
            return parsed
        return parsed.children[0]

    def value_in(self, run: Run, owner: str = "") -> Value:
        """Return the number or text of a run of tokens."""
        if run.end - run.first == 1:
            token = self.code.tokens[run.first]
            if token.type == "NAME":
                found = self.constant(str(token), owner)
                return Value(None, str(token)) if found is None else self.value_of(found)
            return self.evaluate(token, owner)
        if not run or run.end - run.first > _LONGEST:
            return Value(None)
        tree = self.tree(run)
        return Value(None) if isinstance(tree, Refused) else self.evaluate(tree, owner)

    def constant(self, word: str, owner: str = "") -> Constant | None:
        """Find a constant of the file, of that type first."""
        return self.by_owner.get((owner, word)) or self.by_name.get(word)

    def value_of(self, constant: Constant, depth: int = 0) -> Value:
        """Return what a constant is."""
        known = self._values.get(constant.whole.first)
        if known is not None:
            return known
        value = Value(None, str(constant.name))
        if depth < _DEEPEST and constant.value.end - constant.value.first <= _LONGEST:
            alone = constant.value.end - constant.value.first == 1
            first = self.code.tokens[constant.value.first] if alone else None
            tree = (
                first if first is not None and first.type in _PLAIN else self.tree(constant.value)
            )
            if not isinstance(tree, Refused):
                value = self.evaluate(tree, constant.owner, depth + 1)
        self._values[constant.whole.first] = value
        return value

    def evaluate(self, tree: Node, owner: str = "", depth: int = 0) -> Value:
        """Return the number or text that a tree is."""
        tree = bare(tree)
        if isinstance(tree, Token):
            if tree.type == "INT":
                return Value(number_of(tree))
            return Value(str(tree)[1:].removesuffix('"')) if tree.type == "STRING" else Value(None)
        match tree.data:
            case "path":
                found = self.constant(last_word(tree), owner_of(tree, owner))
                if found is None:
                    return Value(None, last_word(tree))
                return self.value_of(found, depth)
            case "bound" if len(tree.children) == 1:
                return self.evaluate(tree.children[0], owner, depth)
            case "bound":
                value = self.evaluate(tree.children[1], owner, depth)
                return Value(-value.of) if isinstance(value.of, int) else value
            case "minus":
                value = self.evaluate(tree.children[0], owner, depth)
                return Value(-value.of) if isinstance(value.of, int) else value
            case "sum":
                left = self.evaluate(tree.children[0], owner, depth)
                right = self.evaluate(tree.children[2], owner, depth)
                if isinstance(left.of, int) and isinstance(right.of, int):
                    plus = tree.children[1] == "+"
                    return Value(left.of + right.of if plus else left.of - right.of)
                return Value(None)
            case "invoke" if tree.children[1] == "api_key":
                variant = tree.children[0]
                if isinstance(variant, Tree) and variant.data == "path":
                    key = self.keys.get((owner_of(variant, owner), last_word(variant)))
                    return Value(None if key is None else key[0])
                return Value(None)
            case _:
                return Value(None)

    def level(self, tree: Node, owner: str = "", name: str | None = None) -> LevelRef | None:
        """Read a level: a number, or a constant; one of another file keeps its name."""
        value = self.evaluate(tree, owner)
        if isinstance(value.of, int):
            return LevelRef(value.of, None, self.place(tree, name))
        if value.of is None and value.word.isupper():
            return LevelRef(None, value.word, self.place(tree, name))
        return None


def scope_of(code: Code, automaton: Automaton, items: Outline) -> Scope:
    """Collect what the items of a file name."""
    scope = Scope(code=code, automaton=automaton, items=items)
    for one in items.constants:
        scope.by_name.setdefault(str(one.name), one)
        scope.by_owner.setdefault((one.owner, str(one.name)), one)
    for each in items.enums:
        scope.enums.setdefault(str(each.name), each)
    return scope


def function_named(items: Outline, owner: str, *names: str) -> Function | None:
    return next((one for one in items.functions if one.owner == owner and one.name in names), None)


def bare(tree: Node) -> Node:
    """Take off brackets, casts, `&`, `*` and `?`, and a block that is only a value."""
    while isinstance(tree, Tree) and (
        tree.data in {"grouped", "cast", "reference", "tried"}
        or (tree.data == "block" and len(tree.children) == 1)
    ):
        tree = tree.children[0]
    return tree


def last_word(tree: Node) -> str:
    """Return the last name of a path."""
    if isinstance(tree, Token):
        return str(tree)
    return str(tree.children[-1]) if tree.data == "path" else ""


def owner_of(path: Tree, owner: str) -> str:
    """Return the type that a path names before its last name."""
    if len(path.children) < 2:
        return ""
    word = str(path.children[-2])
    return owner if word == "Self" else word


def number_of(token: Token) -> int:
    """Read `24`, `24i16`, `1_000`, `0x1F_u8`."""
    text = _SUFFIX.sub("", token.replace("_", ""))
    base = _BASES.get(text[:2])
    return int(text[:40]) if base is None else int(text[2:40] or "0", base)
