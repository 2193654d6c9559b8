"""Methods of Java tables as functions of the level."""

from __future__ import annotations

import pytest

from support.gate_code import (
    java,
    ladder,
    predicate,
    read,
    read_clean,
    text_at,
    truths,
    unread,
    versions,
)
from wirelint.gates.model import UNDEFINED, FromLevel, Gates, Holds
from wirelint.gates.truth import truth_table

HELPERS = """
    public boolean isLessThan(PortVersion other) { return compareTo(other) < 0; }
    public boolean isNewerThan(PortVersion other) { return this.compareTo(other) > 0; }
    public boolean isLitSupported() { return isAtLeast(PORT_1_1_IV1); }
    private final short featureLevel;
    private static final short NEWEST = 9;
"""


@pytest.mark.parametrize(
    ("body", "values"),
    [
        ("return 3;", [3, 3, 3, 3]),
        ("return (short) 3;", [3, 3, 3, 3]),
        ("return ((short) (3));", [3, 3, 3, 3]),
        ("return NEWEST;", [9, 9, 9, 9]),
        ("if (this.isAtLeast(PORT_1_1_IV1)) { return 2; } else { return 1; }", [1, 1, 2, 2]),
        ("if (isAtLeast(PORT_1_1_IV1)) return 2; return 1;", [1, 1, 2, 2]),
        ("if (isAtLeast(PortVersion.PORT_1_1_IV1)) { return 2; } return 1;", [1, 1, 2, 2]),
        (
            """if (isAtLeast(PORT_1_2_IV0)) { return 4; } else if (isAtLeast(PORT_1_1_IV0)) { return 3; }
            else { throw new IllegalStateException("no " + this + f(1)); }""",
            [UNDEFINED, 3, 3, 4],
        ),
        (
            "if (isLessThan(PORT_1_1_IV0)) { return 0; } else if (isLessThan(PORT_1_2_IV0)) return 1; return 2;",
            [0, 1, 1, 2],
        ),
        ("if (isNewerThan(PORT_1_1_IV0)) return 1; return 0;", [0, 0, 1, 1]),
        ("return isAtLeast(PORT_1_1_IV1) ? 2 : 1;", [1, 1, 2, 2]),
        (
            "return (short) (isAtLeast(PORT_1_1_IV1) ? 2 : isAtLeast(PORT_1_1_IV0) ? 1 : 0);",
            [0, 1, 2, 2],
        ),
        ("return isAtLeast(PORT_1_1_IV0) ? isAtLeast(PORT_1_2_IV0) ? 3 : 2 : 1;", [1, 2, 2, 3]),
        ("if (this.compareTo(PORT_1_1_IV0) >= 0) return 1; return 0;", [0, 1, 1, 1]),
        ("if (compareTo(PORT_1_1_IV0) > 0) return 1; return 0;", [0, 0, 1, 1]),
        ("if (compareTo(PORT_1_1_IV0) <= 0) return 1; return 0;", [1, 1, 0, 0]),
        ("if (compareTo(PORT_1_1_IV0) == 0) return 1; return 0;", [0, 1, 0, 0]),
        ("if (this == PORT_1_1_IV0) return 1; return 0;", [0, 1, 0, 0]),
        ("if (this != PORT_1_1_IV0) return 1; return 0;", [1, 0, 1, 1]),
        ("if (equals(PORT_1_1_IV0)) return 1; return 0;", [0, 1, 0, 0]),
        ("if (featureLevel >= 3) return 1; return 0;", [0, 0, 1, 1]),
        ("if (this.featureLevel > 2) return 1; return 0;", [0, 0, 1, 1]),
        ("if (featureLevel() <= 2) return 1; return 0;", [1, 1, 0, 0]),
        ("if (2 < featureLevel) return 1; return 0;", [0, 0, 1, 1]),
        ("if (featureLevel >= PORT_1_1_IV1.featureLevel) return 1; return 0;", [0, 0, 1, 1]),
        ("if (PORT_1_1_IV1.featureLevel() <= featureLevel()) return 1; return 0;", [0, 0, 1, 1]),
        ("if (ordinal() >= PORT_1_1_IV1.ordinal()) return 1; return 0;", [0, 0, 1, 1]),
        ("if (!isAtLeast(PORT_1_1_IV1)) return 1; return 0;", [1, 1, 0, 0]),
        (
            "if (isAtLeast(PORT_1_1_IV0) && isLessThan(PORT_1_2_IV0)) return 1; return 0;",
            [0, 1, 1, 0],
        ),
        (
            "if (isLessThan(PORT_1_1_IV0) || isAtLeast(PORT_1_2_IV0)) return 1; return 0;",
            [1, 0, 0, 1],
        ),
        (
            "if (!(isLessThan(PORT_1_1_IV0) || isAtLeast(PORT_1_2_IV0))) return 1; return 0;",
            [0, 1, 1, 0],
        ),
        ("if (isLitSupported()) return 1; return 0;", [0, 0, 1, 1]),
        ("if (this.isLitSupported()) return 1; return 0;", [0, 0, 1, 1]),
        (
            "if (isAtLeast(PORT_1_1_IV0)) { if (isAtLeast(PORT_1_2_IV0)) { return 3; } } else { return 1; } return 2;",
            [1, 2, 2, 3],
        ),
        (
            "if (isAtLeast(PORT_1_1_IV0)) { if (isAtLeast(PORT_1_2_IV0)) return 3; } return 2;",
            [2, 2, 2, 3],
        ),
        ("if (isAtLeast(PORT_1_1_IV0)) { ; } else return 1; return 2;", [1, 2, 2, 2]),
        ("if (isAtLeast(MINIMUM_VERSION)) return 1; return 0;", [1, 1, 1, 1]),
        ("if (true) return 1; return 0;", [1, 1, 1, 1]),
        (
            "switch (this) { case PORT_1_0_IV0: case PORT_1_1_IV0: return 1; default: return 2; }",
            [1, 1, 2, 2],
        ),
        (
            "switch (this) { case PORT_1_0_IV0: return 1; case PORT_1_1_IV0: { return 2; } } throw new RuntimeException();",
            [1, 2, UNDEFINED, UNDEFINED],
        ),
        ("switch (this) { default: return 2; case PORT_1_1_IV0: return 1; }", [2, 1, 2, 2]),
        ("switch (this) { case PORT_1_0_IV0: break; default: return 2; } return 1;", [1, 2, 2, 2]),
        (
            "switch (featureLevel) { case 1, 2 -> { return 1; } default -> throw new RuntimeException(); }",
            [1, 1, UNDEFINED, UNDEFINED],
        ),
        (
            "return switch (this) { case PORT_1_0_IV0, PORT_1_1_IV0 -> 1; case PORT_1_1_IV1 -> { yield 2; } default -> 3; };",
            [1, 1, 2, 3],
        ),
        (
            "return switch (featureLevel()) { case 1, 2 -> Format.V0; case 3 -> Format.MAGIC_V7; default -> throw new X(); };",
            [0, 0, 7, UNDEFINED],
        ),
        ("return -1;", [UNDEFINED] * 4),
        ("if (isLitSupported()) return -1; return 1;", [1, 1, UNDEFINED, UNDEFINED]),
    ],
)
def test_a_method_is_a_function_of_the_level(body: str, values: list[object]) -> None:
    text = java(HELPERS + f"    public short crateRequestVersion() {{\n        {body}\n    }}\n")
    if all(one is UNDEFINED for one in values):
        assert read_clean(text).ladders == ()
        return
    assert versions(read_clean(text), "crateRequestVersion") == dict(enumerate(values, 1))


def test_a_ladder_uses_another_one() -> None:
    text = java(
        """
    short crateRequestVersion() { if (isAtLeast(PORT_1_2_IV0)) { return 9; } return boxRequestVersion(); }
    short boxRequestVersion() { return isAtLeast(PORT_1_1_IV0) ? (short) 2 : (short) 1; }
"""
    )
    assert versions(read_clean(text), "crateRequestVersion") == {1: 1, 2: 2, 3: 2, 4: 9}
    assert [one.name for one in read_clean(text).ladders] == [
        "crateRequestVersion",
        "boxRequestVersion",
    ]


@pytest.mark.parametrize(
    "signature",
    [
        "public static short crateVersion(PortVersion version)",
        "private int crateVersion(final PortVersion version)",
        "static Short crateVersion(@Nonnull PortVersion version, boolean other)",
    ],
)
def test_the_level_may_be_an_argument(signature: str) -> None:
    text = java(signature + " { return version.isAtLeast(PORT_1_1_IV1) ? 2 : 1; }")
    assert versions(read_clean(text), "crateVersion") == {1: 1, 2: 1, 3: 2, 4: 2}


@pytest.mark.parametrize(
    "argument", ["short level", "int featureLevel", "short portVersion", "short version"]
)
def test_the_number_of_the_level_may_be_an_argument(argument: str) -> None:
    _, word = argument.split()
    text = java(
        f"private int mapCrateVersion({argument}) {{ return switch ({word}) {{ case 1, 2 -> 0; default -> 1; }}; }}"
    )
    assert versions(read_clean(text), "mapCrateVersion") == {1: 0, 2: 0, 3: 1, 4: 1}


def test_ladders_outside_of_the_table() -> None:
    text = """class Records {
        static short crateRecordVersion(PortVersion version) {
            return version.isAtLeast(PortVersion.PORT_1_1_IV1) ? (short) 2 : (short) 1;
        }
        static short maxVersion(FetchVersion other) { return other.max(); }
    }"""
    records = read_clean(text, "Records.java")
    gates = Gates((records, read_clean(java())))
    assert truth_table(records.ladders[0], gates) == {1: 1, 2: 1, 3: 2, 4: 2}
    assert len(records.ladders) == 1


def test_predicates() -> None:
    text = java(
        HELPERS
        + """
    public boolean hasCranes() { return !isAtLeast(PORT_1_1_IV0); }
    public boolean supportsNight() { if (isLitSupported()) { return true; } return this == PORT_1_0_IV0; }
    public boolean isDull() { return isAtLeast(PORT_1_1_IV1) ? false : true; }
    public static boolean isOpen(PortVersion version) { return version.isAtLeast(PORT_1_2_IV0); }
    public boolean isProduction() { return this.compareTo(PortVersion.LATEST_PRODUCTION) <= 0; }
    private final boolean didMetadataChange;
    public boolean didMetadataChange() { return didMetadataChange; }
    public boolean odd() { for (int i = 0; ; ) { } }
    public static boolean differ(PortVersion a, PortVersion b) { while (true) { } }
"""
    )
    table = read_clean(text)
    assert [one.name for one in table.predicates] == [
        "isLitSupported",
        "hasCranes",
        "supportsNight",
        "isDull",
        "isOpen",
    ]
    assert truths(table, "isLitSupported") == {1: False, 2: False, 3: True, 4: True}
    assert truths(table, "hasCranes") == {1: True, 2: False, 3: False, 4: False}
    assert truths(table, "supportsNight") == {1: True, 2: False, 3: True, 4: True}
    assert truths(table, "isDull") == {1: True, 2: True, 3: False, 4: False}
    assert truths(table, "isOpen") == {1: False, 2: False, 3: False, 4: True}
    assert text_at(predicate(table, "isDull").origin) == "isDull"


def test_accessors_are_no_ladders() -> None:
    text = java(
        """
    private final short stateVersion;
    private final Version streamVersion;
    public short stateVersion() { return stateVersion; }
    public short otherVersion() { return this.stateVersion; }
    public Version streamVersion() { return streamVersion; }
    public String version() { return release; }
    public short lowestVersion() { return MINIMUM_VERSION.featureLevel(); }
    public PortVersion nextVersion() { return VALUES[ordinal() + 1]; }
    public MetadataVersion bootstrapMetadataVersion() { return x.y(); }
    static { while (true) { } }
"""
    )
    assert read_clean(text).ladders == ()


def test_what_requests_tell_about_their_sender() -> None:
    text = java(
        """
    static PortVersion portVersionFor(LoadCrateRequest request) { return request.version() > 3 ? PORT_1_1_IV0 : PORT_1_0_IV0; }
    static PortVersion other(ShipRequest asked) { return asked.version() >= 2 ? PORT_1_2_IV0 : PORT_1_0_IV0; }
"""
    )
    infers = read_clean(text).infers
    assert [(one.rpc.value, one.version.value, one.level.number) for one in infers] == [
        ("LoadCrate", 4, 2),
        ("Ship", 2, 4),
    ]


def test_comparisons_mean_what_their_bodies_say() -> None:
    upside_down = java("short aVersion() { return isBelow(PORT_1_1_IV0) ? 1 : 2; }") + " "
    upside_down = upside_down.replace(
        "    public boolean isAtLeast",
        "    boolean isBelow(PortVersion that) { return that.featureLevel > featureLevel; } private short featureLevel;\n"
        "    public boolean isAtLeast",
    )
    assert versions(read_clean(upside_down), "aVersion") == {1: 1, 2: 2, 3: 2, 4: 2}


def test_places_of_a_ladder() -> None:
    text = java(
        """
    public short crateRequestVersion() {
        if (this.isAtLeast(PORT_1_1_IV1)) {
            // the name of the crate
            return (short) 2;
        } else {
            return 1;
        }
    }
"""
    )
    found = ladder(read_clean(text), "crateRequestVersion")
    first, last = found.cases
    assert text_at(found.origin) == "crateRequestVersion"
    assert found.origin.property == "ladder[crateRequestVersion]"
    assert text_at(first.version_at) == "2"
    assert first.version_at.property == "ladder[crateRequestVersion][1.1-IV1]"
    assert text_at(first.origin).startswith("if (this.isAtLeast(PORT_1_1_IV1)) {")
    assert text_at(first.origin).endswith("}")
    assert first.doc == "the name of the crate"
    assert isinstance(first.guard, FromLevel)
    assert text_at(first.guard.level.origin) == "PORT_1_1_IV1"
    assert (first.guard.level.number, first.guard.level.name) == (3, "1.1-IV1")
    assert text_at(last.origin) == "return 1;"
    assert last.version_at.property == "ladder[crateRequestVersion][otherwise]"


@pytest.mark.parametrize(
    ("member", "what", "says"),
    [
        (
            "public short offsetVersion(boolean expires) { if (expires) { return 1; } return isAtLeast(PORT_1_1_IV0) ? 3 : 2; }",
            "expires",
            "branches on `expires`, which is not the level",
        ),
        (
            "short aVersion() { if (config.isOn()) return 1; return 2; }",
            "config.isOn()",
            "branches on `config.isOn()`",
        ),
        (
            "short aVersion() { if (isUnheardOf()) return 1; return 2; }",
            "isUnheardOf()",
            "branches on `isUnheardOf()`",
        ),
        (
            "short aVersion() { if (isAtLeast(nextOne())) return 1; return 2; }",
            "nextOne()",
            "branches on `nextOne()`",
        ),
        (
            "short aVersion() { if (compareTo(PORT_1_1_IV0) > 1) return 1; return 2; }",
            "compareTo(PORT_1_1_IV0)",
            "not the level",
        ),
        (
            "short aVersion() { switch (mode) { case 1: return 1; default: return 2; } }",
            "mode",
            "branches on `mode`",
        ),
        (
            "short aVersion() { switch (this) { case PORT_1_0_IV0: if (isAtLeast(PORT_1_1_IV0)) return 3; default: return 2; } }",
            "case PORT_1_0_IV0: if (isAtLeast(PORT_1_1_IV0)) return 3;",
            "falls through",
        ),
        (
            "short aVersion() { return isAtLeast(PORT_1_1_IV0) ? best() : 1; }",
            "best()",
            "gives `best()`, which is no version",
        ),
        ("short aVersion() { short x = 1; return x; }", "short", "`short` is not understood"),
        (
            "short aVersion() { for (int i = 0; i < 3; i++) { } return 1; }",
            "for",
            "`for` is not understood",
        ),
        ("short aVersion() { log.info(1); return 1; }", "log", "`log` is not understood"),
        (
            "short aVersion() { if (isAtLeast(PORT_1_1_IV0) { return 1; } return 2; }",
            "{",
            "`{` is not understood",
        ),
        ("short aVersion() { return 1 + 1; }", "+", "`+` is not understood"),
        ("short aVersion() { return 1 }", "aVersion", "the end of the code is not understood"),
        (
            "boolean isLit() { try { return isAtLeast(PORT_1_1_IV0); } finally { } }",
            "try",
            "`try` is not understood",
        ),
        (
            "boolean isLit() { return isAtLeast(PORT_1_1_IV0) && here; }",
            "here",
            "branches on `here`",
        ),
        (
            "boolean isLessThan(PortVersion o) { return o.sum() < sum(); }",
            "isLessThan",
            "what `isLessThan` compares cannot be told",
        ),
        (
            "static PortVersion of(ShipRequest r) { return r.isNew() ? PORT_1_2_IV0 : PORT_1_0_IV0; }",
            "of",
            "what `of` infers cannot be read",
        ),
    ],
)
def test_what_is_not_understood_is_said(member: str, what: str, says: str) -> None:
    others = "short boxVersion() { return isAtLeast(PORT_1_1_IV1) ? 2 : 1; }"
    table, problems = read(java(member + "\n    " + others))
    assert [one.rule for one in problems] == ["unreadable-ladder"]
    ((where, message),) = unread(problems)
    assert where == what
    assert says in message
    assert versions(table, "boxVersion") == {1: 1, 2: 1, 3: 2, 4: 2}
    assert len(table.features[0].rows) == 4


def test_a_branch_of_which_nobody_can_tell_leaves_the_others() -> None:
    member = """short offsetVersion(boolean expires) {
        if (isLessThan(PORT_1_1_IV0) || expires) { return 1; } else if (isLessThan(PORT_1_2_IV0)) { return 2; }
        return 3; }"""
    table, problems = read(java(member))
    assert len(problems) == 1
    assert versions(table, "offsetVersion") == {1: 1, 2: None, 3: None, 4: None}
    assert [one.version for one in ladder(table, "offsetVersion").cases] == [1, 2, 3]


def test_predicates_that_ask_each_other_cannot_be_told() -> None:
    table = read_clean(java("boolean isA() { return isB(); } boolean isB() { return isA(); }"))
    assert predicate(table, "isA").guard == Holds("isB")
    assert set(truths(table, "isA").values()) == {None}
