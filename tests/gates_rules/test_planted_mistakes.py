"""Mistakes planted in code and in statements, found where they stand and by one rule alone.

The pages of the rules hold the same for `.gates` tables; here the tables are Java and Rust, and
tables that two files share.
"""

from __future__ import annotations

import pytest

from support.checking import check_files
from wirelint.diagnostics import Diagnostic, Severity
from wirelint.engine.policy import Policy

TABLE = """
public enum MetadataVersion {
    IBP_9_0_IV0(30, "9.0", "IV0", true),
    IBP_9_1_IV0(31, "9.1", "IV0", true),
    IBP_9_1_IV1(32, "9.1", "IV1", false),
    IBP_9_2_IV0(33, "9.2", "IV0", true);

    public static final String FEATURE_NAME = "metadata.version";
    public static final MetadataVersion MINIMUM_VERSION = IBP_9_0_IV0;
    public static final MetadataVersion LATEST_PRODUCTION = IBP_9_1_IV1;

    public short pullCrateRequestVersion() {
        if (this.isAtLeast(IBP_9_1_IV1)) {
            return 5;
        } else if (this.isAtLeast(IBP_9_1_IV0)) {
            return 4;
        } else {
            return 3;
        }
    }

    public short berthRecordVersion() {
        if (isAtLeast(IBP_9_2_IV0)) {
            return 1;
        } else {
            return 0;
        }
    }

    public boolean isTugSupported() {
        return this.isAtLeast(IBP_9_1_IV0);
    }

    public boolean isAtLeast(MetadataVersion other) {
        return this.compareTo(other) >= 0;
    }
}
"""
GATES = Policy(select=("gates",))

# What is changed in the table, the rule that tells, and a word on the finding's line.
AGAINST = [
    pytest.param("return 5;", "return 6;", "ladder-rung-changed", "return 6", id="rung-raised"),
    pytest.param("return 4;", "return 3;", "ladder-rung-changed", "return 3", id="rung-lowered"),
    pytest.param(
        "isTugSupported() {\n        return this",
        "isTugSupported() {\n        return !this",
        "advertised-level-reused",
        "isTugSupported",
        id="predicate-inverted",
    ),
    pytest.param(
        '"IV1", false)', '"IV1", true)', "advertised-level-reused", "IBP_9_1_IV1", id="flag-changed"
    ),
    pytest.param(
        '    IBP_9_0_IV0(30, "9.0", "IV0", true),\n    IBP_9_1_IV0(31, "9.1", "IV0", true),\n'
        '    IBP_9_1_IV1(32, "9.1", "IV1", false)',
        '    IBP_9_0_IV0(29, "9.0", "IV0", true),\n    IBP_9_1_IV0(30, "9.1", "IV0", true),\n'
        '    IBP_9_1_IV1(31, "9.1", "IV1", false)',
        "level-renumbered",
        "IBP_9_1_IV",
        id="renumbered",
    ),
    pytest.param(
        "LATEST_PRODUCTION = IBP_9_1_IV1",
        "LATEST_PRODUCTION = IBP_9_1_IV0",
        "production-lowered",
        "LATEST_PRODUCTION",
        id="production-lowered",
    ),
    pytest.param(
        '    IBP_9_2_IV0(33, "9.2"',
        '    IBP_9_1_IV2(33, "9.1", "IV2", true),\n    IBP_9_2_IV0(34, "9.2"',
        "level-renumbered",
        "IBP_9_2_IV0",
        id="placeholder-pushed-up",
    ),
    pytest.param(
        "MINIMUM_VERSION = IBP_9_0_IV0",
        "MINIMUM_VERSION = IBP_9_1_IV0",
        "level-removed",
        "MINIMUM_VERSION",
        id="minimum-raised",
    ),
    pytest.param(
        "    public boolean isTugSupported",
        "    public boolean isPilotSupported() {\n        return this.isAtLeast(IBP_9_1_IV1);\n    }\n\n"
        "    public boolean isTugSupported",
        "joined-shipped-level",
        "isPilotSupported",
        id="new-predicate-on-shipped-level",
    ),
]


def loud(found: list[Diagnostic]) -> list[Diagnostic]:
    return [one for one in found if one.severity > Severity.INFO]


def line_of(one: Diagnostic) -> str:
    at = one.finding.at
    assert at.span is not None
    return at.source.line_text(at.source.line_column(at.span.start)[0])


@pytest.mark.parametrize(("old", "new", "rule", "word"), AGAINST)
def test_a_change_of_code_is_told_by_one_rule(old: str, new: str, rule: str, word: str) -> None:
    assert old in TABLE
    changed = {"MetadataVersion.java": TABLE.replace(old, new)}
    found = loud(check_files(changed, {"MetadataVersion.java": TABLE}, policy=GATES))
    assert {one.rule for one in found} == {rule}
    assert any(word in line_of(one) for one in found)


@pytest.mark.parametrize(
    "text",
    [
        TABLE,
        # Other spellings of the same functions.
        TABLE.replace(
            """        if (this.isAtLeast(IBP_9_1_IV1)) {
            return 5;
        } else if (this.isAtLeast(IBP_9_1_IV0)) {
            return 4;
        } else {
            return 3;
        }""",
            """        if (!this.isAtLeast(IBP_9_1_IV0)) return 3;
        if (this.isAtLeast(IBP_9_1_IV1)) return 5;
        return 4;""",
        ),
        TABLE.replace("isTugSupported", "hasTugs"),
        TABLE.replace("IBP_9_0_IV0(30", "// The first one.\n    IBP_9_0_IV0(30"),
    ],
    ids=["same", "ladder-rewritten", "predicate-renamed", "comment"],
)
def test_another_spelling_is_no_change(text: str) -> None:
    tables = ({"MetadataVersion.java": text}, {"MetadataVersion.java": TABLE})
    assert not check_files(*tables, policy=Policy(select=("gates",), ignore=("unmapped-ladder",)))


def test_a_table_alone_in_good_order_is_quiet() -> None:
    assert not loud(check_files({"MetadataVersion.java": TABLE}, policy=GATES))


def test_a_level_that_nobody_advertises_may_change_with_a_note() -> None:
    changed = TABLE.replace(
        'IBP_9_2_IV0(33, "9.2", "IV0", true)', 'IBP_9_2_IV0(33, "9.2", "IV0", false)'
    )
    changed = changed.replace("if (isAtLeast(IBP_9_2_IV0))", "if (isAtLeast(IBP_9_1_IV1))")
    found = check_files(
        {"MetadataVersion.java": changed}, {"MetadataVersion.java": TABLE}, policy=GATES
    )
    rules = {one.rule: one.severity for one in found}
    assert rules["unstable-level-redefined"] is Severity.INFO
    # The record rung moved down onto a shipped level: that is what the error is about.
    assert rules["ladder-rung-changed"] is Severity.ERROR


def test_a_statement_finds_what_code_cannot_say() -> None:
    """Owners stand in a `.gates` file, levels in code."""
    statement = "gates 1\nfeature metadata.version {\n  owner kafka\n}\n"
    config = '[gates]\nowner = "harbor"\n'
    added = TABLE.replace(
        '"IV0", true);', '"IV0", true),\n    IBP_9_3_IV0(34, "9.3", "IV0", true);'
    )
    files = {"owners.gates": statement, "MetadataVersion.java": added, "wirelint.toml": config}
    before = files | {"MetadataVersion.java": TABLE}
    found = loud(check_files(files, before, policy=GATES))
    assert [one.rule for one in found] == ["foreign-table-level"]
    assert "IBP_9_3_IV0" in line_of(found[0])
    del files["wirelint.toml"]
    assert not loud(check_files(files, before, policy=GATES))


RUST = """
pub const KRANE_VERSION_FEATURE: &str = "krane.version";
pub const KRANE_VERSION_MIN: i16 = 1;
pub const KRANE_VERSION_MAX: i16 = 2;
"""


def test_a_lowered_maximum_in_rust() -> None:
    lowered = RUST.replace("MAX: i16 = 2", "MAX: i16 = 1")
    found = loud(check_files({"krane.rs": lowered}, {"krane.rs": RUST}, policy=GATES))
    assert {one.rule for one in found} <= {"production-lowered", "level-removed"}
    assert len(found) == 1


def test_a_minimum_of_zero_in_rust() -> None:
    zero = RUST.replace("MIN: i16 = 1", "MIN: i16 = 0")
    found = loud(check_files({"krane.rs": zero}, {"krane.rs": RUST}, policy=GATES))
    assert [one.rule for one in found] == ["feature-minimum-zero"]
    assert "KRANE_VERSION_MIN" in line_of(found[0])


def test_a_maximum_of_zero_in_rust() -> None:
    zero = RUST.replace("MIN: i16 = 1", "MIN: i16 = 0").replace("MAX: i16 = 2", "MAX: i16 = 0")
    found = loud(check_files({"krane.rs": zero}, policy=GATES))
    assert [one.rule for one in found] == ["feature-max-zero"]
