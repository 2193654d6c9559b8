# Released is what nodes in the field speak: the baseline's versions, less those that it marks as
# unstable or that a repository declares early access. A flag of the checked tree frees nothing.
# Tags need no list: one that the baseline lacks is free, although its version shipped.
"""Which versions of a message are promised."""

from __future__ import annotations

from collections.abc import Callable

from wirelint.evolution.settings import EvolutionSettings
from wirelint.schema.model import Message, MessageType
from wirelint.versions import VersionRange


def released_versions(
    before: Message, settings: EvolutionSettings, request: Callable[[], Message | None]
) -> VersionRange:
    """The baseline's valid versions that peers may rely on.

    `latestVersionUnstable` frees the newest version of a request and the same version of its
    response; `request` finds the baseline's request of a response and is called only for one.
    """
    valid = before.valid_versions
    if not valid or settings.is_early_access(before.name):
        return VersionRange.NONE
    if unstable_version(before, request) == valid.high:
        return VersionRange(valid.low, valid.high - 1)
    return valid


def unstable_version(message: Message, request: Callable[[], Message | None]) -> int | None:
    """The version that is marked unstable, on the message or on the request of a response."""
    marked: Message | None = message if message.type is MessageType.REQUEST else None
    if message.type is MessageType.RESPONSE:
        marked = request()
    if marked is None or not marked.latest_version_unstable or not marked.valid_versions:
        return None
    return marked.valid_versions.high
