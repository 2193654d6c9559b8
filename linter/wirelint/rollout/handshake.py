# The only exchange that can be repaired: an ApiVersions request that is too new is answered in the
# form of version 0, with error 35 and, since Kafka 2.4 (KIP-511, which made version 3 flexible), with
# the range of ApiVersions itself. NetworkClient.handleApiVersionsResponse takes that maximum as it is.
"""The ApiVersions handshake."""

from __future__ import annotations

from wirelint.lazy_dataclass import dataclass
from wirelint.rollout.outcome import Outcome
from wirelint.rollout.releases import API_VERSIONS, Release

_LISTS_ITSELF_SINCE = 3


@dataclass(frozen=True, slots=True)
class Handshake:
    """How it ends, the version that is spoken in the end, and what was sent on the way."""

    outcome: Outcome
    version: int | None
    reason: str
    sent: tuple[int, ...] = ()


def shake_hands(sender: Release, receiver: Release) -> Handshake:
    """Play the handshake through, retry included."""
    own = sender.stable(API_VERSIONS)
    served = receiver.served(API_VERSIONS)
    if not own or not served:
        side = sender if not own else receiver
        return Handshake(Outcome.ABORT, None, f"{side.name} does not have ApiVersions")
    first = own.high
    if first in served:
        return Handshake(Outcome.OK, first, "the newest that the sender knows", (first,))
    listed = served.high >= _LISTS_ITSELF_SINCE
    second = served.high if listed else 0
    told = f"lists {served}" if listed else "lists nothing"
    start = f"version {first} is answered in version 0 with UNSUPPORTED_VERSION, which {told}"
    if 0 not in served:
        return Handshake(
            Outcome.CLOSE,
            None,
            f"{receiver.name} does not speak version 0, so it cannot answer version {first}",
            (first,),
        )
    if second not in own or second not in served:
        return Handshake(
            Outcome.CLOSE,
            None,
            f"{start}; the retry with {second} is not possible, and the connection ends",
            (first, second),
        )
    return Handshake(Outcome.FALLBACK, second, f"{start}; the retry uses {second}", (first, second))
