"""Lines, comments and blocks of `.gates` files, before any grammar sees them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wirelint.gates.language.layout import format_gates
from wirelint.gates.language.lines import (
    Chunk,
    blank_comments,
    chunks_by_braces,
    chunks_by_margin,
    code_lines,
    comments,
)


def grouped(chunks: list[Chunk]) -> list[str]:
    """The code of each statement on one line."""
    return [" / ".join(line.code for line in one.lines) for one in chunks]


@pytest.mark.parametrize(
    ("text", "braces", "margin"),
    [
        ("gates 1\nreleases 1.0\n", ["gates 1", "releases 1.0"], None),
        ("feature f {\n owner a\n}\n", ["feature f { / owner a / }"], None),
        ("feature f {\n a\n}\nfeature g {\n b\n}\n", ["feature f { / a / }", "feature g { / b / }"], None),
        ("path p {\n A by f {\n  1 at 1\n }\n}\nx\n", ["path p { / A by f { / 1 at 1 / } / }", "x"], None),
        # A word of the top level at the margin ends a block that has lost its brace.
        ("path p {\n A any\nrpc B\n", ["path p { / A any", "rpc B"], None),
        ("path p {\n rpc B\n}\n", ["path p { / rpc B / }"], None),
        ("path p {\nfoo B\n}\n", ["path p { / foo B / }"], ["path p {", "foo B", "}"]),
        # One brace too many, and one that stands alone.
        ("a {\n}\n}\nb\n", ["a { / }", "}", "b"], ["a {", "}", "}", "b"]),
        ("}\nb\n", ["}", "b"], None),
        ("a {\n b {\n }\n", ["a { / b { / }"], None),
        ("b\nc\nd\n", ["b", "c", "d"], None),
        ("b {\n c\n}\nd\ne\n", ["b { / c / }", "d", "e"], None),
        ("path p {\n c\nrpc d\ne\nf\n", ["path p { / c", "rpc d", "e", "f"], None),
        ("", [], None),
    ],
)  # fmt: skip
def test_statements(text: str, braces: list[str], margin: list[str] | None) -> None:
    lines = code_lines(text)
    assert grouped(chunks_by_braces(lines)) == braces
    assert grouped(chunks_by_margin(lines)) == (braces if margin is None else margin)


@pytest.mark.parametrize(
    ("text", "unclosed"),
    [("a\n", 0), ("a {\n", 1), ("a {\n}\n", 0), ("a {\n b {\n", 2), ("a {\n b {\n }\n", 1)],
)
def test_blocks_without_an_end(text: str, unclosed: int) -> None:
    assert Chunk(tuple(code_lines(text))).unclosed == unclosed


@pytest.mark.parametrize(
    ("text", "index", "last"),
    [
        ("a {\n b\n c\n}\n", 0, 3),
        ("a {\n b\n c\n}\n", 1, 1),
        ("a {\n b {\n  c\n  d\n }\n e\n}\n", 1, 4),
        ("a {\n b {\n  c\n e\n}\n", 1, 2),  # its brace is lost
        ("a {\n b {\n  c\n", 0, 2),
        ("a {\nb\nc\n}\nd\n", 0, 3),  # without indentation braces tell
        ("a {\nb {\n}\n}\nd\n", 0, 3),
        ("a {\nb\n", 0, 1),
        ("a\nb\n", 0, 0),
        ("a\nb\n", 1, 1),
        ("a\nb\n c\n", 0, 0),
        ("a {\n b\n  c\n}\n", 1, 2),
    ],
)
def test_the_last_line_of_what_a_line_begins(text: str, index: int, last: int) -> None:
    assert Chunk(tuple(code_lines(text))).block_end(index) == last


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("a # b", ["# b"]),
        ("a # b  \r\n#c\r# d\n", ["# b", "#c", "# d"]),
        ('a "# b" # c', ["# c"]),
        ('a "\\" # b" # c', ["# c"]),
        ('a "b # c\nd # e', ["# e"]),  # a text that does not end reaches to the end of its line
        ("a `# b` # c", ["# c"]),
        ("a `b # c\nd # e", ["# e"]),
        ("#", ["#"]),
        ("a", []),
    ],
)
def test_comments(text: str, found: list[str]) -> None:
    told = comments(text)
    assert [one.text for one in told] == found
    assert [text[one.span.start : one.span.end] for one in told] == found


@given(st.text(alphabet='a#"`\\{} \n\r', max_size=30))
def test_blanks_take_the_place_of_comments_and_nothing_else(text: str) -> None:
    blanked = blank_comments(text)
    assert len(blanked) == len(text)
    assert comments(blanked) == ()
    inside = {at for one in comments(text) for at in range(one.span.start, one.span.end)}
    for at, (one, other) in enumerate(zip(text, blanked, strict=True)):
        assert other == " " if at in inside else other == one or (one.isspace() and other == " ")
    for line in code_lines(blanked):
        assert blanked[line.start : line.end].strip() == line.code
        assert line.closes is line.code.startswith("}")
        assert line.indent == len(blanked[line.start : line.end]) - len(
            blanked[line.start : line.end].lstrip()
        )


@pytest.mark.parametrize(
    ("text", "laid_out"),
    [
        (
            "feature f {\nlevel 1 a in 1.0\nlevel 10 long-name\n\n\n level 2\n}\n",
            "feature f {\n  level 1  a in 1.0\n  level 10 long-name\n\n  level 2\n}\n",
        ),
        (
            "ladder x by f {\n1 from a\n100 at 3\nundefined otherwise\n}\n",
            "ladder x by f {\n  1         from a\n  100       at 3\n  undefined otherwise\n}\n",
        ),
        (
            "format l {\nvariant 1\nvariant 10 by f 2\nvariant 2 by f 3\ncarries P {\n0-1 : 0\n2 : 0\n}\n}\n",
            (
                "format l {\n  variant 1\n  variant 10 by f 2\n  variant 2  by f 3\n  carries P {\n"
                "    0-1 : 0\n    2   : 0\n  }\n}\n"
            ),
        ),
        (
            "served b {\nProduce key 0 serves 0-13\nVote key 52 serves 0\nkey 1 serves 4\n}\n",
            "served b {\n  Produce key 0  serves 0-13\n  Vote    key 52 serves 0\n  key 1 serves 4\n}\n",
        ),
        ("\n\na\n\n\n\nb # x\nlong # y\n\n", "a\n\nb     # x\nlong  # y\n"),
        ("a {\n\n# b\n  c\n\n}\n", "a {\n  # b\n  c\n}\n"),
        ('a "b , c"  ` ,` ,  d ,e\n, f\n', 'a "b , c" ` ,`, d, e\n, f\n'),
    ],
)
def test_columns_and_gaps(text: str, laid_out: str) -> None:
    head = "gates 1\n\n"
    assert format_gates(head + text.lstrip("\n")) == head + laid_out
    assert format_gates(head + laid_out) == head + laid_out
