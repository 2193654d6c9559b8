"""Code beside the tables: lists of features, and what is advertised."""

from __future__ import annotations

import pytest

from support.gate_code import read_clean, text_at
from wirelint.gates.model import Top
from wirelint.versions import MAX_VERSION, VersionRange


@pytest.mark.parametrize(
    ("body", "top"),
    [
        ("return MetadataVersion.latestTesting().featureLevel();", Top.TESTING),
        ("return MetadataVersion.latestProduction().featureLevel();", Top.PRODUCTION),
        (
            "return unstable ? MetadataVersion.latestTesting().featureLevel() : MetadataVersion.latestProduction().featureLevel();",
            Top.PRODUCTION,
        ),
        (
            "if (unstable) { return MetadataVersion.latestTesting().featureLevel(); } return MetadataVersion.latestProduction().featureLevel();",
            Top.PRODUCTION,
        ),
        (
            "return unstable ?\n  MetadataVersion.latestTesting().featureLevel() :\n MetadataVersion.latestProduction().featureLevel();",
            Top.PRODUCTION,
        ),
    ],
)
def test_the_top_that_a_node_lists(body: str, top: Top) -> None:
    table = read_clean(
        f"class Levels {{ static short max(boolean unstable) {{ {body} }} }}", "Levels.java"
    )
    (listing,) = table.listings
    assert (listing.feature.value, listing.top) == ("metadata.version", top)
    assert text_at(listing.origin).startswith("MetadataVersion.latest")
    assert table.features == ()


def test_ranges_of_a_map() -> None:
    text = """class Quorum { static Map<String, VersionRange> all() {
        features.put(GroupVersion.FEATURE_NAME, VersionRange.of(0, GroupVersion.latestTesting().featureLevel()));
        features.put(ShareVersion.FEATURE_NAME, VersionRange.of(0, on ? ShareVersion.latestTesting().featureLevel() : ShareVersion.latestProduction().featureLevel()));
    } }"""
    assert [(one.feature.value, one.top) for one in read_clean(text).listings] == [
        ("group.version", Top.TESTING),
        ("share.version", Top.PRODUCTION),
    ]


def test_other_uses_of_the_top_are_no_lists() -> None:
    text = 'class Tool { String help() { return "up to " + MetadataVersion.latestTesting(); } }'
    assert not read_clean(text)


@pytest.mark.parametrize("path", ["src/test/java/Levels.java", "LevelsTest.java"])
def test_tests_list_what_they_like(path: str) -> None:
    text = "class Levels { short max(boolean unstable) { return MetadataVersion.latestTesting().featureLevel(); } }"
    assert not read_clean(text, path)


def test_an_enum_of_features_with_their_bounds() -> None:
    text = 'public enum Features { QUOTA("quota.version", 1, 2), VOTER("voter.version", 0, 1); }'
    quota, voter = read_clean(text, "Features.java").features
    assert (quota.name, quota.low, quota.production, quota.rows) == ("quota.version", 1, 2, ())
    assert quota.supports is not None
    assert text_at(quota.supports.origin) == "1, 2"
    assert text_at(quota.name_at) == '"quota.version"'
    assert (voter.low, voter.production) == (0, 1)
    assert text_at(voter.origin) == 'VOTER("voter.version", 0, 1)'


def test_an_enum_of_features_with_their_types() -> None:
    text = """public enum Feature {
        CREW(CrewVersion.FEATURE_NAME, CrewVersion.values(), CrewVersion.LATEST_PRODUCTION),
        DOCK("dock.version", DockVersion.values()),
        TEST(TestFeatureVersion.FEATURE_NAME, TestFeatureVersion.values()),
        UNIT(Fixtures.FV0.FEATURE_NAME, new FeatureVersion[]{A}, Fixtures.FV0.LATEST);
        public short latestTesting() { return 1; }
        SupportedVersionRange range() { return new SupportedVersionRange(minimum(), latestTesting()); }
    }"""
    assert [one.feature.value for one in read_clean(text, "Feature.java").listings] == [
        "crew.version",
        "dock.version",
    ]


def test_what_is_advertised_below_what_is_served() -> None:
    text = """public enum ApiKeys { PRODUCE(0), END_TXN(26);
        // An old client stops without version 0.
        public static final short PRODUCE_API_VERSIONS_RESPONSE_MIN_VERSION = 0;
        static final short END_TXN_API_VERSIONS_RESPONSE_MIN_VERSION = 1;
        static final short OTHER = 4; }"""
    first, second = read_clean(text, "ApiKeys.java").advertises
    assert (first.rpc.value, first.versions.value) == ("Produce", VersionRange(0, MAX_VERSION))
    assert first.reason == "An old client stops without version 0."
    assert text_at(first.versions.origin) == "0"
    assert (second.rpc.value, second.versions.value.low) == ("EndTxn", 1)


def test_mirrors_in_python() -> None:
    text = """DEV = "x"
LATEST_STABLE_TRANSACTION_VERSION = 2
# This follows the table.
LATEST_STABLE_METADATA_VERSION = "4.2-IV1"
    LATEST_STABLE_OTHER_VERSION = 1
"""
    mirrors = read_clean(text, "tests/version.py").mirrors
    assert [
        (one.name, one.feature.value, one.value.value)
        for one in mirrors
        if one.feature and one.value
    ] == [
        ("LATEST_STABLE_TRANSACTION_VERSION", "transaction.version", "2"),
        ("LATEST_STABLE_METADATA_VERSION", "metadata.version", "4.2-IV1"),
    ]
    assert mirrors[0].where.value == "tests/version.py"
    assert mirrors[1].value is not None
    assert text_at(mirrors[1].value.origin) == "4.2-IV1"
