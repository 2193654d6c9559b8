"""Functions of a level in Rust."""

from __future__ import annotations

import pytest

from support.gate_code import read, read_clean, text_at, truths, unread, versions
from wirelint.gates.model import UNDEFINED, Gates, GateTable, Rpc, SelectionKind
from wirelint.gates.truth import truth_table, value

CODE = """
pub const KITE_VERSION_FEATURE: &str = "kite.version";
pub const KITE_VERSION_MIN: i16 = 0;
pub const KITE_VERSION_MAX: i16 = 4;
pub const TAIL_MIN_LEVEL: i16 = 2;
pub struct KiteVersion(i16);
const BASE: i16 = 5;
"""


def _table(code: str) -> GateTable:
    return read_clean(CODE + code, "kite_version.rs")


def _versions(body: str, signature: str = "kite_version: i16) -> i16") -> list[object]:
    table = _table(f"pub const fn line_version({signature} {{ {body} }}")
    return list(versions(table, "lineVersion").values())


def _kept(rpc: Rpc, table: GateTable) -> list[object]:
    assert rpc.selection is not None
    assert rpc.selection.kind is SelectionKind.UPTO_BY
    assert rpc.selection.ladder is not None
    return list(truth_table(rpc.selection.ladder, Gates((table,))).values())


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("7", [7] * 5),
        ("BASE + 1", [6] * 5),
        ("if kite_version >= 2 { 1 } else { 0 }", [0, 0, 1, 1, 1]),
        ("if kite_version < TAIL_MIN_LEVEL { return 0; } 1", [0, 0, 1, 1, 1]),
        ("if 3 <= kite_version { 2 } else if kite_version > 1 { 1 } else { 0 }", [0, 0, 1, 2, 2]),
        ("if kite_version == 1 || kite_version == 3 { 1 } else { 0 }", [0, 1, 0, 1, 0]),
        ("if kite_version >= 1 && kite_version != 3 { 1 } else { 0 }", [0, 1, 1, 0, 1]),
        ("if !(kite_version >= 1) { 1 } else { 0 }", [1, 0, 0, 0, 0]),
        ("match kite_version { 0..=2 => 0, _ => 1 }", [0, 0, 0, 1, 1]),
        ("match kite_version { 0 | 1 => 0, 2..4 => 1, other => 2 }", [0, 0, 1, 1, 2]),
        ("match kite_version { ..=1 => 0, 2.. => 1 }", [0, 0, 1, 1, 1]),
        (
            "match kite_version { ..TAIL_MIN_LEVEL => 0, TAIL_MIN_LEVEL..=KITE_VERSION_MAX => 1, _ => 9 }",
            [0, 0, 1, 1, 1],
        ),
        (
            "match kite_version { level if level >= 3 => 2, level if level > 0 => 1, _ => 0 }",
            [0, 1, 1, 2, 2],
        ),
        (
            "match kite_version { 0 => 0, 1 => { 1 } 2 => if kite_version >= 2 { 2 } else { 3 } _ => { return 4 } }",
            [0, 1, 2, 4, 4],
        ),
        ("if matches!(kite_version, 1 | 2) { 1 } else { 0 }", [0, 1, 1, 0, 0]),
        ("if (TAIL_MIN_LEVEL..=3).contains(&kite_version) { 1 } else { 0 }", [0, 0, 1, 1, 0]),
        ("if [1, 4].contains(&kite_version) { 1 } else { 0 }", [0, 1, 0, 0, 1]),
        ("let level = kite_version; if level >= 2 { 1 } else { 0 }", [0, 0, 1, 1, 1]),
        (
            "let new = kite_version >= 2; let value = 3; if new { value } else { 0 }",
            [0, 0, 3, 3, 3],
        ),
        (
            '#[allow(x)] if kite_version > 3 { panic!("no { } such") } debug_assert!(kite_version > 0); 1',
            [1, 1, 1, 1, UNDEFINED],
        ),
        ("match kite_version { 0 => 0, _ => unreachable!() }", [0] + [UNDEFINED] * 4),
        ("use crate::levels::{A, B}; 1", [1] * 5),
        ("((kite_version as i16) >= 2) as i16; 1", None),
    ],
)
def test_bodies(body: str, expected: list[object] | None) -> None:
    if expected is None:
        _, problems = read(f"{CODE} fn line_version(kite_version: i16) -> i16 {{ {body} }}", "k.rs")
        assert problems
    else:
        assert _versions(body) == expected


@pytest.mark.parametrize(
    ("signature", "body"),
    [
        ("level: i16) -> Option<i16>", "if level >= 2 { Some(1) } else { None }"),
        (
            "level: i16) -> Result<i16, Error>",
            "if level >= 2 { Ok(1) } else { Err(Error::Low(level)) }",
        ),
        ("self) -> Option<u8>", "if self.0 >= 2 { Some(1) } else { None }"),
        ("&self) -> Option<u8>", "match self.level() { 2.. => Some(1), _ => None }"),
        ("kite: KiteVersion) -> Option<i16>", "if kite.level() >= 2 { Some(1) } else { None }"),
        ("kite: Option<&KiteVersion>) -> Option<i16>", "if kite?.0 >= 2 { Some(1) } else { None }"),
    ],
)
def test_signatures(signature: str, body: str) -> None:
    table = _table(f"impl KiteVersion {{ fn line_version({signature} {{ {body} }} }}")
    assert list(versions(table, "lineVersion").values()) == [UNDEFINED] * 2 + [1] * 3


def test_a_level_that_is_read_from_an_image() -> None:
    table = _table(
        """fn line_version(image: &Image) -> i16 {
            match image.finalized_feature(KITE_VERSION_FEATURE) { Some(3..) => 1, _ => 0 }
        }
        fn tail_version(image: &Image) -> i16 {
            let level = KiteVersion::finalized(image).level();
            if level >= TAIL_MIN_LEVEL { 1 } else { 0 }
        }"""
    )
    assert list(versions(table, "lineVersion").values()) == [0, 0, 0, 1, 1]
    assert list(versions(table, "tailVersion").values()) == [0, 0, 1, 1, 1]


def test_places_of_a_case() -> None:
    table = _table(
        "fn line_version(level: i16) -> i16 { match level {\n// tails\n2.. => BASE, _ => 0 } }"
    )
    first, last = table.ladders[0].cases
    assert text_at(first.version_at) == "BASE"
    assert text_at(first.origin) == "2.. => BASE"
    assert first.doc == "tails"
    assert first.level is not None
    assert first.level.origin.property == "ladder[line_version][2]"
    assert text_at(last.version_at) == "0"
    assert text_at(table.ladders[0].feature.origin) == "line_version"  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("body", "where"),
    [
        ("if kite_version >= 2 { 1 } else { table[0] }", "["),
        ("if flag() { 1 } else { 0 }", "flag()"),
        ("if kite_version >= 2 { other::LATEST } else { 0 }", "other::LATEST"),
        ("let Some(x) = y else { return 0; }; x", "("),
        ("for a in b { } 0", "a"),
        ("log(kite_version); 0", "log(kite_version)"),
    ],
)
def test_what_cannot_be_read_is_reported_at_its_place(body: str, where: str) -> None:
    text = f"{CODE} fn line_version(kite_version: i16) -> i16 {{ {body} }} const fn tail_version(level: i16) -> i16 {{ 1 }}"
    table, problems = read(text, "kite_version.rs")
    assert [one for one, _ in unread(problems)] == [where]
    assert problems[0].rule == "unreadable-ladder"
    assert any(one.name == "tailVersion" for one in table.ladders)


def test_the_rest_of_a_ladder_stays() -> None:
    text = f"{CODE} fn line_version(level: i16) -> i16 {{ if level >= 3 {{ other::NEW }} else {{ 1 }} }}"
    table, _ = read(text, "kite_version.rs")
    assert list(versions(table, "lineVersion").values()) == [1, 1, 1, None, None]


def test_functions_of_other_things_are_no_ladders() -> None:
    table = _table(
        """
        fn encoded_version(api_version: i16) -> i16 { broken() }
        fn line_version(name: &str) -> i16 { broken() }
        fn from_level(level: i16) -> Option<Kite> { broken() }
        fn describe_version(level: i16) -> String { broken() }
        impl Codec for Kite { fn line_version(&self, level: i16) -> i16 { broken() } }
        """
    )
    assert not table.ladders


RPCS = """
pub enum PrivateRpc {
    /// Winds the line.
    WindLine,
    CutLine,
}
impl PrivateRpc {
    pub const fn api_key(self) -> i16 {
        match self { Self::WindLine => 1003, PrivateRpc::CutLine => 1004 }
    }
    pub const fn from_api_key(api_key: i16) -> Option<Self> {
        match api_key { 1003 => Some(Self::WindLine), 1004 => Some(Self::CutLine), _ => None }
    }
%s
}
pub const fn private_rpc_version(api_key: i16, kite_version: i16) -> Option<i16> {
    match PrivateRpc::from_api_key(api_key) {
        Some(rpc) => rpc.max_request_version(kite_version),
        None => None,
    }
}
"""


@pytest.mark.parametrize(
    "body",
    [
        "Some(match self { Self::WindLine => match kite_version { 0..=2 => 0, _ => 1 }, Self::CutLine => 0 })",
        "Some(match (self, kite_version) { (Self::WindLine, 3..) => 1, _ => 0 })",
        "match kite_version { 3.. if self == Self::WindLine => Some(1), _ => Some(0) }",
        "if kite_version >= 3 && matches!(self, Self::WindLine) { Some(1) } else { Some(0) }",
        "if matches!(self, Self::CutLine) { return Some(0); } if kite_version < 3 { Some(0) } else { Some(1) }",
    ],
)
def test_private_rpcs(body: str) -> None:
    function = (
        f"pub const fn max_request_version(self, kite_version: i16) -> Option<i16> {{ {body} }}"
    )
    table = _table(RPCS.replace("%s", function))
    wind, cut = table.rpcs
    assert (wind.name, wind.key.value if wind.key else 0, wind.doc) == (
        "WindLine",
        1003,
        "Winds the line.",
    )
    assert (cut.name, cut.key.value if cut.key else 0) == ("CutLine", 1004)
    assert _kept(wind, table) == [0, 0, 0, 1, 1]
    assert _kept(cut, table) == [0] * 5
    assert wind.key is not None
    assert text_at(wind.key.origin) == "1003"
    assert wind.key.origin.property == "rpc[WindLine].key"
    assert not table.ladders


def test_levels_out_of_range_have_no_version() -> None:
    body = """
        if kite_version < KITE_VERSION_MIN || kite_version > KITE_VERSION_MAX { return None; }
        Some(match self { Self::WindLine | Self::CutLine => 0 })
    """
    table = _table(
        RPCS.replace(
            "%s", f"fn max_request_version(self, kite_version: i16) -> Option<i16> {{ {body} }}"
        )
    )
    selection = table.rpcs[0].selection
    assert selection is not None
    assert selection.ladder is not None
    found = [value(selection.ladder, level, Gates((table,))) for level in range(-1, 6)]
    assert found == [UNDEFINED, 0, 0, 0, 0, 0, UNDEFINED]


def test_a_ladder_by_api_key() -> None:
    table = _table(
        """
        const API_KEY_WIND_LINE: i16 = 1003;
        const fn private_rpc_version(api_key: i16, kite_version: i16) -> Option<i16> {
            match api_key {
                API_KEY_WIND_LINE => match kite_version { 0..=2 => Some(0), _ => Some(1) },
                1004 | 1005 => Some(0),
                _ => None,
            }
        }
        """
    )
    assert [(one.name, one.key.value if one.key else 0) for one in table.rpcs] == [
        ("WindLine", 1003),
        ("1004", 1004),
        ("1005", 1005),
    ]
    assert [_kept(one, table) for one in table.rpcs] == [[0, 0, 0, 1, 1], [0] * 5, [0] * 5]


def test_rpcs_without_a_ladder_keep_their_keys() -> None:
    assert [one.name for one in _table(RPCS.replace("%s", "")).rpcs] == ["WindLine", "CutLine"]


def test_variants_without_keys_are_loose_ladders() -> None:
    table = _table(
        """
        enum Record { Spool, Reel }
        fn record_version(record: Record, level: i16) -> i16 {
            match record { Record::Spool if level >= 2 => 1, Record::Spool => 0, Record::Reel => 3 }
        }
        """
    )
    assert versions(table, "Spool")[2] == 1
    assert versions(table, "Spool")[1] == 0
    assert versions(table, "Reel")[0] == 3


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("fn supports_tail(level: i16) -> bool { level >= TAIL_MIN_LEVEL }", [0, 0, 1, 1, 1]),
        (
            "impl KiteVersion { fn supports_tail(self) -> bool { self.0 > 1 && self.0 != 4 } }",
            [0, 0, 1, 1, 0],
        ),
        ("fn supports_tail(level: i16) -> bool { matches!(level, 0 | 3..) }", [1, 0, 0, 1, 1]),
        (
            "fn supports_tail(level: i16) -> bool { if level == 0 { return false; } !(level < 3) }",
            [0, 0, 0, 1, 1],
        ),
        (
            "fn supports_tail(level: i16) -> bool { match level { 2 => true, _ => false } }",
            [0, 0, 1, 0, 0],
        ),
    ],
)
def test_predicates(code: str, expected: list[int]) -> None:
    assert list(truths(_table(code), "supportsTail").values()) == [bool(one) for one in expected]


def test_questions_about_the_range_are_no_capabilities() -> None:
    code = "fn is_supported_level(level: i16) -> bool { (KITE_VERSION_MIN..=KITE_VERSION_MAX).contains(&level) }"
    assert not _table(code).predicates


def _named(signature: str, feature: str = "kite", gives: str = "i16", name: str = "line_version"):
    """Ladders, then capabilities, with their features."""
    code = CODE.replace("kite.version", f"{feature}.version")
    word = signature.partition(":")[0]
    value = f"{word} >= 2" if gives == "bool" else f"if {word} >= 2 {{ 1 }} else {{ 0 }}"
    table, _ = read(code + f"pub fn {name}({signature}) -> {gives} {{ {value} }}", "other.rs")
    return [(one.name, one.feature.value) for one in (*table.ladders, *table.predicates)]


@pytest.mark.parametrize("word", "metadata kraft group transaction share streams kite".split())
def test_words_that_are_levels(word: str) -> None:
    assert _named(f"{word}_version: i16") == [("lineVersion", f"{word}.version")]


@pytest.mark.parametrize(
    "word", "api request response header min max protocol client record wire schema".split()
)
def test_words_that_are_versions_of_messages(word: str) -> None:
    """Though a feature were called so."""
    assert _named(f"{word}_version: i16", feature=word) == []


@pytest.mark.parametrize(
    ("word", "is_level"),
    [
        ("level", True),
        ("kite_level", True),
        ("finalized", True),
        ("mv", True),
        ("other_version", False),
        ("levels", False),
        ("x", False),
    ],
)
def test_other_words(word: str, is_level: bool) -> None:
    assert bool(_named(f"{word}: i16")) is is_level


@pytest.mark.parametrize(
    ("gives", "is_ladder"),
    [
        *((kind, True) for kind in ("i8", "i16", "i32", "u8", "u16", "u32")),
        ("Option<i16>", True),
        ("Result<i16, Error>", True),
        ("i64", False),
        ("String", False),
        ("Vec<i16>", False),
    ],
)
def test_what_a_ladder_gives(gives: str, is_ladder: bool) -> None:
    assert bool(_named("level: i16", gives=gives)) is is_ladder


@pytest.mark.parametrize(
    ("name", "is_ladder"),
    [
        ("line_version", True),
        ("version_of", True),
        ("lines", False),
        ("default_version", False),
        ("feature_level", False),
    ],
)
def test_what_a_ladder_is_called(name: str, is_ladder: bool) -> None:
    assert bool(_named("level: i16", name=name)) is is_ladder


@pytest.mark.parametrize(
    ("name", "called"),
    [
        ("is_silken", "isSilken"),
        ("has_tail", "hasTail"),
        ("can_fly", "canFly"),
        ("supports_wind", "supportsWind"),
        ("allows_rain", "allowsRain"),
        ("uses_rope", "usesRope"),
        ("writes_tags", "writesTags"),
        ("reads_tags", "readsTags"),
        ("requires_wind", "requiresWind"),
        ("wind_enabled", "windEnabled"),
        ("wind_supported", "windSupported"),
        ("silken", None),
        ("is_supported", None),
        ("is_valid", None),
        ("is_known", None),
        ("is_valid_level", None),
    ],
)
def test_what_a_capability_is_called(name: str, called: str | None) -> None:
    found = _named("level: i16", gives="bool", name=name)
    assert found == ([] if called is None else [(called, "kite.version")])
