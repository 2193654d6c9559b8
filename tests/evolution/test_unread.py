"""What cannot be read is one finding, and is not compared with what is released."""

from __future__ import annotations

import pytest

from support.checking import check_files
from wirelint.diagnostics import Category

OLD = """{
  "apiKey": 900, "type": "metadata", "name": "PingRecord", "validVersions": "0-2",
  "flexibleVersions": "1+", "fields": [
    { "name": "Id", "type": "int32", "versions": "0+", "entityType": "brokerId" },
    { "name": "Note", "type": "string", "versions": "1+", "nullableVersions": "1+",
      "ignorable": true, "default": "null" },
    { "name": "Tag", "type": "int8", "versions": "1+", "taggedVersions": "1+", "tag": 0 },
    { "name": "Parts", "type": "[]Part", "versions": "0+", "fields": [
      { "name": "Size", "type": "int16", "versions": "0+" } ] },
    { "name": "Ends", "type": "[]End", "versions": "0+" }
  ],
  "commonStructs": [ { "name": "End", "versions": "0+", "fields": [
    { "name": "Where", "type": "uuid", "versions": "0+" } ] } ]
}
"""


def found(new: str) -> tuple[list[str], list[str]]:
    """The rules of evolution, and the errors of the others."""
    diagnostics = check_files({"PingRecord.json": new}, {"PingRecord.json": OLD}, alone=True)
    changes = [one.rule for one in diagnostics if one.category is Category.EVOLUTION]
    others = [one.rule for one in diagnostics if one.category is not Category.EVOLUTION]
    return changes, others


@pytest.mark.parametrize(
    ("old", "new", "rule"),
    [
        ('"int32"', '"int23"', "unknown-field-type"),
        ('"[]Part"', '"[]part"', "unknown-field-type"),
        ('"int16"', "16", "unknown-field-type"),
        ('"type": "int16", ', "", "missing-property"),
        ('"uuid"', '"uiud"', "unknown-field-type"),
        ('"versions": "0+", "entity', '"versions": "0x", "entity', "invalid-version-range"),
        ('"nullableVersions": "1+"', '"nullableVersions": "1x"', "invalid-version-range"),
        ('"taggedVersions": "1+"', '"taggedVersions": "x"', "invalid-version-range"),
        ('"tag": 0', '"tag": "x"', "wrong-value"),
        ('"ignorable": true', '"ignorable": "tru"', "wrong-value"),
        ('"brokerId"', '"brokersId"', "unknown-word"),
        ('"validVersions": "0-2"', '"validVersions": "0_2"', "invalid-version-range"),
        ('"flexibleVersions": "1+"', '"flexibleVersions": "1*"', "invalid-version-range"),
        ('"apiKey": 900', '"apiKey": "9oo"', "wrong-value"),
        ('"metadata"', '"metdata"', "unknown-word"),
    ],
)
def test_what_cannot_be_read_is_no_change(old: str, new: str, rule: str) -> None:
    assert OLD.count(old) == 1
    changes, others = found(OLD.replace(old, new))
    assert changes == []
    assert rule in others


def test_the_rest_of_the_field_is_compared() -> None:
    new = OLD.replace('"string", "versions": "1+"', '"strnig", "versions": "2+"')
    assert found(new)[0] == ["field-removed-from-released-version"]


def test_what_is_only_spelled_oddly_is_compared() -> None:
    changes, others = found(OLD.replace('"ignorable": true', '"ignorable": "false"'))
    assert changes == ["released-field-no-longer-ignorable"]
    assert "quoted-boolean" in others
