# What a rule of evolution looks at: one class per effect, so that a rule says only what its effect
# means. Each stands for one field and all versions concerned, never for one version: at `versions`,
# which are released and still valid, something is not as it was.
"""Differences between a released message and the same message now."""

from __future__ import annotations

from typing import TypeAlias

from wirelint.evolution.pairing import MessagePair
from wirelint.evolution.versions import Versions
from wirelint.lazy_dataclass import dataclass
from wirelint.schema.model import Field
from wirelint.syntax.origin import Origin
from wirelint.wire.layout import Slot


@dataclass(frozen=True, slots=True)
class FlexibleChanged:
    """Versions that were classic are flexible (`gained`), or the reverse."""

    pair: MessagePair
    versions: Versions
    gained: bool


@dataclass(frozen=True, slots=True)
class FieldAdded:
    """An untagged field stands where there was none.

    `was` is the field of that name that the baseline has for other versions only.
    """

    pair: MessagePair
    versions: Versions
    field: Field
    was: Field | None


@dataclass(frozen=True, slots=True)
class FieldRemoved:
    """An untagged field of the baseline is gone.

    `now` is the field of that name that is left for other versions; `parent` the nearest object
    of the checked schema that would hold the field.
    """

    pair: MessagePair
    versions: Versions
    field: Field
    now: Field | None
    parent: Origin


@dataclass(frozen=True, slots=True)
class FieldMoved:
    """The field stands elsewhere among its neighbours."""

    pair: MessagePair
    versions: Versions
    before: Field
    after: Field


@dataclass(frozen=True, slots=True)
class FieldRetyped:
    """Another type. Slots are None for a plain struct that adds no byte of its own."""

    pair: MessagePair
    versions: Versions
    before: Field
    after: Field
    old: Slot | None
    new: Slot | None
    only_sign: bool


@dataclass(frozen=True, slots=True)
class NullabilityChanged:
    """Null is allowed where it was not (`gained`), or the reverse. A struct gains or loses a byte."""

    pair: MessagePair
    versions: Versions
    before: Field
    after: Field
    gained: bool
    is_struct: bool


@dataclass(frozen=True, slots=True)
class EncodingChanged:
    """The length is written in the compact form where it was classic (`compact`), or the reverse."""

    pair: MessagePair
    versions: Versions
    before: Field
    after: Field
    compact: bool


@dataclass(frozen=True, slots=True)
class FieldBecameTagged:
    """An untagged field moved into the tag section."""

    pair: MessagePair
    versions: Versions
    before: Field
    after: Field


@dataclass(frozen=True, slots=True)
class FieldBecameUntagged:
    """A tagged field moved out of the tag section."""

    pair: MessagePair
    versions: Versions
    before: Field
    after: Field


@dataclass(frozen=True, slots=True)
class TagVersionsMoved:
    """One side writes the tag where the other knows it for other versions only.

    `lost`: the baseline writes it, the checked schema refuses it; else the reverse.
    """

    pair: MessagePair
    versions: Versions
    before: Field
    after: Field
    lost: bool


@dataclass(frozen=True, slots=True)
class TagReused:
    """A tag number that belongs to another field. `same_bytes`: perhaps a rename."""

    pair: MessagePair
    versions: Versions
    before: Field
    after: Field
    tag: int
    same_bytes: bool


@dataclass(frozen=True, slots=True)
class TagAdded:
    """A tagged field that the baseline lacks."""

    pair: MessagePair
    versions: Versions
    field: Field


@dataclass(frozen=True, slots=True)
class TagRemoved:
    """A tagged field of the baseline is gone; `now` is the field of that name, if there is one."""

    pair: MessagePair
    versions: Versions
    field: Field
    now: Field | None
    parent: Origin


@dataclass(frozen=True, slots=True)
class FieldsSwapped:
    """Fields with the same bytes stand in each other's places: (before, after) of each name."""

    pair: MessagePair
    versions: Versions
    fields: tuple[tuple[Field, Field], ...]


@dataclass(frozen=True, slots=True)
class DefaultChanged:
    """Another default value. `absent`: the versions in which readers get it without being told."""

    pair: MessagePair
    versions: Versions
    before: Field
    after: Field
    absent: Versions
    is_tagged: bool


@dataclass(frozen=True, slots=True)
class IgnorableDropped:
    """No longer ignorable, though versions without the field (`absent`) are valid."""

    pair: MessagePair
    versions: Versions
    before: Field
    after: Field
    absent: Versions


@dataclass(frozen=True, slots=True)
class LayoutUnexplained:
    """The layouts differ and no other change says why."""

    pair: MessagePair
    versions: Versions


Change: TypeAlias = (
    FlexibleChanged
    | FieldAdded
    | FieldRemoved
    | FieldMoved
    | FieldRetyped
    | NullabilityChanged
    | EncodingChanged
    | FieldBecameTagged
    | FieldBecameUntagged
    | TagVersionsMoved
    | TagReused
    | TagAdded
    | TagRemoved
    | FieldsSwapped
    | DefaultChanged
    | IgnorableDropped
    | LayoutUnexplained
)
