"""Defaults: what the generator takes, and what Java makes of it."""

from __future__ import annotations

import json
import math

import pytest

from support.shared import shared
from support.wire import field, message_of, request
from wirelint.schema.defaults import (
    DefaultProblem,
    Wrong,
    check_default,
    compiled_default,
    default_value,
    read_default,
    zero_value,
)
from wirelint.schema.model import Field, sites


def field_of(type_: str, default: object = "", **rest: object) -> Field:
    return request([field("A", type_, default=default, **rest)]).fields[0]


@pytest.mark.parametrize(
    ("type_", "text", "value"),
    [
        ("bool", "", False),
        ("bool", "TrUe", True),
        ("bool", "fal\u017fe", False),  # Java compares upper cases: the long s is an S
        ("int8", "", 0),
        ("int8", "-128", -128),
        ("int8", "0x7f", 127),
        ("int8", "0x", 0),
        ("int8", "0x-1", -1),
        ("int16", "+007", 7),
        ("int32", "\u0664\u0662", 42),
        ("int32", "0x\uff21", 10),  # Java takes wide letters as hex digits
        ("int32", "0" * 2000 + "1", 1),
        ("uint16", "65535", 65535),
        ("uint32", "0xffffffff", 4294967295),
        ("int64", "-9223372036854775808", -(2**63)),
        ("float64", "", 0.0),
        ("float64", " 1.\t", 1.0),
        ("float64", ".5d", 0.5),
        ("float64", "1e400", math.inf),
        ("float64", "-Infinity", -math.inf),
        ("float64", "0x1p3", 8.0),
        ("float64", "-0x1p99999f", -math.inf),
        ("uuid", "", bytes(16)),
        ("uuid", "AAAAAAAAAAAAAAAAAAAAAQ", bytes(15) + b"\1"),
        ("uuid", "AAAAAAAAAAAAAAAAAAAAAQ==", bytes(15) + b"\1"),
        ("string", "null", None),
        ("string", "Null", "Null"),
        ("bytes", "", b""),
        ("bytes", "null", None),
        ("records", "anything", None),
        ("[]int32", "", ()),
        ("[]int32", "null", None),
        ("Empty", "", {}),
    ],
)
def test_a_default_is_read_as_java_reads_it(type_: str, text: str, value: object) -> None:
    assert read_default(field_of(type_, text)) == value
    assert default_value(field_of(type_, text)) == value


@pytest.mark.parametrize(
    ("type_", "text", "wrong"),
    [
        ("bool", "yes", Wrong.NOT_A_VALUE),
        ("bool", " true", Wrong.NOT_A_VALUE),
        ("bool", "null", Wrong.NULL_TYPE),
        ("int8", "0xFF", Wrong.OUT_OF_RANGE),
        ("int32", "0xffffffff", Wrong.OUT_OF_RANGE),
        ("int32", "9" * 5000, Wrong.OUT_OF_RANGE),
        ("uint16", "-1", Wrong.OUT_OF_RANGE),
        ("int32", "0X10", Wrong.NOT_A_VALUE),
        ("int32", "0x0x1", Wrong.NOT_A_VALUE),
        ("int32", "-0x1", Wrong.NOT_A_VALUE),
        ("int32", "1_000", Wrong.NOT_A_VALUE),
        ("int32", " 1", Wrong.NOT_A_VALUE),
        ("int32", "1L", Wrong.NOT_A_VALUE),
        ("int32", "-", Wrong.NOT_A_VALUE),
        ("int32", "\U0001d7cf", Wrong.NOT_A_VALUE),  # two Java chars, neither a digit
        ("float64", "inf", Wrong.NOT_A_VALUE),
        ("float64", "nan", Wrong.NOT_A_VALUE),
        ("float64", "0x10", Wrong.NOT_A_VALUE),
        ("float64", "1,5", Wrong.NOT_A_VALUE),
        ("float64", " ", Wrong.NOT_A_VALUE),
        ("uuid", "AAAA", Wrong.NOT_A_VALUE),
        ("uuid", "AAAAAAAAAAAAAAAAAAAAAQ=", Wrong.NOT_A_VALUE),
        ("uuid", "AAAAAAAAAAAAAAAAAAAA+A", Wrong.NOT_A_VALUE),
        ("uuid", "null", Wrong.NULL_TYPE),
        ("bytes", "x", Wrong.ONLY_NULL),
        ("[]string", "[]", Wrong.ONLY_NULL),
        ("Empty", "{}", Wrong.ONLY_NULL),
    ],
)
def test_a_refused_default_is_a_problem(type_: str, text: str, wrong: Wrong) -> None:
    problem = check_default(field_of(type_, text))
    assert problem is not None
    assert problem.wrong is wrong
    assert isinstance(read_default(field_of(type_, text)), DefaultProblem)
    assert default_value(field_of(type_, text)) == zero_value(field_of(type_))


@pytest.mark.parametrize(
    ("versions", "nullable", "allowed"),
    [("0+", "0+", True), ("1-3", "0+", True), ("0+", "0-3", False), ("0+", "none", False)],
)
def test_null_needs_all_versions_nullable(versions: str, nullable: str, allowed: bool) -> None:
    schema = request([field("A", "string", versions, nullableVersions=nullable, default="null")])
    problem = check_default(schema.fields[0])
    assert (problem is None) == allowed
    if problem is not None:
        assert problem.wrong is Wrong.NULL_RANGE


def test_records_need_no_nullable_versions() -> None:
    assert check_default(field_of("records", "null")) is None


@pytest.mark.parametrize(
    ("type_", "text", "compiled"),
    [
        ("int32", "10", 10),
        ("int32", "010", 8),
        ("int32", "-010", -8),
        ("int32", "0x10", 16),
        ("int32", "0x", 0),
        ("uint32", "0xffffffff", -1),
        ("uint32", "2147483647", 2147483647),
        ("int64", "9223372036854775807", 2**63 - 1),
        ("uuid", "AAAAAAAAAAAAAAAAAAAAAQ", bytes(15) + b"\1"),
    ],
)
def test_java_reads_a_literal_its_own_way(type_: str, text: str, compiled: object) -> None:
    assert compiled_default(field_of(type_, text)).value == compiled


@pytest.mark.parametrize(
    ("type_", "text"),
    [("int32", "08"), ("int8", "0x-1"), ("int32", "\u0664"), ("uint32", "2147483648")],
)
def test_java_refuses_some_literals(type_: str, text: str) -> None:
    assert check_default(field_of(type_, text)) is None
    assert compiled_default(field_of(type_, text)).refused


def test_a_dashed_uuid_compiles_and_fails_to_load() -> None:
    compiled = compiled_default(field_of("uuid", "00000000-0000-0000-0000-000000000000"))
    assert compiled.refused is None
    assert compiled.fails_to_load


def test_the_verdict_on_defaults_is_the_generators() -> None:
    """Where the schema itself is well formed: some cases are about JSON, not about defaults."""
    disagreements = []
    count = 0
    for line in shared("cases", "validate.jsonl").read_text(encoding="utf-8").splitlines():
        case = json.loads(line)
        if not case["op"].startswith("default.") or not case.get("new"):
            continue
        count += 1
        problems = [check_default(site.field) for site in sites(message_of(case["new"]))]
        if any(problems) == case["kafka_ok"]:
            disagreements.append((case["id"], case["note"]))
    assert not disagreements
    assert count > 150
