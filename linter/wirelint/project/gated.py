# What rules on gate tables together with schemas look at. Whether a version is a good one, the rules
# say; here stands which schema a ladder or constant is about, and what it gives.
"""The gate tables of a tree with its schemas: ladders and constants, each with its message."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property

from wirelint.gates.model import (
    Case,
    Feature,
    LadderKind,
    Level,
    Path,
    Selection,
    SelectionKind,
    rpc_name,
)
from wirelint.lazy_dataclass import dataclass
from wirelint.project.gate_effects import case_at
from wirelint.project.gates import GateView, LadderUse
from wirelint.project.schema_names import Schemas
from wirelint.schema.model import Message, MessageType
from wirelint.text import Place


@dataclass(frozen=True, eq=False)
class GatedTree:
    """The tables and the schemas of one tree. `checked` are the paths that may be reported on."""

    view: GateView
    checked: frozenset[str] = frozenset()

    @cached_property
    def schemas(self) -> Schemas:
        return Schemas(self.view.messages)

    @cached_property
    def messages(self) -> tuple[Message, ...]:
        """The schemas that the user asked about."""
        return tuple(one for one in self.view.messages if one.origin.source.path in self.checked)

    @cached_property
    def ladders(self) -> tuple[GatedLadder, ...]:
        """The ladders whose message has a schema."""
        return tuple(self._ladders())

    def _ladders(self) -> Iterator[GatedLadder]:
        for use in self.view.ladders:
            feature, schema = use.feature, schema_of(use, self.schemas)
            if feature is None or schema is None:
                continue
            response = None
            if use.site.kind is LadderKind.RPC:
                response = self.schemas.response(use.name, use.table.source.path)
            yield GatedLadder(use, feature, schema, response, self)

    @cached_property
    def choices(self) -> tuple[VersionChoice, ...]:
        """Each ladder with its message; then, where there is `metadata.version`, the rest.

        The rest are the checked schemas of which no ladder and no format speaks.
        """
        found = [VersionChoice(one.schema, one, self) for one in self.ladders]
        if self.view.feature("metadata.version") is not None:
            spoken_of = {
                *(use.name for use in self.view.ladders),
                *(one.name.value for form in self.view.gates.formats for one in form.records),
            }
            found += (
                VersionChoice(one, None, self) for one in self.messages if one.name not in spoken_of
            )
        return tuple(found)

    @cached_property
    def pins(self) -> tuple[Pin, ...]:
        """The constants whose message has a schema."""
        return tuple(self._pins())

    def _pins(self) -> Iterator[Pin]:
        for table in self.view.tables:
            near = table.source.path
            for path in table.paths:
                for entry in path.entries:
                    schema = self.schemas.request(entry.rpc.value, near)
                    yield from _pin(entry.rpc.value, entry.selection, schema, path)
            for format_ in table.formats:
                for record in format_.records:
                    schema = self.schemas.record(record.name.value, near)
                    yield from _pin(record.name.value, record.selection, schema)


@dataclass(frozen=True, eq=False)
class GatedLadder:
    """A ladder of a request or record, with its schema.

    `response` is the other half of a request, where there is one.
    """

    use: LadderUse
    feature: Feature
    schema: Message
    response: Message | None
    tree: GatedTree

    @property
    def name(self) -> str:
        return self.schema.name

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
        """A level for messages: level 27 (4.1-IV1) of `metadata.version`."""
        row = self.row(level)
        return f"level {level if row is None else row.label} of `{self.feature.name}`"

    @property
    def is_blind(self) -> bool:
        """Whether what the ladder gives is sent without asking the peer."""
        return self.use.site.is_blind or self.use.is_private


@dataclass(frozen=True, eq=False, kw_only=True)
class Pin:
    """A constant version of a request or record, with its schema.

    `rpc` is the table's word for it. `kind` is EXACTLY, ATLEAST or FALLBACK; `path` is None for a
    record.
    """

    rpc: str
    kind: SelectionKind
    version: int
    at: Place
    schema: Message
    path: Path | None = None

    @property
    def name(self) -> str:
        return self.schema.name


@dataclass(frozen=True, eq=False)
class VersionChoice:
    """A message and the ladder that chooses its version, None for one of which no table speaks."""

    schema: Message
    ladder: GatedLadder | None
    tree: GatedTree

    @property
    def name(self) -> str:
        return self.schema.name


def schema_of(use: LadderUse, schemas: Schemas) -> Message | None:
    """The schema of the message whose version a ladder gives."""
    path = use.table.source.path
    match use.site.kind:
        case LadderKind.RPC:
            return schemas.request(use.name, path)
        case LadderKind.RECORD:
            return schemas.record(use.name, path)
        case LadderKind.LOOSE:
            return None


def message_name(use: LadderUse) -> str:
    """What a ladder is about, as people name the message; the function where nobody knows."""
    return f"{rpc_name(use.name)}Request" if use.site.kind is LadderKind.RPC else use.name


def is_gated(view: GateView, message: Message, version: int) -> bool:
    """Whether a table says who sends or writes a version of a message.

    A ladder that gives it at some level says so, and so does a line that names the RPC: a constant,
    or `any` where senders ask for versions first. What a path says of all RPCs (`*`) does not.
    """
    if message.type not in (MessageType.REQUEST, MessageType.RESPONSE):
        return any(
            version in use.values.values()
            for use in view.ladders
            if use.site.kind is LadderKind.RECORD and use.name == message.name
        )
    rpc = rpc_name(message.name)
    if any(
        version in use.values.values()
        for use in view.ladders
        if use.site.kind is LadderKind.RPC and rpc_name(use.name) == rpc
    ):
        return True
    return any(
        rpc_name(entry.rpc.value) == rpc and _allows(path, entry.selection, version)
        for path in view.gates.paths
        for entry in path.entries
    )


def _allows(path: Path, selection: Selection, version: int) -> bool:
    constant = _constant(selection)
    if constant is not None:
        kind, pinned, _ = constant
        return version == pinned or (kind is SelectionKind.ATLEAST and not path.is_blind)
    return selection.kind is SelectionKind.ANY and not path.is_blind


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


def _pin(
    name: str, selection: Selection, schema: Message | None, path: Path | None = None
) -> Iterator[Pin]:
    constant = _constant(selection)
    if schema is not None and constant is not None:
        kind, version, at = constant
        yield Pin(rpc=name, kind=kind, version=version, at=at, schema=schema, path=path)


def _constant(selection: Selection) -> tuple[SelectionKind, int, Place] | None:
    """The version that a selection names, or that its ladder gives without asking for a level."""
    if selection.version is not None:
        return selection.kind, selection.version.value, selection.version.origin
    ladder = selection.ladder
    if ladder is None or ladder.feature is not None or len(ladder.cases) != 1:
        return None
    only = ladder.cases[0]
    if not isinstance(only.version, int):
        return None
    return SelectionKind.EXACTLY, only.version, only.version_at
