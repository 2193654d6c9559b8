# A ladder is told by its signature: it takes a level and gives a number. One that also takes an RPC is
# read once for each RPC, and so becomes what the language writes as `rpc NAME key N upto by FEATURE`.
"""Functions of a level in Rust: ladders, private RPCs, predicates."""

from __future__ import annotations

import re
from typing import Final

from wirelint.gates.model import (
    Ladder,
    Predicate,
    Rpc,
    Said,
    Selection,
    SelectionKind,
)
from wirelint.gates.readers.flow import cases, condition
from wirelint.gates.readers.names import camel, feature_name
from wirelint.gates.readers.rust_body import parse_body, read_steps
from wirelint.gates.readers.rust_features import Features
from wirelint.gates.readers.rust_outline import Function, Variant
from wirelint.gates.readers.rust_scope import INTEGERS, Scope
from wirelint.gates.readers.rust_subject import Subject
from wirelint.lazy_dataclass import replace
from wirelint.syntax.automaton import Tree
from wirelint.text import Location

_GIVES: Final = re.compile(r"(?:(?:Option|Result)<)?(?:[iu](?:8|16|32))(?:,.*)?>?")
_LEVEL: Final = re.compile(r"(?:\w+_)?level|finalized|mv")
_VERSION: Final = re.compile(r"(\w+)_version")
_NOT_LEVELS: Final = frozenset(
    (
        "api",
        "request",
        "response",
        "header",
        "min",
        "max",
        "protocol",
        "client",
        "record",
        "wire",
        "schema",
    )
)
_KAFKAS: Final = frozenset(("metadata", "kraft", "group", "transaction", "share", "streams"))
_ASKED: Final = frozenset(("api_key", "key", "rpc_key"))
_TRUTHS: Final = re.compile(
    r"(?:is|has|can|supports|allows|uses|writes|reads|requires)_\w+|\w+_(?:enabled|supported)"
)
_BOUNDS: Final = re.compile(r"is_(?:supported|valid|known)(?:_\w+)?")
_OTHER: Final = frozenset(
    ("default_level", "default_version", "bootstrap_level", "dependencies", "feature_level")
)
_FIRST_PRIVATE: Final = 1000
_MANY: Final = 128  # RPCs of a function, which is read once for each


class Ladders:
    """What the functions of a file say."""

    def __init__(self) -> None:
        self.ladders: list[Ladder] = []
        self.rpcs: list[Rpc] = []
        self.predicates: list[Predicate] = []


def read_keys(scope: Scope) -> None:
    """Learn the api keys of enums: `fn api_key(self)` with an arm for each variant."""
    for function in scope.items.functions:
        if function.name not in {"api_key", "key"} or function.owner not in scope.enums:
            continue
        subject = Subject(
            scope=scope, function=function, levels=frozenset(), asked=frozenset(("self",))
        )
        quiet = replace(scope, problems=[])
        tree = parse_body(replace(subject, scope=quiet))
        if tree is None:
            continue
        for variant in scope.enums[function.owner].variants[:_MANY]:
            word = str(variant.name)
            asked = replace(subject, scope=quiet, choice=word)
            found = cases(read_steps(tree, asked))
            if found and isinstance(found[0].version, int):
                at = found[0].version_at
                if isinstance(at, Location):
                    at = Location(at.source, at.span, f"rpc[{word}].key")
                    scope.keys[(function.owner, word)] = found[0].version, at


def read_ladders(scope: Scope, features: Features) -> Ladders:
    """Read every function of a level."""
    found = Ladders()
    candidates = [one for one in scope.items.functions if _gives_version(one)]
    names = {str(one.name) for one in candidates} | {"max_request_version", "private_rpc_version"}
    for function in candidates:
        if not _passes_on(scope, function, names):
            _read_ladder(scope, function, features, found)
    for function in scope.items.functions:
        if function.gives == "bool" and _TRUTHS.fullmatch(function.name):
            _read_predicate(scope, function, features, found)
    _read_rpcs(scope, found)
    return found


def _gives_version(function: Function) -> bool:
    return (
        _GIVES.fullmatch(function.gives) is not None
        and "version" in function.name
        and function.name not in _OTHER
        and not function.trait
    )


def _passes_on(scope: Scope, function: Function, names: set[str]) -> bool:
    """Whether a function only asks another ladder."""
    tokens = scope.code.tokens
    body = function.body
    return any(
        tokens[at] in names and tokens[at + 1] == "(" and tokens[at - 1] != "fn"
        for at in range(body.first, min(body.end, len(tokens)) - 1)
    )


def _level_words(function: Function, features: Features) -> tuple[frozenset[str], str | None]:
    """Return the words that mean the level in a function, and the feature that they say."""
    words: set[str] = set()
    feature: str | None = None
    known = features.known()
    for one in function.parameters:
        if one.name == "self" or one.type.lstrip("&") == "Self":
            if feature_name(function.owner) in known:
                words.add("self")
                feature = feature or feature_name(function.owner)
            continue
        type_ = re.sub(r"^&?(?:Option<)?&?|>$", "", one.type).rpartition("::")[2]
        if type_ not in INTEGERS:
            if feature_name(type_) in known:
                words.add(one.name)
                feature = feature or feature_name(type_)
            continue
        matched = _VERSION.fullmatch(one.name)
        if matched is not None and matched[1] not in _NOT_LEVELS:
            name = f"{matched[1]}.version".replace("_", ".")
            if name in known or matched[1] in _KAFKAS:
                words.add(one.name)
                feature = feature or name
        elif _LEVEL.fullmatch(one.name):
            words.add(one.name)
    return frozenset(words), feature


def _reads_level(scope: Scope, function: Function, features: Features) -> str | None:
    """Return the feature whose finalized level a function reads from an image itself."""
    tokens = scope.code.tokens[function.body.first : function.body.end]
    if not any(one in {"finalized_feature", "finalized_features", "finalized"} for one in tokens):
        return None
    for one in tokens:
        constant = scope.constant(str(one)) if one.type == "NAME" else None
        value = None if constant is None else scope.value_of(constant).of
        text = (
            value
            if isinstance(value, str)
            else str(one).strip('"')
            if one.type == "STRING"
            else None
        )
        if text in features.known():
            return text
        word = feature_name(one) if one.type == "NAME" else ""
        if word in features.known():
            return word
        if one.type == "NAME" and one.endswith("_VERSION_FEATURE"):
            return one.removesuffix("_FEATURE").lower().replace("_", ".")
    return None


def _read_ladder(scope: Scope, function: Function, features: Features, found: Ladders) -> None:
    words, feature = _level_words(function, features)
    if not words:
        feature = _reads_level(scope, function, features)
        if feature is None:
            return
    feature = feature or features.own
    if feature is None:
        return
    enum = next(
        (
            scope.enums[type_]
            for one in function.parameters
            if (type_ := function.owner if one.name == "self" else one.type.lstrip("&"))
            in scope.enums
        ),
        None,
    )
    asked = (
        frozenset(
            one.name
            for one in function.parameters
            if (one.name in _ASKED and one.type in INTEGERS)
            or (enum is not None and (one.name == "self" or one.type.lstrip("&") == enum.name))
        )
        - words
    )
    subject = Subject(scope=scope, function=function, levels=words, asked=asked)
    tree = parse_body(subject)
    if tree is None:
        return
    name = Said(feature, scope.place(function.name))
    if not asked:
        found.ladders.append(_ladder(tree, subject, name))
    elif enum is not None:
        if len(enum.variants) > _MANY:
            subject.refuse(function.name, f"`{function.name}` is a ladder of too many RPCs")
        for variant in enum.variants[:_MANY]:
            word = str(variant.name)
            one = replace(subject, choice=word, called=word)
            key = scope.keys.get((str(enum.name), word))
            _add_rpc(
                found,
                _ladder(tree, one, name),
                key,
                scope.place(variant.name),
                _doc(scope, variant),
            )
    else:
        keys = _keys_asked(scope, tree, subject)
        if len(keys) > _MANY:
            subject.refuse(function.name, f"`{function.name}` is a ladder of too many RPCs")
        for number, at in list(keys.items())[:_MANY]:
            word = _rpc_of_key(scope, number)
            placed = Location(at.source, at.span, f"rpc[{word}].key")
            one = replace(subject, choice=number, called=word)
            _add_rpc(found, _ladder(tree, one, name), (number, placed), placed)


def as_kafka_spells(function: str) -> str:
    """Return a function's name as mappings know it: `fetch_request_version` is `fetchRequestVersion`."""
    first, *rest = function.split("_")
    return "".join((first, *(word.capitalize() for word in rest)))


def _doc(scope: Scope, variant: Variant) -> str:
    first = scope.code.tokens[variant.whole.first]
    last = scope.code.tokens[variant.whole.end - 1]
    return scope.code.doc_of(first.start_pos or 0, last.end_pos or 0)


def _ladder(tree: Tree, subject: Subject, feature: Said[str]) -> Ladder:
    whole = subject.function.whole
    return Ladder(
        feature=feature,
        cases=cases(read_steps(tree, subject)),
        name=subject.called or as_kafka_spells(subject.name),
        origin=subject.scope.code.at_tokens(whole.first, whole.end),
    )


def _add_rpc(
    found: Ladders, ladder: Ladder, key: tuple[int, Location] | None, at: Location, doc: str = ""
) -> None:
    """Keep the ladder of one RPC. What has no key is no RPC, and its ladder stays loose."""
    if key is None:
        found.ladders.append(ladder)
    elif all(one.key is None or one.key.value != key[0] for one in found.rpcs):
        found.rpcs.append(
            Rpc(
                name=ladder.name or "",
                key=Said(key[0], key[1]),
                selection=Selection(
                    kind=SelectionKind.UPTO_BY, ladder=ladder, origin=ladder.origin
                ),
                doc=doc,
                name_at=at,
                origin=at,
            )
        )


def _keys_asked(scope: Scope, tree: Tree, subject: Subject) -> dict[int, Location]:
    """Find the keys that the arms of a function name."""
    found: dict[int, Location] = {}
    open_nodes: list[Tree] = [tree]
    while open_nodes and len(found) <= _MANY:
        node = open_nodes.pop()
        if node.data == "switching" and _asks(node.children[0], subject):
            for arm in node.children[1:]:
                if (
                    isinstance(arm, Tree)
                    and arm.data == "arm"
                    and isinstance(arm.children[0], Tree)
                ):
                    _keys_of(scope, arm.children[0], subject, found)
        open_nodes += [one for one in reversed(node.children) if isinstance(one, Tree)]
    return found


def _asks(asked: object, subject: Subject) -> bool:
    """Whether a `match` is on what is asked for, alone or first in a tuple."""
    if isinstance(asked, Tree) and asked.data == "tuple" and asked.children:
        asked = asked.children[0]
    return (
        isinstance(asked, Tree)
        and asked.data == "path"
        and len(asked.children) == 1
        and str(asked.children[0]) in subject.asked
    )


def _keys_of(scope: Scope, pattern: Tree, subject: Subject, found: dict[int, Location]) -> None:
    for one in pattern.children:
        if isinstance(one, Tree) and one.data == "several" and one.children:
            first = one.children[0]
            if isinstance(first, Tree):
                _keys_of(scope, first, subject, found)
        elif isinstance(one, Tree) and one.data == "bound":
            value = scope.evaluate(one, subject.function.owner).of
            if isinstance(value, int):
                found.setdefault(value, scope.place(one))


def _rpc_of_key(scope: Scope, key: int) -> str:
    """Return the RPC of a key: by a constant of the file, else by the number."""
    for constant in scope.items.constants:
        name = str(constant.name)
        if ("API_KEY" in name or name.endswith("_KEY")) and scope.value_of(constant).of == key:
            word = name.replace("_API_KEY", "").replace("API_KEY_", "").removesuffix("_KEY")
            return camel(word)
    return next((word for (_, word), known in scope.keys.items() if known[0] == key), str(key))


def _read_predicate(scope: Scope, function: Function, features: Features, found: Ladders) -> None:
    if _BOUNDS.fullmatch(function.name) or function.trait:
        return
    words, feature = _level_words(function, features)
    feature = feature or features.own
    if not words or feature is None:
        return
    subject = Subject(scope=scope, function=function, levels=words, truth=True)
    tree = parse_body(subject)
    if tree is None:
        return
    at = scope.place(function.name, subject.property())
    guard = condition(read_steps(tree, subject))
    found.predicates.append(
        Predicate(
            name=as_kafka_spells(subject.name), feature=Said(feature, at), guard=guard, origin=at
        )
    )


def _read_rpcs(scope: Scope, found: Ladders) -> None:
    """Add the private RPCs that no ladder has: variants with a key, and `API_KEY_X` constants."""
    known = {one.key.value for one in found.rpcs if one.key}
    for (owner, word), (key, at) in scope.keys.items():
        if key >= _FIRST_PRIVATE or "Private" in owner:
            if key not in known or all(one.name != word for one in found.rpcs):
                found.rpcs.append(Rpc(name=word, key=Said(key, at), name_at=at, origin=at))
            known.add(key)
    for constant in scope.items.constants:
        if constant.type not in INTEGERS or not constant.name.startswith("API_KEY_"):
            continue
        value = scope.value_of(constant).of
        if isinstance(value, int) and value >= _FIRST_PRIVATE and value not in known:
            name = camel(constant.name.removeprefix("API_KEY_"))
            at = scope.code.at_tokens(constant.value.first, constant.value.end, f"rpc[{name}].key")
            whole = scope.code.at_tokens(constant.whole.first, constant.whole.end)
            found.rpcs.append(Rpc(name=name, key=Said(value, at), name_at=at, origin=whole))
