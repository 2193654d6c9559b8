"""What `show` prints, as data and as text."""

from __future__ import annotations

import json

import pytest

from support.wire import field, message_of, request
from wirelint.errors import UsageError
from wirelint.wire.show import show
from wirelint.wire.show_text import render_markdown, render_text, to_json

KILN = request(
    [
        field("Label", "string", nullableVersions="1+", about="The label."),
        field("Heat", "int32", "0-2"),
        field(
            "Shelves",
            "[]Shelf",
            "1+",
            fields=[field("Number", "int8"), field("Jugs", "[]string", "3+")],
        ),
        field("Note", "string", "2+", taggedVersions="2+", tag=0, default="none"),
    ],
    latestVersionUnstable=True,
    deprecatedVersions="0-1",
)


def test_all_versions_as_text() -> None:
    assert render_text(show(KILN)) == (
        "KilnRequest (request, api key 90)\n"
        "versions 0-3, flexible 2-3\n"
        "deprecated 0-1\n"
        "version 3 is not stable yet\n"
        "\n"
        "field           type      0        1         2         3\n"
        "request header            1        1         2         2\n"
        "encoding                  classic  classic   flexible  flexible\n"
        "Label           string    yes      nullable  nullable  nullable\n"
        "Heat            int32     yes      yes       yes       -\n"
        "Shelves         []Shelf   -        yes       yes       yes\n"
        "  Number        int8      -        yes       yes       yes\n"
        "  Jugs          []string  -        -         -         yes\n"
        "Note            string    -        -         tag 0     tag 0\n"
        "\n"
        "  version 1: Label: not nullable becomes nullable; adds Shelves ([]Shelf)\n"
        "  version 2: becomes flexible; header 1 becomes 2; adds Note (string, tag 0)\n"
        "  version 3: drops Heat; adds Shelves.Jugs ([]string)\n"
    )


def test_one_version_as_text_with_bytes() -> None:
    assert render_text(show(KILN, 2, example=True)) == (
        "KilnRequest (request, api key 90)\n"
        "versions 0-3, flexible 2-3\n"
        "deprecated 0-1\n"
        "version 3 is not stable yet\n"
        "\n"
        "version 2: flexible, header 2\n"
        "\n"
        "field     type     on the wire             null  tag  default\n"
        "Label     string   compact string          yes   -    -\n"
        "Heat      int32    int32                   -     -    -\n"
        "Shelves   []Shelf  compact array of Shelf  -     -    -\n"
        "  Number  int8     int8                    -     -    -\n"
        'Note      string   compact string          -     0    "none"\n'
        "\n"
        "example of KilnRequest version 2, 25 bytes without header:\n"
        "\n"
        "offset  bytes                 field              type             value\n"
        "     0  08                    Label              unsigned varint  7 bytes\n"
        '     1  6c 61 62 65 6c 2d 31  Label              string           "label-1"\n'
        "     8  00 00 00 02           Heat               int32            2\n"
        "    12  02                    Shelves            unsigned varint  1 element\n"
        "    13  03                    Shelves[0].Number  int8             3\n"
        "    14  00                    Shelves[0]         unsigned varint  no tags\n"
        "    15  01                    -                  unsigned varint  1 tag\n"
        "    16  00                    Note               unsigned varint  tag 0\n"
        "    17  07                    Note               unsigned varint  7 bytes\n"
        "    18  07                    Note               unsigned varint  6 bytes\n"
        '    19  6e 6f 74 65 2d 34     Note               string           "note-4"\n'
    )


def test_columns_that_say_nothing_are_left_out() -> None:
    text = render_text(show(KILN, 0))
    assert "on the wire\n" in text
    assert "tag" not in text.split("on the wire")[1]


def test_a_plain_struct_has_no_bytes_of_its_own() -> None:
    message = request([field("Spot", "Spot", fields=[field("Id", "int8")])])
    assert "Spot   Spot  no bytes of its own\n  Id   int8  int8" in render_text(show(message, 0))


def test_versions_that_look_alike_share_a_column() -> None:
    message = request([field("A", "int8")], flexibleVersions="none", validVersions="0+")
    assert [str(one.versions) for one in show(message).columns] == ["0+"]
    assert show(message).steps == ()


def test_json_is_plain_and_complete() -> None:
    data = json.loads(json.dumps(to_json(show(KILN, 2, example=True))))
    assert data["api_key"] == 90
    assert [one["versions"] for one in data["columns"]] == ["0", "1", "2", "3"]
    label = data["fields"][0]
    assert label["versions"] == {"0": "yes", "1": "nullable", "2": "nullable", "3": "nullable"}
    detail = data["version"]
    assert detail["fields"][0] == {
        "path": "Label",
        "type": "string",
        "wire": "compact string",
        "nullable": True,
        "tag": None,
        "default": None,
        "about": "The label.",
    }
    hexes = "".join(part["hex"] for part in detail["example"]["parts"])
    assert hexes == detail["example"]["hex"]


def test_markdown_has_the_same_rows() -> None:
    text = render_markdown(show(KILN))
    assert "| Heat | int32 | yes | yes | yes | - |" in text
    assert "| &nbsp;&nbsp;Jugs | []string | - | - | - | yes |" in text
    assert "- version 3: drops Heat; adds Shelves.Jugs ([]string)" in text


def test_an_example_without_a_version_is_of_the_newest() -> None:
    detail = show(KILN, example=True).detail
    assert detail is not None
    assert detail.version == 3


def test_a_version_that_is_not_valid() -> None:
    with pytest.raises(UsageError, match="no version 4; valid are 0-3"):
        show(KILN, 4)


def test_a_tombstone_can_be_shown() -> None:
    message = message_of({"apiKey": 4, "type": "request", "name": "A", "validVersions": "none"})
    assert "No version is valid." in render_text(show(message))
    assert render_markdown(show(message))


def test_what_cannot_be_encoded_says_why() -> None:
    data = show(request([field("A", "int33")]), 0, example=True)
    assert data.detail is not None
    assert "no field type" in (data.detail.failed or "")
    assert "no example" in render_text(data)
