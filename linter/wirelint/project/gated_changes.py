# History for the rules on tables with schemas. It asks only what was there before: what changed in a
# layout is the business of evolution.
"""Schemas and paths of a tree with gate tables, beside those of a baseline."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import TypeAlias

from wirelint.gates.model import Path, SelectionKind, rpc_name
from wirelint.lazy_dataclass import dataclass
from wirelint.project.gated import GatedTree
from wirelint.project.gates import GateView
from wirelint.schema.model import Message, MessageType
from wirelint.text import Place

ReleasedMessage: TypeAlias = Callable[[Message], Message | None]

_Key: TypeAlias = tuple[str, MessageType, int | None]


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
        return f"{rpc_name(self.after.rpc)}Request"


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


def changes(
    tree: GatedTree, unchanged: frozenset[str], before: ReleasedMessage
) -> Iterator[GatedChange]:
    """The checked schemas that a baseline does not have as they are."""
    for one in tree.messages:
        if one.origin.source.path not in unchanged:
            yield GatedChange(before(one), one, tree)


def released_message(released: Callable[[], Iterable[Message]]) -> ReleasedMessage:
    """Find what a message was: by path, else by type and api key in its folder, else by name.

    The messages of the baseline are asked for when the first one is looked for.
    """

    @cache
    def index() -> tuple[dict[str, Message], dict[_Key, Message], dict[str, Message]]:
        known = tuple(released())
        return (
            {one.origin.source.path: one for one in known},
            {_key(one): one for one in known if one.api_key is not None},
            {one.name: one for one in known},
        )

    def find(message: Message) -> Message | None:
        by_path, by_key, by_name = index()
        return (
            by_path.get(message.origin.source.path)
            or by_key.get(_key(message))
            or by_name.get(message.name)
        )

    return find


def _key(message: Message) -> _Key:
    folder = message.origin.source.path.rpartition("/")[0]
    return (folder, message.type, message.api_key)
