"""How a request ends."""

from __future__ import annotations

from enum import Enum


class Outcome(Enum):
    """The outcomes, from good to bad; the values are the words of the JSON."""

    OK = "ok"
    FALLBACK = "fallback"  # answered in version 0 with UNSUPPORTED_VERSION, then asked again
    REJECT = "reject"  # an error code in a normal answer
    ABORT = "abort"  # the sender gives up before the socket (UnsupportedVersionException)
    CLOSE = "close"  # the receiver closes the connection: it cannot frame an answer
    SENDER_ERROR = "sender-error"  # the sender's own ladder has no version for its level

    @property
    def rank(self) -> int:
        return _RANKS[self]

    @property
    def is_fine(self) -> bool:
        return self in (Outcome.OK, Outcome.FALLBACK)


_RANKS = {outcome: rank for rank, outcome in enumerate(Outcome)}
