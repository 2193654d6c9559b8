"""Positions in the three encodings, with everything that moves them in the text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lsprotocol import types

from wirelint.text import SourceText, Span
from wirelint_lsp.convert import Units, apply_change, plain_snippet, to_markup

ENCODINGS = ("utf-8", "utf-16", "utf-32")
# Line ends of LSP and of nobody else, tabs, astral and combining characters, a lone surrogate.
PIECES = [
    "a",
    '"',
    "\t",
    "é",
    "😀",
    "\u2028",
    "\u0085",
    "\f",
    "\v",
    "\n",
    "\r\n",
    "\r",
    "\ud800",
    "漢",
]
texts = st.lists(st.sampled_from(PIECES), max_size=40).map("".join)


def lines_of(text: str) -> list[str]:
    """As LSP parts them: at LF, CR LF and CR."""
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def width(text: str, encoding: str) -> int:
    codec = {"utf-8": ("utf-8", 1), "utf-16": ("utf-16-le", 2), "utf-32": ("utf-32-le", 4)}
    name, size = codec[encoding]
    return len(text.encode(name, "surrogatepass")) // size


@pytest.mark.parametrize("encoding", ENCODINGS)
@given(text=texts, data=st.data())
def test_positions_and_offsets_are_inverse(encoding: str, text: str, data: st.DataObject) -> None:
    units, source = Units(encoding), SourceText("x.json", text)
    offset = data.draw(st.integers(0, len(text)))
    position = units.position(source, offset)
    lines = lines_of(text)
    assert position.line < len(lines)
    between = text[max(0, offset - 1) : offset + 1]
    if between != "\r\n":  # no place of its own
        assert units.offset(source, position) == offset
        before = text[:offset]
        last = before.replace("\r\n", "\n").replace("\r", "\n").rpartition("\n")[2]
        assert position.character == width(last, encoding)


@pytest.mark.parametrize("encoding", ENCODINGS)
@given(text=texts, data=st.data())
def test_places_beyond_the_text_are_its_ends(encoding: str, text: str, data: st.DataObject) -> None:
    units, source = Units(encoding), SourceText("x.json", text)
    line = data.draw(st.integers(0, 50))
    character = data.draw(st.integers(0, 200))
    offset = units.offset(source, types.Position(line, character))
    assert 0 <= offset <= len(text)


@pytest.mark.parametrize("encoding", ENCODINGS)
@given(text=texts, piece=texts, data=st.data())
def test_incremental_changes(encoding: str, text: str, piece: str, data: st.DataObject) -> None:
    """A change lands where an editor makes it, however it counts."""
    units, source = Units(encoding), SourceText("x.json", text)
    places = [n for n in range(len(text) + 1) if text[max(0, n - 1) : n + 1] != "\r\n"]
    start = data.draw(st.sampled_from(places))
    end = data.draw(st.sampled_from([n for n in places if n >= start]))
    change = types.TextDocumentContentChangePartial(
        range=units.range(source, Span(start, end)), text=piece
    )
    assert apply_change(source, change, units) == text[:start] + piece + text[end:]


def test_known_places() -> None:
    text = "\t{😀\u2028x}\r\n\f漢é\ry"
    source = SourceText("x.json", text)
    at = {
        encoding: [
            (one.line, one.character)
            for one in (Units(encoding).position(source, text.index(char)) for char in "x}漢éy")
        ]
        for encoding in ENCODINGS
    }
    assert at["utf-32"] == [(0, 4), (0, 5), (1, 1), (1, 2), (2, 0)]
    assert at["utf-16"] == [(0, 5), (0, 6), (1, 1), (1, 2), (2, 0)]
    assert at["utf-8"] == [(0, 9), (0, 10), (1, 1), (1, 4), (2, 0)]


def test_a_whole_text_is_a_change_too() -> None:
    source = SourceText("x.json", "old")
    change = types.TextDocumentContentChangeWholeDocument(text="new")
    assert apply_change(source, change, Units()) == "new"


def test_a_range_upside_down_is_turned() -> None:
    source = SourceText("x.json", "abcd")
    upside_down = types.Range(types.Position(0, 3), types.Position(0, 1))
    assert Units().span(source, upside_down) == Span(1, 3)


def test_empty_documents_have_one_place() -> None:
    source = SourceText("x.json", "")
    assert Units().offset(source, types.Position(3, 3)) == 0
    assert Units().position(source, 0) == types.Position(0, 0)


def test_snippets_for_clients_that_know_none() -> None:
    assert plain_snippet('"versions": "${1:0+}"$0') == '"versions": "0+"'
    assert plain_snippet("carrier ${1|record,config|}") == "carrier record"


def test_markdown_for_clients_that_show_text() -> None:
    assert to_markup("**A\\_b** x<br>y", is_markdown=False).value == "A_b x; y"
