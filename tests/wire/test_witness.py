"""Proofs of a break: what the other side makes of the bytes."""

from __future__ import annotations

import json
from typing import Any

import pytest

from support.shared import shared
from support.wire import field, message_of, request
from wirelint.schema.model import Message
from wirelint.wire.layout import layout_at
from wirelint.wire.witness import Outcome, Side, Witness, render, witness

BASE: list[dict[str, object]] = [
    field("Id", "int32"),
    field("Epoch", "int32"),
    field("Name", "string", nullableVersions="0+"),
    field("Hint", "int64", "2+", taggedVersions="2+", tag=0),
]


def against(*fields: dict[str, Any], version: int = 2) -> Witness:
    found = witness(request(BASE), request(list(fields)), version)
    assert found is not None
    return found


def changed(index: int, **rest: object) -> tuple[dict[str, object], ...]:
    fields = [dict(one) for one in BASE]
    fields[index] |= rest
    return tuple(fields)


def test_nothing_to_prove() -> None:
    assert against(*BASE).outcome is Outcome.SAME


def test_another_name_is_only_a_name() -> None:
    found = against(*changed(0, name="Key"))
    assert found.outcome is Outcome.RENAMES
    assert (found.offset, found.path) == (0, "Key")


def test_an_added_field_is_taken_from_what_follows() -> None:
    found = against(field("New", "int8"), *BASE)
    assert found.writer is Side.BEFORE
    assert found.outcome is Outcome.FAILS
    assert (found.offset, found.path) == (0, "New")


def test_a_removed_field_shifts_the_rest() -> None:
    found = against(*BASE[1:], version=0)
    assert found.outcome is Outcome.FAILS or found.outcome is Outcome.MISREADS
    assert found.path == "Epoch"
    assert found.offset == 0


def test_swapped_fields_exchange_their_values() -> None:
    found = against(BASE[1], BASE[0], *BASE[2:])
    assert found.outcome is Outcome.MISREADS
    assert (found.offset, found.path) == (0, "Epoch")
    assert "`Epoch` is 2" in found.reason


def test_a_retype_of_one_width_reads_another_number() -> None:
    found = against(*changed(1, type="uint32"))
    assert found.outcome is Outcome.MISREADS
    assert (found.offset, found.path) == (4, "Epoch")


def test_null_that_is_no_longer_taken() -> None:
    found = against(*changed(2, nullableVersions="none"))
    assert found.outcome is Outcome.FAILS
    assert found.value["Name"] is None
    assert (found.offset, found.path) == (8, "Name")


def test_null_that_the_old_side_does_not_take() -> None:
    before = request(list(changed(2, nullableVersions="none")))
    found = witness(before, request(BASE), 2)
    assert found is not None
    assert found.writer is Side.AFTER
    assert found.outcome is Outcome.FAILS


def test_null_among_arrays_of_structs_without_fields() -> None:
    """Elements without a byte are refused at the end of a message, so examples have none."""
    empty = [field("First", "[]Empty", fields=[]), field("Last", "[]Nothing", fields=[])]
    before, after = request(empty), request([empty[0] | {"nullableVersions": "0+"}, empty[1]])
    found = witness(before, after, 0)
    assert found is not None
    assert (found.outcome, found.path) == (Outcome.FAILS, "First")
    assert found.value == {"First": None, "Last": []}


def test_a_tag_that_is_gone_is_skipped() -> None:
    found = against(*BASE[:3])
    assert found.outcome is Outcome.LOSES
    assert found.path == "Hint"


def test_a_tag_that_moved_is_refused() -> None:
    found = against(*changed(3, versions="3+", taggedVersions="3+"))
    assert found.outcome is Outcome.FAILS
    assert "known for versions 3+ only" in found.reason


def test_another_default_of_a_tag() -> None:
    found = against(*changed(3, default="-1"))
    assert found.outcome is Outcome.DEFAULTS
    assert found.path == "Hint"


def test_a_version_of_one_side_only_has_no_witness() -> None:
    assert witness(request(BASE), request(BASE, validVersions="0-1"), 2) is None


def test_the_proof_as_text() -> None:
    lines = render(against(*changed(2, nullableVersions="none"), version=0))
    assert lines == [
        "KilnRequest version 0, written by the baseline:",
        "  offset  bytes        field  type   value",
        "       0  00 00 00 01  Id     int32  1",
        "       4  00 00 00 02  Epoch  int32  2",
        "       8  ff ff        Name   int16  null",
        "read by the new schema: fails at byte 8 in `Name`: null, which is not allowed here",
    ]


ID8 = field("Id", "int8")


def tagged(name: str, tag: int, type_: str = "int8", **rest: object) -> dict[str, object]:
    return field(name, type_, "2+", taggedVersions="2+", tag=tag, **rest)


STORIES = [
    pytest.param(
        [ID8, field("A", "int8")],
        [ID8],
        0,
        Side.BEFORE,
        Outcome.LEAVES_BYTES,
        1,
        None,
        "takes it for complete and leaves 1 byte at the end",
        id="one byte left",
    ),
    pytest.param(
        [ID8, field("A", "int32")],
        [ID8],
        0,
        Side.BEFORE,
        Outcome.LEAVES_BYTES,
        1,
        None,
        "takes it for complete and leaves 4 bytes at the end",
        id="bytes left",
    ),
    pytest.param(
        [field("B", "int8"), ID8],
        [ID8],
        0,
        Side.BEFORE,
        Outcome.MISREADS,
        0,
        "Id",
        "at byte 0 reads 1 as the value of `Id`, from the value of `B`; `Id` is 2; then leaves 1 byte at the end",
        id="wrong then left",
    ),
    pytest.param(
        [field("B", "int8"), field("A", "string")],
        [field("A", "string"), field("B", "int8")],
        0,
        Side.BEFORE,
        Outcome.FAILS,
        0,
        "A",
        "at byte 0 reads 256 as the length of `A`, from what is the value of `B`; then fails at byte 2 in `A`: 256 bytes wanted, 4 are left",
        id="wrong then fails",
    ),
    pytest.param(
        [field("A", "int16"), field("B", "int16")],
        [field("A", "int8"), field("B", "int8"), field("C", "int16")],
        0,
        Side.BEFORE,
        Outcome.MISREADS,
        0,
        "A",
        "at byte 0 reads 0 as the value of `A`, from what is the value of `A`",
        id="from the middle",
    ),
    pytest.param(
        [field("A", "string")],
        [field("A", "int16"), field("B", "bytes")],
        0,
        Side.BEFORE,
        Outcome.FAILS,
        0,
        "A",
        "at byte 0 reads 3 as the value of `A`, from what is the length of `A`; then fails at byte 2 in `B`: 4 bytes wanted, 3 are left",
        id="length for a number",
    ),
    pytest.param(
        [field("A", "int16"), field("B", "int32")],
        [field("A", "string")],
        0,
        Side.BEFORE,
        Outcome.MISREADS,
        0,
        "A",
        "at byte 0 reads 1 as the length of `A`, from what is the value of `A`; then leaves 3 bytes at the end",
        id="number for length",
    ),
    pytest.param(
        [field("A", "[]int8")],
        [field("A", "int32"), field("B", "int8")],
        0,
        Side.BEFORE,
        Outcome.MISREADS,
        0,
        "A",
        "at byte 0 reads 1 as the value of `A`, from what is the count of `A`",
        id="array for struct",
    ),
    pytest.param(
        [field("A", "int8"), field("B", "int8")],
        [field("B", "int8"), field("A", "int8")],
        0,
        Side.BEFORE,
        Outcome.MISREADS,
        0,
        "B",
        "at byte 0 reads 1 as the value of `B`, from the value of `A`; `B` is 2",
        id="same bytes other field",
    ),
    pytest.param(
        [tagged("A", 3)],
        [],
        2,
        Side.BEFORE,
        Outcome.LOSES,
        3,
        "A",
        "does not know tag 3, `A`, and skips it",
        id="unknown tag",
    ),
    pytest.param(
        [field("S", "S", fields=[tagged("A", 300, "uuid")])],
        [field("S", "S", fields=[])],
        2,
        Side.BEFORE,
        Outcome.LOSES,
        4,
        "S.A",
        "does not know tag 300, `S.A`, and skips it",
        id="unknown tag in struct",
    ),
    pytest.param(
        [tagged("A", 0, default="5")],
        [tagged("A", 0, default="6")],
        2,
        Side.BEFORE,
        Outcome.DEFAULTS,
        None,
        "A",
        "fills in 6 for `A`, which is left out because it is 5",
        id="default",
    ),
    pytest.param(
        [tagged("A", 0, "string", default="x")],
        [tagged("A", 0, "string")],
        2,
        Side.BEFORE,
        Outcome.DEFAULTS,
        None,
        "A",
        'fills in "" for `A`, which is left out because it is "x"',
        id="default of string",
    ),
    pytest.param(
        [field("R", "[]R", fields=[tagged("A", 0, "uuid")])],
        [field("R", "[]R", fields=[tagged("A", 0, "uuid", default="AAAAAAAAAAAAAAAAAAAAAQ")])],
        2,
        Side.BEFORE,
        Outcome.DEFAULTS,
        None,
        "R[0].A",
        "fills in 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 01 for `R[0].A`, which is left out because it is 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00",
        id="default in an array",
    ),
    pytest.param(
        [field("S", "S", fields=[ID8])],
        [field("S", "S", fields=[field("Key", "int8")])],
        2,
        Side.BEFORE,
        Outcome.RENAMES,
        0,
        "S.Key",
        "reads `S.Id` as `S.Key`, with the same value",
        id="renamed in struct",
    ),
    pytest.param(
        [field("S", "[]S", fields=[ID8])],
        [field("Rows", "[]S", fields=[ID8])],
        0,
        Side.BEFORE,
        Outcome.RENAMES,
        4,
        "Rows[0].Id",
        "reads `S[0].Id` as `Rows[0].Id`, with the same value",
        id="array renamed",
    ),
    pytest.param(
        [
            field(
                "A",
                "[]S",
                fields=[field("B", "[]T", fields=[field("C", "string", nullableVersions="0+")])],
            )
        ],
        [field("A", "[]S", fields=[field("B", "[]T", fields=[field("C", "string")])])],
        0,
        Side.BEFORE,
        Outcome.FAILS,
        8,
        "A[0].B[0].C",
        "fails at byte 8 in `A[0].B[0].C`: null, which is not allowed here",
        id="null deep",
    ),
    pytest.param(
        [field("A", "string")],
        [field("A", "string", nullableVersions="0+")],
        0,
        Side.AFTER,
        Outcome.FAILS,
        0,
        "A",
        "fails at byte 0 in `A`: null, which is not allowed here",
        id="gained",
    ),
    pytest.param(
        [field("A", "uuid")],
        [field("A", "int64"), field("B", "int64")],
        0,
        Side.BEFORE,
        Outcome.MISREADS,
        0,
        "A",
        "at byte 0 reads 0 as the value of `A`, from what is the value of `A`",
        id="uuid",
    ),
    pytest.param(
        [field("A", "float64")],
        [field("A", "int64")],
        0,
        Side.BEFORE,
        Outcome.MISREADS,
        0,
        "A",
        "at byte 0 reads 4609434218613702656 as the value of `A`, from what is the value of `A`",
        id="float",
    ),
    pytest.param(
        [field("A", "int33")],
        [field("A", "int8")],
        0,
        Side.AFTER,
        Outcome.FAILS,
        0,
        "A",
        "fails at byte 0 in `A`: `int33` is no field type",
        id="not writable",
    ),
    pytest.param(
        [field("A", "int16")],
        [field("A", "uint16")],
        0,
        Side.BEFORE,
        Outcome.MISREADS,
        0,
        "A",
        "at byte 0 reads 65534 as the value of `A`, from what is the value of `A`",
        id="sign",
    ),
    pytest.param(
        [field("A", "string"), field("B", "string")],
        [field("B", "string"), field("A", "string")],
        0,
        Side.BEFORE,
        Outcome.MISREADS,
        2,
        "B",
        'at byte 2 reads "a-1" as the value of `B`, from the value of `A`; `B` is "b-2"',
        id="texts exchanged",
    ),
    pytest.param(
        [field("A", "int64"), field("B", "int64")],
        [field("A", "uuid")],
        0,
        Side.BEFORE,
        Outcome.MISREADS,
        0,
        "A",
        "at byte 0 reads AAAAAAAAAAEAAAAAAAAAAg as the value of `A`, from what is the value of `A`",
        id="numbers for a uuid",
    ),
    pytest.param(
        [tagged("A", 0), tagged("B", 1, "int32")],
        [tagged("B", 1, "uint32")],
        2,
        Side.BEFORE,
        Outcome.MISREADS,
        6,
        "B",
        "at byte 6 reads 4294967293 as the value of `B`, from what is the value of `B`",
        id="an unknown tag and a retyped one",
    ),
    pytest.param(
        [tagged("A", 0, "int32")],
        [tagged("A", 0, "int64")],
        2,
        Side.BEFORE,
        Outcome.FAILS,
        3,
        "A",
        "fails at byte 3 in `A`: 8 bytes wanted, 4 are left",
        id="retyped tag",
    ),
]


@pytest.mark.parametrize(
    ("before", "after", "version", "writer", "outcome", "offset", "path", "reason"), STORIES
)
def test_stories(
    before: list[dict[str, object]],
    after: list[dict[str, object]],
    version: int,
    writer: Side,
    outcome: Outcome,
    offset: int | None,
    path: str | None,
    reason: str,
) -> None:
    found = witness(request(before), request(after), version)
    assert found is not None
    assert (found.writer, found.outcome, found.offset, found.path, found.reason) == (
        writer,
        outcome,
        offset,
        path,
        reason,
    )
    assert b"".join(line.data for line in found.written) == found.data
    assert (found.message, found.version) == ("KilnRequest", version)


def test_what_outcomes_and_sides_are_called_in_json() -> None:
    """Scripts read these words."""
    assert [one.value for one in Outcome] == [
        "fails", "misreads", "leaves-bytes", "defaults", "loses", "renames", "same",
    ]  # fmt: skip
    assert [one.value for one in Side] == ["before", "after"]


def test_the_proof_as_text_where_the_baseline_reads() -> None:
    nullable = [field("A", "string", nullableVersions="0+")]
    found = witness(request([field("A", "string")]), request(nullable), 0)
    assert found is not None
    assert render(found) == [
        "KilnRequest version 0, written by the new schema:",
        "  offset  bytes  field  type   value",
        "       0  ff ff  A      int16  null",
        "read by the baseline: fails at byte 0 in `A`: null, which is not allowed here",
    ]


def test_every_judged_break_has_a_proof() -> None:
    visible = {Outcome.FAILS, Outcome.MISREADS, Outcome.LEAVES_BYTES, Outcome.DEFAULTS}
    broken = 0
    for line in shared("cases", "evolve.jsonl").read_text(encoding="utf-8").splitlines():
        case = json.loads(line)
        if not (case.get("old") and case.get("new") and "bad_versions" in case):
            continue
        before, after = message_of(case["old"]), message_of(case["new"])
        for version in before.valid_versions & after.valid_versions:
            is_bad = str(version) in case["bad_versions"]
            if not is_bad and case["id"][-1] not in "05":
                continue  # a fifth of the harmless ones will do: they try every value
            found = witness(before, after, version)
            assert found is not None
            if is_bad:
                broken += 1
                assert found.outcome in visible, (case["id"], version, found.reason)
            elif is_same(before, after, version):
                silent = {Outcome.SAME, Outcome.RENAMES, Outcome.DEFAULTS, Outcome.MISREADS}
                assert found.outcome in silent, (case["id"], version, found.reason)
    assert broken > 600


def is_same(before: Message, after: Message, version: int) -> bool:
    return layout_at(before, version) is layout_at(after, version)


@pytest.mark.parametrize("version", [0, 2])
def test_a_proof_is_the_same_every_time(version: int) -> None:
    assert render(against(*BASE[1:], version=version)) == render(
        against(*BASE[1:], version=version)
    )
