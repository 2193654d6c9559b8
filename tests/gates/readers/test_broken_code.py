"""Half-typed and hostile code."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.gate_code import java, read
from wirelint.gates.readers import holds_gate_table
from wirelint.text import SourceText

JAVA = java(
    """
    private static final Map<String, PortVersion> NAMES = Map.of("1.0", PORT_1_0_IV0);
    /** Crates. */
    public short crateRequestVersion(boolean b) {
        if (isAtLeast(PORT_1_1_IV1)) { return (short) 2; } else if (b) { throw new X("}"); }
        return switch (this) { case PORT_1_0_IV0 -> 1; default -> 0; };
    }
"""
)
SCALA = """
object ApiVersion { val m = Map("1.0" -> P_1_0_IV0) }
case object P_1_0_IV0 extends V { val shortVersion = "1.0"; val subVersion = "IV0"; val id: Int = 4 }
class A { private val aVersion: Short =
    if (c.interBrokerProtocolVersion >= P_1_0_IV0) 2 else throw new X("}")
  def isNew(version: V): Boolean = version >= P_1_0_IV0 }
"""
TEXTS = [("PortVersion.java", JAVA), ("ApiVersion.scala", SCALA)]


def _check(path: str, text: str) -> None:
    table, problems = read(text, path)
    for one in problems:
        span = one.finding.at.span
        assert span is not None
        assert 0 <= span.start <= span.end <= len(text)
    for feature in table.features:
        for row in feature.rows:
            for place in (row.origin, row.name_at, row.number_at):
                assert place.span is not None
                assert 0 <= place.span.start < place.span.end <= len(text)


@pytest.mark.parametrize(("path", "text"), TEXTS)
def test_every_beginning_of_a_table_is_read(path: str, text: str) -> None:
    for end in range(len(text)):
        _check(path, text[:end])


@pytest.mark.parametrize(("path", "text"), TEXTS)
def test_a_table_is_read_whatever_character_is_lost(path: str, text: str) -> None:
    for at in range(0, len(text), 3):
        _check(path, text[:at] + text[at + 1 :])


_PIECES = st.sampled_from(
    '{ } ( ) [ ] ; , : ? -> => = == && ! . @ " \' /* */ // """ if else return switch case default'
    " throw enum class val def object this A_1 9999999999999999999999999 \\ é \x00 😀".split(" ")
)


@pytest.mark.parametrize(("path", "text"), TEXTS)
@given(at=st.integers(0, 900), pieces=st.lists(_PIECES, min_size=1, max_size=8))
@settings(max_examples=120, deadline=None)
def test_a_table_is_read_whatever_is_put_in(
    path: str, text: str, at: int, pieces: list[str]
) -> None:
    _check(path, text[:at] + " ".join(pieces) + text[at:])


@given(text=st.text(max_size=200), path=st.sampled_from(["A.java", "A.scala", "a.py", "a.gates"]))
@settings(deadline=None)
def test_any_text_is_read(text: str, path: str) -> None:
    _check(path, text)


def test_rows_above_a_broken_method_stay() -> None:
    table, _ = read(JAVA.replace("return (short) 2; }", "return (short"))
    assert [row.number for row in table.features[0].rows] == [1, 2, 3, 4]


def _in_java(code: str) -> tuple[str, str]:
    return "A.java", java(code)


HOSTILE: dict[str, Callable[[int], tuple[str, str]]] = {
    "open braces": lambda n: _in_java("{" * n),
    "open brackets": lambda n: _in_java("short aVersion() { return " + "(" * n),
    "brackets": lambda n: _in_java(f"short aVersion() {{ return {'(' * n}1{')' * n}; }}"),
    "closing braces": lambda n: _in_java("}" * n),
    "crossed brackets": lambda n: _in_java("({[" * n + ")}" * n),
    "types in types": lambda n: (
        "A.java",
        "enum AVersion { X(1); static final int LATEST = 1; " * n,
    ),
    "negations": lambda n: _in_java(
        "boolean isX() { return " + "!" * n + "isAtLeast(PORT_1_0_IV0); }"
    ),
    "else if": lambda n: _in_java(
        "short aVersion() { " + "if (isAtLeast(PORT_1_0_IV0)) { } else " * n + "return 1; }"
    ),
    "conditions": lambda n: _in_java(
        "short aVersion() { return " + "isAtLeast(PORT_1_0_IV0) ? 1 : " * n + "2; }"
    ),
    "nested conditions": lambda n: _in_java(
        "short aVersion() { return " + "isAtLeast(PORT_1_0_IV0) ? " * n + "1" + " : 2" * n + "; }"
    ),
    "members": lambda n: _in_java("short aVersion() { return a" + ".b" * n + "; }"),
    "arms": lambda n: _in_java(
        "short aVersion() { switch (this) { " + "case PORT_1_0_IV0: return 1; " * n + "} }"
    ),
    "annotations": lambda n: _in_java("@A" * n),
    "comments": lambda n: _in_java("// x\n" * n),
    "open comments": lambda n: _in_java("/*" * n),
    "quotes": lambda n: _in_java('"' * n),
    "back slashes": lambda n: _in_java('"' + "\\" * n),
    "a long number": lambda n: _in_java(f"static final int X = {'9' * n};"),
    "case objects": lambda n: ("A.scala", "case object K_1 extends V { val id = 1 " * n),
    "scala conditions": lambda n: (
        "A.scala",
        "val aVersion: Short = " + "if (apiVersion >= K_1) 1 else " * n + "0",
    ),
    "scala functions": lambda n: ("A.scala", "def a = { " * n),
    "scala types": lambda n: ("A.scala", "val a: " * n),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_reading_takes_time_by_the_length_of_the_text(name: str) -> None:
    """Twice the text must not take four times as long; noise of the machine is allowed for."""

    def seconds(size: int) -> float:
        path, text = HOSTILE[name](size)
        best = float("inf")
        for _ in range(2):
            start = time.process_time()
            read(text, path)
            best = min(best, time.process_time() - start)
        return best

    read("class A { }", "A.java"), read("class A { }", "A.scala")
    small, large = seconds(150), seconds(1200)
    assert large < 8 * small * 4 + 1.0  # 64 times would be quadratic


@pytest.mark.parametrize("path", ["A.java", "A.scala", "a.py", "a.gates"])
@pytest.mark.parametrize(
    "piece",
    ["enum ", "enum AVersion {", "case object ", "gates ", "# ", "LATEST_STABLE_", "\n", " "],
)
def test_guessing_is_cheap(path: str, piece: str) -> None:
    start = time.process_time()
    holds_gate_table(SourceText(path, piece * 50_000))
    assert time.process_time() - start < 3.0
