"""Edits keep everything but what they change."""

from __future__ import annotations

import random

import pytest

from support.schemas import packaged_schemas
from support.syntax import same
from wirelint.diagnostics import Edit
from wirelint.syntax.document import Document, Path, read, read_bytes
from wirelint.syntax.edits import (
    insert_element,
    insert_member,
    quoted,
    remove_element,
    remove_member,
    set_value,
)
from wirelint.syntax.origin import JsonPlace, Origin, value_at
from wirelint.syntax.values import Number, Value
from wirelint.text import SourceText


def _origin(document: Document, path: Path = ()) -> Origin:
    value = value_at(document.value, path)
    assert isinstance(value, dict)
    return Origin(document, path, value)


def _applied(edit: Edit) -> str:
    text, span = edit.at.source.text, edit.at.span
    assert span is not None
    return text[: span.start] + edit.replacement + text[span.end :]


def _read(text: str) -> Document:
    document = read(SourceText("x.json", text))
    assert not document.is_broken, document.problems
    return document


@pytest.mark.parametrize(
    ("before", "key", "after"),
    [
        ('{ "a": 1, "b": 2 }', "a", '{ "b": 2 }'),
        ('{ "a": 1, "b": 2 }', "b", '{ "a": 1 }'),
        ('{ "a": 1 }', "a", "{ }"),
        ('{"a":1}', "a", "{}"),
        ('{\n  "a": 1,\n  "b": 2\n}', "a", '{\n  "b": 2\n}'),
        ('{\n  "a": 1,\n  "b": 2\n}', "b", '{\n  "a": 1\n}'),
        ('{\r\n  "a": 1,\r\n  "b": 2\r\n}', "a", '{\r\n  "b": 2\r\n}'),
        ('{\n  "a": 1, // of a\n  "b": 2 // of b\n}', "b", '{\n  "a": 1 // of a\n}'),
        ('{\n  "a": 1, // of a\n  "b": 2 // of b\n}', "a", '{\n  "b": 2 // of b\n}'),
        ('{\n  "a": 1,\n  // of b\n  "b": 2\n}', "b", '{\n  "a": 1\n  // of b\n}'),
        ('{\n  "a": 1, "b": 2,\n  "c": 3\n}', "b", '{\n  "a": 1,\n  "c": 3\n}'),
        ('{\n  "a": 1, "b": 2,\n  "c": 3\n}', "a", '{\n  "b": 2,\n  "c": 3\n}'),
        ('{ "a": 1,\n  "b": 2 }', "a", '{ "b": 2 }'),
        ('{\n  "a": {\n    "x": 1\n  },\n  "b": 2\n}', "a", '{\n  "b": 2\n}'),
    ],
)
def test_remove_member(before: str, key: str, after: str) -> None:
    assert _applied(remove_member(_origin(_read(before)), key)) == after


@pytest.mark.parametrize(
    ("before", "after_key", "after"),
    [
        ("{}", None, '{ "n": 0 }'),
        ("{ }", None, '{ "n": 0 }'),
        ("{ // c\n}", None, '{ "n": 0 // c\n}'),
        ('{ "a": 1, "b": 2 }', "a", '{ "a": 1, "n": 0, "b": 2 }'),
        ('{ "a": 1, "b": 2 }', "b", '{ "a": 1, "b": 2, "n": 0 }'),
        ('{ "a": 1, "b": 2 }', "z", '{ "a": 1, "b": 2, "n": 0 }'),
        ('{\n  "a": 1, // of a\n  "b": 2\n}', "a", '{\n  "a": 1, // of a\n  "n": 0,\n  "b": 2\n}'),
        ('{\n  "a": 1,\n  "b": 2 // of b\n}', "b", '{\n  "a": 1,\n  "b": 2, // of b\n  "n": 0\n}'),
        ('{\r\n\t"a": 1\r\n}', "a", '{\r\n\t"a": 1,\r\n\t"n": 0\r\n}'),
        ('{\n  "a": 1, "b": 2,\n  "c": 3\n}', "a", '{\n  "a": 1, "n": 0, "b": 2,\n  "c": 3\n}'),
    ],
)
def test_insert_member(before: str, after_key: str | None, after: str) -> None:
    assert _applied(insert_member(_origin(_read(before)), after_key, "n", "0")) == after


def test_set_value() -> None:
    document = _read('{ "a": 1 }')
    assert _applied(set_value(_origin(document), "a", '"x"')) == '{ "a": "x" }'
    assert _applied(set_value(_origin(document), "b", "2")) == '{ "a": 1, "b": 2 }'


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ('{"l": []}', None, '{"l": [9]}'),
        ('{"l": [1, 2]}', 0, '{"l": [1, 9, 2]}'),
        ('{"l": [1, 2]}', None, '{"l": [1, 2, 9]}'),
        ('{"l": [\n  1,\n  2\n]}', None, '{"l": [\n  1,\n  2,\n  9\n]}'),
        ('{"l": [\n  1,\n  2\n]}', 0, '{"l": [\n  1,\n  9,\n  2\n]}'),
    ],
)
def test_insert_element(before: str, after: int | None, expected: str) -> None:
    place = JsonPlace(_read(before), ("l",))
    assert _applied(insert_element(place, after, "9")) == expected


def test_remove_element() -> None:
    document = _read('{"l": [\n  1,\n  2\n]}')
    assert _applied(remove_element(JsonPlace(document, ("l", 0)))) == '{"l": [\n  2\n]}'
    assert _applied(remove_element(JsonPlace(document, ("l", 1)))) == '{"l": [\n  1\n]}'


def test_an_edit_reads_the_tree_late() -> None:
    document = _read('{ "a": 1 }')
    edits = [
        remove_member(_origin(document), "a"),
        insert_member(_origin(document), "a", "b", "2"),
        set_value(_origin(document), "a", "3"),
    ]
    assert "tree" not in document.__dict__
    assert [one.at.span is not None for one in edits] == [True] * 3
    assert "tree" in document.__dict__


@pytest.mark.parametrize("text", ["a", 'a"b', "a\\b", "é\u2028", "\n\x00", "\ud800", "\U0001f600"])
def test_quoted_text_reads_as_that_text(text: str) -> None:
    assert _read('{"x": ' + quoted(text) + "}").value == {"x": text}
    quoted(text).encode()


# -- laws on real files ---------------------------------------------------------------------------


def _comments(document: Document) -> list[str]:
    return [one.text for one in document.tree.comments]


def _objects(value: Value, path: Path = ()) -> list[Path]:
    if isinstance(value, dict):
        inner = [found for key, one in value.items() for found in _objects(one, (*path, key))]
        return [path, *inner]
    if isinstance(value, list):
        return [found for at, one in enumerate(value) for found in _objects(one, (*path, at))]
    return []


def test_edits_of_real_files_change_one_thing() -> None:
    choose = random.Random(3)
    for name, data in list(packaged_schemas().items())[::4]:
        document = read_bytes(name, data)
        assert isinstance(document.value, dict)
        for path in [choose.choice(_objects(document.value)), ()]:
            origin = _origin(document, path)
            key = choose.choice(list(origin.json))
            for edit, expected in (
                (remove_member(origin, key), _without(origin.json, key)),
                (insert_member(origin, key, "new", "[7]"), _with(origin.json, key)),
                (set_value(origin, key, "null"), {**origin.json, key: None}),
            ):
                after = _read(_applied(edit))
                value = value_at(after.value, path)
                assert isinstance(value, dict)
                assert same(value, expected), (name, path, key)
                _assert_rest_is_same(document.value, after.value, path)


def _without(json: dict[str, Value], key: str) -> dict[str, Value]:
    return {one: value for one, value in json.items() if one != key}


def _with(json: dict[str, Value], after: str) -> dict[str, Value]:
    found: dict[str, Value] = {}
    for key, value in json.items():
        found[key] = value
        if key == after:
            found["new"] = [Number("7")]
    return found


def _assert_rest_is_same(before: Value, after: object, path: Path) -> None:
    if not path:
        return
    step = path[0]
    assert isinstance(before, dict | list)
    assert type(before) is type(after)
    keys = range(len(before)) if isinstance(before, list) else list(before)
    for key in keys:
        if key == step:
            _assert_rest_is_same(before[key], after[key], path[1:])  # type: ignore[index,call-overload]
        else:
            assert same(before[key], after[key])  # type: ignore[index,call-overload]


def test_comments_stay_when_a_message_property_is_added() -> None:
    for name, data in packaged_schemas().items():
        document = read_bytes(name, data)
        edit = insert_member(_origin(document), "validVersions", "deprecatedVersions", '"0"')
        assert _comments(_read(_applied(edit))) == _comments(document)
