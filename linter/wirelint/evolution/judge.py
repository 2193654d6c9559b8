# The judge of every break: rules explain, this decides. A known tag is skipped by a reader that
# does not know it and refused by one that knows it for other versions, so tags are judged by what
# both sides do with them, not by equality.
"""Whether two layouts of one version can talk to each other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, TypeAlias

from wirelint.wire.layout import Bound, Kind, Layout, Member, NamedSlot, Slot

# The same bytes, read with or without a sign: worth a warning.
_SIGNED: Final = {Kind.UINT16: Kind.INT16, Kind.UINT32: Kind.INT32}

_Named: TypeAlias = NamedSlot | Member
# Verdicts by identity: common structs stand in many places.
_Known: TypeAlias = dict[tuple[int, int], bool]


def is_compatible(before: Bound, after: Bound) -> bool:
    """Whether what one side writes is read by the other as what was meant, nullability included."""
    return before.layout is after.layout or _bounds(before, after, {}, signs=False)


def is_alike(one: NamedSlot, other: NamedSlot) -> bool:
    """Whether two slots are the same on the wire, signs included."""
    return one.slot is other.slot or _slots(one, other, {}, signs=True)


def is_roughly_alike(one: NamedSlot, other: NamedSlot) -> bool:
    """As `is_alike` between a flexible and a classic version.

    How lengths are written and tag sections are not compared.
    """
    return _roughly(one, other, {})


def differs_in_sign(one: Slot, other: Slot) -> bool:
    """Whether two slots, or the elements of two arrays, are integers of one width."""
    while one.kind is Kind.ARRAY is other.kind and one.element and other.element:
        left, right = one.element, other.element
        # A tag section adds bytes to a struct around one number.
        if len(left.slots) != 1 or len(right.slots) != 1 or left.is_flexible or right.is_flexible:
            return False
        one, other = left.slots[0], right.slots[0]
    return one.kind is not other.kind and _kind(one) is _kind(other)


def flattened(bound: Bound, parents: tuple[Member, ...] = ()) -> Iterator[NamedSlot]:
    """The untagged fields with every plain struct laid out in its parent, tag section or not."""
    for one in bound.members:
        plain = one.slot is None or (one.slot.kind is Kind.STRUCT and not one.slot.nullable)
        if plain and one.inner is not None:
            yield from flattened(one.inner, (*parents, one))
        elif one.slot is not None:
            fields = tuple(parent.field for parent in parents)
            yield NamedSlot(one.slot, one.field, fields, one.inner)


def _kind(slot: Slot) -> Kind:
    return _SIGNED.get(slot.kind, slot.kind)


def _bounds(before: Bound, after: Bound, known: _Known, *, signs: bool) -> bool:
    key = (id(before), id(after))
    if key not in known:
        known[key] = True  # a struct that holds itself differs elsewhere or not at all
        known[key] = _same_order(before, after, known, signs=signs) and _same_tags(
            before, after, known, signs=signs
        )
    return known[key]


def _same_order(before: Bound, after: Bound, known: _Known, *, signs: bool) -> bool:
    left, right = before.slots, after.slots
    return len(left) == len(right) and all(
        _slots(one, other, known, signs=signs) for one, other in zip(left, right, strict=True)
    )


def _same_tags(before: Bound, after: Bound, known: _Known, *, signs: bool) -> bool:
    if before.layout.is_flexible is not after.layout.is_flexible:
        return False
    left = {one.tag: one for one in before.tagged if one.tag is not None}
    right = {one.tag: one for one in after.tagged if one.tag is not None}
    return (
        all(_slots(left[tag], right[tag], known, signs=signs) for tag in left.keys() & right.keys())
        and not any(tag in after.refused for tag in left.keys() - right.keys())
        and not any(tag in before.refused for tag in right.keys() - left.keys())
    )


def _slots(one: _Named, other: _Named, known: _Known, *, signs: bool) -> bool:
    a, b = one.slot, other.slot
    if a is b:
        return True
    if a is None or b is None or a.nullable is not b.nullable or a.compact is not b.compact:
        return False
    if a.kind is not b.kind:
        return not signs and differs_in_sign(a, b)
    if one.inner is not None and other.inner is not None:
        return _bounds(one.inner, other.inner, known, signs=signs)
    return not signs and differs_in_sign(a, b)


def _roughly(one: NamedSlot, other: NamedSlot, known: _Known) -> bool:
    a, b = one.slot, other.slot
    if a.kind is not b.kind or a.nullable is not b.nullable:
        return False
    if one.inner is None or other.inner is None:
        return one.inner is other.inner and _same_shape(a.element, b.element)
    key = (id(one.inner), id(other.inner))
    if key not in known:
        known[key] = True
        left, right = tuple(flattened(one.inner)), tuple(flattened(other.inner))
        known[key] = len(left) == len(right) and all(
            _roughly(one, other, known) for one, other in zip(left, right, strict=True)
        )
    return known[key]


def _same_shape(one: Layout | None, other: Layout | None) -> bool:
    """Of elements that are no structs."""
    if one is None or other is None:
        return one is other
    return [slot.kind for slot in one.slots] == [slot.kind for slot in other.slots]
