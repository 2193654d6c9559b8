"""What conversions between formats cost, client by client (KIP-31, KIP-32)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wirelint.gates.model import Carries, Format, Path, rpc_name
from wirelint.rollout.negotiation import negotiate
from wirelint.rollout.nodes import Node
from wirelint.rollout.plan.model import Cost, Handling
from wirelint.rollout.releases import Release
from wirelint.versions import VersionRange

_WRITES = frozenset(("Produce",))


def stored_variant(format_: Format, node: Node) -> int | None:
    """The variant that a node writes at its levels: that of the highest level it has reached."""
    best: tuple[int, int] | None = None
    for variant in format_.variants:
        if variant.feature is None or variant.level is None:
            reached = 0
        else:
            feature = variant.feature.value
            needed = node.release.view.gates.resolve(feature, variant.level)
            if needed is None or node.level(feature) < needed:
                continue
            reached = needed
        if best is None or reached >= best[0]:
            best = (reached, variant.number)
    return None if best is None else best[1]


def held_by(carries: Carries, version: int) -> VersionRange | None:
    """The variants that a version of a request can hold."""
    for holding in carries.holdings:
        if version in holding.versions.value:
            return holding.variants.value
    return None


def costs_of(node: Node, clients: Sequence[Release], path: Path) -> Iterator[Cost]:
    """What each client costs a broker of this kind, for every format that requests carry."""
    for format_ in node.release.view.gates.formats:
        stored = stored_variant(format_, node)
        if stored is None:
            continue
        for carries in format_.carries:
            rpc = rpc_name(carries.rpc.value)
            for client in clients:
                talk = negotiate(Node(release=client), node, path, rpc)
                for choice in talk.choices:
                    held = None if choice.version is None else held_by(carries, choice.version)
                    if held is None or choice.version is None or not choice.outcome.is_fine:
                        continue
                    is_write = rpc in _WRITES
                    payload = held.high if is_write or stored > held.high else max(stored, held.low)
                    yield Cost(
                        format=format_.name,
                        client=client.name,
                        rpc=rpc,
                        version=choice.version,
                        stored=stored,
                        payload=payload,
                        handling=_handling(payload, stored, is_write=is_write),
                        is_write=is_write,
                    )


def _handling(payload: int, stored: int, *, is_write: bool) -> Handling:
    """A write turns the payload into what is stored, a read what is stored into the payload."""
    have, want = (payload, stored) if is_write else (stored, payload)
    if have == want:
        return Handling.AS_IS
    return Handling.DOWN if have > want else Handling.UP
