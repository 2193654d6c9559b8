"""Bytes to text as Jackson does it, and back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wirelint.syntax.decoding import decode, encode
from wirelint.syntax.document import read_bytes

_TEXT = '{ "name": "Ping", "about": "é \U0001f600" }\r\n'


@pytest.mark.parametrize("bom", [False, True])
@pytest.mark.parametrize("codec", ["utf-8", "utf-16-be", "utf-16-le", "utf-32-be", "utf-32-le"])
def test_encodings_are_told_from_the_bytes(codec: str, bom: bool) -> None:
    data = (("\ufeff" if bom else "") + _TEXT).encode(codec)
    text, encoding, faults = decode(data)
    assert (text, encoding) == (_TEXT, codec + ("-sig" if bom else ""))
    assert [one.rule for one in faults] == ([] if codec == "utf-8" else ["not-utf-8"])
    assert encode(text, encoding) == data
    document = read_bytes("x.json", data)
    assert document.value == {"name": "Ping", "about": "é \U0001f600"}
    assert not document.is_broken


@pytest.mark.parametrize(
    ("data", "rules"),
    [
        (b'{"a": "caf\xe9"}', ["undecodable-bytes"]),
        (b'// caf\xe9\n{"a": 1}', ["undecodable-bytes"]),
        (b'{"a": "\xff"}', ["undecodable-bytes"]),
        (b'{"a": "\x80"}', ["undecodable-bytes"]),
        (b'{"a": "\xe2\x82"}', ["undecodable-bytes"]),
        (b'{"a": "\xc0\xa2"}', ["not-utf-8"]),  # an overlong quotation mark ends no text
        (b'{"a": "\xed\xa0\x80"}', ["not-utf-8"]),
        (b'{"a": "\xf5\x80\x80\x80"}', ["not-utf-8"]),
        (b'{"a": "\xc0\xa2 \xff"}', ["not-utf-8", "undecodable-bytes"]),
        (b'{"a":\xc0\xa01}', ["not-utf-8", "invalid-syntax"]),
        (b'\xef\xbb\xbf\xef\xbb\xbf{"a": 1}', ["invalid-syntax"]),
        (b' \xef\xbb\xbf{"a": 1}', ["invalid-syntax"]),
        (b"\xef\xbb\xbf", ["empty-file"]),
        (
            '{"a": 1}'.encode("utf-16") + b"\x00",
            ["not-utf-8", "undecodable-bytes", "text-after-root"],
        ),
    ],
)
def test_faults(data: bytes, rules: list[str]) -> None:
    assert [one.rule for one in read_bytes("x.json", data).problems] == rules


def test_the_bad_byte_is_pointed_at() -> None:
    data = '{"a": "é'.encode() + b'\xff"}'
    (problem,) = read_bytes("x.json", data).problems
    assert problem.finding.message == "byte FF is not UTF-8"
    span = problem.finding.at.span
    assert span is not None
    assert (span.start, span.end) == (8, 9)


@given(st.binary(max_size=60).filter(lambda data: b"\x00" not in data[:4]))
def test_bytes_survive_a_round_trip(data: bytes) -> None:
    text, encoding, _ = decode(data)
    if encoding in {"utf-8", "utf-8-sig"}:
        assert encode(text, encoding) == data


def test_what_an_editor_sends_is_always_written() -> None:
    assert encode("\ud800", "utf-8") == b"?"
