"""A statement of gates against the code."""

from __future__ import annotations

import pytest

from support.gate_code import java, read_clean, text_at
from support.gate_tables import gates_of
from wirelint.gates.compare import differences
from wirelint.gates.mapping import place_ladders
from wirelint.gates.model import Gates

CODE = java(
    """
    public short fetchRequestVersion() { return isAtLeast(PORT_1_1_IV1) ? 2 : isAtLeast(PORT_1_1_IV0) ? 1 : 0; }
    public short crateRecordVersion() { if (isAtLeast(PORT_1_1_IV0)) { return 1; } throw new X(); }
    public boolean isLightSupported() { return isAtLeast(PORT_1_1_IV1); }
    public boolean isUnstated() { return isAtLeast(PORT_1_1_IV1); }
    static PortVersion of(ShipRequest request) { return request.version() > 3 ? PORT_1_1_IV0 : PORT_1_0_IV0; }
    static final short PRODUCE_API_VERSIONS_RESPONSE_MIN_VERSION = 0;
"""
)
CREW = """enum CrewVersion implements FeatureVersion {
    CV_0(0, PortVersion.MINIMUM_VERSION, Map.of()),
    CV_1(1, PortVersion.PORT_1_1_IV1, Map.of(PortVersion.FEATURE_NAME, PortVersion.PORT_1_1_IV0.featureLevel()));
    static final CrewVersion LATEST_PRODUCTION = CV_1; }"""
KEYS = "class ApiKeys { static final short PRODUCE_API_VERSIONS_RESPONSE_MIN_VERSION = 0; }"
STATEMENT = """feature port.version {
  owner harbor
  carrier record
  absent = 1
  supports 1 to 3 unstable to 4
  level 1 1.0-IV0 in 1.0.0 metadata
  level 2 1.1-IV0 in 1.1.0 enables cranes
  level 3 1.1-IV1 in 1.1.0 metadata enables light
  level 4 1.2-IV0 unstable
}
feature crew.version {
  supports 0 to 1
  bootstrap by port.version
  level 0 CV_0
  level 1 CV_1 needs port.version >= 1.1-IV0 default from port.version 1.1-IV1
}
feature other.version {
  supports 0 to 1
  level 0 O_0
  level 1 O_1
}
path replica from broker to broker blind {
  Fetch exactly by port.version {
    0 from 1
    1 from 2
    2 from 3
  }
  OffsetForLeaderEpoch exactly 4
}
format cluster-metadata {
  in "log"
  record CrateRecord by port.version {
    1 from 1.1-IV0
  }
}
infer port.version 1.1-IV0 from Ship >= 4
advertise Produce 0-9 "old clients"
"""


def _code() -> Gates:
    files = (("PortVersion.java", CODE), ("CrewVersion.java", CREW), ("ApiKeys.java", KEYS))
    return Gates(tuple(place_ladders(read_clean(text, path))[0] for path, text in files))


@pytest.mark.parametrize(
    "name", ["light", "isLight", "supportsLight", "lightSupported", "Light-Enabled", "li-GHT"]
)
def test_capabilities_of_one_name_are_one_however_it_is_spelled(name: str) -> None:
    late = STATEMENT.replace("enables light", "").replace(
        "1.2-IV0 unstable", f"1.2-IV0 unstable enables {name}"
    )
    (found,) = differences(gates_of(late), _code())
    assert found.message == f"`{name}` is on at level 3 of `port.version` in the code"


def test_a_statement_may_say_more_than_code_can() -> None:
    assert differences(gates_of(STATEMENT), _code()) == ()


@pytest.mark.parametrize(
    ("said", "instead", "where", "message"),
    [
        (
            "supports 1 to 3",
            "supports 1 to 2",
            "2",
            "the production level of `port.version` is 2 here and 3 in the code",
        ),
        (
            "supports 1 to 3",
            "supports 2 to 3",
            "3",
            "the lowest level of `port.version` is 2 here and 1 in the code",
        ),
        (
            "level 2 1.1-IV0",
            "level 2 1.1-IV9",
            "1.1-IV9",
            "level 2 of `port.version` is `1.1-IV9` here and `1.1-IV0` in the code",
        ),
        (
            "1.1.0 metadata enables",
            "1.1.0 enables",
            None,
            "in the code, level 3 (1.1-IV1) of `port.version` changes metadata records",
        ),
        (
            "in 1.1.0 enables cranes",
            "metadata",
            "metadata",
            "level 2 (1.1-IV0) of `port.version` does not change metadata records",
        ),
        (
            "  level 4 1.2-IV0 unstable\n",
            "",
            None,
            "level 4 (1.2-IV0) of `port.version` is not stated",
        ),
        (
            "needs port.version >= 1.1-IV0",
            "",
            None,
            "level 1 (CV_1) of `crew.version` has other dependencies in the code",
        ),
        (
            "needs port.version >= 1.1-IV0",
            "needs port.version >= 3",
            None,
            "has other dependencies",
        ),
        (
            "default from port.version 1.1-IV1",
            "",
            None,
            "is the default from another level in the code",
        ),
        (
            "bootstrap by port.version",
            "bootstrap at 0",
            None,
            "`crew.version` is bootstrapped otherwise in the code",
        ),
        (
            "2 from 3",
            "3 from 3",
            None,
            "at level 3 of `port.version`, `Fetch` has version 3 here and version 2 in the code",
        ),
        (
            "1 from 1.1-IV0",
            "1 from 1",
            None,
            "at level 1 of `port.version`, `CrateRecord` has version 1 here and no version in the code",
        ),
        (
            "record CrateRecord by",
            "record BoxRecord by",
            None,
            "the code chooses the version of `CrateRecord` by `port.version`, which is not stated",
        ),
        (
            "in 1.1.0 enables cranes",
            "in 1.1.0 enables cranes, light",
            None,
            "`light` is off at level 2 of `port.version` in the code",
        ),
        (
            "from Ship >= 4",
            "from Ship >= 5",
            None,
            "what `Ship` tells of `port.version` is otherwise in the code",
        ),
        (
            "infer port.version 1.1-IV0 from Ship >= 4\n",
            "",
            None,
            "what `Ship` tells of `port.version` is not stated",
        ),
        (
            "advertise Produce 0-9",
            "advertise Produce 1-9",
            "1-9",
            "`Produce` is advertised from version 0 in the code",
        ),
        (
            'advertise Produce 0-9 "old clients"\n',
            "",
            None,
            "that `Produce` is advertised from version 0 is not stated",
        ),
        (
            "feature crew.version",
            "feature crews.version",
            None,
            "feature `crew.version` of the code is not stated",
        ),
    ],
)
def test_what_differs_is_said(said: str, instead: str, where: str | None, message: str) -> None:
    assert said in STATEMENT
    found = differences(gates_of(STATEMENT.replace(said, instead)), _code())
    matching = [one for one in found if message in one.message]
    assert matching, [one.message for one in found]
    (one, *_) = matching
    if where is not None:
        assert text_at(one.at) == where
    assert one.related
    assert text_at(one.related[0].at)


def test_a_level_that_the_code_does_not_have() -> None:
    more = STATEMENT.replace(
        "  level 4 1.2-IV0 unstable\n", "  level 4 1.2-IV0 unstable\n  level 5 1.3-IV0 unstable\n"
    )
    assert [one.message for one in differences(gates_of(more), _code())] == [
        "the code has no level 5 of `port.version`"
    ]


def test_what_cannot_be_told_is_no_difference() -> None:
    code = CODE.replace("return isAtLeast(PORT_1_1_IV1) ? 2", "return mood() ? 7")
    from support.gate_code import read

    table, problems = read(code)
    assert problems
    assert differences(gates_of(STATEMENT), Gates((place_ladders(table)[0],))) == ()
