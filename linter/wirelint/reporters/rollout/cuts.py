"""The clashes of a matrix, told as few sentences as they are."""

from __future__ import annotations

from collections.abc import Sequence

from wirelint.lazy_dataclass import dataclass
from wirelint.reporters.rollout.parts import spans
from wirelint.rollout.matrix import Matrix
from wirelint.rollout.outcome import Outcome
from wirelint.rollout.releases import Release


@dataclass(frozen=True, kw_only=True)
class Cut:
    """One RPC that these senders cannot use with those receivers."""

    rpc: str
    outcome: Outcome
    sender_names: tuple[str, ...]
    receiver_names: tuple[str, ...]
    senders: str
    receivers: str
    reason: str


def group_name(group: Sequence[Release]) -> str:
    """`2.2.0 .. 2.2.2` for releases that are alike."""
    first, last = group[0].name, group[-1].name
    if len(group) == 1:
        return first
    return f"{first}, {last}" if len(group) == 2 else f"{first} .. {last}"


def cuts_of(matrix: Matrix) -> list[Cut]:
    """Gather failing pairs: senders with the same receivers, for one RPC and outcome, are one cut."""
    failing: dict[tuple[str, Outcome], dict[int, set[int]]] = {}
    reasons: dict[tuple[str, Outcome, int, int], str] = {}
    for (i, j), cell in matrix.cells.items():
        for one in cell.cut_off:
            failing.setdefault((one.rpc, one.outcome), {}).setdefault(i, set()).add(j)
            reasons[one.rpc, one.outcome, i, j] = one.reason
    names = [one.name for one in matrix.releases]
    starts: list[range] = []
    for group in matrix.groups:
        start = starts[-1].stop if starts else 0
        starts.append(range(start, start + len(group)))
    cuts = []
    for (rpc, outcome), by_sender in failing.items():
        alike: dict[frozenset[int], list[int]] = {}
        for i, reached in by_sender.items():
            alike.setdefault(frozenset(reached), []).append(i)
        for receivers, senders in alike.items():
            sending = [one for i in senders for one in starts[i]]
            receiving = [one for j in sorted(receivers) for one in starts[j]]
            cuts.append(
                Cut(
                    rpc=rpc,
                    outcome=outcome,
                    sender_names=tuple(names[one] for one in sending),
                    receiver_names=tuple(names[one] for one in receiving),
                    senders=spans(names, sending),
                    receivers=spans(names, receiving),
                    reason=reasons[rpc, outcome, senders[0], min(receivers)],
                )
            )
    return cuts
