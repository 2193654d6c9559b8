"""Implementations of a feature's trait, and features of several files."""

from __future__ import annotations

import pytest

from support.gate_code import read, read_clean, text_at, unread
from wirelint.gates.model import Bootstrap, BootstrapKind, Feature, Gates, LevelRef

KITE = """
pub const KITE_VERSION_FEATURE: &str = "kite.version";
pub const KITE_VERSION_MIN: i16 = 0;
pub const KITE_VERSION_MAX: i16 = 2;
pub const SILK_METADATA_LEVEL: i16 = 22;
"""
REEL = 'pub const REEL_VERSION_FEATURE: &str = "reel.gear";'
IMPLS = """
pub trait Feature { fn name(&self) -> &'static str; fn default_level(&self, mv: i16) -> i16 { broken() } }
pub struct KiteFeature;
impl Feature for KiteFeature {
    fn name(&self) -> &'static str { crate::kite::KITE_VERSION_FEATURE }
    fn supported_range(&self) -> (i16, i16) {
        (crate::kite::KITE_VERSION_MIN, crate::kite::KITE_VERSION_MAX)
    }
    fn default_level(&self, bootstrap_mv: i16) -> i16 {
        // The levels of the driving feature.
        use crate::kite::{SILK_METADATA_LEVEL};
        match bootstrap_mv {
            level if level >= 24 => crate::kite::KITE_VERSION_MAX,
            level if level >= SILK_METADATA_LEVEL => 1,
            _ => crate::kite::KITE_VERSION_MIN,
        }
    }
    fn dependencies(&self, level: i16) -> &'static [(&'static str, i16)] {
        match level {
            KITE_VERSION_MAX => &[("metadata.version", 23), (crate::reel::REEL_VERSION_FEATURE, 1)],
            _ => &[],
        }
    }
}
impl Feature for ReelFeature {
    fn name(&self) -> &'static str { REEL_VERSION_FEATURE }
    fn supported_range(&self) -> (i16, i16) { (0, 1) }
    fn default_level(&self, _bootstrap_mv: i16) -> i16 { 0 }
}
"""


def _gates(*texts: str) -> Gates:
    return Gates(tuple(read_clean(text, f"f{at}.rs") for at, text in enumerate(texts)))


def _feature(gates: Gates, name: str) -> Feature:
    found = gates.feature(name)
    assert found is not None
    return found


def test_a_file_alone_leaves_the_feature_to_the_file_that_has_it() -> None:
    table = read_clean(IMPLS, "feature.rs")
    assert not table.features
    assert [one.feature.value for one in table.parts] == [
        "KITE_VERSION_FEATURE",
        "REEL_VERSION_FEATURE",
    ]


def test_files_together_make_a_feature() -> None:
    gates = _gates(IMPLS, KITE, REEL)
    kite = _feature(gates, "kite.version")
    assert (kite.low, kite.production) == (0, 2)
    assert kite.bootstrap is not None
    assert kite.bootstrap.kind is BootstrapKind.BY
    defaults = [row.default_from for row in kite.rows]
    assert [one.level.number if one else None for one in defaults] == [None, 22, 24]
    assert [(one.feature.value, one.level.number) for one in kite.rows[2].needs] == [
        ("metadata.version", 23),
        ("reel.version", 1),
    ]
    assert kite.rows[2].default_from is not None
    assert text_at(kite.rows[2].default_from.origin).startswith("level if level >= 24")


def test_a_feature_of_which_one_file_has_the_name_and_another_the_range() -> None:
    reel = _feature(_gates(IMPLS, KITE, REEL), "reel.gear")
    assert (reel.low, reel.production, len(reel.rows)) == (0, 1, 2)
    assert reel.bootstrap == Bootstrap(BootstrapKind.AT, LevelRef(0))


def test_what_a_file_says_of_its_own_feature_is_added_too() -> None:
    text = KITE + IMPLS
    kite = _feature(_gates(text), "kite.version")
    assert [row.default_from is not None for row in kite.rows] == [False, True, True]


def test_a_constant_of_the_feature_counts_before_its_implementation() -> None:
    kite = _feature(_gates(IMPLS, KITE + "const KITE_VERSION_BOOTSTRAP: i16 = 1;"), "kite.version")
    assert kite.bootstrap == Bootstrap(BootstrapKind.AT, LevelRef(1))


def test_a_clamped_default_is_the_newest_level() -> None:
    text = IMPLS.replace(
        "match bootstrap_mv {", "return bootstrap_mv.clamp(A, B); match bootstrap_mv {"
    )
    assert read(text, "feature.rs")[0].parts
    code = """
    impl Feature for KiteFeature {
        fn name(&self) -> &'static str { "kite.version" }
        fn default_level(&self, mv: i16) -> i16 { mv.clamp(KITE_VERSION_MIN, KITE_VERSION_MAX) }
    }
    """
    kite = _feature(_gates(code, KITE), "kite.version")
    assert kite.bootstrap is not None
    assert kite.bootstrap.kind is BootstrapKind.PRODUCTION


def test_parts_of_the_same_feature_twice_give_it_once() -> None:
    gates = _gates(IMPLS, IMPLS, KITE, REEL)
    assert [one.name for one in gates.features] == ["kite.version", "reel.gear"]


def test_what_cannot_be_read_is_reported() -> None:
    text = """
    impl Feature for KiteFeature {
        fn name(&self) -> &'static str { "kite.version" }
        fn supported_range(&self) -> (i16, i16) { range() }
        fn default_level(&self, mv: i16) -> i16 { if flag { 1 } else { 2 } }
        fn dependencies(&self, level: i16) -> &'static [(&'static str, i16)] { needs() }
    }
    """
    _, problems = read(text, "feature.rs")
    assert [one for one, _ in unread(problems)] == ["range()", "flag", "needs()"]


IMPL = """
pub const KITE_VERSION_FEATURE: &str = "kite.version";
pub const KITE_VERSION_MIN: i16 = 0;
pub const KITE_VERSION_MAX: i16 = 2;
impl Feature for KiteFeature {
    fn name(&self) -> &'static str { KITE_VERSION_FEATURE }
    fn supported_range(&self) -> (i16, i16) { %s }
    fn dependencies(&self, level: i16) -> &'static [(&'static str, i16)] { %s }
}
"""
RANGES = "(KITE_VERSION_MIN, KITE_VERSION_MAX)"


@pytest.mark.parametrize(
    ("body", "needs"),
    [
        ("&[]", []),
        ('match level { 1 => &[("a.b", 23)], _ => &[] }', [(1, "a.b", 23)]),
        (
            'match level { 1 | 2 => &[("a.b", 23), ("c.d", 1)], _ => &[] }',
            [(1, "a.b", 23), (1, "c.d", 1), (2, "a.b", 23), (2, "c.d", 1)],
        ),
        ('match level { 2.. => &[("a.b", 23)], _ => &[] }', [(2, "a.b", 23)]),
        ("match level { 2 => &[(OTHER_FEATURE_NAME, 23)], _ => &[] }", [(2, "other", 23)]),
        ('match level { 2 => &[("a.b", X_LEVEL)], _ => &[] }', [(2, "a.b", "X_LEVEL")]),
        ('match level { 0 => &[], 1 => &[], _ => &[("a.b", 1)] }', []),
    ],
)
def test_dependencies_by_the_level(body: str, needs: list[tuple[int, str, int | str]]) -> None:
    table = read_clean(IMPL.replace("%s", RANGES, 1).replace("%s", body), "feature.rs")
    (part,) = table.parts
    found = [
        (at.number, need.feature.value, need.level.number or need.level.name)
        for at, need in part.needs
    ]
    assert sorted(found) == needs


@pytest.mark.parametrize(
    ("given", "body", "what"),
    [
        ("KITE_VERSION_MAX", "&[]", "KITE_VERSION_MAX"),
        ("(0, 1, 2)", "&[]", "(0, 1, 2)"),
        ("(0, next())", "&[]", "(0, next())"),
        (RANGES, "match level { 1 => x, _ => &[] }", "x"),
        (RANGES, "match level { 1 => &[1], _ => &[] }", "1"),
        (RANGES, 'match level { 1 => &[("a.b", 1, 2)], _ => &[] }', '("a.b", 1, 2)'),
        (RANGES, 'match level { 1 => &[("a.b", x())], _ => &[] }', '("a.b", x())'),
        (RANGES, "match level { 1 => &[(name(), 1)], _ => &[] }", "(name(), 1)"),
    ],
)
def test_what_no_implementation_says_so_is_reported(given: str, body: str, what: str) -> None:
    _, problems = read(IMPL.replace("%s", given, 1).replace("%s", body), "feature.rs")
    assert [one for one, _ in unread(problems)] == [what]


def test_a_range_may_be_made_by_a_call() -> None:
    table = read_clean(IMPL.replace("%s", "Range::new(0, 1)", 1).replace("%s", "&[]"), "f.rs")
    (part,) = table.parts
    assert part.supports is not None
    assert (part.supports.low.number, part.supports.production.number) == (0, 1)
