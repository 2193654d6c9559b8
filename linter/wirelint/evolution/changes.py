# What a rule of evolution looks at: one class per effect, so that a rule says only what its effect
# means. Each stands for one field and all versions concerned, never for one version.
"""Differences between a released message and the same message now."""

from __future__ import annotations

from dataclasses import dataclass

from wirelint.evolution.pairing import MessagePair
from wirelint.evolution.versions import Versions
from wirelint.schema.model import Field
from wirelint.syntax.origin import Origin
from wirelint.wire.layout import Slot


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """At some released versions that are still valid, something is not as it was."""

    pair: MessagePair
    versions: Versions


@dataclass(frozen=True, slots=True, kw_only=True)
class FlexibleChanged(Change):
    """Versions that were classic are flexible (`gained`), or the reverse."""

    gained: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldAdded(Change):
    """An untagged field stands where there was none.

    `was` is the field of that name that the baseline has for other versions only.
    """

    field: Field
    was: Field | None


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldRemoved(Change):
    """An untagged field of the baseline is gone.

    `now` is the field of that name that is left for other versions; `parent` the nearest object
    of the checked schema that would hold the field.
    """

    field: Field
    now: Field | None
    parent: Origin


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldChange(Change):
    """A field of both sides."""

    before: Field
    after: Field


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldMoved(FieldChange):
    """The field stands elsewhere among its neighbours."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldRetyped(FieldChange):
    """Another type. Slots are None for a plain struct that adds no byte of its own."""

    old: Slot | None
    new: Slot | None
    only_sign: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class NullabilityChanged(FieldChange):
    """Null is allowed where it was not (`gained`), or the reverse. A struct gains or loses a byte."""

    gained: bool
    is_struct: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class EncodingChanged(FieldChange):
    """The length is written in the compact form where it was classic (`compact`), or the reverse."""

    compact: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldBecameTagged(FieldChange):
    """An untagged field moved into the tag section."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldBecameUntagged(FieldChange):
    """A tagged field moved out of the tag section."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TagVersionsMoved(FieldChange):
    """One side writes the tag where the other knows it for other versions only.

    `lost`: the baseline writes it, the checked schema refuses it; else the reverse.
    """

    lost: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TagReused(FieldChange):
    """A tag number that belongs to another field. `same_bytes`: perhaps a rename."""

    tag: int
    same_bytes: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TagAdded(Change):
    """A tagged field that the baseline lacks."""

    field: Field


@dataclass(frozen=True, slots=True, kw_only=True)
class TagRemoved(Change):
    """A tagged field of the baseline is gone; `now` is the field of that name, if there is one."""

    field: Field
    now: Field | None
    parent: Origin


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldsSwapped(Change):
    """Fields with the same bytes stand in each other's places: (before, after) of each name."""

    fields: tuple[tuple[Field, Field], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DefaultChanged(FieldChange):
    """Another default value. `absent`: the versions in which readers get it without being told."""

    absent: Versions
    is_tagged: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class IgnorableDropped(FieldChange):
    """No longer ignorable, though versions without the field (`absent`) are valid."""

    absent: Versions


@dataclass(frozen=True, slots=True, kw_only=True)
class LayoutUnexplained(Change):
    """The layouts differ and no other change says why."""
