"""The fast reader and the tolerant one give the same values or the same refusal."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.schemas import bundled_schemas, packaged_schemas
from support.syntax import assert_readers_agree, assert_sound
from wirelint.syntax.document import read
from wirelint.syntax.tree import parse
from wirelint.syntax.values import Doubt, read_values
from wirelint.text import SourceText


def test_on_packaged_schemas() -> None:
    texts = [data.decode() for data in packaged_schemas().values()]
    assert len(texts) > 100
    assert [assert_readers_agree(text) for text in texts].count(False) == 0


def test_on_every_schema_of_every_release() -> None:
    clean = [assert_readers_agree(data.decode()) for data in bundled_schemas().values()]
    assert clean.count(False) == 3  # two have a property twice, one goes on after the root
    assert clean.count(True) > 1100


_TOKENS = [
    *"{}[],:\"'\\/*#=;",
    *("//", "/*", "*/", "null", "true", "NaN", "0", "-1", "1e5", "01", "x", "\u2028", "\ufeff"),
    *(" ", "\t", "\n", "\r", "\x00", "\x0b", "\x1f", '"a": 1,', '"versions"', "{}", "[]"),
]


def mutations(seed: int, count: int) -> Iterator[bytes]:
    """Real files with one byte or one token changed, left out or put in."""
    choose = random.Random(seed)
    files = list(packaged_schemas().values())
    for _ in range(count):
        data = bytearray(choose.choice(files))
        at = choose.randrange(len(data))
        match choose.randrange(4):
            case 0:
                data[at] = choose.randrange(256)
            case 1:
                del data[at]
            case 2:
                data[at:at] = choose.choice(_TOKENS).encode()
            case _:
                data[at : at + choose.randrange(1, 30)] = choose.choice(_TOKENS).encode()
        yield bytes(data)


def test_on_mutated_schemas() -> None:
    clean = []
    for data in mutations(seed=1, count=500):
        clean.append(assert_readers_agree(assert_sound(data).source.text))
    assert 50 < clean.count(True) < 450  # both verdicts are tried


@pytest.mark.slow
def test_on_many_mutated_schemas() -> None:
    for data in mutations(seed=2, count=10_000):
        assert_readers_agree(assert_sound(data).source.text)


# -- generated texts ------------------------------------------------------------------------------

_SPACE = st.lists(
    st.sampled_from(
        [" ", "\t", "\n", "\r\n", "\r", "// c\n", "//\r", "/* b */", "/*/ x */", "/**/"]
    ),
    max_size=2,
).map("".join)
_ODD_SPACE = st.sampled_from(["", "\x0b", "\x0c", "\xa0", "\u2028", "\ufeff", "\x00", "#c\n", "/"])
_CHARACTERS = st.one_of(
    st.sampled_from(
        ['\\"', "\\\\", "\\/", "\\n", "\\u0041", "\\ud83d", "\\ude00", "//", "/*", "'"]
    ),
    st.sampled_from(["\\x", "\\u00zz", "\\'", "\t", "\n", "\x00", "\x7f", "\u2028", "\ud800", '"']),
    st.characters(),
)
_TEXTS = st.lists(_CHARACTERS, max_size=4).map(lambda parts: f'"{"".join(parts)}"')
_GOOD_TEXTS = st.lists(
    st.sampled_from(["a", "é", "\U0001f600", "\\n", "\\u0041", "//", "/*", "'", "\u2028", "\x7f"]),
    max_size=4,
).map(lambda parts: f'"{"".join(parts)}"')
_NUMBERS = st.sampled_from(
    ["0", "-0", "12", "1.5", "1E+2", "1e-2", "-0.0", "9" * 1000, "0." + "1" * 999]
)
_BAD_NUMBERS = st.sampled_from(
    ["01", "+1", "1.", ".5", "0x10", "1_0", "1L", "-", "1e", "NaN", "-Infinity", "9" * 1001, "0-3"]
)
_WORDS = st.sampled_from(["true", "false", "null"])


def _documents(
    texts: st.SearchStrategy[str],
    scalars: st.SearchStrategy[str],
    space: st.SearchStrategy[str],
    comma: st.SearchStrategy[str],
) -> st.SearchStrategy[str]:
    def spaced(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
        return st.tuples(space, inner, space).map("".join)

    def joined(parts: st.SearchStrategy[str], ends: str) -> st.SearchStrategy[str]:
        lists = st.lists(st.tuples(parts, comma), max_size=4)
        return lists.map(
            lambda pairs: (
                ends[0]
                + "".join(
                    part + (mark if at < len(pairs) - 1 else mark.strip(","))
                    for at, (part, mark) in enumerate(pairs)
                )
                + ends[1]
            )
        )

    values = st.recursive(
        spaced(scalars),
        lambda inner: st.one_of(
            joined(inner, "[]"),
            joined(st.tuples(space, texts, space, st.just(":"), inner).map("".join), "{}"),
        ),
        max_leaves=8,
    )
    members = st.tuples(space, texts, space, st.just(":"), values).map("".join)
    return spaced(joined(members, "{}"))


@given(
    _documents(
        st.one_of(_GOOD_TEXTS, st.sampled_from([f'"{name}"' for name in "abcdefgh"])),
        st.one_of(_GOOD_TEXTS, _NUMBERS, _WORDS),
        _SPACE,
        st.just(","),
    )
)
def test_on_valid_texts(text: str) -> None:
    assert not read(SourceText("x.json", text)).is_broken
    assert_readers_agree(text)


@given(
    _documents(
        st.one_of(_TEXTS, st.sampled_from(["a", "'a'", '"a"'])),
        st.one_of(_TEXTS, _NUMBERS, _BAD_NUMBERS, _WORDS, st.sampled_from(["True", "nul", ""])),
        st.one_of(_SPACE, _ODD_SPACE),
        st.sampled_from([",", ",", ",", "", ",,", ";"]),
    )
)
def test_on_odd_texts(text: str) -> None:
    assert_readers_agree(text)


@given(st.text(alphabet=st.sampled_from("{}[]:,\"\\/*a0-. \n\t#'="), max_size=40))
def test_on_heaps_of_tokens(text: str) -> None:
    assert_readers_agree(text)
    assert_readers_agree('{"a":' + text + "}")


# -- the limit of nesting -------------------------------------------------------------------------


@pytest.mark.parametrize("depth", [1, 400, 990, 1000, 1001, 1500, 40_000])
def test_nesting_is_refused_beyond_a_thousand_levels(depth: int) -> None:
    text = '{"a":' + "[" * (depth - 1) + "]" * (depth - 1) + "}" if depth > 1 else "{}"
    problems = [one.rule for one in parse(SourceText("x.json", text)).problems]
    assert problems == (["nesting-too-deep"] if depth > 1000 else [])
    assert [one.rule for one in read(SourceText("x.json", text)).problems] == problems
    if depth > 1000:
        with pytest.raises(Doubt):
            read_values(text)
