"""The values that examples and proofs are made of."""

from __future__ import annotations

import pytest

from support.wire import field, request
from wirelint.schema.defaults import Value
from wirelint.wire.codec import bound_at
from wirelint.wire.example import Style, example

NULLABLE = {"nullableVersions": "0+"}
MESSAGE = request(
    [
        field("KilnId", "int32"),
        field("Port", "uint16"),
        field("Name", "string", **NULLABLE),
        field("Raw", "bytes"),
        field("On", "bool"),
        field("Key", "uuid"),
        field("Rate", "float64"),
        field(
            "Rows",
            "[]Row",
            **NULLABLE,
            fields=[field("Ids", "[]int64"), field("Note", "string", **NULLABLE)],
        ),
        field("Spot", "Spot", **NULLABLE, fields=[field("X", "int8", default="10")]),
        field("Tail", "int16", "2+", taggedVersions="2+", tag=0),
    ]
)


@pytest.mark.parametrize(
    ("style", "expected"),
    [
        (
            Style.PLAIN,
            {
                "KilnId": 1,
                "Port": 2,
                "Name": "name-3",
                "Raw": bytes((0xB0, 4, 0x0B)),
                "On": True,
                "Key": bytes(15) + bytes([6]),
                "Rate": 7.5,
                "Rows": [{"Ids": [8], "Note": "note-9"}],
                "Spot": {"X": 11},  # 10 is its default
                "Tail": 12,
            },
        ),
        (
            Style.LOUD,
            {
                "KilnId": -2,
                "Port": 65533,
                "Name": "name-3",
                "Raw": bytes((0xB0, 4, 0xFF)),
                "On": True,
                "Key": bytes([6]) * 16,
                "Rate": -7.5,
                "Rows": [{"Ids": [-9], "Note": "note-9"}],
                "Spot": {"X": -11},
                "Tail": -12,
            },
        ),
        (
            Style.PAIRS,
            {
                "KilnId": 1,
                "Port": 2,
                "Name": "name-3",
                "Raw": bytes((0xB0, 4, 0x0B)),
                "On": True,
                "Key": bytes(15) + bytes([6]),
                "Rate": 7.5,
                "Rows": [{"Ids": [8, 9], "Note": "note-10"}, {"Ids": [11, 12], "Note": "note-13"}],
                "Spot": {"X": 14},
                "Tail": 15,
            },
        ),
        (
            Style.NULLS,
            {
                "KilnId": 1,
                "Port": 2,
                "Name": None,
                "Raw": bytes((0xB0, 3, 0x0B)),
                "On": True,
                "Key": bytes(15) + bytes([5]),
                "Rate": 6.5,
                "Rows": None,
                "Spot": None,
                "Tail": 7,
            },
        ),
        (
            Style.SMALL,
            {
                "KilnId": 0,
                "Port": 0,
                "Name": "",
                "Raw": b"",
                "On": False,
                "Key": bytes(16),
                "Rate": 0.0,
                "Rows": [],
                "Spot": None,
            },
        ),
    ],
)
def test_each_style(style: Style, expected: dict[str, Value]) -> None:
    assert example(bound_at(MESSAGE, 2), style) == expected


def test_tags_can_be_left_out() -> None:
    value = example(bound_at(MESSAGE, 2))
    bare = {name: one for name, one in value.items() if name != "Tail"}
    assert example(bound_at(MESSAGE, 2), Style.BARE) == bare


def test_nulls_can_begin_deeper() -> None:
    value = example(bound_at(MESSAGE, 2), Style.NULLS, nulls_from=1)
    assert (value["Name"], value["Rows"]) == ("name-3", [{"Ids": [8], "Note": None}])
    assert example(bound_at(MESSAGE, 2), Style.NULLS, nulls_from=2) == example(
        bound_at(MESSAGE, 2), Style.PLAIN
    )


def test_values_stay_small_where_there_are_many() -> None:
    """400 values at most, nested ones counted; numbers begin again before they leave an int8."""
    fields = [field(f"F{number}", "int8") for number in range(450)]
    value = example(bound_at(request(fields), 0))
    assert len(value) == 400
    assert [value[f"F{number}"] for number in (0, 99, 100, 399)] == [1, 100, 1, 100]
    rows = [field("Rows", "[]Row", fields=fields[:398]), *fields[398:]]
    nested = example(bound_at(request(rows), 0))
    assert list(nested) == ["Rows", "F398"]
    tagged = field("Tail", "int8", "2+", taggedVersions="2+", tag=0)
    assert "Tail" in example(bound_at(request([*fields[:399], tagged]), 2))
    assert "Tail" not in example(bound_at(request([*fields[:400], tagged]), 2))
