# Values after the generator's coercions. What was written, quoted booleans and all, is one step
# away: `origin.raw(key)`. Models compare by meaning; `origin` takes no part.
"""Messages, structs and fields."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from enum import Enum
from functools import cached_property
from typing import Final, TypeAlias

from wirelint.lazy_dataclass import dataclass, field
from wirelint.schema.types import FieldType
from wirelint.syntax.origin import Origin
from wirelint.versions import VersionRange

_RECURSION: Final = 20_000


class MessageType(Enum):
    """What a message is; the values are the schema's words, in the generator's order."""

    REQUEST = "request"
    RESPONSE = "response"
    HEADER = "header"
    METADATA = "metadata"
    DATA = "data"
    COORDINATOR_KEY = "coordinator-key"
    COORDINATOR_VALUE = "coordinator-value"


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """A field as its JSON object gives it; ranges are as written, not cut to the message's.

    `versions` falls back to `taggedVersions` as in Kafka's FieldSpec. `flexible_versions` is None
    where the field does not override the message's. `default` is the text as written, "" where
    absent; `schema.defaults` reads it. `fields` are those of an inline struct only: the fields of
    a field whose type is a common struct are `message.fields_of(field)`.
    """

    name: str
    type: FieldType
    versions: VersionRange
    nullable_versions: VersionRange
    tagged_versions: VersionRange
    flexible_versions: VersionRange | None
    tag: int | None
    default: str
    ignorable: bool
    map_key: bool
    zero_copy: bool
    entity_type: str | None
    about: str
    fields: tuple[Field, ...]
    origin: Origin = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Struct:
    """A common struct."""

    name: str
    versions: VersionRange
    deprecated_versions: VersionRange
    fields: tuple[Field, ...]
    origin: Origin = field(compare=False, repr=False)


@dataclass(frozen=True, kw_only=True)
class Message:
    """One schema. `valid_versions` is empty for a tombstone (`"validVersions": "none"`).

    `flexible_versions` is None where the property is absent (allowed before Kafka 3.0: means none).
    """

    name: str
    type: MessageType
    api_key: int | None
    valid_versions: VersionRange
    deprecated_versions: VersionRange
    flexible_versions: VersionRange | None
    latest_version_unstable: bool
    listeners: tuple[str, ...]
    fields: tuple[Field, ...]
    common_structs: tuple[Struct, ...]
    origin: Origin = field(compare=False, repr=False)

    @property
    def is_tombstone(self) -> bool:
        return not self.valid_versions

    @property
    def flexible(self) -> VersionRange:
        """Flexible versions, empty where the property is absent."""
        return self.flexible_versions or VersionRange.NONE

    def struct(self, name: str) -> Struct | None:
        """The common struct of that name."""
        return self._structs.get(name)

    def fields_of(self, field: Field) -> tuple[Field, ...]:
        """The fields of a struct or struct-array field, inline or common; () for an empty struct."""
        if not field.type.is_struct:
            return ()
        if field.fields:
            return field.fields
        common = self.struct(field.type.name)
        return common.fields if common is not None else ()

    def is_flexible(self, field: Field, version: int) -> bool:
        """Whether the field is in compact form at a version (FieldSpec.flexibleVersions)."""
        override = field.flexible_versions
        return version in (self.flexible if override is None else override)

    @cached_property
    def _structs(self) -> Mapping[str, Struct]:
        return {one.name: one for one in reversed(self.common_structs)}


Owner: TypeAlias = Message | Struct | Field


@dataclass(frozen=True, slots=True)
class FieldSite:
    """A field where it stands: what most rules on fields look at.

    `owner` is the message, common struct or struct field whose `fields` hold it; `parents` the
    enclosing fields, outermost first. `within` is where what holds the field can be on the wire: the
    versions that the message, its common struct and its parents share; `versions` is its own range
    cut to that.
    """

    message: Message
    owner: Owner
    parents: tuple[Field, ...]
    field: Field
    within: VersionRange
    versions: VersionRange

    @property
    def origin(self) -> Origin:
        return self.field.origin


def sites(message: Message) -> Iterator[FieldSite]:
    """Every field of the message and of its common structs, each once, in the file's order."""
    yield from _sites(message, message, (), message.fields, message.valid_versions)
    for struct in message.common_structs:
        versions = message.valid_versions & struct.versions
        yield from _sites(message, struct, (), struct.fields, versions)


def _sites(
    message: Message,
    owner: Owner,
    parents: tuple[Field, ...],
    fields: tuple[Field, ...],
    within: VersionRange,
) -> Iterator[FieldSite]:
    for one in fields:
        versions = one.versions & within
        yield FieldSite(message, owner, parents, one, within, versions)
        if one.fields:
            yield from _sites(message, one, (*parents, one), one.fields, versions)


def allow_deep_models() -> None:
    """Raise the limit of recursion, by which models are walked: fields may nest 498 deep.

    Since Python 3.11 that costs no C stack.
    """
    sys.setrecursionlimit(max(_RECURSION, sys.getrecursionlimit()))
