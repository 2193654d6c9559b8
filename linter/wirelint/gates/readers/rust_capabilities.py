# krabka turns things on by constants: `SCRAM_MIN_LEVEL: i16 = 11`. Whose level that is says the name,
# else the file: the one that a table of levels stands in, or that names a feature in the value.
"""Capabilities that Rust code names by constants."""

from __future__ import annotations

import re
from typing import Final

from wirelint.gates.model import FromLevel, LevelRef, Need, Predicate, Said
from wirelint.gates.readers.code import Refused
from wirelint.gates.readers.rust_features import Features, Holder, is_lower_bound
from wirelint.gates.readers.rust_outline import Constant
from wirelint.gates.readers.rust_scope import INTEGERS, Scope, bare
from wirelint.lazy_dataclass import replace
from wirelint.text import Location

_CAPABILITY: Final = re.compile(r"(\w+?)_MIN_LEVEL")


def read_capabilities(scope: Scope, found: Features) -> None:
    """Read `X_MIN_LEVEL`: what a level turns on."""
    holders = found.holders
    for constant in scope.items.constants:
        matched = _CAPABILITY.fullmatch(constant.name)
        if matched is None or constant.type not in INTEGERS or constant.owner:
            continue
        stem = f"{matched[1]}_"
        if any(one.stem == stem and is_lower_bound(scope, one, constant) for one in holders):
            continue  # a bound of the feature itself
        name = _feature_of(scope, constant, matched[1], holders, found.own)
        value = scope.value_of(constant).of
        at = scope.place(constant.name, f"capability[{kebab(matched[1])}]")
        if name is None or not isinstance(value, int):
            _refuse_capability(scope, constant, at)
            continue
        _enable(scope, constant, Need(Said(name, at), LevelRef(value)), found)


def _feature_of(
    scope: Scope, constant: Constant, stem: str, holders: list[Holder], own: str | None
) -> str | None:
    """Tell the feature of a capability: by its own name, by the constants it is made of, by the file."""
    for holder in holders:
        if holder.stem and f"{stem}_".startswith(holder.stem):
            return holder.name
    if stem.endswith("_VERSION"):
        return stem.lower().replace("_", ".")
    for token in scope.code.tokens[constant.value.first : constant.value.end]:
        word = re.fullmatch(r"(\w+_VERSION)_(?:MIN|MAX)", token) if token.type == "NAME" else None
        if word is not None:
            return word[1].lower().replace("_", ".")
    return own


def _refuse_capability(scope: Scope, constant: Constant, at: Location) -> None:
    tree = scope.tree(constant.value)
    node = constant.name if isinstance(tree, Refused) else bare(tree)
    if not _names_a_version(scope, constant):
        return
    scope.refuse(node, f"the level of `{constant.name}` is not in this file", at.property)


def _names_a_version(scope: Scope, constant: Constant) -> bool:
    """Whether the level is taken from a feature's constants, and not some other kind of level."""
    tokens = scope.code.tokens[constant.value.first : constant.value.end]
    return any(re.search(r"_VERSION_(?:MIN|MAX)|_LEVEL$", token) for token in tokens)


def _enable(scope: Scope, constant: Constant, gate: Need, found: Features) -> None:
    """Let the level's row enable the capability; without such a row it stands for itself."""
    name, level = gate.feature.value, gate.level.number
    word = kebab(constant.name.removesuffix("_MIN_LEVEL"))
    at = scope.place(constant.name, f"{name}.level[{level}].enables")
    doc = _doc_of(scope, constant)
    for index, feature in enumerate(found.features):
        if feature.name != name or all(row.number != level for row in feature.rows):
            continue
        rows = tuple(
            replace(row, enables=(*row.enables, Said(word, at)), doc=row.doc or doc)
            if row.number == level
            else row
            for row in feature.rows
        )
        found.features[index] = replace(feature, rows=rows)
        return
    ref = LevelRef(level, None, scope.code.at_tokens(constant.value.first, constant.value.end))
    found.predicates.append(
        Predicate(name=word, feature=Said(name, at), guard=FromLevel(ref), origin=at)
    )


def _doc_of(scope: Scope, constant: Constant) -> str:
    first = scope.code.tokens[constant.whole.first]
    last = scope.code.tokens[constant.whole.end - 1]
    return scope.code.doc_of(first.start_pos or 0, last.end_pos or 0)


def kebab(constant: str) -> str:
    """Return a capability's word: `OIL_RESERVATION` is `oil-reservation`."""
    return constant.lower().replace("_", "-")
