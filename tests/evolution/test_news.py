"""What a change adds, and whether it needed to."""

from __future__ import annotations

import pytest

from support.evolving import field, schema, spot, trees
from support.wire import message_of
from wirelint.evolution.differences import compare
from wirelint.evolution.news import (
    NewField,
    NewVersions,
    changes_nothing,
    is_mentioned,
    news,
    only_adds_ignorable,
)
from wirelint.evolution.pairing import pair_trees
from wirelint.evolution.words import path_of
from wirelint.versions import VersionRange

ID = field("Id")
NOTE = field("Note", "string", "1+")
TWO = {"validVersions": "0-1"}


def struct(name: str, *fields: object, versions: str = "0+") -> dict[str, object]:
    return field(name, f"[]{name}", versions, fields=list(fields))


def found(before: str, after: str) -> list[NewField | NewVersions]:
    (pair,) = pair_trees(trees({"P.json": before}, {"P.json": after}))
    return list(news(pair, compare(pair)))


def told(before: str, after: str) -> list[str]:
    """New fields with the versions they are absent from, and the new versions."""
    return [
        f"{path_of(one.field)} {','.join(map(str, one.absent))}".strip()
        if isinstance(one, NewField)
        else f"versions {one.versions}: {len(one.fields)}"
        for one in found(before, after)
    ]


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        (schema("P", ID), schema("P", ID, NOTE, **TWO), ["Note 0", "versions 1: 1"]),
        (schema("P", ID), schema("P", ID, **TWO), ["versions 1: 0"]),
        (schema("P", ID, **TWO), schema("P", ID, NOTE, **TWO), []),
        (
            schema("P", struct("Rows", ID)),
            schema("P", struct("Rows", ID, NOTE), **TWO),
            ["Rows.Note 0", "versions 1: 1"],
        ),
        (
            schema("P", ID),
            schema("P", ID, struct("Rows", NOTE, versions="1+"), **TWO),
            ["Rows 0", "Rows.Note", "versions 1: 2"],
        ),
        (
            schema("P", ID),
            schema("P", field("Id", versions="0"), field("Key", versions="1+"), **TWO),
            ["Key 0", "versions 1: 1"],
        ),
        # Never valid: not there.
        (schema("P", ID), schema("P", ID, field("No", versions="none"), **TWO), ["versions 1: 0"]),
        # What stands for a field of the baseline is not new, whatever it is called now.
        (
            schema("P", field("Key", "string"), validVersions="0-1"),
            schema("P", field("Text", "string"), validVersions="0-2"),
            ["versions 2: 0"],
        ),
        (
            schema("P", ID, field("Note", "string", "5+")),
            schema("P", ID, NOTE, **TWO),
            ["versions 1: 0"],
        ),
        # One name in two structs is two fields.
        (
            schema("P", struct("Rows", ID), struct("Others", ID, field("Note", "string"))),
            schema(
                "P",
                struct("Rows", ID, NOTE),
                struct("Others", ID, NOTE | {"versions": "0+"}),
                **TWO,
            ),
            ["Rows.Note 0", "versions 1: 1"],
        ),
        (
            schema("P", ID, field("At", "Spot"), **spot(ID)),
            schema("P", ID, field("At", "Spot"), **spot(ID, NOTE), **TWO),
            ["Spot.Note 0", "versions 1: 1"],
        ),
        (
            schema("P", ID, field("At", "Spot"), **spot(ID, field("Note", "string", "9+"))),
            schema("P", ID, field("At", "Spot"), **spot(ID, NOTE), **TWO),
            ["versions 1: 0"],
        ),
        (
            schema("P", ID),
            schema("P", ID, field("At", "Spot", "1+"), **spot(NOTE), **TWO),
            ["At 0", "Spot.Note", "versions 1: 2"],
        ),
        (schema("P", ID, validVersions="none"), schema("P", ID, NOTE), []),
        (schema("P", ID), schema("P", ID, NOTE, validVersions="2"), ["versions 2: 0"]),
    ],
)
def test_what_is_new(before: str, after: str, expected: list[str]) -> None:
    assert told(before, after) == expected


@pytest.mark.parametrize(
    ("rest", "needed"),
    [
        ({}, True),
        ({"ignorable": True}, False),
        ({"ignorable": False}, False),
        ({"mapKey": True}, False),
    ],
)
def test_who_must_say_whether_a_field_may_be_left_out(
    rest: dict[str, object], needed: bool
) -> None:
    after = schema("P", ID, field("Note", "string", "1+", **rest), **TWO)
    (one, _) = found(schema("P", ID), after)
    assert isinstance(one, NewField)
    assert one.needs_ignorable is needed


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ([ID, field("A", versions="1+", ignorable=True)], True),
        ([ID, field("A", versions="1+")], False),
        ([ID, field("A", versions="1+", ignorable=True, taggedVersions="1+", tag=0)], False),
        ([field("Id", versions="0"), field("A", versions="1+", ignorable=True)], False),
        ([field("Id", versions="0-2"), field("A", versions="1+", ignorable=True)], True),
        ([field("Id", versions="0-1"), field("A", versions="1+", ignorable=True)], False),
        ([ID, field("Old", versions="none"), field("A", versions="1+", ignorable=True)], True),
    ],
)
def test_versions_that_only_append_what_may_be_missed(
    fields: list[dict[str, object]], expected: bool
) -> None:
    after = schema("P", *fields, flexibleVersions="0+", validVersions="0-2")
    *_, new = found(schema("P", ID, flexibleVersions="0+"), after)
    assert isinstance(new, NewVersions)
    assert only_adds_ignorable(new) is expected


def test_what_ended_before_the_new_versions_ends_nothing_now() -> None:
    old = field("Old", versions="0")
    after = schema("P", ID, old, field("A", versions="2+", ignorable=True), validVersions="0-2")
    *_, new = found(schema("P", ID, old, **TWO), after)
    assert isinstance(new, NewVersions)
    assert only_adds_ignorable(new)


def test_versions_that_change_nothing() -> None:
    message = message_of(schema("P", ID, field("Note", "string", "2+"), validVersions="0-4"))
    for low, high, expected in ((1, 1, True), (2, 2, False), (1, 2, False), (3, 4, True)):
        assert changes_nothing(message, VersionRange(low, high)) is expected
    assert not changes_nothing(message, VersionRange(0, 0))  # nothing stands before it
    opened = message_of(schema("P", ID, validVersions="0+"))
    assert not changes_nothing(opened, VersionRange.parse("1+"))


@pytest.mark.parametrize(
    ("comment", "mentioned"),
    [
        ("// Version 12 is the same as version 11.", True),
        ("// 12", True),
        ("// Versions 11-12 are alike.", False),
        ("// Version 12, and so on.", True),
        ("// since 4.12", False),
        ("// 12.1", False),
        ("// 112 or 120", False),
        ("// v12", False),
    ],
)
def test_a_version_is_mentioned_in_a_comment(comment: str, mentioned: bool) -> None:
    text = schema("P", ID, validVersions="0-12").replace("{", f"{{\n{comment}\n", 1)
    assert is_mentioned(message_of(text), 12) is mentioned
