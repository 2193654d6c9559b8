"""Builder and JSON Schema hold one shape; the JSON Schema gives the words."""

from __future__ import annotations

import base64
import json
import random
import sys
from collections.abc import Iterator
from typing import Any

import jsonschema
import pytest

from support.checking import check_files
from support.schemas import packaged_schemas
from support.shared import shared
from wirelint.schema.build import SHAPE_RULES, build
from wirelint.schema.shape import explain, message_schema, plain
from wirelint.syntax.document import Document, read_bytes
from wirelint.syntax.values import Missing, Number, Value

VALIDATOR = jsonschema.Draft202012Validator(message_schema())


def _builder_refuses(document: Document) -> bool:
    return any(one.rule in SHAPE_RULES for one in build(document)[1])


def _schema_refuses(value: Value) -> bool:
    return not VALIDATOR.is_valid(plain(value))


def _cannot_be_said(value: Value) -> str | None:
    """Why JSON Schema, as Python reads its patterns, cannot give the builder's verdict."""
    for key, text in _leaves(value):
        if key == "type" and text[:3].removeprefix("[]")[:1] > "\x7f":
            return "which letters of other alphabets are capitals"
        if not text.isascii() and any(char.isdecimal() for char in text):
            return "digits of other scripts"
        if key.endswith("ersions") and type(text) is Number and text == "-0":
            return "-0 is a number, but no version"
        if key == "taggedVersions" and text.partition("-")[0] > text.partition("-")[2] > "":
            return "which end of a range is the larger"
        if key == "tag" and type(text) is Number and "." in text:
            return "numbers with a fraction at the very end of the range"
    return None


def _leaves(value: Value, key: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(value, dict):
        for name, one in value.items():
            yield from _leaves(one, name)
    elif isinstance(value, list):
        for one in value:
            yield from _leaves(one, key)
    elif isinstance(value, str):
        yield key, value


def _assert_one_verdict(name: str, document: Document) -> bool:
    value = document.value
    if isinstance(value, Missing):
        return False
    builder, schema = _builder_refuses(document), _schema_refuses(value)
    if builder != schema and _cannot_be_said(value) is None:
        found = [f"{one.rule}: {one.finding.message}" for one in build(document)[1]]
        errors = [
            f"{one.json_path}: {one.message[:200]}" for one in VALIDATOR.iter_errors(plain(value))
        ]
        pytest.fail(f"{name}\nbuilder {found}\nJSON Schema {errors}\n{document.source.text[-600:]}")
    return builder


def test_schema_is_a_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(message_schema())


def test_every_property_is_described() -> None:
    schema = message_schema()
    for one in (schema, schema["$defs"]["field"], schema["$defs"]["commonStruct"]):
        assert one["description"]
        for name, property_ in one["properties"].items():
            assert property_["description"].endswith("."), name
            assert f"`{name}`" in one["description"], name


def test_cases_have_one_verdict() -> None:
    refused = 0
    with shared("cases", "validate.jsonl").open(encoding="utf-8") as lines:
        for case in map(json.loads, lines):
            data = (
                base64.b64decode(case["new_b64"])
                if case.get("new_b64")
                else case["new"].encode("utf-8", "surrogatepass")
            )
            document = read_bytes(case["file"], data)
            if any(one.rule == "duplicate-key" for one in document.problems):
                continue  # JSON Schema sees the last value alone
            refused += _assert_one_verdict(f"{case['id']}: {case['note']}", document)
    assert refused > 300


def test_real_schemas_have_no_shape_problem() -> None:
    for name, data in packaged_schemas().items():
        assert not _assert_one_verdict(name, read_bytes(name, data))


# What a mutation puts in the place of a value: every kind, and the edges of each reading.
REPLACEMENTS = (
    '""', '" "', '"null"', "null", "true", "false", "0", "-0", "1", "-1", "1.5", "0.0", "1e2", "70000",
    "32767", "32768", "-32768", "-32769", "2147483647", "2147483648", "-2147483649", "[]", "{}",
    "[[]]", "[null]", '"true"', '" TRUE "', '"tRue"', '"5"', '"-5"', '"+5"', '" 7 "', '"32768"',
    '"-32768"', '"2147483648"', '"0x5"', '"1.0"', '"0+"', '"0-3"', '"3-1"', '"none"', '"None"', '"007+"',
    '"-1+"', '"-0+"', '"0--0"', '"0-32767"', '"0-32768"', '"1 +"', '" 2+\\n"', '"request"', '" data "',
    '"Request"', '"coordinator-key"', '"brokerId"', '"broker"', '"int32"', '" []int32\\t"', '"[] string"',
    '"int32 x"', '"[][]int8"', '"Foo Bar"', '"[]"', '"foo"', '["broker"]', '"\\n"',
)  # fmt: skip


def test_mutated_schemas_have_one_verdict() -> None:
    choose = random.Random(20)
    texts = [json.loads(_uncommented(data)) for data in packaged_schemas().values()]
    refused = 0
    for round_ in range(600):
        root = json.loads(json.dumps(choose.choice(texts)))
        mutate = choose.choice((_replace, _replace, _drop, _add))
        mutate(root, choose)
        text = json.dumps(root)
        for index, replacement in enumerate(REPLACEMENTS):
            text = text.replace(f'"@{index}@"', replacement)
        refused += _assert_one_verdict(f"round {round_}", read_bytes("x.json", text.encode()))
    assert 150 < refused < 500


def _uncommented(data: bytes) -> str:
    return "\n".join(
        line for line in data.decode().splitlines() if not line.lstrip().startswith("//")
    )


def _objects(root: dict[str, Any]) -> list[dict[str, Any]]:
    found = [root]
    for one in found:
        found += [inner for key in ("fields", "commonStructs") for inner in one.get(key) or []]
    return found


def _replace(root: dict[str, Any], choose: random.Random) -> None:
    one = choose.choice(_objects(root))
    one[choose.choice(list(one))] = f"@{choose.randrange(len(REPLACEMENTS))}@"


def _drop(root: dict[str, Any], choose: random.Random) -> None:
    one = choose.choice(_objects(root))
    del one[choose.choice(list(one))]


def _add(root: dict[str, Any], choose: random.Random) -> None:
    one = choose.choice(_objects(root))
    keys = """name type versions validVersions fields nullableVersions default ignorable mapKey
        entityType about taggedVersions tag flexibleVersions zeroCopy apiKey listeners commonStructs
        deprecatedVersions latestVersionUnstable doc""".split()
    one[choose.choice(keys)] = f"@{choose.randrange(len(REPLACEMENTS))}@"


SOUND = '"type": "data", "name": "N", "validVersions": "0"'


@pytest.mark.parametrize(
    ("text", "path", "words"),
    [
        ('{%s, "about": "x"}', ("about",), "A message of a Kafka-style protocol"),
        ('{%s, "fields": [{"name": "X"}]}', ("fields", 0), "A field."),
        (
            '{%s, "fields": [{"name": "X", "type": "y", "versions": "0"}]}',
            ("fields", 0, "type"),
            "uuid",
        ),
        (
            '{%s, "fields": {"name": "X", "type": "Y", "versions": "z"}}',
            ("fields", "versions"),
            "in which the field exists",
        ),
        ('{%s, "commonStructs": [7]}', ("commonStructs", 0), "A struct that several"),
        (
            '{%s, "commonStructs": [{"name": "X", "versions": "0", "type": 1}]}',
            ("commonStructs", 0, "type"),
            "A struct",
        ),
    ],
)
def test_explains_in_words(text: str, path: tuple[str | int, ...], words: str) -> None:
    helps = explain(read_bytes("x.json", (text % SOUND).encode()).value)
    assert words in helps[path]


def test_has_nothing_to_say_of_a_sound_schema() -> None:
    assert explain(read_bytes("x.json", f"{{{SOUND}}}".encode()).value) == {}
    assert explain(read_bytes("x.json", b"").value) == {}


def test_says_nothing_without_jsonschema(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "jsonschema", None)
    assert explain(read_bytes("x.json", b"{}").value) == {}


def test_findings_of_shape_carry_the_words() -> None:
    text = f'{{{SOUND}, "fields": [{{"name": "X", "type": "int32", "versions": []}}]}}'
    (found,) = [one for one in check_files({"x.json": text}) if one.rule == "wrong-value"]
    assert found.finding.help is not None
    assert "in which the field exists" in found.finding.help
