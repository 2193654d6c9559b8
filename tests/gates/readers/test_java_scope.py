"""What Java code means to a table, where it is written in unusual ways."""

from __future__ import annotations

import pytest

from support.gate_code import java, read, read_clean, text_at, unread, versions
from wirelint.gates.model import Gates


@pytest.mark.parametrize(
    ("static", "body", "read_as"),
    [
        # In a static method `this` and the fields are not the level.
        ("", "return this.isAtLeast(PORT_1_1_IV0) ? 2 : 1;", True),
        ("static", "return this.isAtLeast(PORT_1_1_IV0) ? 2 : 1;", False),
        ("", "return featureLevel >= 2 ? 2 : 1;", True),
        ("static", "return featureLevel >= 2 ? 2 : 1;", False),
    ],
)
def test_a_static_method_is_not_about_its_own_level(static: str, body: str, read_as: bool) -> None:
    text = java(f"private short featureLevel;\n {static} short aVersion() {{ {body} }}")
    table, problems = read(text)
    assert bool(problems) is not read_as
    if read_as:
        assert versions(table, "aVersion") == {1: 1, 2: 2, 3: 2, 4: 2}


def test_a_static_field_is_not_the_level() -> None:
    text = java("static short level = 2;\n short aVersion() { return level >= 2 ? 2 : 1; }")
    assert unread(read(text)[1]) == [
        ("level", "`aVersion` branches on `level`, which is not the level")
    ]


def test_a_static_comparison_is_none_of_the_level() -> None:
    """`isAtLeast` keeps Kafka's meaning; another one stays unknown."""
    text = java(
        "static boolean isNewer(PortVersion other) { return other.level > 1; }\n"
        " short aVersion() { return isNewer(PORT_1_1_IV0) ? 2 : 1; }"
    )
    _, problems = read(text)
    assert [what for what, _ in unread(problems)] == ["isNewer(PORT_1_1_IV0)"]


@pytest.mark.parametrize(
    ("method", "kinds"),
    [
        ("boolean isLit() { return isAtLeast(PORT_1_1_IV1); }", ["isLit"]),
        ("Boolean isLit() { return isAtLeast(PORT_1_1_IV1); }", ["isLit"]),
        ("boolean isLit(int x) { return isAtLeast(PORT_1_1_IV1); }", []),
        ("static boolean isLit(PortVersion v) { return v.isAtLeast(PORT_1_1_IV1); }", ["isLit"]),
        ("static boolean isLit(PortVersion v, int x) { return v.isAtLeast(PORT_1_1_IV1); }", []),
        ("static boolean isLit(Other v) { return v.isAtLeast(PORT_1_1_IV1); }", []),
        ("static boolean isLit() { return true; }", []),
        ("int isLit() { return 1; }", []),
    ],
)
def test_what_is_a_capability(method: str, kinds: list[str]) -> None:
    assert [one.name for one in read(java(method))[0].predicates] == kinds


@pytest.mark.parametrize(
    ("method", "kinds"),
    [
        ("short aVersion() { return isAtLeast(PORT_1_1_IV1) ? 2 : 1; }", ["aVersion"]),
        ("byte magic() { return isAtLeast(PORT_1_1_IV1) ? 2 : 1; }", ["magic"]),
        ("short magic() { return 3; }", []),
        ("short level() { return isAtLeast(PORT_1_1_IV1) ? 2 : 1; }", []),
        ("RecordVersion aVersion() { return isAtLeast(PORT_1_1_IV1) ? V2 : V1; }", ["aVersion"]),
        ("RecordVersion format() { return isAtLeast(PORT_1_1_IV1) ? V2 : V1; }", []),
        ("Record aVersion() { return isAtLeast(PORT_1_1_IV1) ? V2 : V1; }", []),
        ("FeatureVersion aVersion() { return isAtLeast(PORT_1_1_IV1) ? V2 : V1; }", []),
        ("PortVersion aVersion() { return isAtLeast(PORT_1_1_IV1) ? V2 : V1; }", []),
        ("MetadataVersion aVersion() { return isAtLeast(PORT_1_1_IV1) ? V2 : V1; }", []),
    ],
)
def test_what_is_a_ladder(method: str, kinds: list[str]) -> None:
    assert [one.name for one in read(java(method))[0].ladders] == kinds


@pytest.mark.parametrize(
    ("expression", "told"),
    [
        ("best()", "`aVersion` gives `best()`, which is no version"),
        (
            "best(\n        of,\n        all)",
            "`aVersion` gives `best( of, all)`, which is no version",
        ),
        (
            f"best({'x' * 40})",
            f"`aVersion` gives `best({'x' * 34}…`, which is no version",
        ),
        (f"best({'x' * 34})", f"`aVersion` gives `best({'x' * 34})`, which is no version"),
    ],
)
def test_long_code_is_cut_in_messages(expression: str, told: str) -> None:
    method = f"short aVersion() {{ return isAtLeast(PORT_1_1_IV0) ? {expression} : 1; }}"
    assert [message for _, message in unread(read(java(method))[1])] == [told]


@pytest.mark.parametrize(
    "asked",
    [
        "PORT_1_1_IV1",
        "PortVersion.PORT_1_1_IV1",
        "org.port.PortVersion.PORT_1_1_IV1",
        "(PORT_1_1_IV1)",
        "LATEST_PRODUCTION",
        "PortVersion.LATEST_PRODUCTION",
    ],
)
def test_levels_by_their_names(asked: str) -> None:
    text = java(f"short aVersion() {{ return isAtLeast({asked}) ? 2 : 1; }}")
    assert versions(read_clean(text), "aVersion") == {1: 1, 2: 1, 3: 2, 4: 2}


@pytest.mark.parametrize("asked", ["port.level", "PORT.PORT_1_1_IV1", "port.PORT_1_1_IV1", "next()", "PortVersion.of(1)"])  # fmt: skip
def test_what_is_no_level(asked: str) -> None:
    text = java(f"short aVersion() {{ return isAtLeast({asked}) ? 2 : 1; }}")
    assert len(read(text)[1]) == 1


def test_thrown_things_of_any_length_are_one_step() -> None:
    text = java(
        "short aVersion() { if (isAtLeast(PORT_1_1_IV0)) { return 1; }"
        ' throw new X(a(b, "c;"), () -> { d(); }); }'
    )
    assert list(versions(read_clean(text), "aVersion").values())[1:] == [1, 1, 1]
    half = java("short aVersion() { if (isAtLeast(PORT_1_1_IV0)) { return 1; } throw new X() }")
    assert [one.name for one in read(half)[0].ladders] == ["aVersion"]


@pytest.mark.parametrize(
    ("value", "versions"),
    [("0", ["0+"]), ("3", ["3+"]), ("32767", ["32767"]), ("32768", []), ("-1", []), ("f()", [])],
)
def test_the_lowest_advertised_version_is_a_version(value: str, versions: list[str]) -> None:
    text = (
        f"class Keys {{ static final short PRODUCE_API_VERSIONS_RESPONSE_MIN_VERSION = {value}; }}"
    )
    found = read_clean(text, "ApiKeys.java").advertises
    assert [str(one.versions.value) for one in found] == versions


def test_the_name_of_a_feature_is_what_the_type_says() -> None:
    def name(value: str) -> str:
        return read(java().replace('"port.version"', value))[0].features[0].name

    assert name('"harbor.version"') == "harbor.version"
    assert name("NAME") == "port.version"
    assert (
        read(java().replace("FEATURE_NAME", "OTHER_NAME").replace('"port.version"', '"x.y"'))[0]
        .features[0]
        .name
        == "port.version"
    )


def test_needs_that_cannot_be_told_are_reported() -> None:
    row = "enum CrewVersion implements FeatureVersion { CV_1(1, Map.of(%s)); static final CrewVersion LATEST_PRODUCTION = CV_1; }"
    fine, problems = read(row.replace("%s", '"port.version", (short) 2'), "CrewVersion.java")
    assert not problems
    (need,) = fine.features[0].rows[0].needs
    assert (need.feature.value, need.level.number) == ("port.version", 2)
    assert text_at(need.origin) == '"port.version", (short) 2'
    for given, what in (("name(), 2", "name()"), ('"a.b", next()', "next()")):
        _, problems = read(row.replace("%s", given), "CrewVersion.java")
        assert unread(problems)[0] == (what, f"`{what}` is not a dependency that can be told")


def test_releases_of_a_map_are_aliases() -> None:
    text = java(
        'static final Map<String, PortVersion> ALL = Map.of("1.1", PORT_1_1_IV1, "1.2", x.PortVersion.PORT_1_2_IV0);\n'
        'static { ALL.put("9", PORT_1_0_IV0); ALL.put("8", NOBODY); ALL.put("1.0-IV0", PORT_1_0_IV0); }\n'
        'static final Map<Integer, String> NOT = f("7", PORT_1_0_IV0);'
    )
    gates = Gates((read_clean(text),))
    assert {one.name.value: one.level.number for one in gates.features[0].aliases} == {
        "1.1": 3,
        "1.2": 4,
        "9": 1,
    }


@pytest.mark.parametrize(("depth", "is_read"), [(40, True), (150, False)])
def test_code_of_any_depth_is_read_or_refused(depth: int, is_read: bool) -> None:
    asked = "!" * depth + "isAtLeast(PORT_1_1_IV0)"
    table, problems = read(java(f"short aVersion() {{ return {asked} ? 2 : 1; }}"))
    assert [one.name for one in table.ladders] == ["aVersion"][:is_read]
    assert bool(problems) is not is_read
    if is_read:
        assert versions(table, "aVersion") == {1: 1, 2: 2, 3: 2, 4: 2}


def test_rows_need_not_ascend() -> None:
    text = java().replace("PORT_1_2_IV0(4", "PORT_1_2_IV0(0")
    feature = read(text)[0].features[0]
    assert [row.number for row in feature.rows] == [1, 2, 3, 0]
    assert (feature.low, feature.production) == (1, 3)
