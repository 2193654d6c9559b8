"""Features, levels and served tables in Rust."""

from __future__ import annotations

import pytest

from support.gate_code import read, read_clean, text_at, unread
from wirelint.gates.model import (
    Bootstrap,
    BootstrapKind,
    Feature,
    Flag,
    Gates,
    GateTable,
    Language,
    LevelRef,
)
from wirelint.gates.readers import holds_gate_table, read_table
from wirelint.text import SourceText

RANGE = """
/// The name.
pub const KITE_VERSION_FEATURE: &str = "kite.version";
/// Minimum supported level: paper kites.
pub const KITE_VERSION_MIN: i16 = 0;
/// Maximum supported level: silk kites.
pub const KITE_VERSION_MAX: i16 = 2;
"""


def _clean(text: str, path: str = "src/kite_version.rs") -> GateTable:
    return read_clean(text, path)


def _feature(text: str, path: str = "src/kite_version.rs") -> Feature:
    (feature,) = _clean(text, path).features
    return feature


def test_constants_make_a_feature() -> None:
    feature = _feature(RANGE)
    assert (feature.name, feature.low, feature.production, feature.highest) == (
        "kite.version",
        0,
        2,
        2,
    )
    assert [(row.number, row.name) for row in feature.rows] == [(0, None), (1, None), (2, None)]
    assert text_at(feature.name_at) == '"kite.version"'
    assert text_at(feature.production_at) == "2"
    assert feature.production_at.property == "kite.version.production"
    assert _clean(RANGE).language is Language.RUST


def test_a_table_of_numbers_cannot_say_flags() -> None:
    row = _feature(RANGE).rows[1]
    assert row.unknown == {Flag.EMPTY, Flag.METADATA, Flag.BARRIER}
    assert row.number_at.property == "kite.version.level[1]"


def test_constants_of_the_range_document_its_ends() -> None:
    assert [row.doc for row in _feature(RANGE).rows] == ["paper kites", "", "silk kites"]


@pytest.mark.parametrize(
    ("minimum", "maximum"),
    [
        ("MIN_KITE_VERSION", "MAX_KITE_VERSION"),
        ("KITE_VERSION_MIN_LEVEL", "KITE_VERSION_MAX_LEVEL"),
    ],
)
def test_other_names_of_the_range(minimum: str, maximum: str) -> None:
    text = RANGE.replace("KITE_VERSION_MIN", minimum).replace("KITE_VERSION_MAX", maximum)
    feature = _feature(text)
    assert (feature.low, feature.production) == (0, 2)
    assert not any(row.enables for row in feature.rows)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        *((name, "low") for name in ("%sMIN", "%sMINIMUM", "%sLOWEST", "MIN_%s", "%sMIN_LEVEL")),
        *(
            (name, "high")
            for name in (
                "%sMAX", "%sMAXIMUM", "%sHIGHEST", "%sLATEST", "MAX_%s", "%sMAX_LEVEL",
            )
        ),
        *(
            (name, "production")
            for name in (
                "%sLATEST_PRODUCTION", "%sPRODUCTION", "%sMAX_PRODUCTION", "%sLATEST_STABLE",
            )
        ),
        *(
            (name, "testing")
            for name in ("%sLATEST_TESTING", "%sTESTING", "%sLATEST_UNSTABLE", "%sUNSTABLE")
        ),
        *(
            (name, "bootstrap")
            for name in (
                "%sBOOTSTRAP", "%sBOOTSTRAP_LEVEL", "%sDEFAULT", "%sDEFAULT_LEVEL", "BOOTSTRAP_%s",
            )
        ),
        *((name, "absent") for name in ("%sABSENT", "%sABSENT_LEVEL", "%sUNFINALIZED")),
        ("%sOTHER", ""),
    ],
)  # fmt: skip
def test_what_constants_are_called(name: str, told: str) -> None:
    """A constant with the value 3 beside a range from 1 to 5."""
    word = name.replace("%s", "KITE_VERSION_").rstrip("_")
    low = "" if told == "low" else "const KITE_VERSION_MIN: i16 = 1;"
    high = "" if told == "high" else "const KITE_VERSION_MAX: i16 = 5;"
    holder = 'const KITE_VERSION_FEATURE: &str = "kite.version";'
    feature = _feature(f"{holder} {low} {high} const {word}: i16 = 3;")
    found = {
        "low": feature.low,
        "production": feature.production,
        "highest": feature.highest,
        "bootstrap": feature.bootstrap
        and feature.bootstrap.level
        and feature.bootstrap.level.number,
        "absent": feature.absent and feature.absent.number,
    }
    plain = {"low": 1, "production": 5, "highest": 5, "bootstrap": None, "absent": None}
    expected = {
        "low": {"low": 3},
        "high": {"production": 3, "highest": 3},
        "production": {"production": 3},
        "testing": {},  # below the highest that is stable
        "bootstrap": {"bootstrap": 3},
        "absent": {"absent": 3},
        "": {},
    }[told]
    assert found == plain | expected
    assert feature.resolve(word) == 3
    if told == "testing":
        above = _feature(f"{holder} {low} {high} const {word}: i16 = 7;")
        assert (above.production, above.highest) == (5, 7)


def test_constants_of_a_type_make_a_feature() -> None:
    text = """
    impl KiteVersion {
        pub const FEATURE_NAME: &'static str = "kite.version";
        pub const MIN: i16 = 1;
        pub const MAX: i16 = 1_0i16 - 0x8;
    }
    impl Other { pub const MIN: i16 = 7; }
    """
    feature = _feature(text)
    assert (feature.name, feature.low, feature.production) == ("kite.version", 1, 2)


def test_production_may_be_below_the_maximum() -> None:
    feature = _feature(RANGE + "pub const KITE_VERSION_LATEST_PRODUCTION: i16 = 1;")
    assert (feature.production, feature.highest) == (1, 2)


def test_a_bootstrap_constant_and_a_default_function() -> None:
    at = Bootstrap(BootstrapKind.AT, LevelRef(0))
    assert _feature(RANGE + "const KITE_VERSION_BOOTSTRAP: i16 = KITE_VERSION_MIN;").bootstrap == at
    assert (
        _feature(RANGE + "pub const fn default_version() -> i16 { KITE_VERSION_MIN }").bootstrap
        == at
    )
    assert _feature(RANGE).bootstrap is None


def test_constants_resolve_and_compute() -> None:
    feature = _feature(RANGE + "const TAIL_MIN_LEVEL: i16 = KITE_VERSION_MAX - 1;")
    assert feature.resolve("TAIL_MIN_LEVEL") == 1
    assert feature.resolve("KITE_VERSION_MAX") == 2
    assert [one.value for one in feature.rows[1].enables] == ["tail"]


@pytest.mark.parametrize(
    ("value", "number"),
    [
        ("7", 7),
        ("7i16", 7),
        ("1i128", 1),
        ("2usize", 2),
        ("1_0", 10),
        ("007", 7),
        ("0x1F", 31),
        ("0x1_0i16", 16),
        ("0xFFu8", 255),
        ("0b11", 3),
        ("0o17_i32", 15),
        ("0x_", 0),  # half typed
        ("-1", -1),
        ("-(2)", -2),
        ("1 + 2 - 5", -2),
        ("(3)", 3),
        ("3 as i16", 3),
        ("&4", 4),
        ("LOW", 2),
        ("other::LOW", 2),
        ("TWICE", 2),
    ],
)
def test_numbers_as_rust_spells_them(value: str, number: int) -> None:
    others = "const LOW: i16 = 2; const TWICE: i16 = LOW;"
    text = RANGE.replace("MAX: i16 = 2", f"MAX: i16 = {value}") + others
    feature = read(text, "kite_version.rs")[0].features[0]
    assert feature.supports is not None
    assert feature.supports.production.number == number


@pytest.mark.parametrize("value", ["HIGH", "Self::HIGH", "a(1)", '"5"', "[1]"])
def test_numbers_that_are_not_in_the_file(value: str) -> None:
    _, problems = read(RANGE.replace("MAX: i16 = 2", f"MAX: i16 = {value}"), "kite_version.rs")
    assert unread(problems)[0] == (value, "the value of `KITE_VERSION_MAX` is not in this file")


@pytest.mark.parametrize(
    ("key", "rpc", "number"),
    [
        ("ApiKey::KiteFetch", "KiteFetch", None),
        ("ApiKey::KiteFetch as i16", "KiteFetch", None),
        ("ApiKey::KiteFetch.code()", "KiteFetch", None),
        ("API_KEY_KITE_FETCH", "KiteFetch", None),
        ("KITE_FETCH_API_KEY", "KiteFetch", None),
        ("KITE_FETCH_KEY", "KiteFetch", None),
        ("KITE_FETCH", "KiteFetch", None),
        ("kite_fetch_request::API_KEY", "KiteFetch", None),
        ("REEL", "Reel", 907),
        ("7", None, 7),
    ],
)
def test_keys_of_served_rows(key: str, rpc: str | None, number: int | None) -> None:
    text = f"const REEL: i16 = 907; static SERVED: &[(ApiKey, i16, i16)] = &[({key}, 0, 3)];"
    (row,) = _clean(text, "api.rs").served[0].rows
    assert (row.rpc and row.rpc.value, row.key and row.key.value) == (rpc, number)
    assert str(row.versions.value) == "0-3"
    assert text_at((row.rpc or row.key).origin) == key  # type: ignore[union-attr]


def test_capabilities_belong_to_their_levels() -> None:
    text = (
        RANGE
        + """
    /// Level at which a kite has a tail.
    pub const LONG_TAIL_MIN_LEVEL: i16 = 1;
    pub const STRING_MIN_LEVEL: i16 = 1;
    """
    )
    row = _feature(text).rows[1]
    assert [one.value for one in row.enables] == ["long-tail", "string"]
    assert row.doc == "Level at which a kite has a tail."
    assert text_at(row.enables[0].origin) == "LONG_TAIL_MIN_LEVEL"
    assert row.enables[0].origin.property == "kite.version.level[1].enables"


def test_a_capability_above_every_level_stands_for_itself() -> None:
    table = _clean(RANGE + "const MOTOR_MIN_LEVEL: i16 = 9;")
    (predicate,) = table.predicates
    assert (predicate.name, predicate.feature.value) == ("motor", "kite.version")
    assert Gates((table,)).feature("kite.version").highest == 2  # type: ignore[union-attr]


def test_a_capability_in_another_file_names_its_feature() -> None:
    (predicate,) = _clean("const STREAMS_VERSION_MIN_LEVEL: i16 = 1;", "handler.rs").predicates
    assert predicate.feature.value == "streams.version"


def test_a_capability_that_another_file_computes_is_reported() -> None:
    text = "const HOST_MIN_LEVEL: i16 = other::KITE_VERSION_MAX + 1;"
    table, problems = read(text, "features.rs")
    assert not table
    assert [one for one, _ in unread(problems)] == ["other::KITE_VERSION_MAX + 1"]


def test_other_kinds_of_levels_are_no_capabilities() -> None:
    assert not _clean("pub const LOG_MIN_LEVEL: i16 = other::level();", "log.rs")


ROWS = (
    RANGE.replace("= 0", "= 4").replace("= 2", "= 6")
    + """
pub struct KiteVersion { level: i16, ivn: &'static str, did_metadata_change: bool }
const TABLE: &[KiteVersion] = &[
    /// Paper.
    KiteVersion { level: 4, ivn: "1.0-IV0", did_metadata_change: true },
    KiteVersion { level: 5, ivn: "1.1-IV0", did_metadata_change: false }, // silk
    KiteVersion { level: KITE_VERSION_MAX, ivn: "1.1-IV1", did_metadata_change: false },
];
"""
)


def test_an_array_of_structs_is_a_table() -> None:
    feature = _feature(ROWS)
    assert [(row.number, row.name, row.is_metadata, row.doc) for row in feature.rows] == [
        (4, "1.0-IV0", True, "Paper."),
        (5, "1.1-IV0", False, "silk"),
        (6, "1.1-IV1", False, ""),
    ]
    row = feature.rows[2]
    assert text_at(row.number_at) == "KITE_VERSION_MAX"
    assert text_at(row.name_at) == '"1.1-IV1"'
    assert text_at(feature.rows[0].place_of(Flag.METADATA)) == "true"
    assert Flag.METADATA not in row.unknown


@pytest.mark.parametrize(
    "row",
    [
        '(4, "1.0-IV0")',
        '("1.0-IV0", 4)',
        'KiteLevel::new(4, "1.0-IV0")',
        'KiteLevel { number: 4, level: 4, name: "1.0-IV0" }',
    ],
)
def test_other_rows(row: str) -> None:
    text = RANGE.replace("= 0", "= 4").replace("= 2", "= 4")
    (level,) = _feature(text + f"static KITE_LEVELS: [KiteLevel; 1] = [{row}];").rows
    assert (level.number, level.name) == (4, "1.0-IV0")


def test_columns_of_a_row_by_name() -> None:
    text = (
        RANGE
        + """
    const LEVELS: &[Level] = &[
        Level { level: 0, since: "1.0.0", stable: true, doc: "paper" },
        Level { level: 1, since: "1.2.0", stable: false, doc: "silk" },
    ];
    """
    )
    rows = _feature(text).rows
    assert [(row.stamp.value if row.stamp else "", row.is_unstable, row.doc) for row in rows] == [
        ("1.0.0", False, "paper"),
        ("1.2.0", True, "silk"),
    ]


def test_a_row_that_cannot_be_read_costs_itself() -> None:
    table, problems = read(ROWS.replace("level: 5", "level: next()"), "kite_version.rs")
    assert [row.number for row in table.features[0].rows] == [4, 6]
    assert [one for one, _ in unread(problems)] == [
        'KiteVersion { level: next(), ivn: "1.1-IV0", did_metadata_change: false }'
    ]


def test_variants_with_numbers_are_levels() -> None:
    text = (
        RANGE
        + """
    #[repr(i16)]
    pub enum KiteVersion {
        /// Paper.
        Paper = 0,
        #[default]
        Silk = 1,
        Nylon = KITE_VERSION_MAX,
    }
    pub enum Colour { Red = 4 }
    """
    )
    assert [(row.number, row.name, row.doc) for row in _feature(text).rows] == [
        (0, "Paper", "Paper."),
        (1, "Silk", ""),
        (2, "Nylon", ""),
    ]


def test_a_file_with_several_features() -> None:
    text = (
        RANGE
        + """
    pub const REEL_VERSION_FEATURE: &str = "reel.version";
    pub const REEL_VERSION_MIN: i16 = 0;
    pub const REEL_VERSION_MAX: i16 = 1;
    pub const CRANK_MIN_LEVEL: i16 = 1;
    pub const REEL_VERSION_FAST_MIN_LEVEL: i16 = 1;
    pub const DOWNGRADE_FEATURE: &str = "kite.downgrade";
    pub const DOWNGRADE_LEVEL: i16 = 1;
    """
    )
    kite, reel, downgrade = _clean(text).features
    assert [one.value for one in kite.rows[1].enables] == ["crank"]
    assert [one.value for one in reel.rows[1].enables] == ["reel-version-fast"]
    assert (downgrade.low, downgrade.production) == (1, 1)


def test_a_registry_of_ranges() -> None:
    text = """
    pub const SUPPORTED: &[FeatureRange] = &[
        FeatureRange { name: "kite.version", min: 0, max: 3 },
        FeatureRange { name: "reel.version", min_version: REEL_MIN, max_version: 1 },
    ];
    const REEL_MIN: i16 = 1;
    const OTHERS: [(&str, i16, i16); 1] = [("line.version", 0, 1)];
    """
    assert [
        (one.name, one.low, one.production) for one in _clean(text, "features.rs").features
    ] == [
        ("kite.version", 0, 3),
        ("reel.version", 1, 1),
        ("line.version", 0, 1),
    ]


def test_tests_are_left_out() -> None:
    text = (
        RANGE
        + """
    #[cfg(test)]
    pub const LATE_MIN_LEVEL: i16 = 2;
    #[cfg(all(test, unix))]
    mod checks { pub const LATER_MIN_LEVEL: i16 = 2; }
    mod tests { const KITE_VERSION_MAX: i16 = 9; }
    #[cfg(not(test))]
    pub const REAL_MIN_LEVEL: i16 = 2;
    """
    )
    feature = _feature(text)
    assert [one.value for one in feature.rows[2].enables] == ["real"]
    assert feature.production == 2


def test_served_tables_of_numbers() -> None:
    text = """
    const REEL: i16 = 907;
    // (api_key, min, max)
    pub static ADVERTISED: &[(i16, i16, i16)] = &[(902, 4, 10), (REEL, 0, TOP)];
    const TOP: i16 = 3;
    """
    (served,) = _clean(text, "advertised.rs").served
    assert served.name == "ADVERTISED"
    rows = [(one.key.value if one.key else None, str(one.versions.value)) for one in served.rows]
    assert rows == [(902, "4-10"), (907, "0-3")]
    assert served.rows[1].rpc is not None
    assert served.rows[1].rpc.value == "Reel"
    assert text_at(served.rows[0].versions.origin) == "4, 10"


def test_served_tables_of_names() -> None:
    text = """
    const RANGES: &[(ApiKey, i16, i16)] = &[(ApiKey::KiteFetch, 1, 1)];
    fn supported() -> Vec<ApiVersion> {
        vec![ApiVersion { api_key: 7, min_version: 0, max_version: 2, ..Default::default() }]
    }
    """
    ranges, supported = _clean(text, "api.rs").served
    assert [one.rpc.value for one in ranges.rows if one.rpc] == ["KiteFetch"]
    assert str(ranges.rows[0].versions.value) == "1"
    assert (supported.name, supported.rows[0].key) == ("supported", supported.rows[0].key)
    assert str(supported.rows[0].versions.value) == "0-2"


def test_served_versions_from_elsewhere_are_reported_once() -> None:
    text = """
    pub fn apis() -> Vec<ApiVersion> {
        vec![v!(a_request), v!(b_request), ApiVersion { api_key: 7, min_version: 0, max_version: 2 }]
    }
    """
    table, problems = read(text, "api.rs")
    assert [len(one.rows) for one in table.served] == [1]
    assert [one for one, _ in unread(problems)] == ["v!(a_request)"]


STRUCT = "ApiVersion { api_key: 7, min_version: 0, max_version: 2 }"


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        (f"fn a() -> Vec<ApiVersion> {{ vec![{STRUCT}] }}", ["7: 0-2"]),
        (f"fn a() -> Vec<ApiVersion> {{ let b = 1; vec![{STRUCT}] }}", ["7: 0-2"]),
        (f"fn a() -> [ApiVersion; 1] {{ b(); [{STRUCT}] }}", ["7: 0-2"]),
        ("fn served() -> &'static [(i16, i16, i16)] { &[(1, 0, 2)] }", ["1: 0-2"]),
        ("fn served() -> &'static [(i16, i16, i16)] { b(); &[(1, 0, 2)] }", ["1: 0-2"]),
        (
            "fn a() -> Vec<proto::ApiVersion> { vec![ApiVersion::new(7, 0, 2), ApiVersion::new(8, 1, 1)] }",
            ["7: 0-2", "8: 1"],
        ),
        ("const A: &[Row] = &[Row { api_key: ApiKey::Kite, min: 0, max: 2 }];", ["Kite: 0-2"]),
        (
            f"const A: &[X] = &[#[cfg(x)] {STRUCT}, {STRUCT.replace('7', '8')}];",
            ["7: 0-2", "8: 0-2"],
        ),
        ("const A: &[X] = &[X { api_key, min_version: 0, max_version: 2 }];", []),
        ("fn other() -> Vec<i16> { vec![1] }", []),
        ("fn other() -> Vec<ApiVersion> { b }", []),
    ],
)
def test_served_tables_in_constants_and_functions(text: str, rows: list[str]) -> None:
    table, _ = read(text, "api.rs")
    found = [
        f"{row.rpc.value if row.rpc else row.key and row.key.value}: {row.versions.value}"
        for served in table.served
        for row in served.rows
    ]
    assert found == rows


def test_triples_of_other_things_are_not_served() -> None:
    assert not _clean("const VECTORS: &[(i16, i16, i16)] = &[(1, 2, 3)];", "math.rs")
    assert not _clean('const API_TEXTS: &[(&str, &str)] = &[("a", "b")];', "math.rs")


def test_private_keys_by_constants() -> None:
    text = """
    pub const API_KEY_KITE_FETCH: i16 = 1003;
    pub const API_KEY_FETCH: i16 = 1;
    """
    (rpc,) = _clean(text, "wire.rs").rpcs
    assert rpc.key is not None
    assert (rpc.name, rpc.key.value) == ("KiteFetch", 1003)
    assert rpc.key.origin.property == "rpc[KiteFetch].key"


@pytest.mark.parametrize(
    "text",
    [
        RANGE,
        "impl Feature for A { fn supported_range(&self) -> (i16, i16) { (0, 1) } }",
        "const A_MIN_LEVEL: i16 = 1;",
        "pub const A: &[(i16, i16, i16)] = &[];",
        "const fn private_rpc_version(api_key: i16, kite_version: i16) -> Option<i16> { None }",
    ],
)
def test_files_with_tables_are_recognised(text: str) -> None:
    assert holds_gate_table(SourceText("x.rs", text))


def test_other_files_are_not_recognised() -> None:
    for text in ("fn version(api_version: i16) -> i16 { 0 }", 'const NAME: &str = "a.b";', ""):
        assert not holds_gate_table(SourceText("x.rs", text))
        assert not read_table(SourceText("x.rs", text))[0]
