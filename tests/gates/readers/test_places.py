"""Whatever is read from code has its place there, and a name where it has one in a statement."""

from __future__ import annotations

import pytest

from support.gate_code import java, read
from support.gate_tables import places
from wirelint.gates.mapping import place_ladders
from wirelint.gates.model import NOWHERE

JAVA = java(
    """
    public static final Map<String, PortVersion> RELEASES = Map.of("1.1", PORT_1_1_IV1);
    public short fetchRequestVersion() { if (isAtLeast(PORT_1_1_IV0)) { return 2; } return 1; }
    public short crateLoadRequestVersion() { return isAtLeast(PORT_1_1_IV0) ? 2 : 1; }
    public short crateRecordVersion() { return isAtLeast(PORT_1_1_IV0) ? 2 : 1; }
    public boolean isLit() { return this == PORT_1_1_IV1; }
    static PortVersion of(ShipRequest r) { return r.version() > 3 ? PORT_1_1_IV0 : PORT_1_0_IV0; }
"""
)
CREW = """public enum CrewVersion implements FeatureVersion {
    CV_0(0, PortVersion.MINIMUM_VERSION, Map.of()),
    CV_1(1, PortVersion.PORT_1_1_IV1, Map.of(PortVersion.FEATURE_NAME, PortVersion.PORT_1_1_IV0.featureLevel()));
    static final CrewVersion LATEST_PRODUCTION = CV_1;
    public static final short PRODUCE_API_VERSIONS_RESPONSE_MIN_VERSION = 0; }"""
KEYS = "class ApiKeys { static final short PRODUCE_API_VERSIONS_RESPONSE_MIN_VERSION = 0; }"
RUST = """
/// The name.
pub const KITE_VERSION_FEATURE: &str = "kite.version";
pub const KITE_VERSION_MIN: i16 = 0;
pub const KITE_VERSION_MAX: i16 = 4;
pub const KITE_VERSION_BOOTSTRAP: i16 = 2;
pub const TAIL_MIN_LEVEL: i16 = 2;
pub const API_KEY_SUBMIT: i16 = 1003;
pub static ADVERTISED: &[(i16, i16, i16)] = &[(902, 4, 10), (903, 0, 1)];
pub fn line_version(kite_version: i16) -> i16 { if kite_version >= 2 { 1 } else { 0 } }
pub fn is_silken(kite_version: i16) -> bool { kite_version >= 2 }
const RANGES: &[(&str, i16, i16)] = &[("reel.version", 0, 3)];
"""
SCALA = """case object PORT_1_0_IV0 extends V { val shortVersion = "1.0"; val subVersion = "IV0"; val id: Int = 4 }
case object PORT_1_1_IV0 extends V { val shortVersion = "1.1"; val subVersion = "IV0"; val id: Int = 5 }
val fetchRequestVersion: Short = if (interBrokerProtocolVersion >= PORT_1_1_IV0) 2 else 1"""


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("PortVersion.java", JAVA),
        ("CrewVersion.java", CREW),
        ("ApiKeys.java", KEYS),
        ("kite_version.rs", RUST),
        ("ApiVersion.scala", SCALA),
    ],
)
def test_nothing_is_nowhere(path: str, text: str) -> None:
    table, _ = place_ladders(read(text, path)[0])
    found = list(places(table))
    assert len(found) >= 3
    for kind, place in found:
        assert place is not NOWHERE, kind
        assert place.span is not None
        assert place.source.text[place.span.start : place.span.end].strip(), kind


@pytest.mark.parametrize(
    ("path", "text", "names"),
    [
        (
            "PortVersion.java",
            JAVA,
            (
                "alias[1.1] capability[isLit] infer[ShipRequest] ladder[crateLoadRequestVersion]"
                " ladder[crateLoadRequestVersion][1.1-IV0] ladder[crateLoadRequestVersion][otherwise]"
                " ladder[crateRecordVersion] ladder[crateRecordVersion][1.1-IV0]"
                " ladder[crateRecordVersion][otherwise] ladder[fetchRequestVersion]"
                " ladder[fetchRequestVersion][1.1-IV0] ladder[fetchRequestVersion] port.version"
                " port.version.level[1] port.version.level[1].metadata port.version.level[2]"
                " port.version.level[3] port.version.level[3].metadata port.version.level[4]"
                " port.version.production port.version.supports"
            ),
        ),
        (
            "CrewVersion.java",
            CREW,
            (
                "crew.version crew.version.level[0] crew.version.level[0].default crew.version.level[1]"
                " crew.version.level[1].default crew.version.level[1].needs crew.version.production"
            ),
        ),
        ("ApiKeys.java", KEYS, "rpc[Produce].advertise"),
        (
            "kite_version.rs",
            RUST,
            (
                "capability[is_silken] kite.version kite.version.bootstrap kite.version.level[0]"
                " kite.version.level[0].name kite.version.level[1] kite.version.level[1].name"
                " kite.version.level[2] kite.version.level[2].enables kite.version.level[2].name"
                " kite.version.level[3] kite.version.level[3].name kite.version.level[4]"
                " kite.version.level[4].name kite.version.production kite.version.supports"
                " ladder[line_version][2] ladder[line_version][otherwise]"
                " reel.version reel.version.level[0] reel.version.level[0].name reel.version.level[1]"
                " reel.version.level[1].name reel.version.level[2] reel.version.level[2].name"
                " reel.version.level[3] reel.version.level[3].name reel.version.production"
                " reel.version.supports rpc[Submit].key"
            ),
        ),
    ],
)
def test_places_have_the_names_of_their_parts(path: str, text: str, names: str) -> None:
    table, _ = read(text, path)
    assert {place.property for _, place in places(table)} - {None} == set(names.split())
