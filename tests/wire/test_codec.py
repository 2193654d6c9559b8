"""Facts of the wire that are easy to get wrong, in bytes."""

from __future__ import annotations

from random import Random

import pytest

from support.wire import field, request
from wirelint.errors import UsageError
from wirelint.schema.defaults import Value
from wirelint.schema.model import Message
from wirelint.wire.codec import (
    UNKNOWN_TAGS,
    CodecError,
    Fault,
    Role,
    bound_at,
    decode,
    encode,
)
from wirelint.wire.layout import Kind
from wirelint.wire.reading import try_read
from wirelint.wire.writing import write

SPOT = [field("Id", "int8"), field("Name", "string", default="x")]


def encoded(message: Message, version: int, **value: Value) -> str:
    data = encode(message, version, value)
    again = decode(message, version, data)
    assert again.rest == 0
    assert encode(message, version, again.value) == data
    assert sum(part.length for part in again.parts) == len(data)
    return data.hex(" ")


def one(type_: str, **rest: object) -> Message:
    return request([field("A", type_, **rest)])


def tagged(type_: str, number: int = 0, **rest: object) -> Message:
    return request([field("A", type_, "2+", taggedVersions="2+", tag=number, **rest)])


@pytest.mark.parametrize(
    ("type_", "value", "classic", "compact"),
    [
        ("bool", True, "01", "01"),
        ("int8", -2, "fe", "fe"),
        ("int16", 258, "01 02", "01 02"),
        ("uint16", 65535, "ff ff", "ff ff"),
        ("int32", -1, "ff ff ff ff", "ff ff ff ff"),
        ("uint32", 2**32 - 1, "ff ff ff ff", "ff ff ff ff"),
        ("int64", 1, "00 00 00 00 00 00 00 01", "00 00 00 00 00 00 00 01"),
        ("float64", 1.5, "3f f8 00 00 00 00 00 00", "3f f8 00 00 00 00 00 00"),
        ("string", "hé", "00 03 68 c3 a9", "04 68 c3 a9"),
        ("bytes", b"\7", "00 00 00 01 07", "02 07"),
        ("records", b"", "00 00 00 00", "01"),
        ("[]int16", [1, 2], "00 00 00 02 00 01 00 02", "03 00 01 00 02"),
        ("[]string", ["a"], "00 00 00 01 00 01 61", "02 02 61"),
    ],
)
def test_each_type(type_: str, value: Value, classic: str, compact: str) -> None:
    assert encoded(one(type_), 0, A=value) == classic
    assert encoded(one(type_), 2, A=value) == f"{compact} 00"  # and an empty tag section


@pytest.mark.parametrize(
    ("type_", "classic", "compact"),
    [
        ("string", "ff ff", "00"),
        ("bytes", "ff ff ff ff", "00"),
        ("records", "ff ff ff ff", "00"),
        ("[]int8", "ff ff ff ff", "00"),
        ("Spot", "ff", "ff"),  # one byte, in every version
    ],
)
def test_null(type_: str, classic: str, compact: str) -> None:
    rest = {"fields": SPOT} if type_ == "Spot" else {}
    message = one(type_, nullableVersions="0+", **rest)
    assert encoded(message, 0, A=None) == classic
    assert encoded(message, 2, A=None) == f"{compact} 00"
    strict = one(type_, **rest)
    for data in (classic, compact):
        version = 0 if data is classic else 2
        with pytest.raises(CodecError):
            encode(strict, version, {"A": None})
        if type_ != "Spot":  # a plain struct has no mark
            with pytest.raises(CodecError) as caught:
                decode(strict, version, bytes.fromhex(data))
            assert caught.value.fault is Fault.NULL
            assert caught.value.offset == 0


def test_the_mark_of_a_nullable_struct_is_a_byte_or_a_varint_in_a_tag() -> None:
    plain = one("Spot", nullableVersions="0+", fields=SPOT)
    spot: Value = {"Id": 5, "Name": "y"}
    assert encoded(plain, 0, A=spot) == "01 05 00 01 79"
    assert encoded(plain, 2, A=spot) == "01 05 02 79 00 00"
    in_tag = tagged("Spot", nullableVersions="2+", default="null", fields=SPOT)
    assert encoded(in_tag, 2, A=spot) == "01 00 05 01 05 02 79 00"
    assert encoded(in_tag, 2, A=None) == "00"  # equal to its default
    no_null = tagged("Spot", nullableVersions="2+", fields=SPOT)
    assert encoded(no_null, 2, A=None) == "01 00 01 00"


def test_a_plain_struct_adds_no_byte_or_a_tag_section() -> None:
    message = one("Spot", fields=SPOT)
    assert encoded(message, 0, A={"Id": 5, "Name": "y"}) == "05 00 01 79"
    assert encoded(message, 2, A={"Id": 5, "Name": "y"}) == "05 02 79 00 00"


def test_tags_are_written_in_ascending_order() -> None:
    message = request(
        [
            field("B", "int8", "2+", taggedVersions="2+", tag=1),
            field("A", "int8", "2+", taggedVersions="2+", tag=0),
        ]
    )
    value: dict[str, Value] = {"B": 7, "A": 6, UNKNOWN_TAGS: {"300": b"\x09", "2": b""}}
    assert encoded(message, 2, **value) == "04 00 01 06 01 01 07 02 00 ac 02 01 09"


@pytest.mark.parametrize(
    ("type_", "default", "value"),
    [
        ("int8", "5", 5),
        ("bool", "true", True),
        ("float64", "-0.0", 0.0),
        ("string", "", ""),
        ("string", "x", "x"),
        ("bytes", "", b""),
        ("uuid", "", bytes(16)),
        ("[]int8", "", []),
        ("Spot", "", {"Id": 0, "Name": "x"}),
        ("Spot", "", {}),
    ],
)
def test_a_tag_at_its_default_is_left_out(type_: str, default: str, value: Value) -> None:
    rest = {"fields": SPOT} if type_ == "Spot" else {}
    message = tagged(type_, default=default, **rest)
    assert encoded(message, 2, A=value) == "00"
    assert encoded(message, 2) == "00"


def test_a_struct_that_holds_unknown_tags_is_not_at_its_default() -> None:
    message = tagged("Spot", fields=SPOT)
    assert encoded(message, 2, A={UNKNOWN_TAGS: {"9": b"!"}}) == "01 00 07 00 02 78 01 09 01 21"


@pytest.mark.parametrize("type_", ["string", "bytes", "[]int8"])
def test_null_in_a_tag_is_length_zero(type_: str) -> None:
    message = tagged(type_, nullableVersions="2+")
    assert encoded(message, 2, A=None) == "01 00 01 00"
    assert encoded(tagged(type_, nullableVersions="2+", default="null"), 2, A=None) == "00"


def test_a_string_is_at_most_32767_bytes_in_every_version() -> None:
    message = one("string")
    for version in (0, 2):
        assert decode(message, version, encode(message, version, {"A": "é" * 16383})).rest == 0
        with pytest.raises(CodecError) as caught:
            encode(message, version, {"A": "é" * 16384})
        assert caught.value.fault is Fault.LENGTH
    with pytest.raises(CodecError) as caught:
        decode(message, 2, bytes.fromhex("818002") + bytes(40000))
    assert caught.value.fault is Fault.LENGTH


def test_an_unknown_tag_is_kept_and_written_again() -> None:
    message = tagged("int8")
    data = bytes.fromhex("02 00 01 07 05 03 61 62 63")
    read = decode(message, 2, data)
    assert read.value == {"A": 7, UNKNOWN_TAGS: {"5": b"abc"}}
    assert encode(message, 2, read.value) == data


def test_a_tag_of_other_versions_is_refused() -> None:
    message = request([field("A", "int8", "3+", taggedVersions="3+", tag=0)])
    data = bytes.fromhex("01 00 01 07")
    assert decode(message, 3, data).value == {"A": 7}
    with pytest.raises(CodecError) as caught:
        decode(message, 2, data)
    assert caught.value.fault is Fault.REFUSED_TAG
    assert caught.value.path == "A"


def test_the_size_of_a_known_tag_is_not_checked() -> None:
    read = decode(tagged("int32"), 2, bytes.fromhex("01 00 01 00 00 00 07"))
    assert read.value == {"A": 7}
    size = next(part for part in read.parts if part.role is Role.TAG_SIZE)
    assert size.note == "the tag takes 4 bytes; a reader does not check"
    assert (size.offset, size.length, size.value, size.type) == (2, 1, 1, "unsigned varint")


def test_tags_in_another_order_are_read() -> None:
    message = request(
        [field(name, "int8", "2+", taggedVersions="2+", tag=n) for n, name in enumerate("AB")]
    )
    read = decode(message, 2, bytes.fromhex("02 01 01 06 00 01 05"))
    assert read.value == {"A": 5, "B": 6}
    numbers = [part for part in read.parts if part.role is Role.TAG]
    assert [(part.value, bool(part.note)) for part in numbers] == [(1, False), (0, True)]


@pytest.mark.parametrize(
    ("number", "data"),
    [
        (1, "01"),
        (127, "7f"),
        (128, "80 01"),
        (2**14 - 1, "ff 7f"),
        (2**14, "80 80 01"),
        (2**21 - 1, "ff ff 7f"),
        (2**21, "80 80 80 01"),
        (2**28 - 1, "ff ff ff 7f"),
        (2**28, "80 80 80 80 01"),
        (2**32 - 1, "ff ff ff ff 0f"),
    ],
)
def test_numbers_take_seven_bits_a_byte(number: int, data: str) -> None:
    value: dict[str, Value] = {UNKNOWN_TAGS: {str(number): b"!"}}
    assert encoded(request([]), 2, **value) == f"01 {data} 01 21"
    assert decode(request([]), 2, bytes.fromhex(f"01 {data} 01 21")).value == value


def test_any_number_but_zero_is_true_and_bad_text_is_replaced() -> None:
    read = decode(one("bool"), 0, b"\x07")
    assert read.value == {"A": True}
    assert read.parts[0].note
    read = decode(one("string"), 0, bytes.fromhex("0002ff61"))
    assert read.value == {"A": "\ufffda"}
    assert read.parts[1].note


def test_bytes_behind_the_message_are_reported() -> None:
    read = decode(one("int8"), 0, b"\1\2\3")
    assert read.rest == 2
    assert read.parts[-1].role is Role.REST
    assert read.parts[-1].offset == 1


@pytest.mark.parametrize("length", range(11))
def test_an_end_too_early_is_an_error_with_a_place(length: int) -> None:
    message = request([field("Rows", "[]Row", fields=[field("Id", "int32")]), field("Z", "int8")])
    data = encode(message, 0, {"Rows": [{"Id": 1}], "Z": 1}) + b"\0\0"
    read = decode(message, 0, data[:length]) if length >= 9 else None
    if read is None:
        with pytest.raises(CodecError) as caught:
            decode(message, 0, data[:length])
        assert caught.value.path == ("Rows" if length < 5 else "Rows[0].Id" if length < 8 else "Z")
        assert caught.value.offset is not None
        assert str(caught.value.offset) in str(caught.value)


@pytest.mark.parametrize(
    ("type_", "data", "fault"),
    [
        ("string", "ff ff ff ff ff", Fault.VARINT),  # a fifth byte that wants a sixth
        ("string", "80 80 80 80 80", Fault.VARINT),
        ("bytes", "ff ff ff ff 07", Fault.TRUNCATED),  # two gigabytes
        ("[]int8", "ff ff ff ff 07", Fault.LENGTH),
        ("[]Empty", "ff ff ff ff 07", Fault.LENGTH),
        ("string", "ff ff ff ff 0f", Fault.NULL),  # negative in Java
        ("string", "ff", Fault.TRUNCATED),
    ],
)
def test_hostile_lengths_cost_nothing(type_: str, data: str, fault: Fault) -> None:
    with pytest.raises(CodecError) as caught:
        decode(one(type_), 2, bytes.fromhex(data))
    assert caught.value.fault is fault


def test_elements_without_bytes_are_counted() -> None:
    message = request(
        [field("A", "[]Outer", fields=[field("B", "[]Empty"), field("C", "[]Empty2")])]
    )
    size = 20000
    data = (size // 4).to_bytes(4) + b"\0\0\x10\0" * size
    with pytest.raises(CodecError) as caught:
        decode(message, 0, data)
    assert caught.value.fault is Fault.TOO_MANY


@pytest.mark.parametrize(
    ("type_", "value"),
    [
        ("int8", 128),
        ("int8", 1.0),
        ("int8", True),
        ("uint16", -1),
        ("bool", 1),
        ("string", b"x"),
        ("bytes", "x"),
        ("uuid", b"short"),
        ("[]int8", "text"),
        ("[]int8", [1, None]),
        ("float64", "1"),
        ("float64", 10**400),
        ("Spot", 5),
    ],
)
def test_a_value_of_another_type_is_refused(type_: str, value: Value) -> None:
    rest = {"fields": SPOT} if type_ == "Spot" else {}
    with pytest.raises(CodecError) as caught:
        encode(one(type_, **rest), 0, {"A": value})
    assert caught.value.path.startswith("A")


@pytest.mark.parametrize("value", [0, False, "", b"", {}, 7])
def test_an_array_in_a_tag_takes_no_other_nothing(value: Value) -> None:
    assert encoded(tagged("[]int8"), 2, A=[1]) == "01 00 02 02 01"
    with pytest.raises(CodecError) as caught:
        encode(tagged("[]int8"), 2, {"A": value})
    assert caught.value.fault is Fault.WRONG_VALUE


def test_an_array_that_is_not_in_the_version_must_be_empty() -> None:
    message = request([field("A", "[]int8", "1+"), field("S", "Spot", "1+", fields=SPOT)])
    assert encode(message, 0, {"A": [], "S": {}}) == encode(message, 0, {"A": ()}) == b""
    for value in ({"A": [1]}, {"A": 0}, {"A": ""}, {"S": {"Id": 0}}, {"S": None}):
        with pytest.raises(CodecError) as caught:
            encode(message, 0, value)
        assert caught.value.fault is Fault.ABSENT_FIELD


def test_what_utf8_cannot_say_is_a_question_mark_as_in_java() -> None:
    assert encoded(one("string"), 0, A="a\ud800b") == "00 03 61 3f 62"


def test_an_error_says_where() -> None:
    def said(message: Message, version: int, value: dict[str, Value] | bytes) -> str:
        work = decode if isinstance(value, bytes) else encode
        with pytest.raises(CodecError) as caught:
            work(message, version, value)  # type: ignore[operator]
        return str(caught.value)

    rows = request([field("Rows", "[]Row", fields=[field("Ids", "[]int8")])])
    assert said(rows, 0, {"Rows": [{"Ids": [1, 300]}]}) == (
        "`Rows[0].Ids[1]`: 300 does not fit into int8"
    )
    assert said(rows, 0, b"\0\0\0\1\0\0\0\1") == (
        "`Rows[0].Ids` at byte 4: 1 element, but only 0 bytes are left"
    )
    assert said(request([]), 2, b"") == "the message at byte 0: 1 byte wanted, 0 are left"


@pytest.mark.parametrize("kind", [kind for kind in Kind if kind.size is not None])
def test_a_fixed_size_is_that_of_the_bytes(kind: Kind) -> None:
    assert len(encode(one(kind.value), 0, {})) == kind.size


def test_only_what_is_given_is_written_as_a_tag() -> None:
    message = request(
        [field(name, "int8", "2+", taggedVersions="2+", tag=n) for n, name in enumerate("ABC")]
    )
    assert encoded(message, 2, B=1) == "01 01 01 01"
    assert encoded(message, 2, C=1, A=0) == "01 02 01 01"
    with pytest.raises(CodecError) as caught:
        encode(message, 2, {UNKNOWN_TAGS: {"9": "text"}})
    assert caught.value.fault is Fault.WRONG_VALUE
    with pytest.raises(CodecError) as caught:
        encode(message, 2, {UNKNOWN_TAGS: 7})
    assert caught.value.fault is Fault.WRONG_VALUE


def test_a_budget_counts_every_value_and_struct() -> None:
    message = request([field("Rows", "[]Row", fields=[field("Id", "int8")])])
    bound, value = bound_at(message, 0), {"Rows": [{"Id": 1}, {"Id": 2}]}
    assert write(bound, value, 6)  # the message, the array, two structs, two numbers
    with pytest.raises(CodecError) as caught:
        write(bound, value, 5)
    assert caught.value.fault is Fault.TOO_MANY


def test_fields_that_are_not_there() -> None:
    message = request([field("A", "int8", "1+"), field("B", "int8", "1+", ignorable=True)])
    assert encode(message, 0, {"A": 0, "B": 7}) == b""
    with pytest.raises(CodecError) as caught:
        encode(message, 0, {"A": 7})
    assert caught.value.fault is Fault.ABSENT_FIELD
    with pytest.raises(CodecError) as caught:
        encode(message, 1, {"C": 7})
    assert caught.value.fault is Fault.UNKNOWN_FIELD


def test_a_known_tag_is_not_unknown() -> None:
    for number in ("0", "-1", "x", str(2**32)):
        with pytest.raises(CodecError):
            encode(tagged("int8"), 2, {UNKNOWN_TAGS: {number: b""}})


def test_a_version_that_is_not_valid() -> None:
    with pytest.raises(UsageError, match="valid are 0-3"):
        decode(one("int8"), 4, b"")


def test_what_cannot_be_laid_out_is_refused() -> None:
    message = request(
        [field("A", "Node")],
        commonStructs=[{"name": "Node", "versions": "0+", "fields": [field("Next", "Node")]}],
    )
    for broken in (message, one("int33"), one("[]int33")):
        for version in (0, 2):
            with pytest.raises(CodecError) as caught:
                decode(broken, version, b"\2" * 8)
            assert caught.value.fault in {Fault.UNKNOWN_TYPE, Fault.LENGTH}
            with pytest.raises(CodecError):
                encode(broken, version, {"A": [1] if broken is not message else {}})


def test_what_was_read_before_a_refusal_is_kept() -> None:
    message = request([field("Id", "int8"), field("Name", "string")])
    got = try_read(bound_at(message, 0), b"\7\0\5ab")
    assert isinstance(got.result, CodecError)
    assert (got.result.fault, got.result.offset) == (Fault.TRUNCATED, 3)
    assert [(part.path, part.role, part.value) for part in got.parts] == [
        (("Id",), Role.VALUE, 7),
        (("Name",), Role.LENGTH, 5),
    ]
    assert got.rest == 0


def test_random_bytes_only_ever_raise_codec_errors() -> None:
    message = request(
        [
            field("Rows", "[]Row", nullableVersions="1+", fields=[field("N", "string"), *SPOT[:1]]),
            field("Blob", "bytes"),
            field("Spot", "Spot", nullableVersions="0+", fields=SPOT),
            field("T", "[]string", "2+", taggedVersions="2+", tag=0),
        ]
    )
    random = Random(3)
    read = 0
    for _ in range(4000):
        data = bytes(random.choice((0, 0, 1, 1, 2, 3, 255, 128, 97)) for _ in range(20))
        version = random.randrange(4)
        got = try_read(bound_at(message, version), data)
        if isinstance(got.result, CodecError):
            assert got.result.offset is not None
            assert 0 <= got.result.offset <= len(data)
        else:
            read += 1
            assert sum(part.length for part in got.parts) == len(data)
    assert read > 50
