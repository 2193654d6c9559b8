# Names do not travel: a `Layout` (wire/shapes.py) holds only what decides bytes and compares by
# identity. Which field stands behind a slot is told by `bind`, which costs more and is asked only
# where two layouts differ or a value is encoded. Both walk the same fields through `_AtVersion`.
#
# Total on any message that the builder returns: a type that is no type, a struct that contains
# itself and nesting beyond `MAX_DEPTH` become a slot of kind UNKNOWN, which the codec refuses.
"""The byte layout of one version of a message (Kafka class `MessageDataGenerator`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Final

from wirelint.lazy_dataclass import dataclass
from wirelint.schema.model import Field, Message, allow_deep_models
from wirelint.versions import VersionRange
from wirelint.wire.shapes import (
    FIXED_SIZES,
    UNKNOWN,
    UNKNOWN_LAYOUT,
    Kind,
    Layout,
    Slot,
    make_layout,
    make_slot,
)

__all__: Final = [
    "UNKNOWN",
    "UNKNOWN_LAYOUT",
    "Bound",
    "Kind",
    "Layout",
    "Member",
    "NamedSlot",
    "Slot",
    "VersionClass",
    "bind",
    "layout_at",
    "layouts",
    "make_layout",
    "make_slot",
    "stretches",
]

# Of structs in structs: a schema that JSON's own limit lets through nests 498 deep. Common structs that
# hold each other nest without deep JSON, so the builder has not raised the limit of recursion for them.
MAX_DEPTH: Final = 500
_DEEP: Final = 50
MAX_SLOTS: Final = 5000  # of plain structs laid out in their parent; beyond, they stay apart


@dataclass(frozen=True, slots=True)
class VersionClass:
    """Adjacent versions with one layout."""

    versions: VersionRange
    layout: Layout


def layouts(message: Message) -> tuple[VersionClass, ...]:
    """The layouts of all valid versions, ascending; () for a tombstone.

    Computed once per stretch between two bounds of any range, so an open range costs nothing.
    Nothing is cached: keep the result.
    """
    classes: list[VersionClass] = []
    for stretch in stretches(message):
        low, layout = stretch.low, _AtVersion(message, stretch.low).root()
        if classes and classes[-1].layout is layout:
            low = classes.pop().versions.low
        classes.append(VersionClass(VersionRange(low, stretch.high), layout))
    return tuple(classes)


def stretches(message: Message) -> tuple[VersionRange, ...]:
    """The valid versions, cut wherever a range of the schema begins or ends; () for a tombstone.

    In one stretch the same fields stand in the same form: `bind` of its lowest version holds for
    all of it.
    """
    valid = message.valid_versions
    if not valid:
        return ()
    starts = sorted(_starts(message))
    return tuple(
        VersionRange(low, end - 1)
        for low, end in zip(starts, (*starts[1:], valid.high + 1), strict=True)
    )


def layout_at(message: Message, version: int) -> Layout | None:
    """The layout at one version; None where the version is not valid."""
    if version not in message.valid_versions:
        return None
    return _AtVersion(message, version).root()


# -- with names ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class Member:
    """A field of a struct at one version.

    `slot` is None for a plain struct that adds no byte: its members stand in its place. `inner` is
    the struct of a struct or struct-array field. `tag` is None where the field is not tagged.
    """

    field: Field
    slot: Slot | None
    inner: Bound | None
    tag: int | None = None


@dataclass(frozen=True, slots=True, eq=False)
class NamedSlot:
    """A slot with the field behind it.

    `parents` are the plain structs between the layout and the field that add no byte of their own,
    outermost first. `inner` names the slots of `slot.element` where that is a struct's; an array of
    primitives has none.
    """

    slot: Slot
    field: Field
    parents: tuple[Field, ...]
    inner: Bound | None
    tag: int | None = None

    @property
    def path(self) -> str:
        """From the layout to the field: `Owner.Id`."""
        return ".".join(one.name for one in (*self.parents, self.field))


@dataclass(frozen=True, eq=False)
class Bound:
    """A message or struct at one version: its layout with the fields behind it.

    `members` are the untagged fields in order, nested as the schema nests them; `tagged` the tagged
    ones by ascending number. `refused` holds the tags that the struct knows for other versions
    only: a reader throws on them, while it skips and keeps a tag that it does not know at all.
    `absent` are the fields that are not on the wire at the version.
    """

    layout: Layout
    members: tuple[Member, ...]
    tagged: tuple[Member, ...]
    refused: Mapping[int, Field]
    absent: tuple[Field, ...] = ()

    @cached_property
    def slots(self) -> tuple[NamedSlot, ...]:
        """The names behind `layout.slots`, one to one."""
        return tuple(_flat(self, ()))

    @cached_property
    def tags(self) -> tuple[NamedSlot, ...]:
        """The names behind `layout.tags`, one to one."""
        return tuple(
            NamedSlot(one.slot, one.field, (), one.inner, one.tag)
            for one in self.tagged
            if one.slot is not None
        )


def bind(message: Message, version: int) -> Bound | None:
    """The layout at a version with its fields; None where the version is not valid.

    `bind(message, version).layout is layout_at(message, version)`.
    """
    if version not in message.valid_versions:
        return None
    return _Binder(_AtVersion(message, version)).bound(message.fields, 0)


def _flat(bound: Bound, parents: tuple[Field, ...]) -> Iterator[NamedSlot]:
    for one in bound.members:
        if one.slot is not None:
            yield NamedSlot(one.slot, one.field, parents, one.inner)
        elif one.inner is None or one.inner.layout is UNKNOWN_LAYOUT:
            yield NamedSlot(UNKNOWN, one.field, parents, None)
        else:
            yield from _flat(one.inner, (*parents, one.field))


_FIXED: Final = {name: make_slot(Kind(name)) for name in FIXED_SIZES}
# By type name, nullable, compact.
_SIZED: Final = {
    (name, nullable, compact): make_slot(kind, nullable=nullable, compact=compact)
    for name, kind in (("string", Kind.STRING), ("bytes", Kind.BYTES), ("records", Kind.BYTES))
    for nullable in (False, True)
    for compact in (False, True)
}
_UNKNOWN_BOUND: Final = Bound(UNKNOWN_LAYOUT, (), (), {})

# -- walks --------------------------------------------------------------------------------------


class _AtVersion:
    """Lays out the structs of one message at one version, each once."""

    def __init__(self, message: Message, version: int) -> None:
        self.message = message
        self.version = version
        self.flexible = version in message.flexible
        self.common = {
            one.name: one.fields if version in one.versions else ()
            for one in reversed(message.common_structs)  # the first of one name counts
        }
        # By identity of the fields. A struct that is being laid out is unknown to itself.
        self.done: dict[int, Layout] = {}
        self.done_slots: dict[int, Slot] = {}

    def root(self) -> Layout:
        return self.struct(self.message.fields, 0)

    def struct(self, fields: tuple[Field, ...], depth: int) -> Layout:
        done = self.done.get(id(fields))
        if done is not None:
            return done
        if depth > _DEEP:
            if depth > MAX_DEPTH:
                return UNKNOWN_LAYOUT
            allow_deep_models()
        self.done[id(fields)] = UNKNOWN_LAYOUT
        version = self.version
        slots: list[Slot] = []
        tags: dict[int, Slot] = {}
        for field in fields:
            versions = field.versions
            if not versions.low <= version <= versions.high:
                continue
            tagged = field.tagged_versions
            if tagged.low <= version <= tagged.high:
                # Without a tag section or a number it cannot be on the wire; the generator refuses.
                if self.flexible and field.tag is not None and field.tag >= 0:
                    tags.setdefault(field.tag, self.slot(field, depth))
            elif field.type.is_struct:
                slot = self.slot(field, depth)
                element = slot.element
                if self.is_flat(slot, len(slots)) and element is not None:
                    slots.extend(element.slots)
                else:
                    slots.append(slot)
            else:
                slots.append(self.slot(field, depth))
        layout = make_layout(tuple(slots), tuple(sorted(tags.items())) if self.flexible else None)
        self.done[id(fields)] = layout
        return layout

    def slot(self, field: Field, depth: int) -> Slot:
        type_ = field.type
        name = type_.name
        if not type_.is_array and name in _FIXED:
            return _FIXED[name]
        version = self.version
        nullable = field.nullable_versions.low <= version <= field.nullable_versions.high
        override = field.flexible_versions
        compact = self.flexible if override is None else version in override
        if not type_.is_array and not type_.is_struct:
            return _SIZED.get((name, nullable, compact), UNKNOWN)
        done = self.done_slots.get(id(field))
        if done is not None:
            return done
        if type_.is_struct:
            element = self.struct(self.fields_of(field), depth + 1)
        elif name in _FIXED:
            element = make_layout((_FIXED[name],))
        else:
            element = make_layout((_SIZED.get((name, False, compact), UNKNOWN),))
        kind = Kind.ARRAY if type_.is_array else Kind.STRUCT
        compact = compact and type_.is_array
        slot = make_slot(kind, nullable=nullable, compact=compact, element=element)
        self.done_slots[id(field)] = slot
        return slot

    def fields_of(self, field: Field) -> tuple[Field, ...]:
        return field.fields or self.common.get(field.type.name, ())

    def is_flat(self, slot: Slot, before: int) -> bool:
        """Whether a slot behind `before` others adds no byte of its own and is left out."""
        return (
            slot.kind is Kind.STRUCT
            and not slot.nullable
            and slot.element is not None
            and slot.element.tags is None
            and before + len(slot.element.slots) <= MAX_SLOTS
        )


class _Binder:
    """Names the slots of one message at one version; common structs are shared."""

    def __init__(self, at: _AtVersion) -> None:
        self.at = at
        at.root()  # in the order of the walk without names, so that both agree
        self.done: dict[int, Bound] = {}

    def bound(self, fields: tuple[Field, ...], depth: int) -> Bound:
        done = self.done.get(id(fields))
        if done is not None:
            return done
        at = self.at
        layout = at.done.get(id(fields))
        if layout is None:
            return _UNKNOWN_BOUND  # nested too deep
        self.done[id(fields)] = _UNKNOWN_BOUND
        version, flexible = at.version, at.flexible
        members: list[Member] = []
        tagged: dict[int, Member] = {}
        refused: dict[int, Field] = {}
        absent: list[Field] = []
        count = 0
        for field in fields:
            here = field.versions.low <= version <= field.versions.high
            if not here:
                absent.append(field)
            if here and not field.tagged_versions.low <= version <= field.tagged_versions.high:
                slot = at.slot(field, depth)
                if slot.element is None:
                    count += 1
                    members.append(Member(field, slot, None))
                    continue
                flat = at.is_flat(slot, count)
                count += len(slot.element.slots) if flat else 1
                inner = self.inner(field, slot, depth)
                members.append(Member(field, None if flat else slot, inner))
            elif field.tag is not None and field.tag >= 0 and flexible:
                if here:
                    slot = at.slot(field, depth)
                    inner = self.inner(field, slot, depth)
                    tagged.setdefault(field.tag, Member(field, slot, inner, field.tag))
                elif field.tagged_versions & field.versions:
                    refused.setdefault(field.tag, field)
        for tag in tagged:
            refused.pop(tag, None)
        by_number = tuple(tagged[tag] for tag in sorted(tagged))
        bound = Bound(layout, tuple(members), by_number, refused, tuple(absent))
        self.done[id(fields)] = bound
        return bound

    def inner(self, field: Field, slot: Slot, depth: int) -> Bound | None:
        if not field.type.is_struct:
            return None
        if slot.element is UNKNOWN_LAYOUT:
            return _UNKNOWN_BOUND
        return self.bound(self.at.fields_of(field), depth + 1)


def _starts(message: Message) -> set[int]:
    """The valid versions at which the layout may change, the lowest one included."""
    valid = message.valid_versions
    starts = {valid.low}
    _add(starts, valid, message.flexible)
    _add_fields(starts, valid, message.fields)
    for struct in message.common_structs:
        _add(starts, valid, struct.versions)
        _add_fields(starts, valid & struct.versions, struct.fields)
    return starts


def _add_fields(starts: set[int], within: VersionRange, fields: tuple[Field, ...]) -> None:
    todo = [(within, fields)]
    while todo:
        within, some = todo.pop()
        for field in some:
            _add(starts, within, field.versions)
            if field.nullable_versions.high >= 0:
                _add(starts, within, field.nullable_versions)
            if field.tagged_versions.high >= 0:
                _add(starts, within, field.tagged_versions)
            if field.flexible_versions is not None:
                _add(starts, within, field.flexible_versions)
            if field.fields:
                todo.append((within & field.versions, field.fields))


def _add(starts: set[int], within: VersionRange, versions: VersionRange) -> None:
    low, high = versions.low, versions.high
    if within.low < low <= within.high and low <= high:
        starts.add(low)
    if within.low <= high < within.high and low <= high:
        starts.add(high + 1)
