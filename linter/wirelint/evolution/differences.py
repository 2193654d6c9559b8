# Layouts decide, names report: the walk lines up what stands on the wire (`align`), pairs the
# fields behind it, and gives each difference the most exact name there is. It does not decide that
# something is broken; where `judge` says so and the walk found nothing, `LayoutUnexplained` tells.
"""What differs between two sides of a message, and which fields stand for each other."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterator, Mapping
from itertools import islice
from typing import Any, TypeAlias

from wirelint.evolution.align import align
from wirelint.evolution.changes import (
    Change,
    EncodingChanged,
    FieldAdded,
    FieldBecameTagged,
    FieldBecameUntagged,
    FieldMoved,
    FieldRemoved,
    FieldRetyped,
    FieldsSwapped,
    FlexibleChanged,
    LayoutUnexplained,
    NullabilityChanged,
    TagAdded,
    TagRemoved,
    TagReused,
    TagVersionsMoved,
)
from wirelint.evolution.headers import is_relabelled
from wirelint.evolution.judge import (
    differs_in_sign,
    flattened,
    is_alike,
    is_compatible,
    is_roughly_alike,
)
from wirelint.evolution.pairing import MessagePair
from wirelint.evolution.versions import joined
from wirelint.lazy_dataclass import dataclass
from wirelint.schema.model import Field, Message, MessageType
from wirelint.syntax.origin import Origin
from wirelint.versions import VersionRange
from wirelint.wire.layout import (
    UNKNOWN_LAYOUT,
    Bound,
    Kind,
    Member,
    NamedSlot,
    bind,
    layout_at,
    stretches,
)

_Way: TypeAlias = tuple[str, ...]  # names from the level to a field

# Changes that leave the bytes readable, or only draw attention.
HARMLESS = (TagAdded, TagRemoved, FieldsSwapped)


@dataclass(frozen=True, slots=True)
class Differences:
    """The changes at released versions, and the fields that stand for each other.

    `pairs` holds (before, after) wherever both sides are valid, released or not; `steady` those
    that have one type at a released version, with the released versions in which they stand.
    """

    changes: tuple[Change, ...]
    pairs: tuple[tuple[Field, Field], ...]
    steady: tuple[tuple[Field, Field, tuple[VersionRange, ...]], ...]


NO_DIFFERENCES = Differences((), (), ())


def compare(pair: MessagePair) -> Differences:
    """Walk both sides at every version that both have."""
    before, after = pair.before, pair.after
    if before is None or after is None or _has_same_fields(before, after):
        return NO_DIFFERENCES
    walk = _Walk(pair, before, after)
    for versions, same_layout in _shared_stretches(pair, before, after):
        if same_layout and walk.by_name(versions):
            continue
        old, new = bind(before, versions.low), bind(after, versions.low)
        if old is not None and new is not None:
            walk.stretch(versions, old, new)
    return walk.result()


def _has_same_fields(before: Message, after: Message) -> bool:
    """Whether nothing but the head of the schema changed: listeners, valid versions, ..."""
    return (
        before.fields == after.fields
        and before.common_structs == after.common_structs
        and before.flexible == after.flexible
    )


def _shared_stretches(
    pair: MessagePair, before: Message, after: Message
) -> Iterator[tuple[VersionRange, bool]]:
    """The versions of both sides, cut where either side or what is released changes.

    With each goes whether both sides have one layout there.
    """
    news = [(one, layout_at(after, one.low)) for one in stretches(after)]
    first = 0  # of `news` that does not end before the stretch of `before`
    for old in stretches(before):
        layout = layout_at(before, old.low)
        while first < len(news) and news[first][0].high < old.low:
            first += 1
        for new, new_layout in islice(news, first, None):
            if new.low > old.high:
                break
            both = old & new
            for versions in (both & pair.released, *(both - pair.released)):
                if versions:
                    yield versions, layout is new_layout


@dataclass(frozen=True, slots=True)
class _Emitted:
    """A change in the making: what it will be made with, and the versions so far."""

    kind: type[Change]
    with_: dict[str, Any]
    versions: list[VersionRange]


@dataclass(frozen=True, slots=True)
class _Level:
    """Where the walk is: the fields, as written, of one struct on both sides."""

    before: tuple[Field, ...]
    after: tuple[Field, ...]
    owner: Origin


@dataclass(frozen=True, slots=True)
class _Item:
    """A slot without a counterpart, or a plain struct none of whose slots has one (no `slot`)."""

    field: Field
    gap: int
    slot: NamedSlot | None
    parents: tuple[Field, ...]

    @property
    def way(self) -> _Way:
        return (*(one.name for one in self.parents), self.field.name)

    @property
    def kind(self) -> Kind:
        return Kind.STRUCT if self.slot is None else self.slot.slot.kind


class _Walk:
    def __init__(self, pair: MessagePair, before: Message, after: Message) -> None:
        self.pair = pair
        self.before = before
        self.after = after
        self.emitted: dict[tuple[object, ...], _Emitted] = {}
        self.pairs: dict[tuple[int, int], tuple[Field, Field]] = {}
        self.steady: dict[tuple[int, int], tuple[Field, Field, list[VersionRange]]] = {}
        self.names: dict[int, dict[str, Field]] = {}  # by identity of a message's tuple of fields
        # Of the stretch at hand.
        self.versions = VersionRange.NONE
        self.is_released = False
        self.is_rough = False
        self.breaks = False
        self.done: set[tuple[int, int]] = set()

    def by_name(self, versions: VersionRange) -> bool:
        """Pair the fields of one layout by their order, if all names agree: no need to bind then."""
        found: dict[tuple[int, int], tuple[Field, Field]] = {}
        if not self.twins(self.before.fields, self.after.fields, versions.low, found):
            return False
        self.versions = versions
        self.is_released = versions.low in self.pair.released
        for before, after in found.values():
            self.pair_up(before, after, steady=True)
        return True

    def twins(
        self,
        before: tuple[Field, ...],
        after: tuple[Field, ...],
        version: int,
        found: dict[tuple[int, int], tuple[Field, Field]],
    ) -> bool:
        """Whether both structs have fields of the same names in the same order at a version."""
        left = [one for one in before if version in one.versions]
        right = [one for one in after if version in one.versions]
        if len(left) != len(right):
            return False
        for one, other in zip(left, right, strict=True):
            if one.name != other.name or one.type.is_struct is not other.type.is_struct:
                return False
            if one.tag != other.tag or (
                one.tag is not None and not _are_tagged_alike(one, other, version)
            ):
                return False
            key = (id(one), id(other))
            if key in found:
                continue
            found[key] = (one, other)
            if one.type.is_struct and not self.twins(
                self.before.fields_of(one), self.after.fields_of(other), version, found
            ):
                return False
        return True

    def stretch(self, versions: VersionRange, old: Bound, new: Bound) -> None:
        self.versions = versions
        self.is_released = versions.low in self.pair.released
        self.breaks = False
        self.done.clear()
        if old.layout is not new.layout and self.before.type is MessageType.HEADER:
            relabelled = is_relabelled(self.before, self.after, versions.low)
            self.is_released = self.is_released and not relabelled
        gained = new.layout.is_flexible
        self.is_rough = old.layout.is_flexible is not gained
        if self.is_rough:
            self.emit(FlexibleChanged, (gained,), gained=gained)
        self.level(_Level(self.before.fields, self.after.fields, self.after.origin), old, new)
        if self.is_released and not self.breaks and not is_compatible(old, new):
            self.emit(LayoutUnexplained, ())

    def result(self) -> Differences:
        return Differences(
            tuple(
                one.kind(pair=self.pair, versions=joined(one.versions), **one.with_)
                for one in self.emitted.values()
            ),
            tuple(self.pairs.values()),
            tuple((old, new, joined(versions)) for old, new, versions in self.steady.values()),
        )

    # -- one struct -----------------------------------------------------------------------------

    def level(self, level: _Level, old: Bound, new: Bound) -> None:
        if (id(old), id(new)) in self.done:
            return
        self.done.add((id(old), id(new)))
        left = list(flattened(old)) if self.is_rough else list(old.slots)
        right = list(flattened(new)) if self.is_rough else list(new.slots)
        if old.layout is new.layout:
            matched = [(index, index) for index in range(len(left))]
        else:
            alike = is_roughly_alike if self.is_rough else is_alike
            matched = align(left, right, alike)
        for i, j in matched:
            self.matched(left[i], right[j])
        if any(_way(left[i]) != _way(right[j]) for i, j in matched):
            self.swapped([(left[i], right[j]) for i, j in matched])
        lost, found = _rest(left, right, matched)
        lost, found = self.same_names(lost, found, in_gap=True)
        lost, found = self.same_kinds(level, lost, found)
        lost, found = self.same_names(lost, found, in_gap=False)
        lost, found = self.tags(level, old, new, lost, found)
        for item in lost:
            fields, owner = self.holder(level, item.parents)
            now = self.named(fields, item.field.name)
            if now is not None:
                self.pair_up(item.field, now)
            self.emit(FieldRemoved, (id(item.field),), field=item.field, now=now, parent=owner)
        for item in found:
            was = self.other(level, item)
            if was is not None:
                self.pair_up(was, item.field)
            self.emit(FieldAdded, (id(item.field),), field=item.field, was=was)

    def matched(self, one: NamedSlot, other: NamedSlot) -> None:
        """Two slots that stand for each other with the same bytes, but for tags inside."""
        self.pair_up(one.field, other.field, steady=True)
        for outer, inner in _paired_parents(one.parents, other.parents):
            self.pair_up(outer, inner, steady=True)
        self.descend(one, other)

    def descend(self, one: NamedSlot | Member, other: NamedSlot | Member) -> None:
        if one.inner is None or other.inner is None:
            return
        # What cannot be laid out cannot be walked: a struct that takes itself for a field.
        if UNKNOWN_LAYOUT not in (one.inner.layout, other.inner.layout):
            self.level(
                _Level(
                    self.before.fields_of(one.field),
                    self.after.fields_of(other.field),
                    self.fields_owner(other.field),
                ),
                one.inner,
                other.inner,
            )

    def same_names(
        self, lost: list[_Item], found: list[_Item], *, in_gap: bool
    ) -> tuple[list[_Item], list[_Item]]:
        """Take out what has one name on both sides; elsewhere than in its gap it has moved."""

        def key(item: _Item) -> tuple[_Way, int]:
            return item.way, item.gap if in_gap else 0

        rest = []
        waiting = _grouped(found, key)
        for item in lost:
            twins = waiting.get(key(item))
            if not twins:
                rest.append(item)
                continue
            twin = twins.popleft()
            if in_gap:
                self.differing(item, twin)
            else:
                self.pair_up(item.field, twin.field)
                self.emit_fields(FieldMoved, item.field, twin.field)
        return rest, _left(found, waiting)

    def same_kinds(
        self, level: _Level, lost: list[_Item], found: list[_Item]
    ) -> tuple[list[_Item], list[_Item]]:
        """Take out renamed fields whose slots differ in nullability, encoding or inside only."""
        rest = []
        waiting = _grouped(found, _place)
        for item in lost:
            twins = waiting.get(_place(item)) if item.slot is not None else None
            if (
                not twins
                or self.named(self.holder(level, item.parents)[0], item.field.name)
                or self.other(level, twins[0])
            ):
                rest.append(item)
                continue
            self.differing(item, twins.popleft())
        return rest, _left(found, waiting)

    def differing(self, one: _Item, other: _Item) -> None:
        """A field of both sides, in its place, whose bytes differ."""
        before, after = one.field, other.field
        if one.slot is None or other.slot is None:
            slots = [item.slot.slot if item.slot is not None else None for item in (one, other)]
            self.pair_up(before, after)
            whole = one.slot or other.slot
            if whole is not None and whole.slot.kind is Kind.STRUCT:
                self.emit_fields(
                    NullabilityChanged, before, after, gained=one.slot is None, is_struct=True
                )
            else:
                self.emit_fields(
                    FieldRetyped, before, after, old=slots[0], new=slots[1], only_sign=False
                )
            return
        self.effects(one.slot, other.slot)

    def effects(self, one: NamedSlot | Member, other: NamedSlot | Member) -> None:
        old, new = one.slot, other.slot
        before, after = one.field, other.field
        if old is None or new is None:
            return
        if old.kind is not new.kind or (
            old.kind is Kind.ARRAY
            and not (one.inner and other.inner)
            and _element(one) != _element(other)
        ):
            self.pair_up(before, after)
            self.emit_fields(
                FieldRetyped,
                before,
                after,
                old=old,
                new=new,
                only_sign=differs_in_sign(old, new),
            )
            return
        self.pair_up(before, after, steady=True)
        if old.nullable is not new.nullable:
            self.emit_fields(
                NullabilityChanged,
                before,
                after,
                gained=new.nullable,
                is_struct=new.kind is Kind.STRUCT,
            )
        if old.compact is not new.compact and not self.is_rough:
            self.emit_fields(EncodingChanged, before, after, compact=new.compact)
        self.descend(one, other)

    def swapped(self, matched: list[tuple[NamedSlot, NamedSlot]]) -> set[_Way]:
        """Report fields whose names stand on both sides at exchanged places; the ways to them."""
        olds = {_way(one): one for one, _ in matched}
        news = {_way(other): other for _, other in matched}
        circles = _circles({_way(one): _way(other) for one, other in matched})
        beside: dict[int, list[tuple[int, int]]] = {}  # keys of `steady` by either half
        for key in self.steady if circles else ():
            for half in key:
                beside.setdefault(half, []).append(key)
        for circle in circles:
            depth = _first_difference(circle)
            twins = tuple((_chain(olds[one])[depth], _chain(news[one])[depth]) for one in circle)
            for before, after in twins:
                for key in (*beside.get(id(before), ()), *beside.get(id(after), ())):
                    if self.steady.pop(key, None) is not None:
                        del self.pairs[key]
            for before, after in twins:
                self.pair_up(before, after)
            self.emit(FieldsSwapped, tuple(id(before) for before, _ in twins), fields=twins)
        return {way for circle in circles for way in circle}

    # -- tags -----------------------------------------------------------------------------------

    def tags(
        self, level: _Level, old: Bound, new: Bound, lost: list[_Item], found: list[_Item]
    ) -> tuple[list[_Item], list[_Item]]:
        """Compare tag sections; take out of both lists what moved into or out of them."""
        left = {one.tag: one for one in old.tagged if one.tag is not None}
        right = {one.tag: one for one in new.tagged if one.tag is not None}
        old_names = {one.field.name: one for one in left.values()}
        new_names = {one.field.name: one for one in right.values()}
        kept_lost = []
        for item in lost:
            tagged = new_names.pop(item.field.name, None) if not item.parents else None
            if tagged is None:
                kept_lost.append(item)
                continue
            self.pair_up(item.field, tagged.field)
            self.emit_fields(FieldBecameTagged, item.field, tagged.field)
            if tagged.tag not in left and tagged.tag is not None:
                right.pop(tagged.tag)
        kept_found = []
        for item in found:
            tagged = old_names.pop(item.field.name, None) if not item.parents else None
            if tagged is None:
                kept_found.append(item)
                continue
            self.pair_up(tagged.field, item.field)
            self.emit_fields(FieldBecameUntagged, tagged.field, item.field)
            if tagged.tag not in right and tagged.tag is not None:
                left.pop(tagged.tag)
        if not self.is_rough:
            self.tag_numbers(level, old, new, left, right)
        return kept_lost, kept_found

    def tag_numbers(
        self,
        level: _Level,
        old: Bound,
        new: Bound,
        left: Mapping[int, Member],
        right: Mapping[int, Member],
    ) -> None:
        same_bytes = []
        for tag in sorted(left.keys() & right.keys()):
            one, other = left[tag], right[tag]
            alike = is_alike(_as_slot(one), _as_slot(other))
            # Capitals are no other name: Kafka 3.8 spelt LastKnownELR as LastKnownElr.
            if one.field.name.lower() == other.field.name.lower():
                self.effects(one, other)
            elif alike:
                same_bytes.append((_as_slot(one), _as_slot(other)))
                self.matched(_as_slot(one), _as_slot(other))
            else:
                self.reused(tag, one.field, other.field, same_bytes=False)
        swapped = self.swapped(same_bytes)
        for before, after in same_bytes:
            if before.tag is not None and _way(before) not in swapped:
                self.reused(before.tag, before.field, after.field, same_bytes=True)
        for tag in sorted(left.keys() - right.keys()):
            self.tag_gone(level, tag, left[tag].field, new.refused.get(tag))
        for tag in sorted(right.keys() - left.keys()):
            self.tag_come(level, tag, right[tag].field, old.refused.get(tag))

    def tag_gone(self, level: _Level, tag: int, before: Field, refused: Field | None) -> None:
        """`refused`: the field of the checked schema that has the number for other versions."""
        if refused is not None and refused.name == before.name:
            self.pair_up(before, refused)
            self.emit_fields(TagVersionsMoved, before, refused, lost=True)
            return
        if refused is not None:
            self.reused(tag, before, refused, same_bytes=False)
        now = self.named(level.after, before.name)
        if now is not None:
            self.pair_up(before, now)
        self.emit(TagRemoved, (id(before),), field=before, now=now, parent=level.owner)

    def tag_come(self, level: _Level, tag: int, after: Field, refused: Field | None) -> None:
        """`refused`: the field of the baseline that has the number for other versions."""
        if refused is not None and refused.name == after.name:
            self.pair_up(refused, after)
            self.emit_fields(TagVersionsMoved, refused, after, lost=False)
        elif refused is not None:
            self.reused(tag, refused, after, same_bytes=False)
        else:
            was = self.named(level.before, after.name)
            if was is not None:
                self.pair_up(was, after)
            self.emit(TagAdded, (id(after),), field=after)

    def reused(self, tag: int, before: Field, after: Field, *, same_bytes: bool) -> None:
        self.emit_fields(TagReused, before, after, tag=tag, same_bytes=same_bytes)

    # -- bookkeeping ----------------------------------------------------------------------------

    def pair_up(self, before: Field, after: Field, *, steady: bool = False) -> None:
        key = (id(before), id(after))
        self.pairs[key] = (before, after)
        if steady and self.is_released:
            self.steady.setdefault(key, (before, after, []))[2].append(self.versions)

    def emit_fields(self, kind: type[Change], before: Field, after: Field, **with_: Any) -> None:
        extra = tuple(value for value in with_.values() if isinstance(value, bool))
        self.emit(kind, (id(before), id(after), *extra), before=before, after=after, **with_)

    def emit(self, kind: type[Change], key: tuple[object, ...], **with_: Any) -> None:
        if not self.is_released:
            return
        self.breaks = self.breaks or _is_break(kind, with_)
        made = self.emitted.setdefault((kind, *key), _Emitted(kind, with_, []))
        made.versions.append(self.versions)

    def holder(self, level: _Level, parents: tuple[Field, ...]) -> tuple[tuple[Field, ...], Origin]:
        """The fields, and the object that holds them, of the checked schema below plain structs."""
        fields, owner = level.after, level.owner
        for parent in parents:
            found = self.named(fields, parent.name)
            if found is None:
                break
            fields, owner = self.after.fields_of(found), self.fields_owner(found)
        return fields, owner

    def other(self, level: _Level, item: _Item) -> Field | None:
        """The field of that name in the baseline's schema."""
        fields = level.before
        for parent in item.parents:
            found = self.named(fields, parent.name)
            if found is None:
                return None
            fields = self.before.fields_of(found)
        return self.named(fields, item.field.name)

    def named(self, fields: tuple[Field, ...], name: str) -> Field | None:
        known = self.names.get(id(fields))
        if known is None:
            known = self.names[id(fields)] = {one.name: one for one in reversed(fields)}
        return known.get(name)

    def fields_owner(self, struct: Field) -> Origin:
        """The object whose `fields` are those of a struct field of the checked schema."""
        common = None if struct.fields else self.after.struct(struct.type.name)
        return struct.origin if common is None else common.origin


def _is_break(kind: type[Change], with_: Mapping[str, Any]) -> bool:
    if kind is TagReused:
        return not with_["same_bytes"]
    if kind is FieldRetyped:
        return not with_["only_sign"]
    return kind not in HARMLESS


def _are_tagged_alike(one: Field, other: Field, version: int) -> bool:
    return (version in one.tagged_versions) is (version in other.tagged_versions)


def _rest(
    left: list[NamedSlot], right: list[NamedSlot], matched: list[tuple[int, int]]
) -> tuple[list[_Item], list[_Item]]:
    """What no match took, on both sides."""
    olds, news = {i for i, _ in matched}, {j for _, j in matched}
    return (
        _items(left, olds, _plain_paths(right)),
        _items(right, news, _plain_paths(left)),
    )


def _items(slots: list[NamedSlot], taken: set[int], others: set[_Way]) -> list[_Item]:
    """Unmatched slots; a plain struct without any match is one item.

    Unless the other side has it laid out too.
    """
    matched = {id(parent) for index in taken for parent in slots[index].parents}
    items: list[_Item] = []
    whole: set[int] = set()
    gap = 0
    for index, one in enumerate(slots):
        if index in taken:
            gap += 1
            continue
        names: _Way = ()
        for depth, parent in enumerate(one.parents):
            names = (*names, parent.name)
            if id(parent) not in matched and names not in others:
                if id(parent) not in whole:
                    whole.add(id(parent))
                    items.append(_Item(parent, gap, None, one.parents[:depth]))
                break
        else:
            items.append(_Item(one.field, gap, one, one.parents))
    return items


def _place(item: _Item) -> tuple[int, Kind] | None:
    return None if item.slot is None else (item.gap, item.kind)


def _grouped(items: list[_Item], key: Callable[[_Item], Hashable]) -> dict[Hashable, deque[_Item]]:
    groups: dict[Hashable, deque[_Item]] = {}
    for item in items:
        groups.setdefault(key(item), deque()).append(item)
    return groups


def _left(items: list[_Item], groups: Mapping[Hashable, deque[_Item]]) -> list[_Item]:
    """Those of the items that nobody took from their group."""
    still = {id(item) for group in groups.values() for item in group}
    return [item for item in items if id(item) in still]


def _plain_paths(slots: list[NamedSlot]) -> set[_Way]:
    """The ways to the plain structs that are laid out among the slots."""
    return {
        tuple(parent.name for parent in one.parents[: depth + 1])
        for one in slots
        for depth in range(len(one.parents))
    }


def _way(one: NamedSlot) -> _Way:
    return (*(parent.name for parent in one.parents), one.field.name)


def _as_slot(member: Member) -> NamedSlot:
    assert member.slot is not None  # a tagged field has a slot of its own
    return NamedSlot(member.slot, member.field, (), member.inner, member.tag)


def _element(one: NamedSlot | Member) -> tuple[Kind, ...] | None:
    """What an array of no structs repeats; a struct's fields where the other side has none."""
    slot = one.slot
    if slot is None or slot.element is None:
        return None
    kinds = tuple(inner.kind for inner in slot.element.slots)
    return kinds if one.inner is None else (Kind.STRUCT, *kinds)


def _paired_parents(
    left: tuple[Field, ...], right: tuple[Field, ...]
) -> Iterator[tuple[Field, Field]]:
    if len(left) == len(right):
        yield from zip(left, right, strict=True)
        return
    for one in left:
        other = next((two for two in right if two.name == one.name), None)
        if other is not None:
            yield one, other


def _circles(to: Mapping[_Way, _Way]) -> list[list[_Way]]:
    """The names that went round in a circle, each circle from its first name."""
    order = {way: index for index, way in enumerate(to)}
    found: list[list[_Way]] = []
    seen: dict[_Way, int] = {}  # the walk that came by, and every walk ends where one did
    for walk, start in enumerate(to):
        way: list[_Way] = []
        here: _Way | None = start
        while here is not None and here not in seen:
            seen[here] = walk
            way.append(here)
            here = to.get(here)
        if here is None or seen[here] != walk or way[-1] == here:
            continue
        circle = way[way.index(here) :]
        first = circle.index(min(circle, key=order.__getitem__))
        found.append([*circle[first:], *circle[:first]])
    return sorted(found, key=lambda circle: order[circle[0]])


def _chain(one: NamedSlot) -> tuple[Field, ...]:
    return (*one.parents, one.field)


def _first_difference(circle: list[_Way]) -> int:
    """The depth at which the names part: swapped structs are one swap, not one per field."""
    return next(
        (depth for depth, names in enumerate(zip(*circle, strict=False)) if len(set(names)) > 1), 0
    )
