"""Payload formats and the requests that carry them."""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.gates.model import Carries, LadderKind, rpc_name
from wirelint.project.gates import FormatSite, LadderUse


def is_writer(rpc: str) -> bool:
    """Whether a request brings payload to the broker; all others take it away."""
    return rpc_name(rpc) == "Produce"


def replica_ladders(site: FormatSite) -> Iterator[tuple[Carries, LadderUse]]:
    """The ladders on blind paths of the requests that readers of a format use."""
    for carrier in site.format.carries:
        if is_writer(carrier.rpc.value):
            continue
        for use in site.view.ladders:
            if (
                use.site.kind is LadderKind.RPC
                and use.site.is_blind
                and rpc_name(use.name) == rpc_name(carrier.rpc.value)
            ):
                yield carrier, use


def lowest_holding(carrier: Carries, variant: int) -> int | None:
    """The lowest request version that can hold a variant."""
    return min(
        (one.versions.value.low for one in carrier.holdings if variant in one.variants.value),
        default=None,
    )
