"""Fields are lined up by what stands on the wire; a finding speaks of a field once."""

from __future__ import annotations

import pytest

from support.evolving import evolved, field, flexible, rules, schema, struct, tagged, trees
from wirelint.diagnostics import Severity
from wirelint.evolution.differences import compare
from wirelint.evolution.pairing import pair_trees
from wirelint.versions import VersionRange

ID = field("Id")
NOTE = field("Note", "string")


def renamed(before: str, after: str) -> set[tuple[str, str]]:
    """Fields that stand for each other under two names."""
    (pair,) = pair_trees(trees({"P.json": before}, {"P.json": after}))
    return {(old.name, new.name) for old, new in compare(pair).pairs if old.name != new.name}


def test_rename_survives() -> None:
    before, after = schema("P", ID, NOTE), schema("P", field("Key"), field("Text", "string"))
    assert renamed(before, after) == {("Id", "Key"), ("Note", "Text")}
    assert evolved(before, after) == []


def test_name_decides_between_equal_choices() -> None:
    before, after = schema("P", field("B")), schema("P", field("A"), field("B"))
    (found,) = evolved(before, after)
    assert (found.rule, found.finding.at.property) == (
        "field-added-to-released-version",
        "fields[A].versions",
    )


def test_retyped_field_leaves_its_neighbours_alone() -> None:
    before = schema("P", field("A"), field("B"), field("C"))
    after = schema("P", field("A", "int64"), field("B"), field("C"))
    (found,) = evolved(before, after)
    assert (found.rule, found.finding.at.property) == ("released-field-retyped", "fields[A].type")


def test_renamed_field_that_may_be_null_now_is_one_finding() -> None:
    before = schema("P", ID, NOTE)
    after = schema("P", ID, field("Text", "string", nullableVersions="0+"))
    assert rules(evolved(before, after)) == ["released-nullability-changed"]


@pytest.mark.parametrize(
    ("old", "new", "severity"),
    [
        ("int64", "float64", Severity.ERROR),
        ("int8", "bool", Severity.ERROR),
        ("string", "bytes", Severity.ERROR),
        ("int32", "uint32", Severity.WARNING),
        ("uint16", "int16", Severity.WARNING),
        ("[]int32", "[]uint32", Severity.WARNING),
        ("int32", "[]int32", Severity.ERROR),
    ],
)
def test_same_width_is_no_excuse(old: str, new: str, severity: Severity) -> None:
    (found,) = evolved(schema("P", field("A", old)), schema("P", field("A", new)))
    assert (found.rule, found.severity) == ("released-field-retyped", severity)


def test_bytes_and_records_are_one() -> None:
    assert evolved(schema("P", field("A", "bytes")), schema("P", field("A", "records"))) == []


def test_sign_inside_a_struct_is_a_warning_on_its_field() -> None:
    before = schema("P", struct("Rows", ID, type="[]Row"))
    after = schema("P", struct("Lines", field("Id", "uint32"), type="[]Line"))
    (found,) = evolved(before, after)
    assert (found.finding.at.property, found.severity) == (
        "fields[Lines].fields[Id].type",
        Severity.WARNING,
    )


def test_struct_around_fields_moves_no_byte_unless_flexible() -> None:
    flat, wrapped = schema("P", ID, NOTE), schema("P", struct("Owner", ID, NOTE))
    assert evolved(flat, wrapped) == []
    assert evolved(wrapped, flat) == []
    flexible = [
        schema("P", *fields, flexibleVersions="0+")
        for fields in ((ID, NOTE), (struct("Owner", ID, NOTE),))
    ]
    assert "error" in {one.severity.word for one in evolved(*flexible)}


def test_array_of_numbers_is_an_array_of_structs_with_one_unless_flexible() -> None:
    old, new = field("A", "[]int32"), struct("A", ID, type="[]Row")
    assert evolved(schema("P", old), schema("P", new)) == []
    found = evolved(
        schema("P", old, flexibleVersions="0+"), schema("P", new, flexibleVersions="0+")
    )
    assert rules(found) == ["released-field-retyped"]
    unsigned = schema("P", field("A", "[]uint32"), flexibleVersions="0+")
    (retyped,) = evolved(schema("P", new, flexibleVersions="0+"), unsigned)
    assert (retyped.rule, retyped.severity) == ("released-field-retyped", Severity.ERROR)


def test_added_struct_is_one_finding() -> None:
    for stated in ("none", "0+"):
        before = schema("P", ID, flexibleVersions=stated)
        after = schema("P", ID, struct("Owner", ID, NOTE), flexibleVersions=stated)
        (found,) = evolved(before, after)
        assert found.finding.at.property == "fields[Owner].versions"


def test_field_added_to_a_plain_struct_is_told_by_itself() -> None:
    before, after = schema("P", struct("Owner", ID)), schema("P", struct("Owner", ID, NOTE))
    (found,) = evolved(before, after)
    assert found.finding.at.property == "fields[Owner].fields[Note].versions"


def test_plain_struct_that_may_be_null_gains_a_byte() -> None:
    before = schema("P", struct("Owner", ID, NOTE))
    after = schema("P", struct("Owner", ID, NOTE, nullableVersions="0+"))
    assert rules(evolved(before, after)) == ["released-nullability-changed"]
    assert rules(evolved(after, before)) == ["released-nullability-changed"]


def test_common_struct_is_told_once_for_all_its_uses() -> None:
    def message(*fields: object) -> str:
        struct = {"name": "Spot", "versions": "0+", "fields": list(fields)}
        return schema("P", field("A", "Spot"), field("B", "[]Spot"), commonStructs=[struct])

    (found,) = evolved(message(ID), message(ID, NOTE))
    assert found.finding.at.property == "commonStructs[Spot].fields[Note].versions"


def test_one_finding_for_all_versions_of_a_field() -> None:
    before = schema("P", ID, field("A", versions="1-2"), validVersions="0-5")
    after = schema("P", ID, field("A", "int64", versions="1-2"), validVersions="0-5")
    (found,) = evolved(before, after)
    assert found.finding.versions == VersionRange(1, 2)


def test_flexible_start_is_told_once_and_hides_no_other_change() -> None:
    before = schema("P", NOTE, struct("Owner", NOTE), validVersions="0-1", flexibleVersions="1+")
    moved = schema("P", NOTE, struct("Owner", NOTE), validVersions="0-1", flexibleVersions="0+")
    assert rules(evolved(before, moved)) == ["released-flexible-versions-changed"]
    both = schema("P", NOTE, struct("Owner", NOTE, ID), validVersions="0-1", flexibleVersions="0+")
    assert rules(evolved(before, both)) == [
        "field-added-to-released-version",
        "released-flexible-versions-changed",
    ]


def test_swapped_structs_are_one_swap() -> None:
    spot = {"name": "Spot", "versions": "0+", "fields": [ID, field("At", "int64")]}
    left, right = field("Left", "Spot"), field("Right", "Spot")
    for stated in ("none", "0+"):
        head = {"commonStructs": [spot], "flexibleVersions": stated}
        (found,) = evolved(schema("P", left, right, **head), schema("P", right, left, **head))
        assert found.rule == "released-fields-swapped"
        assert "`Left` and `Right`" in found.finding.message


def test_three_in_a_circle_are_one_swap() -> None:
    a, b, c = field("A"), field("B"), field("C")
    (found,) = evolved(schema("P", a, b, c), schema("P", c, a, b))
    assert found.rule == "released-fields-swapped"


def test_exchanged_tags_of_one_type_are_a_swap_and_no_rename() -> None:
    before = flexible(tagged("A", 0), tagged("B", 1))
    assert rules(evolved(before, flexible(tagged("A", 1), tagged("B", 0)))) == [
        "released-fields-swapped"
    ]
    (found,) = evolved(before, flexible(tagged("New", 0), tagged("B", 1)))
    assert (found.rule, found.severity) == ("tag-reused", Severity.WARNING)


def test_capitals_are_no_other_name() -> None:
    before, after = flexible(tagged("LastELR", 0)), flexible(tagged("LastElr", 0))
    assert evolved(before, after) == []


def test_tag_inside_an_array_may_be_added_and_is_no_other_slot() -> None:
    before = flexible(struct("Rows", ID, type="[]Row"), NOTE)
    after = flexible(struct("Lines", ID, tagged("Hint", 0), type="[]Line"), NOTE)
    (found,) = evolved(before, after)
    assert (found.rule, found.severity) == ("tag-added-to-released-version", Severity.INFO)


def test_renumbered_tag_says_where_it_went() -> None:
    before = flexible(tagged("A", 0), tagged("B", 1, "int64"))
    after = flexible(tagged("B", 0, "int64"))
    reused, gone = evolved(before, after)
    assert (reused.rule, gone.rule) == ("tag-reused", "released-tag-removed")
    assert "tag 1, has tag 0 now" in gone.finding.message


def test_header_under_another_label_is_no_change() -> None:
    header = {"type": "header", "flexibleVersions": "none"}
    key, client = field("Key", "int16"), field("Client", "string")
    before = schema("CallHeader", key, client, **header)
    later = field("Client", "string", "1+")
    after = schema("CallHeader", key, later, **{**header, "validVersions": "0-1"})
    assert evolved(before, after) == []
    wrong = schema("CallHeader", key, field("Client", "bytes"), **header)
    assert "released-field-retyped" in rules(evolved(before, wrong))


def test_defaults_are_compared_along_the_pairing() -> None:
    before = schema("P", field("A", versions="1+", default="1"), validVersions="0-1")
    after = schema("P", field("B", versions="1+", default="2"), validVersions="0-1")
    (found,) = evolved(before, after)
    assert (found.rule, found.severity) == ("released-default-changed", Severity.WARNING)
    always = [schema("P", field("A", default=value)) for value in ("1", "2")]
    (found,) = evolved(*always)
    assert found.severity is Severity.INFO


def test_default_of_an_unreleased_version_is_free() -> None:
    def request(default: str) -> str:
        new = field("A", versions="1+", default=default)
        head = {"type": "request", "apiKey": 5, "validVersions": "0-1"}
        return schema("PRequest", ID, new, latestVersionUnstable=True, **head)

    assert evolved(request("1"), request("2")) == []
