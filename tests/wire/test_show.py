"""What `show` prints, as data and as text."""

from __future__ import annotations

import json

import pytest

from support.wire import field, message_of, request
from wirelint.errors import UsageError
from wirelint.wire.annotate import render_lines
from wirelint.wire.show import Note, show
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


POND = request(
    [
        field("Id", "int8"),
        field("Spot", "Spot", "0-1", fields=[field("X", "int8"), field("Y", "int8", "1")]),
        field("Ponds", "[]Pond", "2+", nullableVersions="3+", fields=[field("Jar", "uuid")]),
        field("Tail", "Spot", "3+", taggedVersions="3+", tag=1, fields=[field("Z", "bool")]),
        field("Key", "uuid", "3+", taggedVersions="3+", tag=0),
    ],
    validVersions="0-5",
    flexibleVersions="3+",
    deprecatedVersions="1",
)
NOTES = (
    Note(version=None, text="asked [for](x)", facts={"always": True}),
    Note(version=3, text="on", facts={"level": 3}),
    Note(version=1, text="off", facts={"level": 1}),
)
STEPS = {
    3: [
        "becomes flexible",
        "header 1 becomes 2",
        "Ponds: not nullable becomes nullable",
        "adds Tail (Spot, tag 1)",
        "adds Key (uuid, tag 0)",
    ]
}


def test_markdown_of_all_versions() -> None:
    assert render_markdown(show(POND)).splitlines() == [
        "## KilnRequest (request, api key 90)",
        "",
        "- versions 0-5, flexible 3-5",
        "- deprecated 1",
        "",
        "| field | type | 0 | 1 | 2 | 3-5 |",
        "| --- | --- | --- | --- | --- | --- |",
        "| request header |  | 1 | 1 | 1 | 2 |",
        "| encoding |  | classic | classic | classic | flexible |",
        "| Id | int8 | yes | yes | yes | yes |",
        "| Spot | Spot | yes | yes | - | - |",
        "| &nbsp;&nbsp;X | int8 | yes | yes | - | - |",
        "| &nbsp;&nbsp;Y | int8 | - | yes | - | - |",
        "| Ponds | []Pond | - | - | yes | nullable |",
        "| &nbsp;&nbsp;Jar | uuid | - | - | yes | yes |",
        "| Tail | Spot | - | - | - | tag 1 |",
        "| &nbsp;&nbsp;Z | bool | - | - | - | yes |",
        "| Key | uuid | - | - | - | tag 0 |",
        "",
        "- version 1: adds Spot.Y (int8)",
        "- version 2: drops Spot; adds Ponds ([]Pond)",
        "- version 3: " + "; ".join(STEPS[3]),
    ]


def test_markdown_of_one_version_with_bytes_and_notes() -> None:
    shown = render_markdown(show(POND, 3, example=True, notes=NOTES)).splitlines()
    assert shown[:15] == [
        "## KilnRequest (request, api key 90)",
        "",
        "- versions 0-5, flexible 3-5",
        "- deprecated 1",
        "",
        "### Version 3",
        "",
        "| field | type | on the wire | null | tag | default |",
        "| --- | --- | --- | --- | --- | --- |",
        "| Id | int8 | int8 | - | - | - |",
        "| Ponds | []Pond | compact array of Pond | yes | - | - |",
        "| &nbsp;&nbsp;Jar | uuid | uuid | - | - | - |",
        "| Key | uuid | uuid | - | 0 | AAAAAAAAAAAAAAAAAAAAAA |",
        "| Tail | Spot | struct | - | 1 | all defaults |",
        "| &nbsp;&nbsp;Z | bool | bool | - | - | - |",
    ]
    assert shown[15:17] == ["", "```"]
    detail = show(POND, 3, example=True).detail
    assert detail is not None
    assert shown[17:-6] == render_lines(detail.lines)
    assert shown[-6:] == [
        "```",
        "",
        "### Gates",
        "",
        "- every version: asked [for]&#40;x)",
        "- version 3: on",
    ]


def test_a_message_without_a_header() -> None:
    shown = render_text(show(request([field("A", "int8")], type="data", apiKey=None), 0))
    assert shown == (
        "KilnRequest (data)\nversions 0-3, flexible 2-3\n\nversion 0: classic\n\n"
        "field  type  on the wire\nA      int8  int8\n"
    )


def test_notes_are_of_the_version_that_is_shown_or_of_all() -> None:
    assert [one.version for one in show(POND, notes=NOTES).notes] == [None, 3, 1]
    assert [one.version for one in show(POND, 3, notes=NOTES).notes] == [None, 3]
    text = render_text(show(POND, 3, notes=NOTES))
    assert text.endswith("\n\ngates:\n  every version: asked [for](x)\n  version 3: on\n")


def test_json_of_all_versions() -> None:
    data = to_json(show(POND, notes=NOTES[:1]))
    fields = {
        "Id": ("int8", {"0": "yes", "1": "yes", "2": "yes", "3-5": "yes"}),
        "Spot": ("Spot", {"0": "yes", "1": "yes"}),
        "Spot.X": ("int8", {"0": "yes", "1": "yes"}),
        "Spot.Y": ("int8", {"1": "yes"}),
        "Ponds": ("[]Pond", {"2": "yes", "3-5": "nullable"}),
        "Ponds.Jar": ("uuid", {"2": "yes", "3-5": "yes"}),
        "Tail": ("Spot", {"3-5": "tag 1"}),
        "Tail.Z": ("bool", {"3-5": "yes"}),
        "Key": ("uuid", {"3-5": "tag 0"}),
    }
    assert data == {
        "name": "KilnRequest",
        "type": "request",
        "api_key": 90,
        "valid_versions": "0-5",
        "deprecated_versions": "1",
        "flexible_versions": "3-5",
        "unstable_version": None,
        "columns": [
            {"versions": "0", "flexible": False, "header": 1},
            {"versions": "1", "flexible": False, "header": 1},
            {"versions": "2", "flexible": False, "header": 1},
            {"versions": "3-5", "flexible": True, "header": 2},
        ],
        "fields": [
            {"path": path, "type": type_, "versions": versions}
            for path, (type_, versions) in fields.items()
        ],
        "gates": [{"always": True}],
        "steps": [
            {"version": 1, "changes": ["adds Spot.Y (int8)"]},
            {"version": 2, "changes": ["drops Spot", "adds Ponds ([]Pond)"]},
            {"version": 3, "changes": STEPS[3]},
        ],
        "version": None,
    }
    assert to_json(show(KILN))["unstable_version"] == 3


def test_json_of_one_version() -> None:
    version = to_json(show(POND, 3))["version"]
    assert isinstance(version, dict)
    assert {**version, "fields": version["fields"][-2:]} == {
        "version": 3,
        "flexible": True,
        "header": 2,
        "fields": [
            {
                "path": path,
                "type": type_,
                "wire": wire,
                "nullable": False,
                "tag": tag,
                "default": default,
                "about": None,
            }
            for path, type_, wire, tag, default in (
                ("Tail", "Spot", "struct", 1, "all defaults"),
                ("Tail.Z", "bool", "bool", None, None),
            )
        ],
        "example": None,
    }


def test_versions_that_differ_in_their_tag_section_alone_do_not_look_alike() -> None:
    data = show(request([field("A", "int8")], type="data", apiKey=None))
    assert [(str(one.versions), one.flexible, one.header) for one in data.columns] == [
        ("0-1", False, None),
        ("2-3", True, None),
    ]
    assert [one.changes for one in data.steps] == [("becomes flexible",)]
    back = show(request([field("A", "int8")], flexibleVersions="0-1"))
    assert back.steps[0].changes[0] == "is no longer flexible"
    assert "header" not in render_text(data)


def test_what_cannot_be_encoded_says_why_in_each_format() -> None:
    data = show(request([field("A", "int33")]), 0, example=True)
    assert data.detail is not None
    why = data.detail.failed
    assert why is not None
    assert "no field type" in why
    assert f"\n\nno example: {why}\n" in render_text(data)
    assert "\n\nNo example: " in render_markdown(data)
    version = to_json(data)["version"]
    assert isinstance(version, dict)
    assert version["example"] is None


def test_rows_end_somewhere() -> None:
    structs = [{"name": "S0", "versions": "0+", "fields": [field("A", "int8")]}]
    for number in range(1, 20):
        doubled = [field("L", f"S{number - 1}"), field("R", f"S{number - 1}")]
        structs.append({"name": f"S{number}", "versions": "0+", "fields": doubled})
    data = show(request([field("Top", "S19")], commonStructs=structs), 0)
    assert data.detail is not None
    assert len(data.detail.items) == 2000
    assert len(data.rows) == 2000
