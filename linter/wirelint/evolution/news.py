"""What a change adds: fields that the baseline lacks, at versions that it has not released."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from wirelint.evolution.differences import Differences
from wirelint.evolution.pairing import MessagePair
from wirelint.evolution.presence import presences
from wirelint.evolution.versions import Versions
from wirelint.schema.model import Field, FieldSite, Message


@dataclass(frozen=True, slots=True, kw_only=True)
class NewField:
    """A field of new versions only, of a message that the baseline has.

    `absent` are valid versions that have what holds the field and not the field.
    """

    pair: MessagePair
    message: Message
    site: FieldSite
    absent: Versions

    @property
    def field(self) -> Field:
        return self.site.field


def new_fields(pair: MessagePair, differences: Differences) -> Iterator[NewField]:
    """In the file's order. A field that stood elsewhere, or under another name, is not new."""
    before, after = pair.before, pair.after
    if before is None or after is None or not before.valid_versions & after.valid_versions:
        return
    known = {id(now) for _, now in differences.pairs}
    taken = {id(was) for was, _ in differences.pairs}
    for presence in presences(after).values():
        site = presence.site
        if id(site.field) in known or not site.versions or site.versions & pair.shared:
            continue
        if (was := _namesake(before, site)) is not None and id(was) not in taken:
            continue
        yield NewField(pair=pair, message=after, site=site, absent=presence.absent)


def _namesake(message: Message, site: FieldSite) -> Field | None:
    """The field of the baseline that goes by the same names."""
    names = (*(one.name for one in site.parents), site.field.name)
    fields: tuple[Field, ...] | None = message.fields
    if site.owner is not site.message and not site.parents:
        struct = message.struct(getattr(site.owner, "name", ""))
        fields = None if struct is None else struct.fields
    found: Field | None = None
    for name in names:
        found = next((one for one in fields or () if one.name == name), None)
        if found is None:
            return None
        fields = message.fields_of(found)
    return found
