"""Spans of the tree, and what an editor's cursor touches."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from support.schemas import bundled_schemas, packaged_schemas
from support.syntax import inside, same
from wirelint.syntax.document import Document, Path, read, read_bytes
from wirelint.syntax.origin import JsonPlace, Origin, Part, value_at
from wirelint.syntax.tree import Spot, Tree, parse
from wirelint.syntax.values import Missing, Value
from wirelint.text import SourceText

_TEXT = """\
{
  // a comment
  "name": "Ping", "fields": [
    { "name": "Id", /* b */ "versions" : "0+" },
    { "name": "Ttl" }
  ],
  "one": { "name": "x" },
  "twice": 1, "twice": 2,
  "empty": {}
}
"""


def _tree(text: str = _TEXT) -> Tree:
    return parse(SourceText("x.json", text))


def _cut(path: Path, part: Part = Part.VALUE) -> str:
    span = _tree().span(path, part)
    return _TEXT[span.start : span.end]


def paths(value: Value, path: Path = ()) -> Iterator[tuple[Path, Value]]:
    yield path, value
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from paths(inner, (*path, key))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from paths(inner, (*path, index))


@pytest.mark.parametrize(
    ("path", "part", "text"),
    [
        (("name",), Part.VALUE, '"Ping"'),
        (("name",), Part.KEY, '"name"'),
        (("name",), Part.MEMBER, '"name": "Ping"'),
        (("name",), Part.REMOVAL, '"name": "Ping", '),
        (("name",), Part.AFTER, ""),
        (("fields", 0, "versions"), Part.MEMBER, '"versions" : "0+"'),
        (("fields", 0, "versions"), Part.KEY, '"versions"'),
        (("fields", 0), Part.KEY, '{ "name": "Id", /* b */ "versions" : "0+" }'),
        (("fields", 1), Part.VALUE, '{ "name": "Ttl" }'),
        (("one", 0, "name"), Part.VALUE, '"x"'),  # one value where a list may stand
        (("twice",), Part.VALUE, "2"),  # the last one counts
        (("fields", 0, "about"), Part.VALUE, '{ "name": "Id", /* b */ "versions" : "0+" }'),
        (("fields", 7, "name"), Part.KEY, None),
        (("fields", 0, "about"), Part.REMOVAL, ""),
        ((), Part.VALUE, _TEXT.strip()),
        ((), Part.REMOVAL, _TEXT.strip()),
    ],
)
def test_span(path: Path, part: Part, text: str | None) -> None:
    assert _cut(path, part) == (text if text is not None else _cut(("fields",)))


def test_empty_places() -> None:
    tree = _tree()
    assert tree.span(("fields",), Part.AFTER).start == tree.span(("fields",)).end
    assert tree.span(("fields",), Part.INSIDE_START).start == tree.span(("fields",)).start + 1
    assert tree.span(("fields",), Part.INSIDE_END).start == tree.span(("fields", 1)).end
    assert tree.span(("empty",), Part.INSIDE_END) == tree.span(("empty",), Part.INSIDE_START)


def test_comments() -> None:
    tree = _tree()
    assert [one.text for one in tree.comments] == ["// a comment", "/* b */"]
    assert [_TEXT[one.span.start : one.span.end] for one in tree.comments] == [
        one.text for one in tree.comments
    ]


@pytest.mark.parametrize(
    ("text", "path", "part"),
    [
        ("|{}", (), Part.VALUE),
        ("{|}", (), Part.INSIDE_END),
        ('{ "a|b": 1 }', ("ab",), Part.KEY),
        ('{ "ab": |1 }', ("ab",), Part.VALUE),
        ('{ "ab": "x|y" }', ("ab",), Part.VALUE),
        ('{ "ab": "xy" | }', (), Part.INSIDE_END),
        ('{ "ab": "xy", | "c": 1 }', (), Part.INSIDE_END),
        ('{ "ab": | }', ("ab",), Part.VALUE),
        ('{ "ab": |, "c": 1 }', ("ab",), Part.VALUE),
        ('{ "ab":|\n  "c": 1 }', ("ab",), Part.VALUE),
        ('{ "a|b', ("ab",), Part.KEY),
        ('{ "a": [ { "b": | } ] }', ("a", 0, "b"), Part.VALUE),
        ('{ "a": [ | ] }', ("a",), Part.INSIDE_END),
        ('{ "a": [ { "b": 1 }, | ] }', ("a",), Part.INSIDE_END),
        ('{ "a": [ { "b": 1, |', ("a", 0), Part.INSIDE_END),
        ("|", (), Part.VALUE),
    ],
)
def test_what_the_cursor_touches(text: str, path: Path, part: Part) -> None:
    offset = text.index("|")
    assert _tree(text.replace("|", "")).node_at(offset) == Spot(path, part)


def _assert_span_laws(document: Document) -> None:
    text = document.source.text
    assert not isinstance(document.value, Missing)
    for path, value in paths(document.value):
        place = JsonPlace(document, path)
        span = place.span
        assert span is not None
        again = read(SourceText("x.json", '{"x": ' + text[span.start : span.end] + "}")).value
        assert isinstance(again, dict)
        assert same(again["x"], value), (document.source.path, path)
        if path and isinstance(path[-1], str):
            key = document.tree.span(path, Part.KEY)
            assert text[key.start : key.end] == f'"{path[-1]}"'
            member = document.tree.span(path, Part.MEMBER)
            assert (member.start, member.end) == (key.start, span.end)
        spot = document.tree.node_at(span.start)
        assert spot == Spot(path, Part.VALUE) or isinstance(value, dict | list)


def test_span_of_a_value_reads_as_that_value() -> None:
    for name, data in list(packaged_schemas().items())[::3]:
        _assert_span_laws(read_bytes(name, data))


@pytest.mark.slow
def test_span_laws_on_every_schema_of_every_release() -> None:
    for name, data in bundled_schemas().items():
        document = read_bytes(name, data)
        if not document.is_broken:
            _assert_span_laws(document)


@pytest.mark.parametrize(
    ("name", "step"),
    [
        ("ProduceRequest.json", 7),
        ("FetchResponse.json", 29),
        pytest.param("FetchResponse.json", 1, marks=pytest.mark.slow),
    ],
)
def test_half_typed_text_is_read(name: str, step: int) -> None:
    text = packaged_schemas()[name].decode()
    for end in range(0, len(text), step):
        tree = _tree(text[:end])
        assert all(inside(one.finding.at.span, end) for one in tree.problems)
        spot = tree.node_at(end)
        assert inside(tree.span(spot.path, spot.part), end)


def test_names_of_places() -> None:
    document = read(SourceText("x.json", _TEXT))
    assert JsonPlace(document, ("fields", 1, "name")).property == "fields[Ttl].name"
    origin = Origin(document, ("fields", 0), {"name": "Id"})
    assert origin.value("name").property == "fields[Id].name"
    assert origin.value("about").path == ("fields", 0)
    assert value_at(document.value, ("fields", 0, "versions")) == "0+"
