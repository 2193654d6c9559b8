"""Frames, line by line, and values as people read them."""

from __future__ import annotations

import pytest

from support.wire import field, request
from wirelint.schema.defaults import Value
from wirelint.schema.model import Message
from wirelint.wire.annotate import annotate, line_json, plain, render_lines, spell_value, uuid_text
from wirelint.wire.codec import UNKNOWN_TAGS, bound_at, decode, encode
from wirelint.wire.trace import Role

SPOT = [field("Id", "int8")]
NULLABLE = {"nullableVersions": "0+"}
TAGGED = {"nullableVersions": "2+", "taggedVersions": "2+", "fields": SPOT}
MESSAGE = request(
    [
        field("Jar", "uuid"),
        field("Clay", "bytes"),
        field("Label", "string", **NULLABLE),
        field("Shelves", "[]Shelf", **NULLABLE, fields=[field("Jugs", "[]string")]),
        field("Here", "Spot", **NULLABLE, fields=SPOT),
        field("Gone", "Spot", **NULLABLE, fields=SPOT),
        field("There", "Spot", "2+", tag=0, **TAGGED),
        field("Nowhere", "Spot", "2+", tag=1, **TAGGED),
    ]
)
VALUE: dict[str, Value] = {
    "Jar": bytes.fromhex("fbf0" * 8),
    "Clay": bytes(range(17)),
    "Label": None,
    "Shelves": [{"Jugs": ["a", "bc"]}, {"Jugs": []}],
    "Here": {"Id": 5},
    "Gone": None,
    "There": {"Id": 6},
    "Nowhere": None,
    UNKNOWN_TAGS: {"9": b"?!"},
}


def said(message: Message, version: int, data: bytes) -> list[str]:
    """Offset, field, type and meaning of each line of the rendered frame."""
    lines = render_lines(annotate(decode(message, version, data).parts, data))
    start = lines[0].index("field")
    assert all(line[start - 1] == " " != line[start] for line in lines)
    return [" ".join((line.split()[0], *line[start:].split())) for line in lines[1:]]


def test_each_part_of_a_frame_says_what_it_is() -> None:
    assert said(MESSAGE, 2, encode(MESSAGE, 2, VALUE) + b"\0\0") == [
        "0 Jar uuid -_D78Pvw-_D78Pvw-_D78A",
        "16 Clay unsigned varint 17 bytes",
        "17 Clay bytes 00 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f ..",
        "34 Label unsigned varint null",
        "35 Shelves unsigned varint 2 elements",
        "36 Shelves[0].Jugs unsigned varint 2 elements",
        "37 Shelves[0].Jugs[0] unsigned varint 1 byte",
        '38 Shelves[0].Jugs[0] string "a"',
        "39 Shelves[0].Jugs[1] unsigned varint 2 bytes",
        '40 Shelves[0].Jugs[1] string "bc"',
        "42 Shelves[0] unsigned varint no tags",
        "43 Shelves[1].Jugs unsigned varint 0 elements",
        "44 Shelves[1] unsigned varint no tags",
        "45 Here int8 present",
        "46 Here.Id int8 5",
        "47 Here unsigned varint no tags",
        "48 Gone int8 null",
        "49 - unsigned varint 3 tags",
        "50 There unsigned varint tag 0",
        "51 There unsigned varint 3 bytes",
        "52 There unsigned varint present",
        "53 There.Id int8 6",
        "54 There unsigned varint no tags",
        "55 Nowhere unsigned varint tag 1",
        "56 Nowhere unsigned varint 1 byte",
        "57 Nowhere unsigned varint null",
        "58 - unsigned varint tag 9",
        "59 - unsigned varint 2 bytes",
        "60 - tag 9 unknown to this schema, kept: 3f 21",
        "62 - bytes not read: 2 bytes too many",
    ]


def test_classic_lengths_are_numbers_of_their_own_width() -> None:
    value = {name: one for name, one in VALUE.items() if name in {"Clay", "Label", "Here", "Gone"}}
    value["Shelves"] = None
    assert said(MESSAGE, 0, encode(MESSAGE, 0, value) + b"\0") == [
        "0 Jar uuid AAAAAAAAAAAAAAAAAAAAAA",
        "16 Clay int32 17 bytes",
        "20 Clay bytes 00 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f ..",
        "37 Label int16 null",
        "39 Shelves int32 null",
        "43 Here int8 present",
        "44 Here.Id int8 5",
        "45 Gone int8 null",
        "46 - bytes not read: 1 byte too many",
    ]


def test_a_mark_of_zero_is_present_in_front_of_a_field_and_null_in_a_tag() -> None:
    here = request([field("Spot", "Spot", **NULLABLE, fields=SPOT)])
    assert said(here, 0, b"\0\7") == ["0 Spot int8 present", "1 Spot.Id int8 7"]
    odd = said(here, 0, b"\2\7")[0]
    assert odd == "0 Spot int8 present (any other mark than 1 is unusual)"
    there = request([field("Spot", "Spot", "2+", tag=0, **TAGGED)])
    assert said(there, 2, bytes.fromhex("01 00 01 00"))[-1] == "3 Spot unsigned varint null"


def test_lines_know_how_deep_they_lie_and_show_the_start_of_long_bytes() -> None:
    data = encode(MESSAGE, 2, VALUE)
    lines = annotate(decode(MESSAGE, 2, data).parts, data)
    assert b"".join(one.data for one in lines) == data
    depths = {one.path: one.depth for one in lines}
    assert [depths[path] for path in ("", "Jar", "Here.Id", "Shelves[0].Jugs", "There.Id")] == [
        0, 0, 1, 2, 1,
    ]  # fmt: skip
    jar, _, clay = lines[:3]
    assert jar.hex == data[:16].hex(" ")
    assert clay.hex == f"{data[17:33].hex(' ')} .. 17 bytes"
    assert line_json(clay) == {
        "offset": 17,
        "length": 17,
        "hex": bytes(range(17)).hex(),
        "field": "Clay",
        "role": "value",
        "type": "bytes",
        "meaning": "00 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f ..",
        "note": None,
    }
    whole = next(one for one in lines if one.role is Role.TAG_COUNT and not one.path)
    assert line_json(whole)["field"] is None


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (None, "null"),
        (True, "true"),
        (False, "false"),
        (-3, "-3"),
        (1.5, "1.5"),
        ("", '""'),
        ('a "word" für', '"a \\"word\\" für"'),
        ("x" * 60, f'"{"x" * 60}"'),
        ("x" * 61, f'"{"x" * 60}"..'),
        (b"\1\2", "01 02"),
        (bytes(16), "00 " * 15 + "00"),
        (bytes(17), "00 " * 16 + ".."),
        ([], "an empty array"),
        ((), "an empty array"),
        ([1, 2], "[1, 2]"),
    ],
)
def test_values_as_people_read_them(value: Value, shown: str) -> None:
    assert spell_value(value) == shown


def test_uuids_are_spelled_as_kafka_spells_them() -> None:
    assert uuid_text(bytes(15) + b"\1") == "AAAAAAAAAAAAAAAAAAAAAQ"
    assert uuid_text(bytes.fromhex("fbf0" * 8)) == "-_D78Pvw-_D78Pvw-_D78A"
    assert spell_value(bytes(16), is_uuid=True) == "A" * 22


def test_a_value_as_json() -> None:
    read = decode(MESSAGE, 2, encode(MESSAGE, 2, VALUE)).value
    assert plain(bound_at(MESSAGE, 2), read) == {
        "Jar": "-_D78Pvw-_D78Pvw-_D78A",
        "Clay": bytes(range(17)).hex(),
        "Label": None,
        "Shelves": [{"Jugs": ["a", "bc"]}, {"Jugs": []}],
        "Here": {"Id": 5},
        "Gone": None,
        "There": {"Id": 6},
        "Nowhere": None,
        "_unknownTaggedFields": {"9": "3f21"},
    }


def test_what_parts_are_called_in_json() -> None:
    data = encode(MESSAGE, 2, VALUE) + b"\0"
    lines = annotate(decode(MESSAGE, 2, data).parts, data)
    assert {str(line_json(one)["role"]) for one in lines} == {
        "value", "length", "count", "mark", "tag count", "tag", "tag size", "unknown tag", "rest",
    }  # fmt: skip
