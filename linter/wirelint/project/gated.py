# What rules on gate tables together with schemas look at. A table names messages; which schema a name
# means is decided here, once. Where two schemas of one name stand equally near to the table and differ,
# nobody can say, and then nothing is said.
"""The gate tables of a tree with its schemas: ladders, constants and lists, each with its message."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from wirelint.gates.model import (
    Case,
    Feature,
    GateTable,
    LadderKind,
    Level,
    Path,
    SelectionKind,
    rpc_name,
)
from wirelint.project.gate_effects import case_at
from wirelint.project.gates import GateView, LadderUse
from wirelint.schema.model import Message, MessageType
from wirelint.text import Place


class Schemas:
    """The messages of a tree by what gate tables call them.

    `near` is the path of the table that names a message: of several schemas of one name the one in
    the nearest folder is meant.
    """

    def __init__(self, messages: Iterable[Message]) -> None:
        self._by_name: dict[str, list[Message]] = {}
        self._requests: dict[int, list[Message]] = {}
        for one in messages:
            self._by_name.setdefault(one.name, []).append(one)
            if one.type is MessageType.REQUEST and one.api_key is not None:
                self._requests.setdefault(one.api_key, []).append(one)

    def __bool__(self) -> bool:
        return bool(self._by_name)

    def request(self, rpc: str, near: str = "") -> Message | None:
        """The request of an RPC, by its name with or without `Request`."""
        return self._of_type(f"{rpc_name(rpc)}Request", MessageType.REQUEST, near)

    def response(self, rpc: str, near: str = "") -> Message | None:
        """The response of an RPC, by its name with or without `Request`."""
        return self._of_type(f"{rpc_name(rpc)}Response", MessageType.RESPONSE, near)

    def record(self, name: str, near: str = "") -> Message | None:
        """What is written under that name: a record, or other data that is no request."""
        found = [
            one
            for one in self._by_name.get(name, ())
            if one.type not in (MessageType.REQUEST, MessageType.RESPONSE)
        ]
        return _nearest(found, near)

    def request_of_key(self, api_key: int, near: str = "") -> Message | None:
        return _nearest(self._requests.get(api_key, []), near)

    def _of_type(self, name: str, kind: MessageType, near: str) -> Message | None:
        return _nearest([one for one in self._by_name.get(name, ()) if one.type is kind], near)


@dataclass(frozen=True, eq=False)
class GatedTree:
    """The tables and the schemas of one tree. `checked` are the paths that may be reported on."""

    view: GateView
    checked: frozenset[str] = frozenset()

    @cached_property
    def schemas(self) -> Schemas:
        return Schemas(self.view.messages)

    @cached_property
    def messages(self) -> tuple[GatedMessage, ...]:
        """The schemas that the user asked about."""
        return tuple(
            GatedMessage(one, self)
            for one in self.view.messages
            if one.origin.source.path in self.checked
        )

    @cached_property
    def ladders(self) -> tuple[GatedLadder, ...]:
        """The ladders whose message has a schema."""
        return tuple(self._ladders())

    def _ladders(self) -> Iterator[GatedLadder]:
        for use in self.view.ladders:
            if use.feature is None:
                continue
            path = use.table.source.path
            match use.site.kind:
                case LadderKind.RPC:
                    schema = self.schemas.request(use.name, path)
                    response = self.schemas.response(use.name, path)
                case LadderKind.RECORD:
                    schema, response = self.schemas.record(use.name, path), None
                case LadderKind.LOOSE:
                    continue
            if schema is not None:
                yield GatedLadder(use, schema, response, self)

    @cached_property
    def pins(self) -> tuple[Pin, ...]:
        """The constants whose message has a schema."""
        return tuple(self._pins())

    def _pins(self) -> Iterator[Pin]:
        for table in self.view.tables:
            for path in table.paths:
                for entry in path.entries:
                    schema = self.schemas.request(entry.rpc.value, table.source.path)
                    constant = _constant(entry.selection.kind, entry.selection)
                    if schema is not None and constant is not None:
                        kind, version, at = constant
                        yield Pin(
                            name=entry.rpc.value,
                            kind=kind,
                            version=version,
                            at=at,
                            schema=schema,
                            table=table,
                            path=path,
                        )
            for format_ in table.formats:
                for record in format_.records:
                    schema = self.schemas.record(record.name.value, table.source.path)
                    constant = _constant(record.selection.kind, record.selection)
                    if schema is not None and constant is not None:
                        kind, version, at = constant
                        yield Pin(
                            name=record.name.value,
                            kind=kind,
                            version=version,
                            at=at,
                            schema=schema,
                            table=table,
                        )


@dataclass(frozen=True, eq=False)
class GatedLadder:
    """A ladder of a request or record, with its schema.

    `response` is the other half of a request, where there is one.
    """

    use: LadderUse
    schema: Message
    response: Message | None
    tree: GatedTree

    @property
    def name(self) -> str:
        return self.use.name

    @property
    def feature(self) -> Feature:
        feature = self.use.feature
        assert feature is not None, "ladders of no level are constants"
        return feature

    @cached_property
    def given(self) -> Mapping[int, tuple[int, ...]]:
        """The versions that some supported level gives, ascending, each with its levels."""
        levels: dict[int, list[int]] = {}
        for level, version in sorted(self.use.values.items()):
            if isinstance(version, int):
                levels.setdefault(version, []).append(level)
        return {version: tuple(levels[version]) for version in sorted(levels)}

    @property
    def is_clear(self) -> bool:
        """Whether the version is known at every level."""
        return None not in self.use.values.values()

    def case(self, level: int) -> Case | None:
        return case_at(self.use, level)

    def place(self, version: int) -> Place:
        """The place that gives a version of `given`."""
        case = self.case(self.given[version][0])
        return self.use.place if case is None else case.version_at

    def row(self, level: int) -> Level | None:
        return self.feature.level(level)

    def label(self, level: int) -> str:
        """A level for messages: `level 27 (4.1-IV1) of \\`metadata.version\\``."""
        row = self.row(level)
        return f"level {level if row is None else row.label} of `{self.feature.name}`"

    @property
    def is_blind(self) -> bool:
        """Whether what the ladder gives is sent without asking the peer."""
        return self.use.site.is_blind or self.use.is_private


@dataclass(frozen=True, eq=False, kw_only=True)
class Pin:
    """A constant version of a request or record, with its schema.

    `kind` is EXACTLY, ATLEAST or FALLBACK; `path` is None for a record.
    """

    name: str
    kind: SelectionKind
    version: int
    at: Place
    schema: Message
    table: GateTable
    path: Path | None = None


@dataclass(frozen=True, eq=False)
class GatedMessage:
    """A schema in a tree with gate tables."""

    message: Message
    tree: GatedTree

    @property
    def name(self) -> str:
        return self.message.name


@dataclass(frozen=True, eq=False)
class GatedChange:
    """A schema that is new, or not as it was in a baseline, in a tree with gate tables.

    `before` is None for a message that the baseline does not have.
    """

    before: Message | None
    after: Message
    tree: GatedTree

    @property
    def name(self) -> str:
        return self.after.name


@dataclass(frozen=True, eq=False)
class EntryChange:
    """How an RPC is chosen on a path, before and after."""

    before: PathEntry
    after: PathEntry

    @property
    def name(self) -> str:
        return self.after.rpc


@dataclass(frozen=True, eq=False)
class PathEntry:
    """What a path says of an RPC, fallbacks aside; `named` is False where only `*` speaks of it."""

    rpc: str
    path: Path
    kind: SelectionKind
    at: Place
    named: bool = True


def entry_changes(before: GateView, after: GateView) -> Iterator[EntryChange]:
    """The RPCs that a path of both trees speaks of."""
    for now in after.paths:
        then = next((one for one in before.paths if one.name == now.name), None)
        if then is None:
            continue
        names = dict.fromkeys(one.rpc.value for one in then.path.entries if one.rpc.value != "*")
        for name in names:
            old, new = path_entry(then.path, name), path_entry(now.path, name)
            if old is not None and new is not None:
                yield EntryChange(old, new)


def path_entry(path: Path, rpc: str) -> PathEntry | None:
    """What a path says of an RPC, by its own line, else by that of `*`."""
    for one in path.entries_of(rpc):
        selection = one.selection
        if selection.kind is not SelectionKind.FALLBACK:
            named = one.rpc.value != "*"
            return PathEntry(rpc, path, selection.kind, selection.origin, named)
    return None


def stable_high(message: Message) -> int:
    """The highest version that is not held back by `latestVersionUnstable`; -1 without any."""
    valid = message.valid_versions
    if not valid:
        return -1
    return valid.high - 1 if message.latest_version_unstable else valid.high


def is_unstable(message: Message, version: int) -> bool:
    return message.latest_version_unstable and version == message.valid_versions.high


def levels_text(ladder: GatedLadder, levels: tuple[int, ...]) -> str:
    """Levels for messages: one, or the first and that there are more."""
    first = ladder.label(levels[0])
    return first if len(levels) == 1 else f"{first} and {len(levels) - 1} more"


ReleasedMessage = Callable[[Message], Message | None]


def changes(
    tree: GatedTree, unchanged: frozenset[str], before: ReleasedMessage
) -> Iterator[GatedChange]:
    """The checked schemas that a baseline does not have as they are."""
    for one in tree.messages:
        if one.message.origin.source.path not in unchanged:
            yield GatedChange(before(one.message), one.message, tree)


def released_message(released: Iterable[Message]) -> ReleasedMessage:
    """Find what a message was: by path, else by type and api key in its folder, else by name."""
    known = tuple(released)
    by_path = {one.origin.source.path: one for one in known}
    by_key = {
        (_folder(one), one.type, one.api_key): one for one in known if one.api_key is not None
    }
    by_name = {one.name: one for one in known}

    def find(message: Message) -> Message | None:
        return (
            by_path.get(message.origin.source.path)
            or by_key.get((_folder(message), message.type, message.api_key))
            or by_name.get(message.name)
        )

    return find


def _folder(message: Message) -> str:
    return message.origin.source.path.rpartition("/")[0]


def _constant(kind: SelectionKind, selection):  # type: ignore
    ...


def _nearest(found: list[Message], near: str) -> Message | None:
    if len(found) < 2:
        return found[0] if found else None
    shared = [len(os.path.commonprefix([one.origin.source.path, near])) for one in found]
    best = [one for one, length in zip(found, shared, strict=True) if length == max(shared)]
    ranges = {(one.valid_versions, one.latest_version_unstable) for one in best}
    return best[0] if len(ranges) == 1 else None
