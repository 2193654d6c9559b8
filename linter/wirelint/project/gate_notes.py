# What people want to know who look at one message: which gate turns a version on. Said once here, for
# `show`, `bump` and the editor.
"""What gate tables say of one message, version by version."""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.gates.model import (
    Gates,
    GateTable,
    LadderKind,
    LevelRef,
    Said,
    Selection,
    SelectionKind,
    rpc_name,
)
from wirelint.lazy_dataclass import dataclass
from wirelint.project.gate_effects import case_at
from wirelint.project.gates import GateView, LadderUse
from wirelint.schema.model import Message, MessageType
from wirelint.text import Place

_WORDS = {
    SelectionKind.EXACTLY_BY: "",
    SelectionKind.UPTO_BY: "up to ",
    SelectionKind.EXACTLY: "always ",
    SelectionKind.ATLEAST: "at least ",
    SelectionKind.FALLBACK: "as a fallback ",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class GateNote:
    """One thing that a table says of a message.

    `version` is None for what holds for all versions. `where` is the path or the format. `level` and
    `level_name` are those of `feature`, None for a constant; `production` says whether nodes
    advertise that level.
    """

    version: int | None
    text: str
    at: Place
    where: str | None = None
    feature: str | None = None
    level: int | None = None
    level_name: str | None = None
    production: bool = True


def gate_notes(view: GateView, message: Message) -> tuple[GateNote, ...]:
    """Everything that the tables say of a message: by version, what holds for all of them last."""
    notes = [*_of_ladders(view, message), *_of_lines(view, message)]
    notes.sort(key=lambda one: (one.version is None, one.version or 0))
    return tuple(notes)


def ladders_of(view: GateView, message: Message) -> tuple[LadderUse, ...]:
    """The ladders that choose a message's version."""
    if message.type in (MessageType.REQUEST, MessageType.RESPONSE):
        rpc = rpc_name(message.name)
        return tuple(
            one
            for one in view.ladders
            if one.site.kind is LadderKind.RPC and rpc_name(one.name) == rpc
        )
    return tuple(
        one
        for one in view.ladders
        if one.site.kind is LadderKind.RECORD and one.name == message.name
    )


def where_of(use: LadderUse) -> str:
    """The path or format of a ladder, for people."""
    if use.site.path is not None:
        return f"{use.site.path.name} path"
    if use.site.format is not None:
        return use.site.format.name
    return "private RPC" if use.is_private else "sent"


def _of_ladders(view: GateView, message: Message) -> Iterator[GateNote]:
    for use in ladders_of(view, message):
        feature = use.feature
        seen: set[int] = set()
        for number, version in sorted(use.values.items()):
            if feature is None or not isinstance(version, int) or version in seen:
                continue
            seen.add(version)
            row, case = feature.level(number), case_at(use, number)
            selection = use.site.selection
            how = "" if selection is None else _WORDS.get(selection.kind, "")
            production = feature.is_advertised(number)
            named = (
                str(number) if row is None or row.name is None else f"{row.name} (level {number})"
            )
            yield GateNote(
                version=version,
                text=f"{where_of(use)}: {how}{version} from {feature.name} {named}"
                + ("" if production else ", not in production"),
                at=use.place if case is None else case.version_at,
                where=where_of(use),
                feature=feature.name,
                level=number,
                level_name=None if row is None else row.name,
                production=production,
            )


def _of_lines(view: GateView, message: Message) -> Iterator[GateNote]:
    for table in view.tables:
        if message.type not in (MessageType.REQUEST, MessageType.RESPONSE):
            for format_ in table.formats:
                for record in format_.records:
                    if record.name.value == message.name:
                        yield from _constant(format_.name, record.selection)
            continue
        rpc = rpc_name(message.name)
        for path in table.paths:
            for entry in path.entries:
                if rpc_name(entry.rpc.value) == rpc:
                    yield from _constant(f"{path.name} path", entry.selection)
        gates = view.around(table)
        for honour in table.honours:
            if any(rpc_name(one.value) == rpc for one in honour.rpcs):
                named = _named(gates, honour.feature, honour.level)
                yield GateNote(
                    version=None,
                    text=f"honoured from {honour.feature.value} {named}",
                    at=honour.origin,
                    feature=honour.feature.value,
                    level=gates.resolve(honour.feature, honour.level),
                    level_name=_name(gates, honour.feature, honour.level),
                )
        for infer in table.infers:
            if rpc_name(infer.rpc.value) == rpc:
                named = _named(gates, infer.feature, infer.level)
                yield GateNote(
                    version=infer.version.value,
                    text=f"tells that the sender has {infer.feature.value} {named}",
                    at=infer.origin,
                    feature=infer.feature.value,
                    level=gates.resolve(infer.feature, infer.level),
                    level_name=_name(gates, infer.feature, infer.level),
                )
        yield from _listed(table, rpc)


def _constant(where: str, selection: Selection) -> Iterator[GateNote]:
    if selection.version is not None:
        version = selection.version.value
        yield GateNote(
            version=version,
            text=f"{where}: {_WORDS[selection.kind]}{version}",
            at=selection.origin,
            where=where,
        )
    elif selection.kind is SelectionKind.ANY:
        yield GateNote(version=None, text=f"{where}: any", at=selection.origin, where=where)


def _listed(table: GateTable, rpc: str) -> Iterator[GateNote]:
    for line in table.advertises:
        if rpc_name(line.rpc.value) == rpc:
            why = f": {line.reason}" if line.reason else ""
            yield GateNote(
                version=None, text=f"listed in versions {line.versions.value}{why}", at=line.origin
            )
    for one in table.rpcs:
        if rpc_name(one.name) == rpc and one.serves is not None:
            yield GateNote(
                version=None, text=f"served in versions {one.serves.value}", at=one.serves.origin
            )


def _named(gates: Gates, feature: Said[str], level: LevelRef) -> str:
    number, name = gates.resolve(feature, level), _name(gates, feature, level)
    if name is None:
        return level.text
    return name if number is None else f"{name} (level {number})"


def _name(gates: Gates, feature: Said[str], level: LevelRef) -> str | None:
    row = gates.level(feature, level)
    return None if row is None else row.name
