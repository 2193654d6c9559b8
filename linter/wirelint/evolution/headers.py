# A header's version is never sent: it follows from the api key and version of the message behind it,
# so what counts is the layout per (api, version). Kafka's code has fixed numbers (`wire.header`):
# requests stand behind version 2 where they are flexible and 1 where not, responses behind 1 and 0.
# A schema that does not reach that far has one version for both, as RequestHeader before Kafka 2.4,
# which then became version 1 without a change of bytes.
"""Headers: whether another layout under one version is only another label."""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.schema.model import Message
from wirelint.wire.layout import layout_at


def is_relabelled(before: Message, after: Message, version: int) -> bool:
    """Whether all that stood behind this header version stands behind the same bytes now."""
    old = layout_at(before, version)
    uses = [flexible for flexible, used in _uses(before) if used == version]
    now = dict(_uses(after))
    return bool(uses) and all(
        flexible in now and layout_at(after, now[flexible]) is old for flexible in uses
    )


def _uses(header: Message) -> Iterator[tuple[bool, int]]:
    """Which version stands before classic messages, and which before flexible ones."""
    classic = 0 if "Response" in header.name else 1
    valid = header.valid_versions
    for flexible, version in ((False, classic), (True, classic + 1)):
        used = min(max(version, valid.low), valid.high)
        if valid and (not flexible or used in header.flexible):
            yield flexible, used
