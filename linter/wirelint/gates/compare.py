# A statement of intent says more than code can: releases, paths, capabilities by other names. So only
# what code says is compared, as functions of the level, and each side is read with its own levels.
"""Where a `.gates` statement and the code disagree."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from wirelint.diagnostics import Finding, Related
from wirelint.gates.model import (
    UNDEFINED,
    AnyOf,
    DefaultFrom,
    Feature,
    Flag,
    Gates,
    Infer,
    LadderKind,
    LadderSite,
    Level,
    LevelRef,
    Outcome,
    Predicate,
    rpc_name,
)
from wirelint.gates.truth import differences as truth_differences
from wirelint.gates.truth import predicate_table, truth_table
from wirelint.lazy_dataclass import replace
from wirelint.text import Place

_STEM: Final = re.compile(r"^(?:is|has|can|supports)(?=[A-Z])|(?:Supported|Enabled|Required)$")
_LETTERS: Final = re.compile(r"[^a-z0-9]")


def differences(statement: Gates, code: Gates) -> tuple[Finding, ...]:
    """Return what the statement says otherwise than the code, or leaves out.

    Findings point into the statement; the place in the code is related. What cannot be told on one
    side is no difference.
    """
    return (
        *(one for feature in code.features for one in _feature(feature, statement, code)),
        *_ladders(statement, code),
        *_predicates(statement, code),
        *_infers(statement, code),
        *_advertised(statement, code),
    )


def _finding(at: Place, message: str, code_at: Place, code_says: str) -> Finding:
    return Finding(at, message, related=(Related(code_at, code_says),))


def _whole(statement: Gates) -> Place:
    return statement.tables[0].whole


def _feature(code: Feature, statement: Gates, gates: Gates) -> Iterator[Finding]:
    if gates.feature(code.name) is not code:
        return  # another table of that name counts
    stated = statement.feature(code.name)
    if stated is None:
        message = f"feature `{code.name}` of the code is not stated"
        yield _finding(_whole(statement), message, code.origin, "the code has it here")
        return
    yield from _range(code, stated)
    rows = {row.number: row for row in stated.levels}
    coded = {row.number: row for row in code.levels}
    for number, row in coded.items():
        if number in rows:
            yield from _level(row, rows[number], code, stated, (statement, gates))
        elif number is not None and not stated.is_retired(number):
            message = f"level {row.label} of `{code.name}` is not stated"
            yield _finding(stated.name_at, message, row.origin, "the code has it here")
    for number, row in rows.items():
        if coded and number not in coded:
            message = f"the code has no level {number} of `{code.name}`"
            yield _finding(row.number_at, message, code.origin, "its levels")


def _range(code: Feature, stated: Feature) -> Iterator[Finding]:
    at = stated.production_at
    bounds = (
        ("lowest level", code.low, stated.low, stated.supports),
        ("production level", code.production, stated.production, True),
        ("highest level", code.highest, stated.highest, not code.rows),
    )
    for what, coded, said, matters in bounds:
        if matters and coded is not None and said is not None and coded != said:
            message = f"the {what} of `{code.name}` is {said} here and {coded} in the code"
            yield _finding(at, message, code.production_at, "the code says it here")
    if code.bootstrap is not None and stated.bootstrap is not None:
        mine = (stated.bootstrap.kind, stated.bootstrap.feature)
        theirs = (code.bootstrap.kind, code.bootstrap.feature)
        if mine != theirs:
            message = f"`{code.name}` is bootstrapped otherwise in the code"
            yield _finding(stated.bootstrap.origin, message, code.bootstrap.origin, "by this")


def _level(
    code: Level, stated: Level, feature: Feature, said: Feature, gates: tuple[Gates, Gates]
) -> Iterator[Finding]:
    statement, around = gates
    name = feature.name
    if code.name is not None and stated.name is not None and code.name != stated.name:
        message = (
            f"level {code.number} of `{name}` is `{stated.name}` here and `{code.name}` in the code"
        )
        yield _finding(stated.name_at, message, code.name_at, "the code's name")
    if Flag.METADATA not in code.unknown and code.is_metadata != stated.is_metadata:
        word = "changes" if code.is_metadata else "does not change"
        message = f"in the code, level {code.label} of `{name}` {word} metadata records"
        yield _finding(
            stated.place_of(Flag.METADATA), message, code.place_of(Flag.METADATA), "as here"
        )
    if _needs(code, around) != _needs(stated, statement):
        message = f"level {code.label} of `{name}` has other dependencies in the code"
        yield _finding(stated.origin, message, code.origin, "the code's level")
    if any(row.default_from is not None for row in feature.rows):
        mine, theirs = _default(stated.default_from, statement), _default(code.default_from, around)
        if mine != theirs and None not in {_number(mine), _number(theirs)}:
            message = (
                f"level {code.label} of `{said.name}` is the default from another level in the code"
            )
            yield _finding(stated.origin, message, code.origin, "the code's level")


def _needs(level: Level, gates: Gates) -> set[tuple[str, int | str | None]]:
    return {
        (one.feature.value, _resolve(one.level, one.feature.value, gates)) for one in level.needs
    }


def _resolve(ref: LevelRef, feature: str, gates: Gates) -> int | str | None:
    number = gates.resolve(feature, ref)
    return ref.name if number is None else number


_Default = tuple[str, int | str | None]


def _default(default: DefaultFrom | None, gates: Gates) -> _Default:
    """Return where a level begins to be the default; from the lowest level on is from everywhere."""
    if default is None:
        return ("", 0)
    feature = gates.feature(default.feature)
    number = gates.resolve(default.feature.value, default.level)
    if (
        feature is not None
        and number is not None
        and feature.low is not None
        and number <= feature.low
    ):
        return ("", 0)
    return (default.feature.value, number)


def _number(default: _Default) -> int | str | None:
    return default[1]


def _ladders(statement: Gates, code: Gates) -> Iterator[Finding]:
    for site in code.ladders:
        if site.ladder.feature is None:
            continue
        found = _stated(site, statement)
        if found is None:
            message = (
                f"the code chooses the version of `{site.name}` by `{site.ladder.feature.value}`"
            )
            yield _finding(
                _whole(statement), f"{message}, which is not stated", site.ladder.origin, "by this"
            )
            continue
        stated = found.ladder.feature
        if stated != site.ladder.feature:
            message = f"`{site.name}` follows `{site.ladder.feature.value}` in the code"
            yield _finding(found.ladder.origin, message, site.ladder.origin, "by this")
            continue
        before = truth_table(found.ladder, statement)
        for one in truth_differences(before, truth_table(site.ladder, code)):
            message = (
                f"at level {one.level} of `{site.ladder.feature.value}`, `{site.name}` has"
                f" {_version(one.before)} here and {_version(one.after)} in the code"
            )
            yield _finding(found.ladder.origin, message, site.ladder.origin, "the code's ladder")


def _version(outcome: Outcome) -> str:
    return "no version" if outcome is UNDEFINED else f"version {outcome}"


def _stated(site: LadderSite, statement: Gates) -> LadderSite | None:
    """Find the statement's ladder for the same thing, first of all on the same path."""
    if site.kind is LadderKind.RPC:
        sites = statement.ladders_of_rpc(site.name)
    elif site.kind is LadderKind.RECORD:
        sites = statement.ladders_of_record(site.name)
    else:
        sites = tuple(
            one for one in statement.ladders if one.kind is site.kind and one.name == site.name
        )
    path = None if site.path is None else site.path.name
    same = (one for one in sites if one.path is not None and one.path.name == path)
    return next(same, sites[0] if sites else None)


def _predicates(statement: Gates, code: Gates) -> Iterator[Finding]:
    """Capabilities are matched by name; those that the statement has by no name are its own choice."""
    stated: dict[tuple[str, str], Predicate] = {}
    for one in statement.predicates:
        key = (one.feature.value, _stem(one.name))
        same = stated.get(key)
        # Several levels may enable one capability: it is on from the first of them.
        guard = one.guard if same is None else AnyOf((same.guard, one.guard))
        stated[key] = replace(one, guard=guard)
    for one in code.predicates:
        found = stated.get((one.feature.value, _stem(one.name)))
        if found is not None:
            yield from _capability(found, one, statement, code)


def _capability(
    stated: Predicate, coded: Predicate, statement: Gates, code: Gates
) -> Iterator[Finding]:
    found = truth_differences(predicate_table(stated, statement), predicate_table(coded, code))
    for one in found:
        word = "on" if one.after else "off"
        message = (
            f"`{stated.name}` is {word} at level {one.level} of `{coded.feature.value}` in the code"
        )
        yield _finding(stated.origin, message, coded.origin, "the code's predicate")


def _stem(name: str) -> str:
    """Return the words of a capability: `isElrSupported` and `elr` are one."""
    return _LETTERS.sub("", _STEM.sub("", _STEM.sub("", name)).lower())


def _infers(statement: Gates, code: Gates) -> Iterator[Finding]:
    stated = {_key(one): one for table in statement.tables for one in table.infers}
    for table in code.tables:
        for one in table.infers:
            found = stated.get(_key(one))
            what = f"what `{one.rpc.value}` tells of `{one.feature.value}`"
            if found is None:
                yield _finding(_whole(statement), f"{what} is not stated", one.origin, "told here")
            elif _fact(found, statement) != _fact(one, code):
                yield _finding(
                    found.origin, f"{what} is otherwise in the code", one.origin, "told here"
                )


def _key(infer: Infer) -> tuple[str, str]:
    return infer.feature.value, rpc_name(infer.rpc.value)


def _fact(infer: Infer, gates: Gates) -> tuple[int, int | str | None]:
    return infer.version.value, _resolve(infer.level, infer.feature.value, gates)


def _advertised(statement: Gates, code: Gates) -> Iterator[Finding]:
    """Code that lowers what is advertised does not know the highest version: the schema does."""
    for table in code.tables:
        for one in table.advertises:
            found = statement.advertised(one.rpc.value)
            low = one.versions.value.low
            if found is None:
                message = f"that `{one.rpc.value}` is advertised from version {low} is not stated"
                yield _finding(_whole(statement), message, one.origin, "the code says it here")
            elif found.versions.value.low != low:
                message = f"`{one.rpc.value}` is advertised from version {low} in the code"
                yield _finding(found.versions.origin, message, one.versions.origin, "here")
