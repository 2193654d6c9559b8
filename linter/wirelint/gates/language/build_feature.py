"""A `feature` block to a feature."""

from __future__ import annotations

from typing import Final

from wirelint.gates.language.scope import (
    Once,
    Scope,
    doc,
    names,
    numbers,
    only_tokens,
    only_trees,
    text_of,
    words_and_levels,
)
from wirelint.gates.model import (
    Alias,
    Bootstrap,
    BootstrapKind,
    Carrier,
    DefaultFrom,
    Feature,
    Flag,
    Foreign,
    Level,
    LevelRef,
    Need,
    Retired,
    Said,
    Supports,
)
from wirelint.syntax.automaton import Token, Tree

_STATEMENT_ONCE: Final = {
    "owner": "owner",
    "carrier": "carrier",
    "absent": "absent",
    "supports": "supports",
    "step": "step",
    "bootstrap_at": "bootstrap",
    "bootstrap_by": "bootstrap",
    "bootstrap_production": "bootstrap",
}
_ATTRIBUTE_ONCE: Final = {"in_release": "in", "default_from": "default"}


def build_feature(node: Tree, scope: Scope, aliases: tuple[Alias, ...]) -> Feature:
    """Build a feature; `aliases` are those of this feature, which stand outside of its block."""
    head = only_tokens(node)[0]
    name = text_of(head)
    once = Once(scope, f" for `{name}`")
    single: dict[str, Tree] = {}
    rows: list[Level] = []
    foreign: list[Foreign] = []
    retired: list[Retired] = []
    for tree in only_trees(node):
        word = _STATEMENT_ONCE.get(tree.data)
        if word is not None:
            if once.first(word, tree):
                single[tree.data] = tree
        elif tree.data == "foreign":
            foreign.append(_foreign(tree, scope, name))
        elif tree.data == "retired":
            low, high = ends(tree, scope)
            retired.append(Retired(low, high, doc(tree), scope.at(tree, f"{name}.retired")))
        else:
            rows.append(_level(tree, scope, name))
    owner, carrier, absent = single.get("owner"), single.get("carrier"), single.get("absent")
    step = single.get("step")
    return Feature(
        name=name,
        owner=None if owner is None else scope.said(names(owner)[0], f"{name}.owner"),
        carrier=None if carrier is None else _carrier(only_tokens(carrier)[0], scope, name),
        absent=None
        if absent is None
        else scope.level(words_and_levels(absent)[0], name, f"{name}.absent"),
        supports=_supports(single.get("supports"), scope, name),
        bootstrap=_bootstrap(single, scope, name),
        step=None if step is None else scope.said_number(numbers(step)[0], f"{name}.step"),
        foreign=tuple(foreign),
        retired=tuple(retired),
        rows=tuple(rows),
        aliases=aliases,
        name_at=scope.at(head, name),
        origin=scope.at(node, name),
    )


def ends(node: Tree, scope: Scope, limit: int = 2**15 - 1) -> tuple[int, int]:
    """Read `N` or `N .. M`."""
    found = [scope.number(one, limit) for one in numbers(node)]
    return found[0], found[-1]


def _carrier(token: Token, scope: Scope, name: str) -> Said[Carrier]:
    return Said(Carrier(str(token)), scope.at(token, f"{name}.carrier"))


def _supports(node: Tree | None, scope: Scope, name: str) -> Supports | None:
    if node is None:
        return None
    levels = words_and_levels(node)
    return Supports(
        scope.level(levels[0], name, f"{name}.minimum"),
        scope.level(levels[1], name, f"{name}.production"),
        scope.level(levels[2], name, f"{name}.unstable") if len(levels) > 2 else None,
        scope.at(node, f"{name}.supports"),
    )


def _bootstrap(single: dict[str, Tree], scope: Scope, name: str) -> Bootstrap | None:
    place = f"{name}.bootstrap"
    if (node := single.get("bootstrap_at")) is not None:
        level = scope.level(words_and_levels(node)[0], name, place)
        return Bootstrap(BootstrapKind.AT, level, None, scope.at(node, place))
    if (node := single.get("bootstrap_by")) is not None:
        by = scope.said(names(node)[0], place)
        return Bootstrap(BootstrapKind.BY, None, by, scope.at(node, place))
    if (node := single.get("bootstrap_production")) is not None:
        return Bootstrap(BootstrapKind.PRODUCTION, None, None, scope.at(node, place))
    return None


def _foreign(node: Tree, scope: Scope, name: str) -> Foreign:
    product, *levels = words_and_levels(node)
    place = f"{name}.foreign"
    low, *high = (scope.level(one, name, place) for one in levels)
    return Foreign(
        scope.said(product, place), low, high[0] if high else None, scope.at(node, place)
    )


def _level(node: Tree, scope: Scope, feature: str) -> Level:
    own = only_tokens(node)
    numbered = own[0].type == "INT"
    label = next(iter(names(node)), None)
    number = scope.number(own[0]) if numbered else None
    name = f"{feature}.level[{text_of(own[0]) if number is None else number}]"
    once = Once(scope, " on this level")
    stamp: Said[str] | None = None
    default_from: DefaultFrom | None = None
    flags: list[Said[Flag]] = []
    needs: list[Need] = []
    enables: list[Said[str]] = []
    for tree in only_trees(node):
        word = _ATTRIBUTE_ONCE.get(tree.data)
        if tree.data == "flag":
            word = str(only_tokens(tree)[0])
        if word is not None and not once.first(word, tree):
            continue
        match tree.data:
            case "in_release":
                stamp = scope.said(names(tree)[0], f"{name}.in")
            case "flag":
                token = only_tokens(tree)[0]
                flags.append(Said(Flag(str(token)), scope.at(token, f"{name}.{token}")))
            case "needs":
                other, level = _other_level(tree, scope, f"{name}.needs")
                needs.append(Need(other, level, scope.at(tree, f"{name}.needs")))
            case "default_from":
                other, level = _other_level(tree, scope, f"{name}.default")
                default_from = DefaultFrom(other, level, scope.at(tree, f"{name}.default"))
            case _:
                enables += (scope.said(one, f"{name}.enables") for one in names(tree))
    return Level(
        number=number,
        name=None if label is None else text_of(label),
        stamp=stamp,
        flags=tuple(flags),
        needs=tuple(needs),
        default_from=default_from,
        enables=tuple(enables),
        doc=doc(node),
        number_at=scope.at(own[0], name),
        name_at=scope.at(node if label is None else label, name),
        origin=scope.at(node, name),
    )


def _other_level(node: Tree, scope: Scope, place: str) -> tuple[Said[str], LevelRef]:
    feature, level = words_and_levels(node)
    return scope.said(feature, place), scope.level(level, text_of(feature), place)
