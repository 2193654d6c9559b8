"""Enums of levels in Java."""

from __future__ import annotations

import pytest

from support.gate_code import java, read, read_clean, text_at, unread
from wirelint.gates.model import BootstrapKind, Flag, Gates, GateTable, Language, LevelRef
from wirelint.gates.readers import holds_gate_table, read_table
from wirelint.text import SourceText


def _feature(text: str):
    (feature,) = read_clean(text).features
    return feature


def test_rows_are_levels() -> None:
    feature = _feature(java())
    assert feature.name == "port.version"
    assert [(row.number, row.name, row.is_metadata) for row in feature.rows] == [
        (1, "1.0-IV0", True),
        (2, "1.1-IV0", False),
        (3, "1.1-IV1", True),
        (4, "1.2-IV0", False),
    ]
    assert all(Flag.METADATA not in row.unknown for row in feature.rows)
    assert read_clean(java()).language is Language.JAVA


def test_comments_above_and_behind_a_row_are_its_doc() -> None:
    feature = _feature(java())
    assert [row.doc for row in feature.rows] == [
        "The formats of 1.0.",
        "Cranes lift two crates at once.",
        "lights",
        "",
    ]


def test_a_comment_apart_from_the_row_is_not_its_doc() -> None:
    text = "enum PortVersion { \n // About all.\n\n A(1),\n /** One.\n  * More.\n  */\n B(2); static final PortVersion LATEST = B; }"
    assert [row.doc for row in _feature(text).rows] == ["", "One. More."]


def test_places_of_a_row() -> None:
    row = _feature(java()).rows[2]
    assert text_at(row.origin) == 'PORT_1_1_IV1(3, "1.1", "IV1", true)'
    assert text_at(row.number_at) == "3"
    assert text_at(row.name_at) == '"1.1", "IV1"'
    assert text_at(row.place_of(Flag.METADATA)) == "true"
    assert row.number_at.property == "port.version.level[3]"


def test_constants_give_the_supported_range() -> None:
    feature = _feature(java())
    assert (feature.low, feature.production, feature.highest) == (1, 3, 4)
    assert feature.supports is not None
    assert text_at(feature.production_at) == "PORT_1_1_IV1"
    assert text_at(feature.supports.low.origin) == "PORT_1_0_IV0"
    assert feature.production_at.property == "port.version.production"
    assert text_at(feature.name_at) == '"port.version"'


def test_without_a_production_constant_the_last_row_is_it() -> None:
    text = 'public enum MetadataVersion { A_7_0_IV0(41, "7.0", "IV0", false), A_7_1_IV0(42, "7.1", "IV0", false); }'
    feature = _feature(text)
    assert feature.supports is None
    assert feature.production == 42
    assert feature.name == "metadata.version"


def test_levels_resolve_by_the_constants_of_code() -> None:
    feature = _feature(java())
    assert feature.resolve("PORT_1_1_IV0") == 2
    assert feature.resolve("MINIMUM_VERSION") == 1
    assert feature.resolve(LevelRef(None, "LATEST_PRODUCTION")) == 3
    assert feature.resolve("1.1-IV0") == 2


def test_rows_without_a_number_take_part_in_order_only() -> None:
    text = """enum PortVersion {
        PORT_0_8(-1, "0.8", ""), PORT_0_9_IV0(-1, "0.9", "IV0"), PORT_1_0_IV0(1, "1.0", "IV0", true);
        static final PortVersion LATEST_PRODUCTION = PORT_1_0_IV0;
        PortVersion(int level, String release, String sub) { this(level, release, sub, true); }
        PortVersion(int level, String release, String sub, boolean didMetadataChange) { }
        short crateRequestVersion() { if (isAtLeast(PORT_0_9_IV0)) return 1; else return 0; }
    }"""
    table = read_clean(text)
    (feature,) = table.features
    assert [(row.number, row.name) for row in feature.rows] == [
        (None, "0.8"),
        (None, "0.9-IV0"),
        (1, "1.0-IV0"),
    ]
    assert feature.low == 1
    assert Flag.METADATA in feature.rows[0].unknown
    (guard,) = [one.guard for one in table.ladders[0].cases[:1]]
    assert guard.level.text == "0.9-IV0"  # type: ignore[union-attr]


def test_a_truth_counts_by_the_name_of_its_parameter() -> None:
    text = """enum PortVersion { A(1, true), B(2, false);
        static final PortVersion LATEST = B;
        PortVersion(int level, boolean %s) { } }"""
    assert _feature(text.replace("%s", "changesMetadata")).rows[0].is_metadata
    other = _feature(text.replace("%s", "loud")).rows[0]
    assert not other.is_metadata
    assert Flag.METADATA in other.unknown


def test_a_feature_by_another_one() -> None:
    text = """public enum CrewVersion implements FeatureVersion {
        CV_0(0, MetadataVersion.MINIMUM_VERSION, Map.of()),
        CV_1(1, MetadataVersion.IBP_4_0_IV1, Map.of(MetadataVersion.FEATURE_NAME, MetadataVersion.IBP_4_0_IV0.featureLevel(), "dock.version", (short) 2));
        public static final String FEATURE_NAME = "crew.version";
        public static final CrewVersion LATEST_PRODUCTION = CV_1;
    }"""
    (feature,) = read_clean(text, "CrewVersion.java").features
    low, high = feature.rows
    assert (low.number, low.name, low.needs) == (0, "CV_0", ())
    assert low.default_from is not None
    assert low.default_from.level == LevelRef(None, "MINIMUM_VERSION")
    assert high.default_from is not None
    assert (high.default_from.feature.value, high.default_from.level.text) == (
        "metadata.version",
        "4.0-IV1",
    )
    assert [(one.feature.value, one.level.text) for one in high.needs] == [
        ("metadata.version", "4.0-IV0"),
        ("dock.version", "2"),
    ]
    assert text_at(high.default_from.origin) == "MetadataVersion.IBP_4_0_IV1"
    assert feature.bootstrap is not None
    assert feature.bootstrap.kind is BootstrapKind.BY
    assert Flag.METADATA in high.unknown


def test_levels_of_another_file_resolve_there() -> None:
    port = read_clean(java())
    crew = read_clean(
        """enum CrewVersion implements FeatureVersion {
            A(0, PortVersion.MINIMUM_VERSION), B(1, PortVersion.PORT_1_1_IV0); }""",
        "CrewVersion.java",
    )
    gates = Gates((crew, port))
    defaults = [row.default_from for row in crew.features[0].rows]
    assert [gates.resolve(one.feature.value, one.level) for one in defaults if one] == [1, 2]


def test_dependencies_that_a_method_gives() -> None:
    text = """enum DockVersion implements FeatureVersion { D_0(0), D_1(1), D_2(2);
        private final short featureLevel;
        public Map<String, Short> dependencies() {
            if (this.featureLevel == 0) {
                return Collections.emptyMap();
            } else {
                return Collections.singletonMap(MetadataVersion.FEATURE_NAME, MetadataVersion.IBP_3_9_IV0.featureLevel());
            }
        } }"""
    (feature,) = read_clean(text, "DockVersion.java").features
    assert [[one.level.text for one in row.needs] for row in feature.rows] == [
        [],
        ["3.9-IV0"],
        ["3.9-IV0"],
    ]


@pytest.mark.parametrize(
    ("name", "feature"),
    [
        ("GroupVersion", "group.version"),
        ("KRaftVersion", "kraft.version"),
        ("AutoMQVersion", "automq.version"),
        ("EligibleLeaderReplicasVersion", "eligible.leader.replicas.version"),
    ],
)
def test_a_feature_without_a_name_is_called_as_its_type(name: str, feature: str) -> None:
    text = f"enum {name} {{ A(1), B(2); static final {name} LATEST = B; }}"
    assert [one.name for one in read_clean(text).features] == [feature]


@pytest.mark.parametrize(
    "members",
    [
        'private static final Map<String, PortVersion> NAMES = Map.of("1.0", PORT_1_0_IV0, "1.1", PORT_1_1_IV0);',
        'static { NAMES.put("1.0", PORT_1_0_IV0); NAMES.put("1.1", PortVersion.PORT_1_1_IV0); }',
    ],
)
def test_maps_from_releases_are_aliases(members: str) -> None:
    feature = _feature(java(members))
    assert [(one.name.value, one.level.number) for one in feature.aliases] == [
        ("1.0", 1),
        ("1.1", 2),
    ]
    assert text_at(feature.aliases[0].name.origin) == '"1.0"'


def test_a_name_of_the_level_itself_is_no_alias() -> None:
    assert _feature(java('static { NAMES.put("1.0-IV0", PORT_1_0_IV0); }')).aliases == ()


def test_nested_types_strings_and_comments_are_passed_over() -> None:
    text = java(
        """
    /* } enum X { */
    @Deprecated(since = "}")
    private static final String TRAP = "} enum Trap { A(1) \\" }";
    private static final char BRACE = '}';
    private static final String BLOCK = \"\"\"
        } "quoted" {
        \"\"\";
    private static final Map<String, List<Map<String, ? extends Number>>> GENERIC = new HashMap<>() {{ put("x", null); }};
    interface Visitor<T extends Comparable<T>> { default boolean visit(T other) { return true; } }
    static class Inner { enum Deep { A, B { @Override void f() { } }; } }
    public short crateRequestVersion() { return isAtLeast(PORT_1_1_IV0) ? (short) 2 : (short) 1; }
"""
    )
    table = read_clean(text)
    assert [one.name for one in table.features] == ["port.version"]
    assert [one.name for one in table.ladders] == ["crateRequestVersion"]


def test_tables_within_a_type_are_read() -> None:
    text = """class Fixtures {
        enum AVersion implements FeatureVersion { A_0(0), A_1(1); static final String FEATURE_NAME = "a.version"; }
        enum BVersion implements FeatureVersion { B_0(0), B_1(1); static final String FEATURE_NAME = "b.version"; }
    }"""
    assert [one.name for one in read_clean(text).features] == ["a.version", "b.version"]


def test_features_for_tests_of_features_are_none() -> None:
    text = """enum TestFeatureVersion implements FeatureVersion { A(0), B(1, MetadataVersion.odd());
        static final String FEATURE_NAME = "test.feature.version"; }"""
    assert read(text) == (GateTable(), ())


@pytest.mark.parametrize(
    "text",
    [
        "enum RecordVersion { V0(0), V1(1), V2(2); public final byte value; }",
        'enum Errors { NONE(0, "none"), OTHER(1, "other"); }',
        "class A { short fetchRequestVersion() { return 1; } }",
        "interface FeatureVersion { short featureLevel(); }",
        "",
    ],
)
def test_other_code_holds_no_table(text: str) -> None:
    table, problems = read(text)
    assert not table
    assert problems == ()


def test_what_cannot_be_a_row_is_said_and_the_others_are_read() -> None:
    text = """enum PortVersion { A(1), B(next()), C(3); static final PortVersion LATEST_PRODUCTION = best(); }"""
    table, problems = read(text)
    assert [row.number for row in table.features[0].rows] == [1, None, 3]
    assert unread(problems) == [
        ("B(next())", "row `B` has no number that can be read"),
        ("best()", "the level that `LATEST_PRODUCTION` stands for cannot be told"),
    ]


def test_the_ending_tells_the_language() -> None:
    assert not read_table(SourceText("PortVersion.kt", java()))[0]
    assert not read_table(SourceText("java", java()))[0]
    assert read_table(SourceText("a.b/PortVersion.JAVA", java()))[0]
    assert read_table(SourceText("x.gates", "gates 1\nfeature f {\n level 1 a\n}\n"))[0]


@pytest.mark.parametrize(
    ("path", "text", "holds"),
    [
        ("PortVersion.java", java(), True),
        (
            "A.java",
            "class A { int max() { return MetadataVersion.latestTesting().featureLevel(); } }",
            True,
        ),
        ("Features.java", 'enum Features { A("a.version", 0, 1); }', True),
        ("ApiKeys.java", "short PRODUCE_API_VERSIONS_RESPONSE_MIN_VERSION = 0;", True),
        ("RecordVersion.java", "enum RecordVersion { V0(0) }", False),
        ("B.java", "class B { }", False),
        ("A.scala", "object ApiVersion {", True),
        ("A.scala", "object Other {", False),
        ("version.py", "LATEST_STABLE_PORT_VERSION = '1.1'", True),
        ("version.py", "# LATEST_STABLE_PORT_VERSION", False),
        ("x.gates", "# c\ngates 1\n", True),
        ("x.txt", java(), False),
    ],
)
def test_hints(path: str, text: str, holds: bool) -> None:
    assert holds_gate_table(SourceText(path, text)) is holds
