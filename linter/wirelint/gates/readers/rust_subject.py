# A function may hang on two things: the cluster's level, which stays open and becomes guards, and what
# is asked for (an RPC, by its variant or its key), which is fixed: the function is read once for each.
"""What a Rust function is about, and conditions in it."""

from __future__ import annotations

from typing import Final

from wirelint.gates.model import ALWAYS, NEVER, Guard, LevelRef, OnLevels
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
from wirelint.gates.readers.rust_outline import Function
from wirelint.gates.readers.rust_scope import Scope, bare, last_word
from wirelint.lazy_dataclass import dataclass, field, replace
from wirelint.syntax.automaton import Node, Token, Tree

# What turns a level's type into its number, or passes it on.
_PASSING: Final = frozenset(
    ("level", "get", "feature_level", "value", "copied", "cloned", "into", "as_i16", "number")
)
_READING: Final = frozenset(("finalized_feature", "finalized_level", "feature_level_of"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """A function. `levels` are the words that mean the level, `asked` those for what is asked for.

    `choice` is what is asked for in this reading: a variant's name or a key, None where nothing is.
    `names` are what `let` has named. `truth` says that a condition is wanted, not a version; with a
    list as `given` a level of a feature is wanted: it is put there, and its place is the value.
    """

    scope: Scope
    function: Function
    levels: frozenset[str]
    asked: frozenset[str] = frozenset()
    choice: str | int | None = None
    truth: bool = False
    called: str = ""
    names: dict[str, Node] = field(default_factory=dict)
    given: list[LevelRef] | None = None

    @property
    def name(self) -> str:
        return str(self.function.name)

    def property(self, label: str = "") -> str:
        if self.truth:
            return f"capability[{self.name}]"
        return f"ladder[{self.called or self.name}]" + (f"[{label}]" if label else "")

    def refuse(self, node: Node, message: str) -> None:
        self.scope.refuse(node, message, self.property())

    def with_level(self, word: str) -> Subject:
        return replace(self, levels=self.levels | {word})


def without(subject: Subject, word: str) -> Subject:
    """Forget a name, so that what it was given is read with the names before it."""
    return replace(subject, names={one: tree for one, tree in subject.names.items() if one != word})


def is_level(tree: Node, subject: Subject) -> bool:
    """Whether it is the level that the function is about."""
    for _ in range(40):
        tree = bare(tree)
        if isinstance(tree, Token):
            return False
        match tree.data:
            case "path" if len(tree.children) == 1:
                word = last_word(tree)
                if word in subject.levels:
                    return True
                if word not in subject.names:
                    return False
                tree = subject.names[word]
            case "member":
                if tree.children[1] not in {"0", *_PASSING}:
                    return False
                tree = tree.children[0]
            case "invoke":
                word = str(tree.children[1])
                if word in _READING:
                    return True
                if word == "get" and "finalized_features" in _calls(tree):
                    return True
                if word not in _PASSING and word not in {"unwrap_or", "unwrap_or_default"}:
                    return False
                tree = tree.children[0]
            case "call":
                if last_word(tree.children[0]) == "finalized":
                    return True
                if last_word(tree.children[0]) != "Some":
                    return False
                given = arguments(tree)
                if len(given) != 1:
                    return False
                tree = given[0]
            case _:
                return False
    return False


def is_asked(tree: Node, subject: Subject) -> bool:
    """Whether it is what is asked for."""
    tree = bare(tree)
    return isinstance(tree, Tree) and len(tree.children) == 1 and last_word(tree) in subject.asked


def arguments(call: Tree) -> list[Node]:
    last = call.children[-1]
    return [one for one in last.children if one != ","] if isinstance(last, Tree) else []


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
        case "compared":
            return _comparison(tree, subject)
        case "matching":
            asked, *rest = tree.children
            guard, inner = pattern_guard(rest[0], asked, subject)
            return both(guard, read_guard(within(rest[1]), inner)) if len(rest) > 1 else guard
        case "fits":
            return pattern_guard(tree.children[0], tree.children[1], subject)[0]
        case "path" if len(tree.children) == 1 and last_word(tree) in subject.names:
            word = last_word(tree)
            return read_guard(subject.names[word], without(subject, word))
        case "invoke":
            return _question(tree, subject)
        case _:
            return _unknown(tree, subject)


def pattern_guard(pattern: Node, asked: Node, subject: Subject) -> tuple[Guard, Subject]:
    """Read a pattern against what is matched; a name in it means the level from there on."""
    if isinstance(pattern, Tree) and pattern.data == "pattern":
        guards = []
        for one in pattern.children:
            guard, subject = pattern_guard(one, asked, subject)
            guards.append(guard)
        return either(*guards) if guards else NEVER, subject
    asked = bare(asked)
    if isinstance(pattern, Tree):
        if pattern.data == "anyone":
            return ALWAYS, subject
        if pattern.data == "aside":
            return pattern_guard(pattern.children[0], asked, subject)
        if pattern.data == "several":
            return _several(pattern, asked, subject)
        if pattern.data == "inside" and last_word(pattern.children[0]) == "Some":
            inner = [one for one in pattern.children[1:] if one != ","]
            if len(inner) == 1:
                return pattern_guard(inner[0], asked, subject)
    if is_asked(asked, subject):
        return _asked_guard(pattern, subject), subject
    if is_level(asked, subject):
        return _level_guard(pattern, subject)
    if isinstance(asked, Tree) and asked.data == "path" and last_word(asked) in subject.names:
        word = last_word(asked)
        return pattern_guard(pattern, subject.names[word], without(subject, word))
    return _unknown(asked, subject), subject


def _several(pattern: Tree, asked: Node, subject: Subject) -> tuple[Guard, Subject]:
    inner = [one for one in pattern.children if one != ","]
    if isinstance(asked, Tree) and asked.data == "tuple":
        given = [one for one in asked.children if one != ","]
        if len(given) == len(inner):
            guards = []
            for one, each in zip(inner, given, strict=True):
                guard, subject = pattern_guard(one, each, subject)
                guards.append(guard)
            return both(*guards), subject
    if len(inner) == 1:
        return pattern_guard(inner[0], asked, subject)
    return _unknown(pattern, subject), subject


def _asked_guard(pattern: Node, subject: Subject) -> Guard:
    """Whether a pattern is of what is asked for."""
    if isinstance(pattern, Tree):
        tree = pattern.children[0] if pattern.data == "bound" else pattern
        if isinstance(subject.choice, int):
            held = _holds_number(pattern, subject)
            if held is not None:
                return ALWAYS if held else NEVER
        elif isinstance(tree, Tree) and tree.data in {"path", "inside"}:
            word = last_word(tree.children[0] if tree.data == "inside" else tree)
            if word[:1].islower():
                return ALWAYS
            return ALWAYS if word == subject.choice else NEVER
    return _unknown(pattern, subject)


def _holds_number(pattern: Tree, subject: Subject) -> bool | None:
    choice, scope = subject.choice, subject.scope
    ends = [
        scope.evaluate(one, subject.function.owner)
        for one in pattern.children
        if isinstance(one, Tree)
    ]
    if pattern.data == "bound":
        if isinstance(pattern.children[0], Tree) and last_word(pattern.children[0])[:1].islower():
            return True
        ends = [scope.evaluate(pattern, subject.function.owner)]
    if not isinstance(choice, int) or not ends or not all(isinstance(one.of, int) for one in ends):
        return None
    numbers = [one.of for one in ends if isinstance(one.of, int)]
    match str(pattern.data):
        case "bound":
            return choice == numbers[0]
        case "closed":
            return numbers[0] <= choice <= numbers[1] - _is_open(pattern)
        case "opened":
            return choice >= numbers[0]
        case "reaching":
            return choice <= numbers[0] - _is_open(pattern)
        case _:
            return None


def within(tree: Node) -> Node:
    """What a node stands around, such as the condition of `if` behind a pattern."""
    return tree.children[0] if isinstance(tree, Tree) and tree.children else tree


def _is_open(pattern: Tree) -> bool:
    """Whether the end of a range is outside of it."""
    return any(one == ".." for one in pattern.children if isinstance(one, Token))


def _level_guard(pattern: Node, subject: Subject) -> tuple[Guard, Subject]:
    if isinstance(pattern, Token):
        return _unknown(pattern, subject), subject
    bounds = [one for one in pattern.children if isinstance(one, Tree)]
    match str(pattern.data):
        case "bound":
            word = last_word(bounds[0]) if bounds else ""
            if word == "None":
                return NEVER, subject
            if word[:1].islower():
                return ALWAYS, subject.with_level(word)
            level = _level(pattern, subject)
            return OnLevels((level,)) if level else _unknown(pattern, subject), subject
        case "closed":
            low, high = _level(bounds[0], subject), _level(bounds[1], subject)
            if low and high:
                sign: Operator = "<" if _is_open(pattern) else "<="
                return both(_compare(">=", low), _compare(sign, high)), subject
        case "opened":
            low = _level(bounds[0], subject)
            if low:
                return _compare(">=", low), subject
        case "reaching":
            high = _level(bounds[0], subject)
            if high:
                return _compare("<" if _is_open(pattern) else "<=", high), subject
        case _:
            pass
    return _unknown(pattern, subject), subject


def _level(tree: Node, subject: Subject) -> LevelRef | None:
    found = subject.scope.level(tree, subject.function.owner)
    if found is None:
        return None
    return LevelRef(
        found.number, found.name, subject.scope.place(tree, subject.property(found.text))
    )


def _comparison(tree: Tree, subject: Subject) -> Guard:
    left, sign, right = tree.children
    operator = OPERATORS[str(sign)]
    if is_level(right, subject):
        left, right, operator = right, left, MIRRORED[operator]
    if is_level(left, subject):
        level = _level(right, subject)
        return _compare(operator, level) if level else _unknown(right, subject)
    if is_asked(right, subject):
        left, right, operator = right, left, MIRRORED[operator]
    if is_asked(left, subject) and operator in {"==", "!="}:
        guard = _asked_word(right, subject)
        if guard is not None:
            return guard if operator == "==" else negate(guard)
    return _unknown(tree, subject)


def _asked_word(tree: Node, subject: Subject) -> Guard | None:
    tree = bare(tree)
    if isinstance(subject.choice, int):
        value = subject.scope.evaluate(tree, subject.function.owner).of
        return None if value is None else (ALWAYS if value == subject.choice else NEVER)
    word = last_word(tree)
    return (ALWAYS if word == subject.choice else NEVER) if word else None


def _compare(operator: Operator, level: LevelRef) -> Guard:
    if level.number is not None and operator in {">", "<="}:
        level = LevelRef(level.number + 1, None, level.origin)
        operator = ">=" if operator == ">" else "<"
    return compare(operator, level)


def _question(tree: Tree, subject: Subject) -> Guard:
    """Read `(A..=B).contains(&level)`, `level.is_some_and(..)` and the like."""
    owner, word, given = tree.children[0], tree.children[1], arguments(tree)
    owner = bare(owner)
    if word == "contains" and len(given) == 1 and is_level(given[0], subject):
        if isinstance(owner, Tree) and owner.data == "span":
            low, high = _level(owner.children[0], subject), _level(owner.children[2], subject)
            if low and high:
                sign: Operator = "<" if _is_open(owner) else "<="
                return both(_compare(">=", low), _compare(sign, high))
        if isinstance(owner, Tree) and owner.data == "list":
            levels = [_level(one, subject) for one in owner.children if one != ","]
            if all(levels):
                return OnLevels(tuple(one for one in levels if one))
    return _unknown(tree, subject)


def _unknown(tree: Node, subject: Subject) -> Guard:
    text = subject.scope.text(tree)
    subject.refuse(tree, f"`{subject.name}` branches on `{text}`, which is not the level")
    return unknown(text)


def _calls(tree: Tree) -> set[str]:
    """Return the methods of a chain of calls."""
    found: set[str] = set()
    node: Node = tree
    for _ in range(40):
        if not isinstance(node, Tree) or node.data not in {"invoke", "call", "reference", "tried"}:
            break
        if node.data == "invoke":
            found.add(str(node.children[1]))
        node = node.children[0]
    return found
