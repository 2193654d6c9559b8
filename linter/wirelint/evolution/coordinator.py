# Before Kafka 4.1 the key of a coordinator record was a data message whose only version was the
# number in front of the record (GroupMetadataKey: version 2). Since then that number is the api key,
# and the version is 0. No byte changed, so the old message is read as the new one would say it.
"""Keys of coordinator records under their old and new numbers."""

from __future__ import annotations

from wirelint.lazy_dataclass import replace
from wirelint.schema.model import Field, Message, MessageType
from wirelint.versions import MAX_VERSION, VersionRange

_ALWAYS = VersionRange(0, MAX_VERSION)


def as_coordinator_key(before: Message, after: Message) -> Message | None:
    """The old message with the version that is the api key now as its version 0.

    None where nothing of that kind happened.
    """
    number = after.api_key
    if before.type is not MessageType.DATA or after.type is not MessageType.COORDINATOR_KEY:
        return None
    if number is None or number not in before.valid_versions:
        return None
    return replace(
        before,
        valid_versions=VersionRange(0, 0),
        flexible_versions=_moved(before.flexible, number),
        fields=_fields(before.fields, number),
        common_structs=tuple(
            replace(one, versions=_ALWAYS, fields=_fields(one.fields, number))
            for one in before.common_structs
        ),
    )


def _fields(fields: tuple[Field, ...], number: int) -> tuple[Field, ...]:
    return tuple(
        replace(
            one,
            versions=_moved(one.versions, number),
            nullable_versions=_moved(one.nullable_versions, number),
            tagged_versions=_moved(one.tagged_versions, number),
            flexible_versions=(
                None if one.flexible_versions is None else _moved(one.flexible_versions, number)
            ),
            fields=_fields(one.fields, number),
        )
        for one in fields
    )


def _moved(versions: VersionRange, number: int) -> VersionRange:
    return _ALWAYS if number in versions else VersionRange.NONE
