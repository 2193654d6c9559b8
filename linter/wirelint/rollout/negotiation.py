"""All requests of one path between two nodes."""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.gates.model import Entry, Path, Said, Selection, SelectionKind, rpc_name
from wirelint.lazy_dataclass import dataclass
from wirelint.rollout.choice import Choice, choose, plainly_works
from wirelint.rollout.nodes import Node
from wirelint.rollout.outcome import Outcome
from wirelint.rollout.releases import API_VERSIONS, Release

_ASKED_FIRST = Entry(rpc=Said(API_VERSIONS), selection=Selection(kind=SelectionKind.ANY))


@dataclass(frozen=True, kw_only=True)
class Negotiation:
    """The outcome of each RPC that both sides have, and what one side lacks.

    `missing` holds choices of RPCs that one side does not have, or only as a preview. `unlisted`
    counts plain successes that were not asked for.
    """

    path: Path
    sender: Node
    receiver: Node
    choices: tuple[Choice, ...]
    missing: tuple[Choice, ...] = ()
    unlisted: int = 0

    @property
    def worst(self) -> Outcome:
        return max((one.outcome for one in self.choices), key=_rank, default=Outcome.OK)

    @property
    def is_fine(self) -> bool:
        return self.worst.is_fine


def negotiate(
    sender: Node, receiver: Node, path: Path, rpc: str | None = None, *, notable: bool = False
) -> Negotiation:
    """Decide every RPC of a path, or one; with `notable` leave out what plainly works.

    An RPC that is asked for by name counts even where a side lacks it.
    """
    choices: list[Choice] = []
    missing: list[Choice] = []
    unlisted = 0
    for entry, name in _entries(sender, receiver, path, rpc):
        if notable and plainly_works(sender, receiver, path, entry, name):
            unlisted += 1
            continue
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
        unlisted=unlisted,
    )


def _entries(
    sender: Node, receiver: Node, path: Path, rpc: str | None
) -> Iterator[tuple[Entry, str]]:
    if rpc is not None:
        wanted = rpc_name(rpc)
        for entry in path.entries_of(wanted):
            yield entry, wanted
        return
    ours, theirs = sender.release, receiver.release
    named = {rpc_name(one.rpc.value) for one in path.entries}
    for entry in path.entries:
        name = rpc_name(entry.rpc.value)
        if name != "*":
            yield entry, name
            continue
        # What all schemas say that the target's role serves.
        role = path.target.value
        other = ours.not_served_by(role) | theirs.not_served_by(role) | named
        covered = (ours.apis.keys() | theirs.apis.keys()) - other
        for each in sorted(covered, key=lambda one: (_key(ours, theirs, one), one)):
            yield entry, each
    if (
        not path.is_blind
        and named.isdisjoint(("*", API_VERSIONS))
        and API_VERSIONS in ours.apis
        and API_VERSIONS in theirs.apis
    ):
        yield _ASKED_FIRST, API_VERSIONS


def _is_preview(sender: Node, receiver: Node, choice: Choice) -> bool:
    """Whether a side has no stable version, so that a failure means a preview and no clash."""
    if choice.outcome.is_fine or choice.outcome is Outcome.SENDER_ERROR:
        return False
    return any(not node.release.stable(choice.rpc) for node in (sender, receiver))


def _key(ours: Release, theirs: Release, rpc: str) -> int:
    api = ours.apis.get(rpc) or theirs.apis[rpc]
    return 1 << 16 if api.key is None else api.key


def _rank(outcome: Outcome) -> int:
    return outcome.rank
