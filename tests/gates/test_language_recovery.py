"""A broken file costs what is broken in it."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.shared import REPOSITORY
from wirelint.gates.language import read_gates
from wirelint.gates.language.parse import _literals, _parser
from wirelint.gates.language.words import words
from wirelint.gates.model import GateTable
from wirelint.syntax.automaton import END
from wirelint.text import SourceText

EXAMPLES = sorted((REPOSITORY / "examples").glob("*.gates"))


def _names(table: GateTable) -> list[str]:
    """The blocks and lines of a table, one entry each."""
    return [
        *(f"{f.name}:{row.label}" for f in table.features for row in f.rows),
        *(f"{one.name}.{entry.rpc.value}" for one in table.paths for entry in one.entries),
        *(one.name for one in table.rpcs),
        *(f"{one.name}/{variant.number}" for one in table.formats for variant in one.variants),
        *(f"{one.name}/{record.name.value}" for one in table.formats for record in one.records),
        *(one.feature.value for one in table.honours),
    ]


def _near(problem_line: int, line: int, lines: list[str]) -> bool:
    """Whether a finding is at the line, or at the block around it."""
    return problem_line == line or (
        problem_line < line and lines[problem_line].split("#")[0].rstrip().endswith("{")
    )


@pytest.mark.parametrize("file", EXAMPLES, ids=lambda file: file.stem)
@pytest.mark.parametrize("damage", ["word-or-sign", "no-brace"])
def test_every_line_broken_in_turn(file: Path, damage: str) -> None:
    """One finding near the line, and all but its block still read."""
    lines = file.read_text(encoding="utf-8").splitlines()
    whole = _names(read_gates(SourceText(file.name, "\n".join(lines)))[0])
    for index, line in enumerate(lines):
        code = line.split("#")[0].rstrip()
        if not code or (damage == "no-brace" and code[-1] not in "{}"):
            continue
        more = f'{code} "oops" oops' if index % 2 else f"{code} !"
        broken = code[:-1] if damage == "no-brace" else more
        text = "\n".join((*lines[:index], broken, *lines[index + 1 :])) + "\n"
        table, problems = read_gates(SourceText(file.name, text))
        where = f"{file.name}:{index + 1}: {broken}: {[one.finding.message for one in problems]}"
        assert len(problems) == 1, where
        source = problems[0].finding.at.source
        span = problems[0].finding.at.span
        assert span is not None
        assert _near(source.line_column(span.start)[0], index, lines), where
        # A block goes with its first line.
        block = next((i for i, one in enumerate(lines[index:]) if one.strip() == "}"), 1)
        block = block if code.endswith("{") else 1
        if code.endswith("{") and not line.startswith(" "):
            block = lines[index:].index("}")
        lost = [one for one in whole if one not in _names(table)]
        assert len(lost) <= block, where


@given(st.text())
@settings(deadline=None)
def test_any_text_is_read(text: str) -> None:
    _check_total(text)


_PIECES = st.sampled_from(
    (
        *("gates 1\n", "feature f {\n", "path p from a to b {\n", "format x {\n", "}\n", "{", "}"),
        *("level 1\n", "  level 2 x metadata\n", "supports 1 to 2", "\n", "\r", "\r\n", " ", "#"),
        *('"', "`", "\\", "é", "\x00", "\u2028", "99999999999999999999", "1-2", "..", ">=", ","),
        *("Fetch exactly by f {\n", "18 from x\n", "honour f >= 1 {\n", "rpc A key 1\n", "alias"),
    )
)


@given(st.lists(_PIECES, max_size=40).map("".join))
@settings(deadline=None)
def test_any_heap_of_pieces_is_read(text: str) -> None:
    _check_total(text)


def _check_total(text: str) -> None:
    table, problems = read_gates(SourceText("t", text))
    assert len(problems) <= 21
    for problem in problems:
        span = problem.finding.at.span
        assert span is not None
        assert 0 <= span.start <= span.end <= len(text)
    for comment in table.comments:
        assert text[comment.span.start : comment.span.end] == comment.text


MEGABYTE = 1_000_000


@pytest.mark.parametrize(
    "unit",
    [
        "{",
        "}",
        "{\n",
        '"',
        '\\"',
        "`",
        "#",
        "\r",
        " ",
        "a",
        "1",
        "feature f {\n",
        "level 1 ",
        "a, ",
    ],
)
def test_hostile_text_takes_linear_time(unit: str) -> None:
    """Ten times the text takes at most some twenty times as long."""
    _seconds(unit, MEGABYTE // 100)  # builds the parser
    small, large = _seconds(unit, MEGABYTE // 10), _seconds(unit, MEGABYTE)
    assert large < 2.0 or large < 50 * small  # a hundred times would be quadratic


def _seconds(unit: str, size: int) -> float:
    source = SourceText("t", "gates 1\n" + unit * (size // len(unit)))
    start = time.process_time()
    read_gates(source)
    return time.process_time() - start


def test_every_terminal_has_words() -> None:
    terminals = {name for row in _parser().states for name in row if name.isupper()}
    for terminal in terminals - {END}:
        (word,) = words([terminal], _literals().get)
        assert "_" not in word
