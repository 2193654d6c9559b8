"""What findings of evolution say: who breaks, where it stands, where it stood, how it is mended."""

from __future__ import annotations

import pytest

from support.evolving import evolved, field, schema
from wirelint.evolution.versions import spelled
from wirelint.text import Place
from wirelint.versions import VersionRange

ID = field("Id")
NOTE = field("Note", "string")
BROKER = "a new broker misreads the requests of old clients, and the reverse"
CLIENT = "old clients misread the answers of a new broker, and the reverse"
HEADER = "old and new nodes misread each other's messages from the header on"
LOG = "a new reader misreads what old nodes wrote, and the reverse"


def ping(*fields: dict[str, object], **head: object) -> str:
    base = {"type": "request", "apiKey": 9, "validVersions": "0-1"}
    return schema("PingRequest", *fields, **{**base, **head})


def shown(place: Place) -> tuple[str | None, str]:
    assert place.span is not None
    return place.property, place.source.text[place.span.start : place.span.end]


@pytest.mark.parametrize(
    ("before", "after", "at", "message", "related", "edits"),
    [
        (
            ping(ID),
            ping(field("Id", "int64")),
            ("fields[Id].type", '"int64"'),
            (
                "`Id` of `PingRequest` is `int64` in versions 0-1 and was `int32`, 8 bytes in place of 4; "
                f"{BROKER}"
            ),
            ("the baseline: `int32`", "fields[Id].type", '"int32"'),
            [("fields[Id].type", '"int32"')],
        ),
        (
            ping(field("R", "[]R", fields=[ID, NOTE])),
            ping(field("R", "[]R", fields=[ID])),
            ("fields[R].fields[Note]", '"fields"'),
            f"`R.Note` of `PingRequest` (string) is gone from versions 0-1; {BROKER}",
            ("the baseline: `Note`, string", "fields[R].fields[Note].name", '"Note"'),
            [
                (
                    "fields[R].fields[Id]",
                    ',\n{ "name": "Note", "type": "string", "versions": "0+" }',
                )
            ],
        ),
        (
            ping(ID),
            ping(ID, NOTE),
            ("fields[Note].versions", '"0+"'),
            f"`Note` of `PingRequest` is new in versions 0-1, spoken without it so far; {BROKER}",
            ("released: 0-1", "validVersions", '"0-1"'),
            [("fields[Note].versions", '"2+"'), ("validVersions", '"0-2"')],
        ),
        (
            ping(ID, flexibleVersions="1+"),
            ping(ID),
            ("flexibleVersions", '"none"'),
            (
                "version 1 of `PingRequest` is no longer flexible: classic lengths and no tag sections; "
                f"{BROKER}"
            ),
            ("the baseline: 1+", "flexibleVersions", '"1+"'),
            [("flexibleVersions", '"1+"')],
        ),
        (
            ping(field("Id", default="4")),
            ping(ID),
            ("fields[Id]", '"Id"'),
            (
                "the default of `Id` of `PingRequest` is the type's own and was `4`; code that does not "
                "set it sends another value"
            ),
            ("the baseline: `4`", "fields[Id].default", '"4"'),
            [("fields[Id].versions", ', "default": "4"')],
        ),
        (
            ping(ID),
            ping(field("Id", default="4")),
            ("fields[Id].default", '"4"'),
            (
                "the default of `Id` of `PingRequest` is `4` and was the type's own; code that does not "
                "set it sends another value"
            ),
            (
                "the baseline: the type's own",
                "fields[Id]",
                '{"name": "Id", "type": "int32", "versions": "0+"}',
            ),
            [("fields[Id].default", "")],
        ),
    ],
)
def test_a_finding_says_all_there_is_to_say(
    before: str,
    after: str,
    at: tuple[str, str],
    message: str,
    related: tuple[str, str, str],
    edits: list[tuple[str, str]],
) -> None:
    (found,) = evolved(before, after)
    finding = found.finding
    assert shown(finding.at) == at
    assert finding.message == message
    (one,) = finding.related
    assert (one.message, *shown(one.at)) == related
    (fix,) = finding.fixes
    assert [(edit.at.property, edit.replacement) for edit in fix.edits] == edits


@pytest.mark.parametrize(
    ("kind", "who"),
    [("request", BROKER), ("response", CLIENT), ("header", HEADER), ("data", LOG)],
)
def test_who_breaks_depends_on_the_kind_of_message(kind: str, who: str) -> None:
    (found,) = evolved(ping(ID, type=kind), ping(field("Id", "bytes"), type=kind))
    assert found.finding.message.endswith(f"; {who}")


def test_a_new_version_is_given_to_both_halves_where_they_lack_it() -> None:
    def bumped(valid: str) -> list[tuple[str, str]]:
        other = schema("PingResponse", ID, type="response", apiKey=9, validVersions=valid)
        old = {"PingRequest.json": ping(ID), "PingResponse.json": other}
        (found,) = evolved(old, {**old, "PingRequest.json": ping(ID, NOTE)})
        (fix,) = found.finding.fixes
        return [(edit.at.source.path, edit.replacement) for edit in fix.edits[1:]]

    mine = ("PingRequest.json", '"0-2"')
    assert bumped("0-1") == [mine, ("PingResponse.json", '"0-2"')]
    assert bumped("1") == [mine, ("PingResponse.json", '"1-2"')]
    assert bumped("0-2") == bumped("0-3") == bumped("none") == [mine]


def test_a_default_is_another_when_its_value_is() -> None:
    def changed(type_: str, one: str, other: str) -> bool:
        before, after = (schema("P", field("A", type_, default=text)) for text in (one, other))
        return bool(evolved(before, after))

    assert changed("int32", "16", "17")
    assert not changed("int32", "16", "0x10")
    assert not changed("bool", "", "false")
    assert changed("float64", "0.0", "-0.0")
    kinds = ("bytes", "records")  # records have no value to compare
    null = {"nullableVersions": "0+"}
    for kind in kinds:
        plain = schema("P", field("A", kind, **null))
        other = schema("P", field("A", kind, default="null", **null))
        assert bool(evolved(plain, other)) is (kind == "bytes")


@pytest.mark.parametrize(
    ("ranges", "text"),
    [
        (["3"], "version 3"),
        (["0-2"], "versions 0-2"),
        (["0", "2-3"], "versions 0, 2-3"),
        (["4+"], "versions 4+"),
    ],
)
def test_versions_in_words(ranges: list[str], text: str) -> None:
    assert spelled(tuple(map(VersionRange.parse, ranges))) == text
