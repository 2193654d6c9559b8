"""All requests of one path between two nodes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from wirelint.gates.model import Entry, Path, Said, Selection, SelectionKind, rpc_name
from wirelint.rollout.choice import Choice, choose
from wirelint.rollout.nodes import Node
from wirelint.rollout.outcome import Outcome
from wirelint.rollout.releases import API_VERSIONS

_ASKED_FIRST = Entry(rpc=Said(API_VERSIONS), selection=Selection(kind=SelectionKind.ANY))


@dataclass(frozen=True, kw_only=True)
class Negotiation:
    """The outcome of each RPC that both sides have, and what one side lacks.

    `missing` holds choices of RPCs that one side does not have, or only as a preview.
    """

    path: Path
    sender: Node
    receiver: Node
    choices: tuple[Choice, ...]
    missing: tuple[Choice, ...] = ()

    @property
    def worst(self) -> Outcome:
        return max((one.outcome for one in self.choices), key=_rank, default=Outcome.OK)

    @property
    def is_fine(self) -> bool:
        return self.worst.is_fine


def negotiate(sender: Node, receiver: Node, path: Path, rpc: str | None = None) -> Negotiation:
    """Decide every RPC of a path, or one.

    An RPC that is asked for by name counts even where a side lacks it.
    """
    choices: list[Choice] = []
    missing: list[Choice] = []
    for entry, name in _entries(sender, receiver, path, rpc):
        choice = choose(sender, receiver, path, entry, name)
        apart = choice.missing is not None or _is_preview(sender, receiver, choice)
        if apart and rpc is None:
            missing.append(choice)
        else:
            choices.append(choice)
    return Negotiation(
        path=path,
        sender=sender,
        receiver=receiver,
        choices=tuple(choices),
        missing=tuple(missing),
    )


def sent_on(sender: Node, receiver: Node, path: Path) -> list[str]:
    """The RPCs of a path, as the sender and the receiver have them."""
    return list(dict.fromkeys(name for _, name in _entries(sender, receiver, path, None)))


def _entries(
    sender: Node, receiver: Node, path: Path, rpc: str | None
) -> Iterator[tuple[Entry, str]]:
    if rpc is not None:
        wanted = rpc_name(rpc)
        for entry in path.entries_of(wanted):
            yield entry, wanted
        return
    named = {rpc_name(one.rpc.value) for one in path.entries}
    for entry in path.entries:
        name = rpc_name(entry.rpc.value)
        if name != "*":
            yield entry, name
            continue
        apis = {**receiver.release.apis, **sender.release.apis}
        for each in sorted(apis, key=lambda one: (_key(apis[one].key), one)):
            if each not in named and _is_sent(sender, receiver, path, each):
                yield entry, each
    if API_VERSIONS not in named and "*" not in named and not path.is_blind:
        own = sender.release.api(API_VERSIONS)
        if own is not None and receiver.release.api(API_VERSIONS) is not None:
            yield _ASKED_FIRST, API_VERSIONS


def _is_sent(sender: Node, receiver: Node, path: Path, rpc: str) -> bool:
    """Whether `*` of a path covers the RPC: the one who serves it tells, else the sender."""
    api = receiver.release.api(rpc) or sender.release.api(rpc)
    return api is not None and api.listens(path.target.value)


def _is_preview(sender: Node, receiver: Node, choice: Choice) -> bool:
    """Whether a side has no stable version, so that a failure means a preview and no clash."""
    if choice.outcome.is_fine or choice.outcome is Outcome.SENDER_ERROR:
        return False
    return any(not node.release.stable(choice.rpc) for node in (sender, receiver))


def _key(key: int | None) -> int:
    return 1 << 16 if key is None else key


def _rank(outcome: Outcome) -> int:
    return outcome.rank
