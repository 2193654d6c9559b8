# Hard-coded in Kafka's generator (ApiMessageTypeGenerator.generateHeaderVersion), not in any schema.
"""Which version of RequestHeader or ResponseHeader stands before a message."""

from __future__ import annotations

from typing import Final

from wirelint.schema.model import Message, MessageType

API_VERSIONS: Final = 18
CONTROLLED_SHUTDOWN: Final = 7


def header_version(message: Message, version: int) -> int | None:
    """The header version of a request or response at a version; None for all else.

    A flexible header is one above the classic one. Two exceptions: a response to ApiVersions keeps
    header 0, since a client reads it before it knows what the broker speaks (KIP-511), and request
    version 0 of ControlledShutdown has header 0, without a client id.
    """
    flexible = version in message.flexible
    if message.type is MessageType.REQUEST:
        if message.api_key == CONTROLLED_SHUTDOWN and version == 0:
            return 0
        return 2 if flexible else 1
    if message.type is MessageType.RESPONSE:
        if message.api_key == API_VERSIONS:
            return 0
        return 1 if flexible else 0
    return None
