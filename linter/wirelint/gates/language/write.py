# Writes plain lines and lets the formatter lay them out. What the language cannot spell, a ladder with
# conditions other than levels, is written as what it means: its value at every level of the table.
"""A gate table to text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from wirelint.gates.language.layout import format_gates
from wirelint.gates.language.lines import STATEMENTS
from wirelint.gates.model import (
    ALWAYS,
    NEVER,
    UNDEFINED,
    Alias,
    BootstrapKind,
    Burned,
    Case,
    Entry,
    Feature,
    Format,
    FromLevel,
    Gates,
    GateTable,
    Ladder,
    Level,
    LevelRef,
    OnLevels,
    Outcome,
    Path,
    Predicate,
    Rpc,
    Said,
    Selection,
    SelectionKind,
    ServedTable,
    Variant,
)
from wirelint.gates.truth import predicate_table, truth_table

_PLAIN: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*(?:[.\-][A-Za-z0-9_]+)*")
_RELEASE: Final = re.compile(r"[0-9]+(?:\.[0-9]+)+(?:[.+\-][A-Za-z0-9_]+)*")

# Words that a name must not be taken for.
_RESERVED: Final = STATEMENTS | frozenset(
    (
        "owner carrier absent supports step bootstrap foreign retired level row at by production in"
        " needs default from enables to of any exactly atleast fallback upto otherwise key serves"
        " variant readable-since record carries converts control-record config empty metadata"
        " barrier unstable discover blind undefined unknown on off up down both none tag type"
    ).split()
)


def write_gates(table: GateTable) -> str:
    """Write a table as a `.gates` file in canonical layout, without comments.

    `read_gates` gives the same table back, with two exceptions that mean the same: names of
    functions in code are not written, and ladders and predicates with other conditions than levels
    become the list of their values.
    """
    gates = Gates((table,))
    blocks = [
        ["gates 1", *_heading(table)],
        *([*_feature(one)] for one in table.features),
        [_alias(one) for one in table.aliases],
        [
            f"mirror {_name(one.name)}{_of(one.feature)} in {_text(one.where.value)}"
            for one in table.mirrors
        ],
        *(_capability(one, gates) for one in table.predicates),
        *(_loose_ladder(one, gates) for one in table.ladders),
        [
            f"private-keys {one.low} .. {one.high} owner {_name(one.owner.value)}"
            for one in table.private_keys
        ],
        [_burned(one) for one in table.burned],
        *(_path(one, gates) for one in table.paths),
        [line for one in table.rpcs for line in _rpc(one, gates)],
        [
            f"advertise {_name(one.rpc.value)} {one.versions.value}{_doc(one.reason)}"
            for one in table.advertises
        ],
        *(_served(one) for one in table.served),
        *(_format(one, gates) for one in table.formats),
        *(
            [
                f"honour {_name(one.feature.value)} >= {_level(one.level)} {{",
                *([", ".join(_name(rpc.value) for rpc in one.rpcs)] if one.rpcs else []),
                "}",
            ]
            for one in table.honours
        ),
        [
            f"infer {_name(one.feature.value)} {_level(one.level)}"
            f" from {_name(one.rpc.value)} >= {one.version.value}"
            for one in table.infers
        ],
    ]
    return format_gates("\n\n".join("\n".join(block) for block in blocks if block) + "\n")


def _heading(table: GateTable) -> Iterator[str]:
    if table.releases:
        yield "releases " + " ".join(_release(one.value) for one in table.releases)
    for one in table.upgrades:
        to = "" if one.target is None else f" to {_release(one.target.value)}"
        yield f"upgrade from {_release(one.oldest.value)}{to}"


def _feature(feature: Feature) -> Iterator[str]:
    yield f"feature {_name(feature.name)} {{"
    if feature.owner is not None:
        yield f"owner {_name(feature.owner.value)}"
    if feature.carrier is not None:
        yield f"carrier {feature.carrier.value.value}"
    if feature.absent is not None:
        yield f"absent = {_level(feature.absent)}"
    if feature.supports is not None:
        low, high = _level(feature.supports.low), _level(feature.supports.production)
        unstable = feature.supports.unstable
        yield f"supports {low} to {high}" + (
            "" if unstable is None else f" unstable to {_level(unstable)}"
        )
    if feature.step is not None:
        yield f"step {feature.step.value}"
    if feature.bootstrap is not None:
        yield _bootstrap(feature)
    for foreign in feature.foreign:
        to = "" if foreign.high is None else f" to {_level(foreign.high)}"
        yield f"foreign {_name(foreign.product.value)} supports {_level(foreign.low)}{to}"
    for retired in feature.retired:
        yield f"retired {_numbers(retired.low, retired.high)}{_doc(retired.doc)}"
    for row in feature.rows:
        yield _row(row)
    yield "}"
    for alias in feature.aliases:
        yield _alias(alias)


def _bootstrap(feature: Feature) -> str:
    bootstrap = feature.bootstrap
    if bootstrap is not None and bootstrap.level is not None:
        return f"bootstrap at {_level(bootstrap.level)}"
    if bootstrap is not None and bootstrap.feature is not None:
        return f"bootstrap by {_name(bootstrap.feature.value)}"
    return f"bootstrap {BootstrapKind.PRODUCTION.value}"


def _row(row: Level) -> str:
    words = [f"level {row.number}" if row.number is not None else "row"]
    if row.name is not None or row.number is None:
        words.append(_release(row.name or "?"))
    if row.stamp is not None:
        words.append(f"in {_release(row.stamp.value)}")
    words += (one.value.value for one in row.flags)
    words += (f"needs {_name(one.feature.value)} >= {_level(one.level)}" for one in row.needs)
    if row.default_from is not None:
        words.append(
            f"default from {_name(row.default_from.feature.value)} {_level(row.default_from.level)}"
        )
    if row.enables:
        words.append("enables " + ", ".join(_name(one.value) for one in row.enables))
    return " ".join(words) + _doc(row.doc)


def _alias(alias: Alias) -> str:
    name, of = _release(alias.name.value), _name(alias.feature.value)
    return f"alias {name} = {_level(alias.level)} of {of}"


def _burned(burned: Burned) -> str:
    numbers = _numbers(burned.low, burned.high)
    return f"burned {burned.kind.value} {numbers}{_of(burned.of)}{_doc(burned.doc)}"


def _capability(predicate: Predicate, gates: Gates) -> list[str]:
    lines = [f"capability {_name(predicate.name)} by {_name(predicate.feature.value)} {{"]
    if isinstance(predicate.guard, FromLevel):
        lines.append(f"on from {_level(predicate.guard.level)}")
    elif predicate.guard != NEVER:
        # What cannot be told is off: a reader says so in a finding, the language has no word for it.
        table: dict[int, bool | None] = {
            level: bool(on) for level, on in predicate_table(predicate, gates).items()
        }
        lines += (
            f"{'on' if on else 'off'} from {start}" for start, on in _steps(table, before=False)
        )
    return [*lines, "}"]


def _loose_ladder(ladder: Ladder, gates: Gates) -> list[str]:
    by = "" if ladder.feature is None else f" by {_name(ladder.feature.value)}"
    return [f"ladder {_name(ladder.name or '?')}{by} {{", *_rungs(ladder, gates), "}"]


def _rungs(ladder: Ladder, gates: Gates) -> Iterator[str]:
    if all(_is_plain(one) for one in ladder.cases):
        for case in ladder.rungs:
            yield f"{_outcome(case.version)} {_condition(case)}{_doc(case.doc)}"
        return
    table = truth_table(ladder, gates)
    if not table:
        yield "unknown otherwise"
    for start, version in _steps(table, before=UNDEFINED):
        yield f"{_outcome(version)} from {start}"


def _is_plain(case: Case) -> bool:
    guard = case.guard
    return (
        isinstance(guard, FromLevel)
        or guard == ALWAYS
        or (isinstance(guard, OnLevels) and bool(guard.levels))
    )


def _condition(case: Case) -> str:
    match case.guard:
        case FromLevel(level):
            return f"from {_level(level)}"
        case OnLevels(levels):
            return "at " + ", ".join(map(_level, levels))
        case _:
            return "otherwise"


def _steps(
    table: dict[int, Outcome] | dict[int, bool | None], before: Outcome
) -> Iterator[tuple[int, Outcome]]:
    """Yield the levels at which the value changes, from the lowest up."""
    for level in sorted(table):
        now = table[level]
        if now != before:
            yield level, now
        before = now


def _outcome(version: Outcome) -> str:
    if version is None:
        return "unknown"
    return "undefined" if version is UNDEFINED else str(version)


def _path(path: Path, gates: Gates) -> list[str]:
    words = [
        f"path {_name(path.name)}",
        f"from {_name(path.source.value)} to {_name(path.target.value)}",
    ]
    if path.discovers is not None:
        words.append("discover" if path.discovers.value else "blind")
    if path.is_bootstrap:
        words.append("bootstrap")
    return [
        " ".join(words) + " {",
        *(line for entry in path.entries for line in _entry(entry, gates)),
        "}",
    ]


def _entry(entry: Entry, gates: Gates) -> Iterator[str]:
    rpc = entry.rpc.value
    yield from _selection("*" if rpc == "*" else _name(rpc), entry.selection, entry.doc, gates)


def _selection(before: str, selection: Selection, doc: str, gates: Gates) -> Iterator[str]:
    ladder = selection.ladder
    if ladder is not None:
        by = "unknown" if ladder.feature is None else ladder.feature.value
        yield f"{before} {selection.kind.value} {_name(by)}{_doc(doc)} {{"
        yield from _rungs(ladder, gates)
        yield "}"
    elif selection.version is not None:
        yield f"{before} {selection.kind.value} {selection.version.value}{_doc(doc)}"
    else:
        yield f"{before} {SelectionKind.ANY.value}{_doc(doc)}"


def _rpc(rpc: Rpc, gates: Gates) -> Iterator[str]:
    words = f"rpc {_name(rpc.name)}"
    if rpc.key is not None:
        words += f" key {rpc.key.value}"
    if rpc.serves is not None:
        words += f" serves {rpc.serves.value}"
    if rpc.selection is None:
        yield words + _doc(rpc.doc)
    else:
        yield from _selection(words, rpc.selection, rpc.doc, gates)


def _served(served: ServedTable) -> list[str]:
    lines = [f"served {_name(served.name)} {{"]
    for row in served.rows:
        name = "" if row.rpc is None else f"{_name(row.rpc.value)} "
        key = "" if row.key is None else f"key {row.key.value} "
        lines.append(f"{name}{key}serves {row.versions.value}")
    return [*lines, "}"]


def _format(format_: Format, gates: Gates) -> list[str]:
    lines = [f"format {_name(format_.name)} {{"]
    if format_.where is not None:
        lines.append(f"in {_text(format_.where.value)}")
    lines += map(_variant, format_.variants)
    for record in format_.records:
        name = f"record {_name(record.name.value)}"
        ladder, version = record.selection.ladder, record.selection.version
        if ladder is None:
            number = 0 if version is None else version.value
            lines.append(f"{name} exactly {number}{_doc(record.doc)}")
        else:
            by = "unknown" if ladder.feature is None else ladder.feature.value
            lines += (f"{name} by {_name(by)}{_doc(record.doc)} {{", *_rungs(ladder, gates), "}")
    for carries in format_.carries:
        lines.append(f"carries {_name(carries.rpc.value)} {{")
        lines += (f"{one.versions.value} : {one.variants.value}" for one in carries.holdings)
        lines.append("}")
    if format_.converts is not None:
        lines.append(f"converts {format_.converts.value.value}")
    return [*lines, "}"]


def _variant(variant: Variant) -> str:
    words = f"variant {variant.number}"
    if variant.feature is not None and variant.level is not None:
        words += f" by {_name(variant.feature.value)} {_level(variant.level)}"
    if variant.readable_since is not None:
        words += f" readable-since {_release(variant.readable_since.value)}"
    return words + _doc(variant.doc)


def _name(name: str) -> str:
    return name if _PLAIN.fullmatch(name) and name not in _RESERVED else f"`{name}`"


def _release(name: str) -> str:
    return name if _RELEASE.fullmatch(name) else _name(name)


def _level(ref: LevelRef) -> str:
    return str(ref.number) if ref.name is None else _release(ref.name)


def _numbers(low: int, high: int) -> str:
    return str(low) if low == high else f"{low} .. {high}"


def _of(name: Said[str] | None) -> str:
    return "" if name is None else f" of {_name(name.value)}"


def _doc(text: str) -> str:
    return f" {_text(text)}" if text else ""


def _text(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + escaped.replace("\n", "\\n").replace("\r", "\\r") + '"'
