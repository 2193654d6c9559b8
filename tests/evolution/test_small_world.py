"""Rules explain, layouts decide: an error is found exactly where some shared layout differs.

Over every small schema there is, judged by a second, independent reading of the wire format.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.small_world import (
    FLEXIBLE,
    agree,
    errors,
    fields,
    message,
    one_field_world,
    remembered_layouts,
    two_field_world,
    untagged,
)
from wirelint.schema.model import Field, Message, MessageType
from wirelint.versions import VersionRange

# The bytes are the same and two names changed places: an error that no layout shows.
SAME_BYTES = {"released-fields-swapped"}


def told(one: Message) -> str:
    """A schema in a line, for the report of a failing pair."""
    some = (
        f"{one.name} {one.type} {one.versions} null {one.nullable_versions} "
        f"tag {one.tag} {one.tagged_versions}"
        for one in one.fields
    )
    return f"flexible {one.flexible}: {'; '.join(some)}"


@pytest.mark.parametrize("flexible", FLEXIBLE, ids=str)
def test_all_pairs_of_one_field(flexible: VersionRange) -> None:
    world = one_field_world()
    with remembered_layouts():
        wrong = [
            (told(before), told(after))
            for before in world
            if before.flexible == flexible
            for after in world
            if agree(before, after) is bool(errors(before, after, thorough=False))
        ]
    assert not wrong


def test_world_has_pairs_of_both_kinds() -> None:
    """What the world tells would be nothing if all its pairs were broken, or none."""
    world = one_field_world()
    with remembered_layouts():
        fine = sum(agree(before, after) for before in world for after in world)
    assert len(world) < fine < len(world) ** 2 / 2


WORLD = st.sampled_from(FLEXIBLE).flatmap(
    lambda flexible: st.builds(
        lambda first, second: message((first, *_behind(first, second)), flexible),
        st.sampled_from(tuple(fields("A", flexible, 0))),
        st.sampled_from((None, *fields("B", flexible, 0))),
    )
)


def _behind(first: Field, second: Field | None) -> tuple[Field, ...]:
    if second is None:
        return ()
    if first.tag is None or second.tag is None:
        return (second,)
    return (replace(second, tag=1),)


@given(WORLD, WORLD)
def test_pairs_of_two_fields(before: Message, after: Message) -> None:
    assert agree(before, after) is not bool(errors(before, after) - SAME_BYTES)


@given(st.data(), WORLD)
def test_one_change(data: st.DataObject, before: Message) -> None:
    after = data.draw(st.sampled_from(tuple(neighbours(before))))
    assert agree(before, after) is not bool(errors(before, after) - SAME_BYTES)
    assert agree(after, before) is not bool(errors(after, before) - SAME_BYTES)


@given(st.data(), WORLD)
def test_one_change_where_the_newest_version_is_unstable(
    data: st.DataObject, before: Message
) -> None:
    after = data.draw(st.sampled_from(tuple(neighbours(before))))
    old, new = unstable(before), replace(after, type=MessageType.REQUEST)
    released = VersionRange(0, 1)
    assert agree(old, new, released) is not bool(errors(old, new) - SAME_BYTES)


def unstable(one: Message) -> Message:
    return replace(one, type=MessageType.REQUEST, latest_version_unstable=True)


def neighbours(one: Message) -> Iterator[Message]:
    """The messages that differ in one attribute of one field, in one field, or in `flexible`."""
    flexible = one.flexible
    for index, old in enumerate(one.fields):
        before, behind = one.fields[:index], one.fields[index + 1 :]
        for new in fields(old.name, flexible, old.tag or 0):
            tags = [f.tag for f in (*before, new, *behind) if f.tag is not None]
            if tags in ([], [0], [0, 1]) and _differing(old, new) == 1:
                yield message((*before, new, *behind), flexible)
        if old.tag is None or all(f.tag is None for f in behind):
            yield message((*before, *behind), flexible)
    if len(one.fields) == 2:
        yield message(one.fields[::-1], flexible)
    for other in FLEXIBLE:
        tagged = (f.tagged_versions for f in one.fields if f.tag is not None)
        if other != flexible and all(other and other.contains(f) for f in tagged):
            yield message(one.fields, other)


def _differing(old: Field, new: Field) -> int:
    """How many attributes differ; being nullable everywhere or nowhere is one."""
    return sum(
        (
            old.type != new.type,
            old.versions != new.versions,
            bool(old.nullable_versions) is not bool(new.nullable_versions),
            (old.tag, old.tagged_versions) != (new.tag, new.tagged_versions),
        )
    )


# -- the whole world: `make small-world` --------------------------------------------------------


def whole_world() -> list[Message]:
    return [*one_field_world(), *two_field_world()]


@pytest.mark.slow
def test_all_compatible_pairs() -> None:
    groups = defaultdict(list)
    for one in whole_world():
        groups[untagged(one)].append(one)  # what differs there is never compatible
    count = 0
    for group in groups.values():
        with remembered_layouts():
            for before in group:
                for after in group:
                    if agree(before, after):
                        count += 1
                        found = errors(before, after, thorough=False) - SAME_BYTES
                        assert not found, (told(before), told(after))
    print(f"{count} compatible pairs")
    assert count > 100_000


@pytest.mark.slow
def test_all_neighbours() -> None:
    for before in whole_world():
        with remembered_layouts():
            for after in list(neighbours(before)):
                for old, new in ((before, after), (after, before)):
                    found = errors(old, new, thorough=False) - SAME_BYTES
                    assert agree(old, new) is not bool(found), (told(old), told(new))


@pytest.mark.slow
def test_many_pairs_with_an_unstable_version() -> None:
    chosen = random.Random(1)
    world = whole_world()
    released = VersionRange(0, 1)
    for one in islice(iter(lambda: chosen.choice(world), None), 20_000):
        with remembered_layouts():
            before = unstable(one)
            for after in islice(neighbours(one), 12):
                new = replace(after, type=MessageType.REQUEST)
                found = errors(before, new, thorough=False) - SAME_BYTES
                assert agree(before, new, released) is not bool(found), (told(before), told(new))
