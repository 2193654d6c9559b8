# Defaults and `ignorable` say nothing about bytes, but they decide what a peer that does not know a
# field is told. They are compared along the pairing of fields, never by name.
"""Changes of what a field means where it is not on the wire."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from wirelint.evolution.changes import Change, DefaultChanged, IgnorableDropped
from wirelint.evolution.differences import Differences
from wirelint.evolution.pairing import MessagePair
from wirelint.evolution.presence import Presence, presences
from wirelint.schema.defaults import default_value
from wirelint.schema.model import Field


def value_changes(pair: MessagePair, differences: Differences) -> Iterator[Change]:
    """Changed defaults, and fields that may no longer be ignored."""
    where: Mapping[int, Presence] | None = None
    for before, after, versions in differences.steady:
        other_default = before.default != after.default and not _same_default(before, after)
        dropped = before.ignorable and not after.ignorable
        if not (other_default or dropped) or pair.after is None:
            continue
        where = where or presences(pair.after)
        absent = where[id(after)].absent if id(after) in where else ()
        if other_default:
            tagged = any(versions & after.tagged_versions for versions in versions)
            yield DefaultChanged(
                pair=pair,
                versions=versions,
                before=before,
                after=after,
                absent=absent,
                is_tagged=tagged,
            )
        if dropped and absent:
            yield IgnorableDropped(
                pair=pair, versions=versions, before=before, after=after, absent=absent
            )


def _same_default(before: Field, after: Field) -> bool:
    """Whether two spellings are one value; `records` has none to compare."""
    if "records" in (before.type.name, after.type.name):
        return True
    # The text, so that NaN is itself.
    return repr(default_value(before)) == repr(default_value(after))
