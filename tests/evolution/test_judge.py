"""Whether two sides of one version understand each other, told by the layouts alone."""

from __future__ import annotations

import pytest

from support.evolving import field, schema, tagged
from support.wire import message_of
from wirelint.evolution.coordinator import as_coordinator_key
from wirelint.evolution.headers import is_relabelled
from wirelint.evolution.judge import differs_in_sign, is_compatible
from wirelint.schema.model import Message
from wirelint.wire.codec import bound_at
from wirelint.wire.layout import layout_at

ID = field("Id")
NULL = {"nullableVersions": "0+"}


def rows(*fields: object, type: str = "[]Row") -> dict[str, object]:
    return field("Rows", type, fields=list(fields))


@pytest.mark.parametrize(
    ("before", "after", "classic", "flexible"),
    [
        ([ID], [ID], True, True),
        ([ID], [field("Key")], True, True),
        ([ID], [], False, False),
        ([ID], [ID, field("Key")], False, False),
        ([ID], [field("Id", "int64")], False, False),
        ([ID], [field("Id", "uint32")], True, True),
        ([field("Id", "int16")], [field("Id", "uint16")], True, True),
        ([field("Id", "bool")], [field("Id", "int8")], False, False),
        ([field("A", "string")], [field("A", "string", **NULL)], False, False),
        ([field("A", "string")], [field("A", "string", flexibleVersions="none")], True, False),
        ([field("A", "[]int32")], [field("A", "[]uint32")], True, True),
        ([field("A", "[]int32")], [field("A", "[]int64")], False, False),
        ([field("A", "[]int32")], [field("A", "int32")], False, False),
        ([rows(ID)], [rows(field("Id", "uint32"))], True, True),
        ([rows(ID)], [rows(field("Id", "int64"))], False, False),
        ([rows(ID)], [rows(ID, ID)], False, False),
        ([rows(ID)], [field("A", "[]int32")], True, False),
        ([rows(ID)], [field("A", "[]uint32")], True, False),
        ([rows(ID, ID)], [field("A", "[]uint32")], False, False),
        ([rows(ID, type="Row")], [ID], True, False),
        # A tag that one side does not know is skipped; one known for other versions is refused.
        ([tagged("A", 0)], [], True, True),
        ([tagged("A", 0)], [tagged("A", 0, "uint32")], True, True),
        ([tagged("A", 0)], [tagged("A", 0, "string")], True, False),
        ([tagged("A", 0)], [tagged("A", 0, versions="1+")], True, False),
        ([tagged("A", 0)], [tagged("B", 1, versions="1+")], True, True),
        ([rows(tagged("A", 0))], [rows(tagged("A", 0, versions="1+"))], True, False),
        ([rows(tagged("A", 0))], [rows(tagged("B", 7))], True, True),
    ],
)
def test_who_understands_whom(
    before: list[dict[str, object]],
    after: list[dict[str, object]],
    classic: bool,
    flexible: bool,
) -> None:
    for versions, expected in (("none", classic), ("0+", flexible)):
        one, other = (
            bound_at(message_of(schema("P", *fields, flexibleVersions=versions)), 0)
            for fields in (before, after)
        )
        assert is_compatible(one, other) is expected
        assert is_compatible(other, one) is expected
        assert is_compatible(one, one)


def test_a_classic_version_does_not_understand_a_flexible_one() -> None:
    one, other = (
        bound_at(message_of(schema("P", ID, flexibleVersions=versions)), 0)
        for versions in ("none", "0+")
    )
    assert not is_compatible(one, other)


def test_a_struct_that_holds_itself_is_judged_all_the_same() -> None:
    def message(*fields: object) -> Message:
        node = {"name": "Node", "versions": "0+", "fields": [*fields, field("Next", "[]Node")]}
        return message_of(schema("P", field("Root", "Node"), commonStructs=[node]))

    one, other = bound_at(message(ID), 0), bound_at(message(field("Id", "int64")), 0)
    assert is_compatible(one, bound_at(message(field("Key")), 0))
    assert not is_compatible(one, other)


@pytest.mark.parametrize(
    ("one", "other", "only_sign"),
    [
        ("int16", "uint16", True),
        ("int32", "uint32", True),
        ("int32", "int32", False),
        ("int16", "uint32", False),
        ("int64", "float64", False),
        ("[]int32", "[]uint32", True),
        ("[]int32", "[]string", False),
        ("[]int32", "uint32", False),
    ],
)
def test_a_sign_is_not_another_width(one: str, other: str, only_sign: bool) -> None:
    slots = [
        bound_at(message_of(schema("P", field("A", type_))), 0).slots[0].slot
        for type_ in (one, other)
    ]
    assert differs_in_sign(slots[0], slots[1]) is only_sign
    assert differs_in_sign(slots[1], slots[0]) is only_sign


# -- headers and keys ------------------------------------------------------------------------------


def header(name: str, valid: str, flexible: str, *fields: dict[str, object]) -> Message:
    head = {"type": "header", "validVersions": valid, "flexibleVersions": flexible}
    return message_of(schema(name, *fields, **head))


KEY, CLIENT = field("Key", "int16"), field("Client", "string")
LATER = field("Client", "string", "1+")
HINT = field("Hint", "int8", "1+")


@pytest.mark.parametrize(
    ("name", "before", "after", "version", "relabelled"),
    [
        # The only version stands before all, whatever its number.
        ("CallHeader", ("0", "none", KEY, CLIENT), ("0-1", "none", KEY, LATER), 0, True),
        ("CallHeader", ("0", "none", KEY, CLIENT), ("1-2", "2+", KEY, CLIENT), 0, True),
        ("CallHeader", ("0", "none", KEY, CLIENT), ("0-1", "none", KEY, LATER, HINT), 0, False),
        ("CallHeader", ("0", "none", KEY, CLIENT), ("none", "none", KEY, CLIENT), 0, False),
        ("CallHeader", ("0", "0+", KEY, CLIENT), ("0-2", "2+", KEY, CLIENT), 0, False),
        ("CallHeader", ("1-2", "2+", KEY, CLIENT), ("0-1", "1+", KEY, CLIENT), 2, True),
        ("CallHeader", ("1-2", "2+", KEY, CLIENT), ("0-1", "none", KEY, CLIENT), 2, False),
        ("CallHeader", ("1-2", "2+", KEY, CLIENT), ("0-2", "2+", KEY, CLIENT), 1, True),
        # Behind 0 stands nothing where there is a 1.
        ("CallHeader", ("0-2", "2+", KEY, CLIENT), ("0-2", "2+", KEY, LATER), 0, False),
        # Responses begin at 0.
        ("CallResponseHeader", ("0", "none", KEY), ("0-1", "1+", KEY), 0, True),
        ("CallResponseHeader", ("0", "none", KEY, CLIENT), ("0-1", "none", KEY, LATER), 0, False),
        ("CallResponseHeader", ("0-1", "1+", KEY), ("0-2", "2+", KEY), 1, False),
    ],
)
def test_a_header_under_another_number(
    name: str,
    before: tuple[str, str],
    after: tuple[str, str],
    version: int,
    relabelled: bool,
) -> None:
    assert is_relabelled(header(name, *before), header(name, *after), version) is relabelled


def key(kind: str, *fields: dict[str, object], **head: object) -> Message:
    return message_of(schema("PingKey", *fields, **{"type": kind, **head}))


def test_an_old_coordinator_key_has_the_bytes_of_the_new() -> None:
    """Whatever is said of the one version that has become the api key holds for version 0."""
    spot = {"name": "Spot", "versions": "2+", "fields": [field("X", "string", "2", **NULL)]}
    fields = [
        field("Gone", versions="1"),
        field("Group", "string", "2+", nullableVersions="2"),
        field("Shy", "string", "1+", nullableVersions="1"),
        field("Odd", "string", "2", flexibleVersions="1"),
        field("Hint", "int8", "2+", taggedVersions="2+", tag=0),
        field("Rows", "[]Row", "1+", fields=[field("Id", versions="2"), field("No", versions="1")]),
        field("Spot", "Spot", "2+"),
    ]
    old = key("data", *fields, validVersions="1-2", flexibleVersions="2+", commonStructs=[spot])
    new = as_coordinator_key(old, key("coordinator-key", apiKey=2, validVersions="0"))
    assert new is not None
    assert str(new.valid_versions) == "0"
    assert layout_at(new, 0) is layout_at(old, 2) is not None
    classic = as_coordinator_key(old, key("coordinator-key", apiKey=1, validVersions="0"))
    assert classic is not None
    assert layout_at(classic, 0) is layout_at(old, 1) is not None


@pytest.mark.parametrize(
    ("before", "after", "number"),
    [
        ("data", "coordinator-key", None),
        ("data", "coordinator-key", 0),
        ("data", "coordinator-key", 3),
        ("data", "coordinator-value", 1),
        ("coordinator-key", "coordinator-key", 1),
    ],
)
def test_what_is_no_coordinator_key_stays_as_it_is(
    before: str, after: str, number: int | None
) -> None:
    head = {} if number is None else {"apiKey": number}
    old = key(before, ID, validVersions="1-2")
    assert as_coordinator_key(old, key(after, ID, **head)) is None
