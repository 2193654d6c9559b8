"""What only the generator's leniency lets through: more cases than the pages show."""

from __future__ import annotations

import pytest

from support.checking import check_files
from wirelint.diagnostics import Severity

MESSAGE = '{"type": "data", "name": "PingState", %s"flexibleVersions": "0+", "fields": [%s]}'
FIELD = '{"name": "Id", %s}'


def said(message: str = "", field: str | None = None) -> set[str]:
    """The rules above info that speak of a message with these properties."""
    if "validVersions" not in message:
        message = f'"validVersions": "0-3", {message}'
    fields = "" if field is None else FIELD % field
    found = check_files({"PingState.json": MESSAGE % (message, fields)}, alone=True)
    return {one.rule for one in found if one.severity > Severity.INFO}


@pytest.mark.parametrize("value", ['"true"', '"False"', "1", "0", '""'])
def test_no_boolean(value: str) -> None:
    assert said(field=f'"type": "int32", "versions": "0+", "ignorable": {value}') == {
        "quoted-boolean"
    }


@pytest.mark.parametrize("value", ["true", "false", "null"])
def test_boolean(value: str) -> None:
    assert said(field=f'"type": "int32", "versions": "0+", "ignorable": {value}') == set()


@pytest.mark.parametrize(
    ("value", "loud"), [("0", False), ('"0"', True), ("0.9", True), ("0e1", True)]
)
def test_tag(value: str, loud: bool) -> None:
    field = f'"type": "int32", "versions": "0+", "taggedVersions": "0+", "tag": {value}'
    assert said(field=field) == ({"quoted-number"} if loud else set())


@pytest.mark.parametrize("value", ["007-8", "+1+", "1-+2", " 0+ ", "٣", "0-32767 "])
def test_odd_range(value: str) -> None:
    assert "odd-version-range" in said(
        '"deprecatedVersions": "0", "validVersions": "0-9", ',
        f'"type": "string", "versions": "0+", "nullableVersions": "{value}"',
    )


@pytest.mark.parametrize("value", ["none", "0", "3", "0-3", "2-2", "1+", "0-32767"])
def test_plain_range(value: str) -> None:
    field = f'"type": "string", "versions": "0+", "nullableVersions": "{value}"'
    assert said(field=field) == set()


@pytest.mark.parametrize("key", ["versions", "nullableVersions"])
def test_upside_down_range(key: str) -> None:
    ranges = {"versions": "0+", key: "3-1"}
    field = ", ".join(f'"{name}": "{value}"' for name, value in ranges.items())
    assert said(field=f'"type": "string", {field}') == {"empty-version-range"}


@pytest.mark.parametrize(
    "field",
    [
        '"type": "Part", "versions": "3-1", "fields": [{"name": "A", "type": "bool", "versions": "0+"}]',
        '"type": "bool", "versions": "0+", "taggedVersions": "3-1", "tag": 0',
    ],
)
def test_upside_down_range_that_is_refused_is_an_error_alone(field: str) -> None:
    assert "empty-version-range" not in said(field=field)


@pytest.mark.parametrize("spelled", [" int32", "int32 ", "[] int32", "\\tint32"])
def test_blanks_in_a_type(spelled: str) -> None:
    assert said(field=f'"type": "{spelled}", "versions": "0+"') == {"padded-word"}


@pytest.mark.parametrize("spelled", ["Int32", "[]Bytes", "STRING"])
def test_a_type_in_capitals_is_an_empty_struct(spelled: str) -> None:
    found = said(field=f'"type": "{spelled}", "versions": "0+"')
    assert found == {"undeclared-struct"}


def test_a_number_that_is_no_range_is_an_error_alone() -> None:
    assert "unquoted-text" not in said('"validVersions": 1.5, ')
    assert "unquoted-text" in said('"validVersions": 1, ')


@pytest.mark.parametrize(
    ("type_", "text", "loud"),
    [
        ("int32", "010", True),
        ("int32", "-010", True),
        ("int64", "007", True),
        ("uint32", "0xffffffff", True),
        ("uint32", "0x7fffffff", False),
        ("int32", "0", False),
        ("int32", "0x10", False),
        ("int32", "100", False),
        ("string", "010", False),
    ],
)
def test_defaults_that_java_reads_in_another_way(type_: str, text: str, loud: bool) -> None:
    field = f'"type": "{type_}", "versions": "0+", "default": "{text}"'
    assert said(field=field) == ({"default-java-misreads"} if loud else set())
