"""What the rules on tables with schemas leave alone, and how much the rest weighs."""

from __future__ import annotations

import pytest

from support.checking import check_files
from wirelint.diagnostics import Diagnostic, Severity

FEATURE = """gates 1
feature metadata.version {
  absent = 1
  supports 1 to 2
  level 1 in 1.0.0 metadata
  level 2 in 1.1.0 metadata%s
}
"""
LADDER = """path %s {
  Mooring %s by metadata.version {
    1 from 1
    2 from 2
  }
}
"""


def schema(
    name: str, versions: str, *, kind: str = "request", key: int = 920, more: str = ""
) -> str:
    return f"""{{
  "apiKey": {key}, "type": "{kind}", "name": "{name}",{more}
  "validVersions": "{versions}", "flexibleVersions": "{"4+" if "value" in kind else "0+"}",
  "fields": [ {{ "name": "Berth", "type": "int32", "versions": "0+" }} ]
}}
"""


def found(
    rule: str, files: dict[str, str], baseline: dict[str, str] | None = None
) -> list[Diagnostic]:
    return [one for one in check_files(files, baseline, alone=True) if one.rule == rule]


def gates(body: str, enables: str = "") -> str:
    return FEATURE % enables + body


def path(head: str, line: str) -> str:
    return f"path {head} {{\n  {line}\n}}\n"


REPLICA = "replica from broker to broker blind"
CONTROL = "control from broker to controller discover"


@pytest.mark.parametrize(
    ("path", "severity"), [(REPLICA, Severity.ERROR), (CONTROL, Severity.WARNING)]
)
def test_a_forgotten_rung_weighs_more_where_nobody_asks(path: str, severity: Severity) -> None:
    table = gates(LADDER % (path, "exactly"))
    (one,) = found("ungated-version", {"t.gates": table, "M.json": schema("MooringRequest", "0-3")})
    assert one.severity is severity
    assert str(one.finding.versions) == "3"


def test_an_unstable_version_needs_no_rung_yet() -> None:
    unstable = schema("MooringRequest", "0-3", more=' "latestVersionUnstable": true,')
    assert not found(
        "ungated-version", {"t.gates": gates(LADDER % (REPLICA, "exactly")), "M.json": unstable}
    )


def test_a_private_rpc_is_sent_unasked() -> None:
    table = gates("rpc Mooring key 1003 upto by metadata.version {\n  0 from 1\n  1 from 2\n}\n")
    (one,) = found("ungated-version", {"t.gates": table, "M.json": schema("MooringRequest", "0-2")})
    assert one.severity is Severity.ERROR


@pytest.mark.parametrize(("top", "loud"), [("3", False), ("2", True)])
def test_coordinator_records_end_at_the_highest_non_flexible_version(top: str, loud: bool) -> None:
    table = gates(f"""format groups {{
  record MooringValue by metadata.version {{
    1 from 1
    {top} from 2
  }}
}}
""")
    value = schema("MooringValue", "0-4", kind="coordinator-value")
    said = found("ungated-version", {"t.gates": table, "M.json": value})
    assert [one.severity for one in said] == [Severity.WARNING] * loud


RECORD = schema("MooringRecord", "0-1", kind="metadata")


@pytest.mark.parametrize(
    ("table", "loud"),
    [
        (gates(LADDER % (REPLICA, "exactly")), True),
        (gates("format log {\n  record MooringRecord exactly 1\n}\n"), False),
        ("gates 1\nfeature harbor.version {\n  supports 0 to 1\n  level 0\n  level 1\n}\n", False),
    ],
    ids=["nothing said", "a constant", "no metadata.version"],
)
def test_a_metadata_record_wants_a_ladder(table: str, loud: bool) -> None:
    files = {"t.gates": table, "MooringRecord.json": RECORD}
    said = found("ungated-version", files)
    assert [one.finding.at.source.path for one in said] == ["MooringRecord.json"] * loud
    assert all(one.severity is Severity.ERROR for one in said)


def test_without_tables_nothing_is_said_of_records() -> None:
    assert not found("ungated-version", {"MooringRecord.json": RECORD})


@pytest.mark.parametrize(
    ("enables", "severity"), [("", Severity.WARNING), (" enables berths", Severity.INFO)]
)
def test_a_missing_floor_that_is_guarded_is_an_info(enables: str, severity: Severity) -> None:
    table = gates(
        path(REPLICA, "Mooring exactly by metadata.version {\n    2 from 2\n  }"),
        enables,
    )
    (one,) = found("ladder-floor-missing", {"t.gates": table})
    assert one.severity is severity


def test_branches_for_rows_without_a_number_are_no_dead_code() -> None:
    table = """public enum MetadataVersion {
    IBP_2_8_IV0(-1, "2.8", "IV0", false),
    IBP_3_0_IV0(1, "3.0", "IV0", true),
    IBP_3_1_IV0(2, "3.1", "IV0", true);
    public static final MetadataVersion LATEST_PRODUCTION = IBP_3_1_IV0;
    public short mooringRequestVersion() {
        if (this.isAtLeast(IBP_3_1_IV0)) {
            return 3;
        } else if (this.isAtLeast(IBP_3_0_IV0)) {
            return 2;
        } else {
            return 1;
        }
    }
}
"""
    files = {"MooringRequest.json": schema("MooringRequest", "0-3")}
    old = table
    assert not found("ladder-unreachable-rung", files | {"MetadataVersion.java": old})
    dead = old.replace('    IBP_2_8_IV0(-1, "2.8", "IV0", false),\n', "")
    (one,) = found("ladder-unreachable-rung", files | {"MetadataVersion.java": dead})
    assert "version 1" in one.finding.message


def test_a_ladder_in_code_is_held_against_its_schema() -> None:
    code = """public enum MetadataVersion {
    IBP_3_0_IV0(1, "3.0", "IV0", true),
    IBP_3_1_IV0(2, "3.1", "IV0", true);
    public static final MetadataVersion LATEST_PRODUCTION = IBP_3_1_IV0;
    public short mooringRequestVersion() {
        return this.isAtLeast(IBP_3_1_IV0) ? (short) 4 : (short) 2;
    }
}
"""
    files = {"MetadataVersion.java": code, "M.json": schema("MooringRequest", "0-3")}
    (one,) = found("ladder-outside-schema", files)
    assert "version 4" in one.finding.message
    assert one.finding.related[0].at.source.path == "M.json"


@pytest.mark.parametrize(
    ("config", "loud"),
    [
        ("", True),
        (
            '[[advertise]]\nmessage = "MooringRequest"\nversions = "0-3"\nreason = "old clients"\n',
            False,
        ),
        (
            '[[advertise]]\nmessage = "MooringRequest"\nversions = "1-3"\nreason = "old clients"\n',
            True,
        ),
    ],
)
def test_a_range_that_is_listed_on_purpose(config: str, loud: bool) -> None:
    files = {
        "t.gates": gates("advertise Mooring 0-3\n"),
        "M.json": schema("MooringRequest", "2-3"),
        "wirelint.toml": config,
    }
    said = found("advertised-not-served", files)
    assert [one.severity for one in said] == [Severity.WARNING] * loud


def test_what_is_above_the_schema_is_never_meant() -> None:
    table = gates('advertise Mooring 2-4 "on purpose"\n')
    (one,) = found(
        "advertised-not-served", {"t.gates": table, "M.json": schema("MooringRequest", "2-3")}
    )
    assert one.severity is Severity.ERROR


def test_a_dropped_pin_is_an_info_where_the_sender_asks() -> None:
    before = gates(path(CONTROL, "Mooring exactly 1"))
    after = gates(path(CONTROL, "* any"))
    (one,) = found("pin-dropped", {"t.gates": after}, {"t.gates": before})
    assert one.severity is Severity.INFO
    assert not found("pin-dropped", {"t.gates": before}, {"t.gates": after})


def test_schemas_that_are_not_the_tables_lack_nothing() -> None:
    table = gates("honour metadata.version >= 2 {\n  Docking\n}\n")
    assert not found(
        "honour-not-carried", {"t.gates": table, "M.json": schema("OtherRequest", "0")}
    )


@pytest.mark.parametrize(
    ("comment", "loud"),
    [
        ("Version 2 is sent by brokers only.", True),
        ("Version 2 is for use between brokers only.", True),
        ("From version 2 on it is exclusively used by brokers.", True),
        ("Version 2 is an inter-broker version.", True),
        ("Version 2 tells brokers the berth.", False),
    ],
)
def test_a_comment_tells_who_sends(comment: str, loud: bool) -> None:
    after = schema("MooringRequest", "0-2", more=f"\n  // {comment}")
    said = found(
        "broker-only-bump-ungated",
        {"t.gates": gates(path(REPLICA, "Towing exactly 1")), "M.json": after},
        {"M.json": schema("MooringRequest", "0-1")},
    )
    assert bool(said) is loud


@pytest.mark.parametrize(("name", "loud"), [("VoteRequest", False), ("MooringRequest", True)])
def test_senders_to_controllers(name: str, loud: bool) -> None:
    listeners = ' "listeners": ["controller"],'
    said = found(
        "broker-only-bump-ungated",
        {
            "t.gates": gates(path(REPLICA, "Towing exactly 1")),
            "M.json": schema(name, "0-2", more=listeners),
        },
        {"M.json": schema(name, "0-1", more=listeners)},
    )
    assert bool(said) is loud


def test_the_nearest_of_two_schemas_is_meant() -> None:
    table = gates(LADDER % (REPLICA, "exactly"))
    here, there = schema("MooringRequest", "0-2"), schema("MooringRequest", "0-1")
    near = {"a/t.gates": table, "a/s/M.json": here, "b/s/M.json": there}
    assert not found("ladder-outside-schema", near)
    assert found("ladder-outside-schema", near | {"a/s/M.json": there, "b/s/M.json": here})
    # Equally near and different: nobody can say which one is meant.
    assert not found(
        "ladder-outside-schema", {"t.gates": table, "a/M.json": there, "b/M.json": here}
    )


@pytest.mark.parametrize(
    ("body", "loud"),
    [
        (LADDER % (REPLICA, "exactly"), False),
        (path(CONTROL, "Mooring any"), False),
        (path(CONTROL, "* any"), True),
        (path(REPLICA, "Mooring exactly 1"), True),
    ],
    ids=["a rung", "asks first", "for all", "an older constant"],
)
def test_evolution_asks_the_gates(body: str, loud: bool) -> None:
    before = schema("MooringRequest", "0-2", more=' "latestVersionUnstable": true,')
    after = schema("MooringRequest", "0-2", more=' "latestVersionUnstable": false,')
    said = found(
        "unstable-flag-dropped", {"t.gates": gates(body), "M.json": after}, {"M.json": before}
    )
    assert bool(said) is loud


def test_a_waiver_names_the_message() -> None:
    files = {
        "t.gates": gates(LADDER % (REPLICA, "exactly")),
        "M.json": schema("MooringRequest", "0-3"),
    }
    waiver = """[[waiver]]
rule = "ungated-version"
message = "%s"
versions = "3"
reason = "for consumers only"
"""
    assert not found("ungated-version", files | {"wirelint.toml": waiver % "MooringRequest"})
    assert found("ungated-version", files | {"wirelint.toml": waiver % "TowingRequest"})


def test_a_capability_that_no_level_has_yet_is_one_mistake() -> None:
    code = """public enum MetadataVersion {
    IBP_3_0_IV0(1, "3.0", "IV0", true),
    IBP_3_1_IV0(2, "3.1", "IV0", true);
    public static final MetadataVersion LATEST_PRODUCTION = IBP_3_1_IV0;
    public boolean isTidalSupported() {
        return false;
    }
    public short mooringRecordVersion() {
        if (isTidalSupported()) {
            return (short) 1;
        } else {
            return (short) 0;
        }
    }
}
"""
    files = {"MetadataVersion.java": code, "MooringRecord.json": RECORD}
    (one,) = found("ungated-version", files)
    assert one.severity is Severity.ERROR
    assert not found("ladder-unreachable-rung", files)


def test_the_advice_for_a_field_below_a_pin_has_an_effect() -> None:
    """Fields of a struct that is new itself are there wherever they can be: `ignorable` is no help."""
    table = gates(LADDER % (REPLICA, "exactly"))
    request = """{{
  "apiKey": 920, "type": "request", "name": "MooringRequest", "validVersions": "1-2",
  "flexibleVersions": "0+",
  "fields": [
    {{ "name": "Berth", "type": "int32", "versions": "0+" }},
    {{ "name": "Ropes", "type": "[]Rope", "versions": "2+"{0} }},
    {{ "name": "Cranes", "type": "[]Crane", "versions": "2+"{0}, "fields": [
      {{ "name": "Load", "type": "int32", "versions": "2+" }} ] }},
    {{ "name": "Piers", "type": "[]Pier", "versions": "0+", "fields": [
      {{ "name": "Depth", "type": "int32", "versions": "2+"{0} }} ] }}
  ],
  "commonStructs": [ {{ "name": "Rope", "versions": "2+", "fields": [
    {{ "name": "Length", "type": "int32", "versions": "0+" }} ] }} ]
}}
"""
    rules = ("field-not-writable-at-pin", "ignorable-without-effect")
    for said, advised in (("", False), (', "ignorable": true', True)):
        files = {"a.gates": table, "MooringRequest.json": request.format(said)}
        named = [one.finding.message for rule in rules for one in found(rule, files)]
        if advised:
            assert named == []
        else:
            (message,) = named
            assert message.startswith("`Ropes`, `Cranes`, `Depth` of ")
