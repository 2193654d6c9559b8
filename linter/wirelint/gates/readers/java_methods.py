# What a method is good for is told by its signature and by what its body speaks of. One that looks
# like a ladder and cannot be read is a problem; one that gives back a field, or compares two levels,
# is neither ladder nor problem.
"""The methods of a Java type as ladders, predicates and the rest."""

from __future__ import annotations

import re
from typing import Final

from wirelint.gates.model import (
    Feature,
    Gates,
    GateTable,
    Infer,
    Ladder,
    Level,
    Outcome,
    Predicate,
    Said,
    rpc_name,
)
from wirelint.gates.readers.code import Refused
from wirelint.gates.readers.flow import cases, condition
from wirelint.gates.readers.guards import MIRRORED, OPERATORS, Operator
from wirelint.gates.readers.java_body import read_body
from wirelint.gates.readers.java_guards import Gives, Subject, is_level
from wirelint.gates.readers.java_outline import Method
from wirelint.gates.readers.java_scope import (
    LEVEL_WORDS,
    NUMERIC,
    Scope,
    arguments,
    bare,
    integer,
    is_call,
    method_word,
    receiver,
    tokens_of,
)
from wirelint.gates.truth import value
from wirelint.lazy_dataclass import dataclass, replace
from wirelint.syntax.automaton import Node, Tree

_CAPABILITY: Final = re.compile(r"(is|has|can|supports)[A-Z].*|.*(Supported|Enabled|Required)")
_LEVEL_PARAMETER: Final = re.compile(r"(.*[lL]evel|version)")
# Constants that move with every release: a question about them is no capability.
_MOVING: Final = re.compile(r"(LATEST|MINIMUM|MAXIMUM)\w*")


@dataclass(frozen=True, slots=True)
class Methods:
    ladders: tuple[Ladder, ...]
    predicates: tuple[Predicate, ...]
    infers: tuple[Infer, ...]


def read_methods(scope: Scope) -> Methods:
    """Read every method of a type that has levels."""
    methods = scope.type.methods
    for method in methods:
        _learn_comparison(scope, method)
    asking = [one for one in methods if _is_question(scope, one)]
    scope.predicates.update(str(one.name) for one in asking)
    predicates = [rule for one in asking if (rule := _predicate(scope, one)) is not None]
    choosing = [one for one in methods if _is_ladder(scope, one)]
    names = {str(one.name) for one in choosing}
    # Those that use another one are read behind it.
    choosing.sort(key=lambda one: _mentions(scope, one, names - {str(one.name)}))
    read = {
        str(one.name): found for one in choosing if (found := read_ladder(scope, one)) is not None
    }
    ordered = [read[str(one.name)] for one in methods if str(one.name) in read]
    infers = [fact for one in methods if (fact := _infer(scope, one)) is not None]
    return Methods(tuple(ordered), tuple(predicates), tuple(infers))


def read_ladder(scope: Scope, method: Method, words: frozenset[str] | None = None) -> Ladder | None:
    """Read a method that gives a version; None, and a problem, where that cannot be."""
    subject = Subject(scope, method, _words(scope, method) if words is None else words)
    step = read_body(subject)
    if step is None:
        return None
    found = cases(step)
    if not any(isinstance(one.version, int) for one in found):
        return None
    if not method.parameters:
        scope.ladders[str(method.name)] = step
    place = scope.place(method.name, subject.property())
    return Ladder(
        feature=Said(scope.feature, place), cases=found, name=str(method.name), origin=place
    )


def _predicate(scope: Scope, method: Method) -> Predicate | None:
    mark = len(scope.problems)
    subject = Subject(scope, method, _words(scope, method), Gives.TRUTH)
    step = read_body(subject)
    asks_level = _mentions(scope, method, scope.comparisons.keys() | scope.levels.keys())
    if len(scope.problems) > mark and not asks_level and not _CAPABILITY.fullmatch(method.name):
        del scope.problems[mark:]
        scope.predicates.discard(str(method.name))
        return None
    guard = None if step is None else condition(step)
    if guard is None or _mentions_moving(scope, method):
        return None
    place = scope.place(method.name, subject.property())
    return Predicate(
        name=str(method.name), feature=Said(scope.feature, place), guard=guard, origin=place
    )


def _words(scope: Scope, method: Method) -> frozenset[str]:
    """Return the names that mean the level in a method."""
    own = scope.feature.replace(".", "")
    words = {
        one.name
        for one in method.parameters
        if one.type == scope.type.name
        or (
            one.type in NUMERIC
            and (_LEVEL_PARAMETER.fullmatch(one.name) or one.name.lower() == own)
        )
    }
    if "static" in method.modifiers:
        return frozenset(words)
    fields = {
        str(one.name)
        for one in scope.type.fields
        if one.type in NUMERIC and "static" not in one.modifiers and one.name in LEVEL_WORDS
    }
    hidden = {one.name for one in method.parameters}
    return frozenset(words | {"this"} | (fields - hidden))


def _learn_comparison(scope: Scope, method: Method) -> None:
    """Learn what a method such as `isAtLeast` really does."""
    if method.type != "boolean" or len(method.parameters) != 1 or "static" in method.modifiers:
        return
    other = method.parameters[0]
    if other.type != scope.type.name:
        return
    name = str(method.name)
    operator = _comparison(scope, method, other.name)
    if operator is not None:
        scope.comparisons[name] = operator
    elif name in scope.comparisons:
        scope.comparisons[name] = None
        scope.refuse(method.name, f"what `{name}` compares cannot be told", f"capability[{name}]")


def _comparison(scope: Scope, method: Method, other: str) -> Operator | None:
    tree = scope.code.parse(scope.automaton, "body", tokens_of(scope, method.body))
    returned = None if isinstance(tree, Refused) else _returned(tree)
    if not isinstance(returned, Tree) or returned.data not in {"ordered", "equal"}:
        return None
    left, sign, right = bare(returned.children[0]), returned.children[1], bare(returned.children[2])
    operator = OPERATORS[str(sign)]
    mine = Subject(scope, method, _words(scope, method) - {other}, Gives.TRUTH)
    theirs = Subject(scope, method, frozenset((other,)), Gives.TRUTH)
    if is_call(left) and method_word(left) == "compareTo" and len(arguments(left)) == 1:
        plain = left.data == "call" or is_level(receiver(left), mine)
        same = plain and is_level(arguments(left)[0], theirs) and integer(right) == 0
        return operator if same else None
    if is_level(left, mine) and is_level(right, theirs):
        return operator
    return MIRRORED[operator] if is_level(left, theirs) and is_level(right, mine) else None


def _returned(body: Tree) -> Node | None:
    """Return what a body of one `return` gives."""
    only = body.children[0] if len(body.children) == 1 else None
    if not isinstance(only, Tree) or only.data != "returning":
        return None
    return bare(only.children[-1])


def _is_question(scope: Scope, method: Method) -> bool:
    """Whether a method gives a truth about the level."""
    if method.type not in {"boolean", "Boolean"} or _is_accessor(scope, method):
        return False
    if "static" not in method.modifiers:
        return not method.parameters
    return len(method.parameters) == 1 and method.parameters[0].type == scope.type.name


def _is_ladder(scope: Scope, method: Method) -> bool:
    """Whether a method looks as if it gave a version by the level."""
    if _is_accessor(scope, method) or str(method.name) in LEVEL_WORDS:
        return False
    named = method.name.endswith("Version")
    if method.type in NUMERIC:
        return named or _mentions(scope, method, scope.comparisons.keys() - {"equals"})
    if not named or not method.type.endswith("Version"):
        return False
    return method.type not in {scope.type.name, "FeatureVersion"} and not _gives_levels(method)


def _gives_levels(method: Method) -> bool:
    """Whether what is given is a level of another feature: `MetadataVersion minimum...()`."""
    return method.type == "MetadataVersion" or bool(
        method.parameters and method.parameters[0].type.endswith("Request")
    )


def _is_accessor(scope: Scope, method: Method) -> bool:
    """Whether a body only gives back a field, or a constant's number."""
    words = [str(one) for one in scope.code.tokens[method.body.first : method.body.end]]
    if words[:1] != ["return"] or words[-1:] != [";"]:
        return False
    words = [one for one in words[1:-1] if one not in {"this", ".", "(", ")"}]
    fields = {str(one.name) for one in scope.type.fields}
    if len(words) == 1:
        return words[0] in fields and words[0] not in scope.versions
    return len(words) == 2 and words[0] in scope.levels and words[1] in LEVEL_WORDS


def _mentions(scope: Scope, method: Method, words: frozenset[str] | set[str]) -> bool:
    return any(one in words for one in scope.code.tokens[method.body.first : method.body.end])


def _mentions_moving(scope: Scope, method: Method) -> bool:
    return any(
        one.type == "NAME" and _MOVING.fullmatch(one)
        for one in scope.code.tokens[method.body.first : method.body.end]
    )


def _infer(scope: Scope, method: Method) -> Infer | None:
    """Read a capability that a request's version tells: `request.version() > 3 ? TV_2 : TV_0`."""
    given = method.parameters[0] if len(method.parameters) == 1 else None
    if given is None or method.type != scope.type.name or not given.type.endswith("Request"):
        return None
    tree = scope.code.parse(scope.automaton, "body", tokens_of(scope, method.body))
    returned = None if isinstance(tree, Refused) else _returned(tree)
    label = f"infer[{given.type}]"
    if isinstance(returned, Tree) and returned.data == "choice":
        asked, level = bare(returned.children[0]), scope.level(returned.children[1], label)
        if isinstance(asked, Tree) and asked.data == "ordered" and level is not None:
            version = integer(asked.children[2])
            left = asked.children[0]
            own = is_call(left) and method_word(left) == "version" and receiver(left) == given.name
            if own and version is not None and asked.children[1] in {">", ">="}:
                first = version + 1 if asked.children[1] == ">" else version
                place = scope.place(method.name, label)
                return Infer(
                    feature=Said(scope.feature, place),
                    level=level,
                    rpc=Said(rpc_name(given.type), place),
                    version=Said(first, scope.place(asked.children[2], label)),
                    origin=place,
                )
    scope.refuse(method.name, f"what `{method.name}` infers cannot be read", label)
    return None


def needs_by_method(scope: Scope, rows: tuple[Level, ...]) -> tuple[Level, ...]:
    """Add the dependencies that a method `dependencies()` gives by the level."""
    method = next((one for one in scope.type.methods if one.name == "dependencies"), None)
    if method is None or method.parameters or _is_accessor(scope, method):
        return rows
    subject = Subject(scope, method, _words(scope, method), Gives.NEEDS)
    step = read_body(subject)
    if step is None:
        return rows
    ladder = Ladder(feature=Said(scope.feature), cases=cases(step))
    gates = Gates((GateTable(features=(Feature(name=scope.feature, rows=rows),)),))
    return tuple(_with_needs(one, value(ladder, one, gates), subject) for one in rows)


def _with_needs(row: Level, index: Outcome, subject: Subject) -> Level:
    found = subject.needs[index] if isinstance(index, int) else ()
    return replace(row, needs=(*row.needs, *found)) if found else row
