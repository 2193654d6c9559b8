"""Half-typed and hostile Rust, and real cases."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.gate_code import read, read_clean
from support.shared import REPOSITORY, shared
from wirelint.gates.model import Flag, Gates, GateTable
from wirelint.gates.readers import holds_gate_table
from wirelint.gates.truth import truth_table
from wirelint.sources.discovery import Kind, declares_levels
from wirelint.text import SourceText

HEAD = """//! The north-owned `kite.version`: level 0 means paper, and 1 means silk.
pub const KITE_VERSION_FEATURE: &str = "kite.version";
const KITE_VERSION_MIN: i16 = 0;
const KITE_VERSION_MAX: i16 = 2;
"""
TEXT = (
    HEAD
    + """
const TABLE: &[KiteVersion] = &[KiteVersion { level: 0, ivn: "a" }, KiteVersion { level: 2, ivn: "b" }];
/// Tails.
pub const TAIL_MIN_LEVEL: i16 = KITE_VERSION_MAX - 1;
pub enum Rpc { Wind, Cut }
impl Rpc {
    const fn api_key(self) -> i16 { match self { Self::Wind => 1003, Self::Cut => 1004 } }
    fn max_version(self, level: i16) -> Option<i16> {
        if level < 0 { return None; }
        Some(match self { Self::Wind => match level { 0..=1 => 0, _ => { 1 } } Self::Cut => 0 })
    }
}
impl Feature for Kite {
    fn name(&self) -> &str { KITE_VERSION_FEATURE }
    fn default_level(&self, mv: i16) -> i16 { match mv { l if l >= 24 => 2, _ => 0 } }
    fn dependencies(&self, level: i16) -> X { match level { 2 => &[("a.b", 1)], _ => &[] } }
}
const ADVERTISED: &[(i16, i16, i16)] = &[(902, 4, 10), (1, 2, 3)];
fn is_tailed(level: i16) -> bool { matches!(level, 1..) && level != 2 }
"""
)


def _check(text: str, path: str = "kite_version.rs") -> GateTable:
    table, problems = read(text, path)
    for one in problems:
        span = one.finding.at.span
        assert span is not None
        assert 0 <= span.start <= span.end <= len(text)
    for feature in Gates((table,)).features:
        for row in feature.rows:
            for place in (row.origin, row.name_at, row.number_at):
                assert place.span is not None
                assert 0 <= place.span.start < place.span.end <= len(text)
    return table


def test_the_whole_text_is_understood() -> None:
    table = read_clean(TEXT, "kite_version.rs")
    assert (len(table.features), len(table.rpcs), len(table.served)) == (1, 2, 1)
    assert (len(table.parts), len(table.predicates)) == (1, 2)


def test_every_beginning_of_a_table_is_read() -> None:
    for end in range(0, len(TEXT), 9):
        _check(TEXT[:end])


def test_a_table_is_read_whatever_character_is_lost() -> None:
    for at in range(0, len(TEXT), 13):
        _check(TEXT[:at] + TEXT[at + 1 :])


_PIECES = st.sampled_from(
    "{ } ( ) [ ] ; , : :: ? -> => = == && | || ! . .. ..= @ \" ' '\\ /* */ // //! /// r#\" #[ # if else"
    " return match matches! let mod impl fn const enum trait self Some( None as _ & * - 99999999999999999999"
    " \\ é \x00 😀 panic! #[cfg(test)]".split(" ")
)


@given(at=st.integers(0, len(TEXT)), pieces=st.lists(_PIECES, min_size=1, max_size=8))
@settings(max_examples=60, deadline=None)
def test_a_table_is_read_whatever_is_put_in(at: int, pieces: list[str]) -> None:
    _check(TEXT[:at] + " ".join(pieces) + TEXT[at:])


@given(text=st.text(max_size=200))
@settings(deadline=None)
def test_any_text_is_read(text: str) -> None:
    _check(text)


@pytest.mark.parametrize("body", ["if kite_version >= 2 { 1 } else", "match kite_version", "{"])
def test_a_file_may_end_anywhere_in_a_function(body: str) -> None:
    text = f"pub fn line_version(kite_version: i16) -> i16 {{ {body}"
    assert read(HEAD + text, "kite_version.rs")[0].features


def test_what_stands_before_a_lost_brace_stays() -> None:
    table = _check(
        TEXT.replace("match level { 0..=1 => 0, _ => { 1 } }", "match level { 0..=1 => ")
    )
    assert [row.number for row in table.features[0].rows] == [0, 2]


def _ladder(body: str) -> str:
    return HEAD + "fn line_version(level: i16) -> i16 { " + body + " }"


HOSTILE: dict[str, Callable[[int], str]] = {
    "open braces": lambda n: HEAD + "{" * n,
    "open brackets": lambda n: _ladder("(" * n),
    "brackets": lambda n: _ladder("(" * n + "1" + ")" * n),
    "crossed brackets": lambda n: HEAD + "({[" * n + ")}" * n,
    "modules": lambda n: HEAD + "mod a { " * n,
    "impls": lambda n: HEAD + "impl A { fn a() {" * n,
    "functions": lambda n: HEAD + "fn " * n,
    "constants": lambda n: HEAD + "const A: i16 = " * n,
    "constants of constants": lambda n: (
        HEAD + "".join(f"const A{at}_MIN_LEVEL: i16 = A{at + 1}_MIN_LEVEL;" for at in range(n))
    ),
    "attributes": lambda n: HEAD + "#[a] " * n,
    "negations": lambda n: _ladder("if " + "!" * n + "true { 1 } else { 2 }"),
    "else if": lambda n: _ladder(
        "if level > 1 { 1 }" + " else if level > 2 { 1 }" * n + " else { 2 }"
    ),
    "conditions": lambda n: _ladder("if level > 1 { " * n),
    "matches in matches": lambda n: _ladder("match level { _ => " * n + "1" + " }" * n),
    "heads": lambda n: _ladder("match " * n),
    "sums": lambda n: _ladder("1" + " + 1" * n),
    "arms": lambda n: _ladder("match level { " + "1 => 1, " * n + "_ => 0 }"),
    "names": lambda n: _ladder("".join(f"let a{at + 1} = a{at}; " for at in range(n)) + f"a{n}"),
    "rows": lambda n: HEAD + "const TABLE: &[(i16, &str)] = &[" + '(1, "a"), ' * n + "];",
    "comments": lambda n: "//! - Level 1 means silk\n" * n + HEAD,
    "clauses": lambda n: "//! 0 means a, 1 means b, " * n + HEAD,
    "absence": lambda n: "//! absent reads " * n + HEAD,
    "open comments": lambda n: HEAD + "/*" * n,
    "quotes": lambda n: HEAD + "\"'" * n,
    "raw strings": lambda n: HEAD + 'r#"' * n,
    "levels": lambda n: HEAD.replace("= 2", f"= {n * 100}"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_reading_takes_time_by_the_length_of_the_text(name: str) -> None:
    """Twice the text must not take four times as long; noise of the machine is allowed for."""

    def seconds(size: int) -> float:
        text = HOSTILE[name](size)
        best = float("inf")
        for _ in range(2):
            start = time.process_time()
            read(text, "kite_version.rs")
            best = min(best, time.process_time() - start)
        return best

    read(HEAD, "kite_version.rs")
    small, large = seconds(150), seconds(1200)
    assert large < 8 * small * 4 + 1.0  # 64 times would be quadratic


def test_a_function_of_too_many_rpcs_is_reported() -> None:
    arms = "".join(f"{1000 + at} => 0, " for at in range(300))
    text = (
        HEAD
        + f"fn rpc_version(api_key: i16, level: i16) -> i16 {{ match api_key {{ {arms} _ => 0 }} }}"
    )
    table, problems = read(text, "kite_version.rs")
    assert len(table.rpcs) == 128
    assert [one.rule for one in problems] == ["unreadable-ladder"]


@pytest.mark.parametrize(
    "piece",
    [
        "fn version(",
        "fn a_version",
        "version",
        "const A",
        "[(a",
        "FEATURE: &str = ",
        "min_version: ",
        "(i16, i16, ",
    ],
)
def test_guessing_is_cheap(piece: str) -> None:
    text = piece * 20_000
    start = time.process_time()
    holds_gate_table(SourceText("a.rs", text))
    declares_levels(Kind.RUST, text.encode())
    assert time.process_time() - start < 3.0


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (TEXT, True),
        ("pub const API_KEY_WIND: i16 = 1003;", True),
        ("const fn private_rpc_version(api_key: i16, kite_version: i16) -> Option<i16> {", True),
        ("fn header_version(api_version: i16) -> i16 { 1 }", False),
        ("pub const MAX_VERSION: i16 = 7; pub const MIN_VERSION: i16 = 0;", False),
        ("pub enum ProtocolVersion { V1, V2 }", False),
        ("pub trait Feature { fn name(&self) -> String; }", False),
        ("impl Feature for Parser { fn name(&self) -> String { String::new() } }", False),
    ],
)
def test_files_are_guessed_by_what_they_declare(text: str, found: bool) -> None:
    assert declares_levels(Kind.RUST, text.encode()) is found
    assert found is holds_gate_table(SourceText("a.rs", text))


def test_the_example_is_understood() -> None:
    path = REPOSITORY / "examples/lantern/crates/metadata/src/lantern_version.rs"
    table = read_clean(path.read_text(encoding="utf-8"), "lantern_version.rs")
    (feature,) = table.features
    assert [row.stamp.value if row.stamp else None for row in feature.rows] == [
        "1.0.0",
        "1.0.0",
        "1.1.0",
        "1.2.0",
    ]
    assert [[one.value for one in row.enables] for row in feature.rows] == [
        [],
        [],
        ["oil-reservation"],
        ["wick-batch"],
    ]
    assert feature.rows[1].has(Flag.EMPTY)
    assert (feature.absent, feature.low, feature.production) == (feature.rows[0].ref, 0, 3)
    trim, fetch = (one.selection for one in table.rpcs)
    assert trim is not None
    assert trim.ladder is not None
    assert truth_table(trim.ladder, Gates((table,))) == {0: 0, 1: 0, 2: 0, 3: 1}
    assert fetch is not None


def test_cases_from_the_field() -> None:
    field = shared("cases", "field")
    old = (field / "B14-feature-min-zero/old/features.rs").read_text(encoding="utf-8")
    new = (field / "B14-feature-min-zero/new/features.rs").read_text(encoding="utf-8")
    assert [read_clean(one, "features.rs").features[0].low for one in (old, new)] == [1, 0]
    served = (field / "B75-advertised-beyond-codec/new/advertised.rs").read_text(encoding="utf-8")
    rows = read_clean(served, "advertised.rs").served[0].rows
    assert [(one.key.value if one.key else None, str(one.versions.value)) for one in rows] == [
        (902, "4-10"),
        (918, "0-3"),
    ]
