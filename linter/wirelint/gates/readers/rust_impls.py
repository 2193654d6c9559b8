# krabka's `trait Feature`: an implementation says a feature's name, its range, the level of a fresh
# cluster as a function of the bootstrap metadata.version, and the dependencies of each level (KIP-1022).
"""What implementations of a trait say about features."""

from __future__ import annotations

from typing import Final

from wirelint.gates.model import (
    ALWAYS,
    AllOf,
    AnyOf,
    Bootstrap,
    BootstrapKind,
    Case,
    DefaultFrom,
    FeaturePart,
    FromLevel,
    Guard,
    Holds,
    LevelRef,
    Need,
    Not,
    OnLevels,
    Said,
    Supports,
)
from wirelint.gates.readers.code import Refused
from wirelint.gates.readers.flow import cases
from wirelint.gates.readers.rust_body import read_steps
from wirelint.gates.readers.rust_features import Features
from wirelint.gates.readers.rust_outline import Function
from wirelint.gates.readers.rust_prepare import prepared
from wirelint.gates.readers.rust_rows import FEATURE
from wirelint.gates.readers.rust_scope import Scope, Value, bare
from wirelint.gates.readers.rust_subject import Subject, arguments, pattern_guard
from wirelint.lazy_dataclass import replace
from wirelint.syntax.automaton import Node, Tree
from wirelint.text import Location

_RANGE: Final = ("supported_range", "supported_levels", "range")
_DEFAULT: Final = ("default_level", "default_version", "bootstrap_level", "bootstrap_version")
_LAWFUL: Final = "metadata.version"
_METHODS: Final = frozenset(("name", "dependencies", *_RANGE, *_DEFAULT))


def read_impls(scope: Scope, found: Features) -> None:
    """Add what the file's implementations say to its features, or as parts of others'."""
    groups: dict[str, dict[str, Function]] = {}
    for one in scope.items.functions:
        if one.trait.endswith("Feature") and one.name in _METHODS:
            groups.setdefault(one.owner, {}).setdefault(str(one.name), one)
    for methods in groups.values():
        _read_impl(scope, methods, found)
    for one in scope.items.functions:
        _read_default_function(scope, one, found)


def _read_impl(scope: Scope, methods: dict[str, Function], found: Features) -> None:
    named = methods.get("name")
    tree = _single(scope, named) if named else None
    if named is None or tree is None:
        return
    value = scope.evaluate(tree, named.owner)
    name = value.of if isinstance(value.of, str) else value.word
    if not name or (isinstance(value.of, str) and not FEATURE.fullmatch(name)):
        return
    part = FeaturePart(
        feature=Said(name, scope.place(bare(tree))),
        supports=_range(scope, methods, name),
        needs=_needs(scope, methods.get("dependencies")),
        origin=scope.code.at_tokens(named.whole.first, named.whole.end),
    )
    default = next((methods[one] for one in _DEFAULT if one in methods), None)
    if default is not None:
        part = _with_default(scope, default, part)
    found.parts.append(part)


def _single(scope: Scope, function: Function) -> Node | None:
    """Return the one value that a body is; None where it is more, and where it cannot be parsed."""
    tree = scope.code.parse(scope.automaton, "body", prepared(scope.code, function.body))
    if isinstance(tree, Refused):
        at = function.name if tree.token is None else tree.token
        scope.refuse(at, f"`{function.name}` cannot be read: {tree.words()} is not understood")
        return None
    return tree.children[0] if len(tree.children) == 1 else None


def _range(scope: Scope, methods: dict[str, Function], name: str) -> Supports | None:
    function = next((methods[one] for one in _RANGE if one in methods), None)
    if function is None:
        return None
    tree = _single(scope, function)
    if tree is None:
        return None
    tree = bare(tree)
    ends = list(tree.children) if isinstance(tree, Tree) and tree.data == "tuple" else []
    if isinstance(tree, Tree) and tree.data == "call":
        ends = arguments(tree)
    levels = [scope.level(one, function.owner, f"{name}.supports") for one in ends]
    if len(levels) == 2 and levels[0] is not None and levels[1] is not None:
        return Supports(levels[0], levels[1], None, scope.place(tree))
    scope.refuse(tree, f"`{scope.text(tree)}` is no range of levels", f"{name}.supports")
    return None


def _with_default(scope: Scope, function: Function, part: FeaturePart) -> FeaturePart:
    """Read the level of a fresh cluster: fixed, the newest, or by the metadata.version."""
    words = [one.name for one in function.parameters if one.name and one.name != "self"]
    given: list[LevelRef] = []
    subject = Subject(
        scope=scope,
        function=function,
        levels=frozenset(words[:1]),
        called=f"{part.feature.value}.bootstrap",
        given=given,
    )
    tree = scope.code.parse(scope.automaton, "body", prepared(scope.code, function.body))
    if isinstance(tree, Refused):
        at = function.name if tree.token is None else tree.token
        scope.refuse(at, f"`{function.name}` cannot be read: {tree.words()} is not understood")
        return part
    whole = scope.place(function.name, f"{part.feature.value}.bootstrap")
    last = bare(tree.children[-1]) if tree.children else None
    if isinstance(last, Tree) and last.data == "invoke" and last.children[1] == "clamp":
        return replace(part, bootstrap=Bootstrap(BootstrapKind.PRODUCTION, None, None, whole))
    if last is not None and len(tree.children) == 1:
        level = scope.level(last, function.owner, f"{part.feature.value}.bootstrap")
        if level is not None:
            return replace(part, bootstrap=Bootstrap(BootstrapKind.AT, level, None, level.origin))
    found = cases(read_steps(tree, subject))
    by = Said(_LAWFUL, whole)
    defaults = tuple(
        (given[one.version], DefaultFrom(by, low, one.origin))
        for one in found
        if isinstance(one.version, int) and (low := _lowest(one)) is not None
    )
    return replace(part, bootstrap=Bootstrap(BootstrapKind.BY, None, by, whole), defaults=defaults)


def _lowest(case: Case) -> LevelRef | None:
    """Return the level from which a case holds."""
    guard = case.guard
    if isinstance(guard, FromLevel):
        return guard.level
    if isinstance(guard, OnLevels) and guard.levels:
        return guard.levels[0]
    if isinstance(guard, AllOf):
        return next((one.level for one in guard.guards if isinstance(one, FromLevel)), None)
    return None


def _needs(scope: Scope, function: Function | None) -> tuple[tuple[LevelRef, Need], ...]:
    """Read `match level { 1 => &[("x.version", 23)], _ => &[] }`, and `if level >= 1 { ... }`."""
    if function is None or not function.body:
        return ()
    tree = _single(scope, function)
    words = [one.name for one in function.parameters if one.name and one.name != "self"]
    subject = Subject(scope=scope, function=function, levels=frozenset(words[:1]))
    tree = None if tree is None else bare(tree)
    if not isinstance(tree, Tree):
        return ()
    if tree.data == "switching":
        arms = [one for one in tree.children[1:] if isinstance(one, Tree) and one.data == "arm"]
        pairs = [
            (pattern_guard(one.children[0], tree.children[0], subject)[0], one.children[-1])
            for one in arms
        ]
    else:
        pairs = [(ALWAYS, tree)]
    found: list[tuple[LevelRef, Need]] = []
    for guard, listed in pairs:
        needs = _listed(scope, listed, function.owner)
        found += ((level, need) for level in _levels(guard) for need in needs)
    return tuple(found)


def _levels(guard: Guard) -> tuple[LevelRef, ...]:
    """Return the levels of a guard that names them one by one, or begins at one."""
    match guard:
        case OnLevels(levels):
            return levels
        case FromLevel(level):
            return (level,)
        case AnyOf(guards) | AllOf(guards):
            return tuple(level for one in guards for level in _levels(one))
        case Not() | Holds():
            return ()


def _listed(scope: Scope, tree: Node, owner: str) -> list[Need]:
    tree = bare(tree)
    found: list[Need] = []
    if not isinstance(tree, Tree) or tree.data != "list":
        scope.refuse(tree, f"`{scope.text(tree)}` is no list of dependencies")
        return found
    for one in tree.children:
        pair = bare(one)
        if not isinstance(pair, Tree) or pair.data != "tuple" or len(pair.children) != 2:
            scope.refuse(one, f"`{scope.text(one)}` is no dependency")
            continue
        name = scope.evaluate(pair.children[0], owner)
        level = scope.level(pair.children[1], owner)
        feature = _feature(name)
        if feature is None or level is None:
            scope.refuse(pair, f"`{scope.text(pair)}` is no dependency")
            continue
        found.append(Need(Said(feature, scope.place(pair.children[0])), level, scope.place(pair)))
    return found


def _feature(name: Value) -> str | None:
    if isinstance(name.of, str):
        return name.of
    word = name.word.removesuffix("_NAME").removesuffix("_FEATURE")
    return word.lower().replace("_", ".") if word and word != name.word else None


def _read_default_function(scope: Scope, function: Function, found: Features) -> None:
    """Read `fn default_version() -> i16`, where a file has no other word on a fresh cluster."""
    own = None if found.own is None else found.named(found.own)
    if function.trait or function.name not in _DEFAULT or own is None or own.bootstrap is not None:
        return
    tree = _single(scope, function)
    level = None if tree is None else scope.level(tree, function.owner, f"{own.name}.bootstrap")
    if level is not None:
        at = found.features.index(own)
        bootstrap = Bootstrap(BootstrapKind.AT, level, None, level.origin)
        found.features[at] = replace(own, bootstrap=bootstrap)


def read_absent(scope: Scope, found: Features) -> None:
    """Read `finalized_feature(X_FEATURE).unwrap_or(LEVEL)`: the level that absence reads as."""
    tokens = scope.code.tokens
    told: set[str | None] = set()  # by code, which counts before what a comment says
    for function in scope.items.functions:
        for index in range(function.body.first, function.body.end):
            if tokens[index] != "unwrap_or" or index + 1 >= function.body.end:
                continue
            name = _read_before(scope, function, index)
            feature = None if name is None else found.named(name)
            if feature is None or name in told or tokens[index + 1] != "(":
                continue
            given = scope.code.partner[index + 1]
            if given - index > 12:
                continue
            run = type(function.body)(index + 2, given)
            value = scope.value_in(run, function.owner).of
            if isinstance(value, int):
                at: Location = scope.code.at_tokens(run.first, run.end, f"{name}.absent")
                place = found.features.index(feature)
                told.add(name)
                found.features[place] = replace(feature, absent=LevelRef(value, None, at))


def _read_before(scope: Scope, function: Function, index: int) -> str | None:
    """Return the feature whose level is read right before an `unwrap_or`."""
    words = scope.code.tokens[max(function.body.first, index - 16) : index]
    if not any(
        one in {"finalized_feature", "finalized_features", "finalized_level"} for one in words
    ):
        return None
    for one in reversed(words):
        if one.type == "STRING" and FEATURE.fullmatch(one.strip('"')):
            return one.strip('"')
        constant = scope.constant(str(one)) if one.type == "NAME" else None
        value = None if constant is None else scope.value_of(constant).of
        if isinstance(value, str):
            return value
    return None
