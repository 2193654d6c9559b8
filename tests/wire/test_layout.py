"""Layouts: what decides bytes, and nothing else."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from support.wire import field, message_of, packaged_messages, request
from wirelint.schema.model import Message
from wirelint.wire.header import header_version
from wirelint.wire.layout import (
    UNKNOWN,
    Bound,
    Kind,
    Layout,
    bind,
    layout_at,
    layouts,
    make_layout,
    make_slot,
    stretches,
)


def at(message: Message, version: int) -> Layout:
    layout = layout_at(message, version)
    assert layout is not None
    return layout


def bound(message: Message, version: int) -> Bound:
    found = bind(message, version)
    assert found is not None
    return found


def of(fields: list[dict[str, object]], version: int = 0, **rest: object) -> Layout:
    return at(request(fields, **rest), version)


def test_names_do_not_travel() -> None:
    assert of([field("Id", "int32"), field("Name", "string")]) is of(
        [field("Key", "int32"), field("Title", "string")]
    )


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("int32", "uint32"),
        ("int64", "float64"),
        ("bool", "int8"),
        ("string", "bytes"),
        ("[]int32", "[]uint32"),
        ("int32", "[]int32"),
        ("uuid", "bytes"),
    ],
)
def test_types_are_told_apart(one: str, other: str) -> None:
    assert of([field("A", one)]) is not of([field("A", other)])


def test_bytes_and_records_are_one() -> None:
    for version in (0, 2):
        assert of([field("A", "bytes")], version) is of([field("A", "records")], version)


def test_compact_nullable_and_the_tag_section_are_part_of_it() -> None:
    layout = of([field("A", "string", nullableVersions="1+")], 0)
    assert str(layout.slots[0]) == "string"
    assert layout.tags is None
    message = request([field("A", "string", nullableVersions="1+")])
    assert str(at(message, 1).slots[0]) == "nullable string"
    assert str(at(message, 2).slots[0]) == "nullable compact string"
    assert at(message, 2).tags == ()


def test_a_field_can_override_flexible_versions() -> None:
    message = request([field("A", "string", flexibleVersions="none")])
    assert str(at(message, 2).slots[0]) == "string"
    assert at(message, 2).tags == ()


WRAPPED = [field("Spot", "Spot", fields=[field("Id", "int32"), field("Name", "string")])]
PLAIN = [field("Id", "int32"), field("Name", "string")]


def test_a_plain_struct_adds_no_byte_unless_flexible() -> None:
    assert of(WRAPPED, 1) is of(PLAIN, 1)
    assert of(WRAPPED, 2) is not of(PLAIN, 2)


def test_the_elements_of_an_array_are_never_null() -> None:
    layout = of([field("Names", "[]string", nullableVersions="0+")])
    assert str(layout.slots[0]) == "nullable array"
    element = layout.slots[0].element
    assert element is make_layout((make_slot(Kind.STRING),))


def test_an_array_of_wrapped_numbers_is_an_array_of_numbers() -> None:
    wrapped = [field("Ids", "[]Id", fields=[field("Value", "int32")])]
    assert of(wrapped, 1) is of([field("Ids", "[]int32")], 1)
    assert of(wrapped, 2) is not of([field("Ids", "[]int32")], 2)


def test_a_nullable_struct_keeps_its_mark() -> None:
    nullable = [{**WRAPPED[0], "nullableVersions": "0+"}]
    assert of(nullable, 1) is not of(PLAIN, 1)
    assert of(nullable, 1).slots[0].kind is Kind.STRUCT


def test_a_common_struct_is_the_struct_it_names() -> None:
    common = request(
        [field("Spot", "Spot"), field("Spots", "[]Spot")],
        commonStructs=[{"name": "Spot", "versions": "0+", "fields": PLAIN}],
    )
    inline = request([WRAPPED[0], field("Spots", "[]Place", fields=PLAIN)])
    for version in range(4):
        assert at(common, version) is at(inline, version)


def test_tags_are_by_number_in_any_order() -> None:
    tagged = [
        field("B", "int32", "2+", taggedVersions="2+", tag=1),
        field("A", "string", "2+", taggedVersions="2+", tag=0),
    ]
    layout = of(tagged, 2)
    assert [number for number, _ in layout.tags or ()] == [0, 1]
    assert layout is of(tagged[::-1], 2)
    assert of(tagged, 1) is make_layout(())


def test_a_field_may_be_plain_first_and_tagged_later() -> None:
    message = request([field("A", "int32", "0+", taggedVersions="2+", tag=0)])
    assert at(message, 1) is make_layout((make_slot(Kind.INT32),))
    assert at(message, 2) is make_layout((), ((0, make_slot(Kind.INT32)),))


def test_a_tag_of_other_versions_is_known_and_refused() -> None:
    message = request([field("A", "int32", "3+", taggedVersions="3+", tag=0)])
    assert at(message, 2).tags == ()
    assert [one.name for one in bound(message, 2).refused.values()] == ["A"]
    assert not bound(message, 3).refused
    assert not bound(message, 0).refused  # nothing reads tags there


def test_versions_with_one_layout_are_one_class() -> None:
    message = request(
        [
            field("A", "int32", "0-1"),
            field("B", "int32", "2+"),  # takes the place of A
            field("C", "int8", "3+"),
        ],
        flexibleVersions="none",
    )
    assert [str(one.versions) for one in layouts(message)] == ["0-2", "3"]
    assert [str(one) for one in stretches(message)] == ["0-1", "2", "3"]


def test_an_open_range_costs_no_more() -> None:
    message = request([field("A", "int32", "5+")], validVersions="0+", flexibleVersions="none")
    assert [str(one.versions) for one in layouts(message)] == ["0-4", "5+"]


SPOTS = {"name": "Spot", "versions": "1-2", "fields": [field("Id", "int8", "2+")]}


@pytest.mark.parametrize(
    ("one", "rest", "expected"),
    [
        (field("A", "string"), {}, ["0-3"]),
        (field("A", "string", "1-2"), {}, ["0", "1-2", "3"]),
        (field("A", "string", "2-1"), {}, ["0-3"]),
        (field("A", "string", nullableVersions="0"), {}, ["0", "1-3"]),
        (field("A", "string", flexibleVersions="2"), {}, ["0-1", "2", "3"]),
        (field("A", "string", tag=0, taggedVersions="0"), {}, ["0", "1-3"]),
        (field("A", "string"), {"flexibleVersions": "3+"}, ["0-2", "3"]),
        (field("A", "Spot"), {"commonStructs": [SPOTS]}, ["0", "1", "2", "3"]),
        # What a struct says of versions that the field around it lacks cuts nothing.
        (field("A", "B", "1-2", fields=[field("C", "int8", "2+")]), {}, ["0", "1", "2", "3"]),
        (field("A", "B", "1-2", fields=[field("C", "int8", "3+")]), {}, ["0", "1-2", "3"]),
        (field("A", "B", "1-2", fields=[field("C", "int8", "0-4")]), {}, ["0", "1-2", "3"]),
    ],
)
def test_stretches_end_where_a_range_begins_or_ends(
    one: dict[str, object], rest: dict[str, object], expected: list[str]
) -> None:
    message = request([one], **{"flexibleVersions": "none", **rest})
    assert [str(one) for one in stretches(message)] == expected


def test_a_tombstone_has_no_layout() -> None:
    message = message_of({"apiKey": 1, "type": "request", "name": "A", "validVersions": "none"})
    assert layouts(message) == ()
    assert layout_at(message, 0) is None
    assert bind(message, 0) is None


def test_ranges_of_struct_and_field_are_both_asked() -> None:
    message = request(
        [field("Spot", "Spot", "1+", nullableVersions="1+")],
        commonStructs=[{"name": "Spot", "versions": "2+", "fields": PLAIN}],
    )
    assert at(message, 0).slots == ()
    inner = at(message, 1).slots[0].element
    assert inner is make_layout(())


def test_names_stand_behind_the_slots() -> None:
    message = request([field("Before", "int8"), *WRAPPED, field("After", "[]int8")])
    found = bound(message, 1)
    assert [one.path for one in found.slots] == ["Before", "Spot.Id", "Spot.Name", "After"]
    assert [one.slot for one in found.slots] == list(found.layout.slots)


# -- broken schemas: no exception, no endless loop -------------------------------------------------


def everything(message: Message) -> None:
    for one in layouts(message):
        found = bound(message, one.versions.low)
        assert found.layout is one.layout
        assert tuple(slot.slot for slot in found.slots) == one.layout.slots


def test_a_struct_in_itself_is_unknown() -> None:
    message = request(
        [field("Root", "Node")],
        commonStructs=[
            {"name": "Node", "versions": "0+", "fields": [field("Next", "Pair")]},
            {"name": "Pair", "versions": "0+", "fields": [field("L", "[]Node")]},
        ],
    )
    everything(message)
    assert at(message, 0).slots[0].element is make_layout((UNKNOWN,))


def test_deep_nesting_ends_somewhere() -> None:
    deepest: list[dict[str, object]] = [field("Leaf", "int32")]
    for number in range(150):
        deepest = [field(f"F{number}", f"S{number}", fields=deepest)]
    everything(request(deepest))


def test_structs_are_laid_out_to_some_depth_and_no_deeper() -> None:
    structs = [
        {"name": f"S{n}", "versions": "0+", "fields": [field("Next", f"[]S{n + 1}")]}
        for n in range(150)
    ]
    structs.append({"name": "S150", "versions": "0+", "fields": [field("Leaf", "int8")]})
    fields = [field("Next", "[]S0")]
    for n in range(400):
        fields = [field("Next", f"[]F{n}", fields=fields)]
    message = request(fields, commonStructs=structs)
    everything(message)
    layout, depth = at(message, 0), 0
    while layout is not make_layout((UNKNOWN,)):
        element = layout.slots[0].element
        assert element is not None
        layout, depth = element, depth + 1
    assert depth == 501


def test_structs_that_double_do_not_blow_up() -> None:
    structs = [{"name": "S0", "versions": "0+", "fields": [field("A", "int8")]}]
    for number in range(1, 60):
        doubled = [field("L", f"S{number - 1}"), field("R", f"S{number - 1}")]
        structs.append({"name": f"S{number}", "versions": "0+", "fields": doubled})
    message = request([field("Top", "S59")], commonStructs=structs)
    assert len(layouts(message)) == 2
    assert sum(1 for _ in zip(bound(message, 2).members, range(10), strict=False)) == 1


@pytest.mark.parametrize(
    ("before", "inside", "is_flat"),
    [
        (0, 5000, True),
        (0, 5001, False),
        (1, 4999, True),
        (1, 5000, False),
        (2, 4998, True),
        (2, 4999, False),
    ],
)
def test_a_plain_struct_of_very_many_fields_stays_apart(
    before: int, inside: int, is_flat: bool
) -> None:
    many = [field(f"F{number}", "int8") for number in range(inside)]
    ids = field("Ids", "[]Id", fields=[field("A", "int8"), field("B", "int8")])
    some = [field("First", "int8"), ids][2 - before :]
    message = request([*some, field("Wide", "Wide", fields=many), field("After", "int8")])
    everything(message)
    count = inside if is_flat else 1
    assert len(at(message, 0).slots) == before + count + 1


def test_a_struct_that_stays_apart_counts_as_one() -> None:
    many = [field(f"F{number}", "int8") for number in range(4999)]
    wide = [field(name, name, fields=many) for name in ("Wide", "Broad")]
    for order in ([*wide, *wide[:1]], [*wide, field("Last", "int8"), *wide[:1]]):
        message = request([{**one, "name": f"N{place}"} for place, one in enumerate(order)])
        everything(message)
        assert len(at(message, 0).slots) == 4999 + len(order) - 1
    message = request([wide[0], field("Spots", "[]Spot", fields=many[:1]), *PLAIN, *WRAPPED])
    everything(message)
    assert at(message, 0).slots[-1].kind is Kind.STRUCT


@pytest.mark.parametrize(
    "odd",
    [
        {"type": "int33"},
        {"type": "[]int33"},
        {"type": "[][]int32"},
        {"versions": "3-1"},
        {"taggedVersions": "2+"},
        {"taggedVersions": "2+", "tag": -1},
        {"taggedVersions": "0+", "tag": 0},
        {"tag": 3},
        {"nullableVersions": "0+", "type": "int8"},
        {"flexibleVersions": "0+", "type": "string"},
    ],
)
def test_what_the_generator_refuses_still_has_a_layout(odd: dict[str, Any]) -> None:
    everything(request([{**field("A", "int32"), **odd}, field("B", "int8")]))


def test_two_fields_of_one_tag_are_one() -> None:
    twice = [field(name, "int32", "2+", taggedVersions="2+", tag=0) for name in "AB"]
    message = request(twice)
    everything(message)
    assert len(bound(message, 2).tags) == 1


# -- real schemas ----------------------------------------------------------------------------------


def test_classes_hold_for_each_of_their_versions() -> None:
    for message in packaged_messages():
        classes = layouts(message)
        for one in classes:
            for version in one.versions:
                found = bound(message, version)
                assert found.layout is one.layout is layout_at(message, version)
                assert tuple(slot.slot for slot in found.slots) == one.layout.slots
                assert tuple((tag.tag, tag.slot) for tag in found.tags) == (one.layout.tags or ())
        for one, other in pairwise(classes):
            assert one.layout is not other.layout
            assert one.versions.high + 1 == other.versions.low
        assert classes[0].versions.low == message.valid_versions.low
        assert classes[-1].versions.high == message.valid_versions.high


@pytest.mark.parametrize(
    ("kind", "key", "version", "header"),
    [
        ("request", 90, 0, 1),
        ("request", 90, 2, 2),
        ("response", 90, 0, 0),
        ("response", 90, 2, 1),
        ("request", 18, 2, 2),
        ("response", 18, 2, 0),  # a client reads it before it knows what the broker speaks
        ("request", 7, 0, 0),  # ControlledShutdown 0 has no client id
        ("request", 7, 1, 1),
        ("response", 7, 0, 0),
        ("data", None, 2, None),
    ],
)
def test_header_versions(kind: str, key: int | None, version: int, header: int | None) -> None:
    assert header_version(request([], type=kind, apiKey=key), version) == header
