# Advice is worth giving only on what a change adds: on old stock it would fire by the hundred, and
# nobody can mend a released version.
"""What a change adds: versions, and the fields that stand in them alone."""

from __future__ import annotations

import re
from collections.abc import Iterator

from wirelint.evolution.differences import Differences
from wirelint.evolution.pairing import MessagePair
from wirelint.evolution.presence import presences
from wirelint.evolution.versions import Versions
from wirelint.lazy_dataclass import dataclass
from wirelint.schema.model import Field, FieldSite, Message, sites
from wirelint.versions import VersionRange
from wirelint.wire.layout import layout_at


@dataclass(frozen=True, slots=True)
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

    @property
    def needs_ignorable(self) -> bool:
        """Whether a set value cannot be written somewhere, and nobody has said that it may not."""
        field = self.field
        said = field.ignorable or field.origin.has("ignorable") or field.map_key
        return bool(self.absent) and not said


@dataclass(frozen=True, slots=True)
class NewVersions:
    """Versions above all that the baseline has, and the fields that stand in them alone."""

    pair: MessagePair
    before: Message
    after: Message
    versions: VersionRange
    fields: tuple[NewField, ...]


def news(pair: MessagePair, differences: Differences) -> Iterator[NewField | NewVersions]:
    """What the change adds to a released message."""
    before, after = pair.before, pair.after
    if before is None or after is None or not pair.released:
        return
    fields = tuple(new_fields(pair, differences))
    yield from fields
    if pair.new_versions:
        yield NewVersions(
            pair=pair, before=before, after=after, versions=pair.new_versions, fields=fields
        )


def only_adds_ignorable(new: NewVersions) -> bool:
    """Whether the new versions do nothing but append fields that a reader may miss."""
    versions = new.versions
    ended = any(
        versions.low - 1 <= site.versions.high < versions.high and site.versions
        for site in sites(new.after)
    )
    return not ended and all(
        one.field.ignorable and not one.field.tagged_versions for one in new.fields
    )


def changes_nothing(message: Message, versions: VersionRange) -> bool:
    """Whether every one of these versions has the layout of the version before it."""
    old = layout_at(message, versions.low - 1)
    return (
        old is not None
        and not versions.is_open
        and all(layout_at(message, version) is old for version in versions)
    )


def is_mentioned(message: Message, version: int) -> bool:
    """Whether a line comment of the file has the number in it."""
    comment = re.compile(rf"//[^\r\n]*?(?<![\w.-]){version}(?![\w]|\.\d)")
    return comment.search(message.origin.source.text) is not None


def new_fields(pair: MessagePair, differences: Differences) -> Iterator[NewField]:
    """In the file's order. A field that stood elsewhere, or under another name, is not new."""
    before, after = pair.before, pair.after
    if before is None or after is None or not before.valid_versions & after.valid_versions:
        return
    if before.fields == after.fields and before.common_structs == after.common_structs:
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
