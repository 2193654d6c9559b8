"""Which schemas are copies of which, and what of upstream's numbers is taken."""

from __future__ import annotations

import pytest

from support.checking import check_files

OURS = "kafka/protocol/resources"
THEIRS = "clients/src/main/resources/common/message"


def schema(
    name: str, key: int, fields: str, *, kind: str = "request", versions: str = "0-1"
) -> str:
    return f"""{{ // Versions 0 and 1 and 2.
  "apiKey": {key}, "type": "{kind}", "name": "{name}", "validVersions": "{versions}",
  "flexibleVersions": "none", "fields": [ {fields} ]
}}
"""


ID = '{ "name": "Id", "type": "int32", "versions": "0+", "about": "Which crane." }'
NOTE = '{ "name": "Note", "type": "string", "versions": "1+", "ignorable": true, "about": "Why." }'
PAIR = {
    "CraneRequest.json": schema("CraneRequest", 900, f"{ID}, {NOTE}"),
    "CraneResponse.json": schema("CraneResponse", 900, ID, kind="response"),
}


def found(files: dict[str, str], upstream: dict[str, str], *, of: str = "") -> list[tuple]:
    rows = check_files(files, upstream=upstream)
    return [
        (one.rule, one.severity.word, one.finding.at.source.path, one.finding.at.property)
        for one in rows
        if one.rule.startswith(("vendored-", "upstream-")) and of in one.rule
    ]


def at(folder: str, files: dict[str, str]) -> dict[str, str]:
    return {f"{folder}/{name}": text for name, text in files.items()}


def test_an_equal_copy_in_another_folder_is_silent():
    assert found(at(OURS, PAIR), at(THEIRS, PAIR)) == []


def test_a_copy_is_found_by_name_in_any_folder():
    drifted = PAIR | {"CraneRequest.json": PAIR["CraneRequest.json"].replace('"string"', '"bytes"')}
    assert found(at(OURS, drifted), at(THEIRS, PAIR)) == [
        (
            "vendored-layout-drifted",
            "error",
            f"{OURS}/CraneRequest.json",
            "fields[Note].type",
        )
    ]


def test_a_copy_is_found_by_a_file_name_in_snake_case():
    renamed = PAIR["CraneRequest.json"].replace("CraneRequest", "CranesRequest")
    ours = {f"{OURS}/crane_request.json": renamed.replace('"string"', '"bytes"')}
    ours[f"{OURS}/crane_response.json"] = PAIR["CraneResponse.json"]
    (one,) = found(ours, at(THEIRS, PAIR))
    assert one[0] == "vendored-layout-drifted"


def test_several_copies_of_one_message_are_each_held_to_it():
    drifted = PAIR["CraneRequest.json"].replace('"string"', '"bytes"')
    ours = at(OURS, PAIR) | {f"{OURS}/old/CraneRequest.json": drifted}
    ours[f"{OURS}/old/CraneResponse.json"] = PAIR["CraneResponse.json"]
    assert [one[2] for one in found(ours, at(THEIRS, PAIR))] == [f"{OURS}/old/CraneRequest.json"]


def test_an_rpc_that_upstream_renamed_is_a_copy_both_halves():
    before = {
        "HoistRequest.json": PAIR["CraneRequest.json"].replace("Crane", "Hoist"),
        # nothing to know it by but its other half
        "HoistResponse.json": schema("HoistResponse", 900, "", kind="response"),
    }
    after = PAIR | {"CraneResponse.json": schema("CraneResponse", 900, "", kind="response")}
    assert found(at(OURS, before), at(THEIRS, after)) == []


def test_a_message_of_ones_own_under_a_key_of_upstreams():
    own = {
        "TugRequest.json": schema(
            "TugRequest", 900, '{ "name": "A", "type": "uuid", "versions": "0+" }'
        ),
        "TugResponse.json": schema("TugResponse", 900, "", kind="response"),
    }
    assert found(at(OURS, own), at(THEIRS, PAIR)) == [
        ("upstream-key-taken", "error", f"{OURS}/TugRequest.json", "apiKey")
    ]


@pytest.mark.parametrize(
    ("key", "severity"), [(899, "warning"), (901, "warning"), (1000, "warning"), (1001, None)]
)
def test_a_key_that_upstream_will_give_out(key, severity):
    own = {
        "TugRequest.json": schema("TugRequest", key, ID),
        "TugResponse.json": schema("TugResponse", key, "", kind="response"),
    }
    rows = found(at(OURS, PAIR | own), at(THEIRS, PAIR))
    assert [one[1] for one in rows] == ([] if severity is None else [severity])


def test_records_of_another_log_have_keys_of_their_own():
    def record(name: str, key: int) -> str:
        return schema(name, key, ID, kind="metadata").replace('"none"', '"0+"')

    upstream = {"metadata/CraneRecord.json": record("CraneRecord", 5)}
    ours = {
        "metadata/CraneRecord.json": record("CraneRecord", 5),
        "storage/own/SlotRecord.json": record("SlotRecord", 5),
    }
    assert found(ours, upstream) == []
    ours["metadata/TugRecord.json"] = record("TugRecord", 6)
    assert [one[2] for one in found(ours, upstream)] == ["metadata/TugRecord.json"]


def test_version_above_upstreams():
    bumped = {name: text.replace('"0-1"', '"0-2"') for name, text in PAIR.items()}
    assert found(at(OURS, bumped), at(THEIRS, PAIR)) == [
        ("upstream-version-taken", "error", f"{OURS}/{name}", "validVersions") for name in PAIR
    ]


def test_versions_that_upstream_dropped_and_versions_that_the_copy_lacks():
    newer = {name: text.replace('"0-1"', '"1-2"') for name, text in PAIR.items()}
    assert found(at(OURS, PAIR), at(THEIRS, newer)) == [
        ("vendored-versions-drifted", severity, f"{OURS}/{name}", "validVersions")
        for name in PAIR
        for severity in ("warning", "info")
    ]


def test_a_stub_upstream_is_left_alone():
    stub = '{ "apiKey": 900, "type": "request", "name": "CraneRequest", "validVersions": "none" }'
    assert found(at(OURS, PAIR), at(THEIRS, {"CraneRequest.json": stub})) == []


def test_upstreams_unstable_version_counts():
    unstable = PAIR["CraneRequest.json"].replace(
        '"flexibleVersions"', '"latestVersionUnstable": true, "flexibleVersions"'
    )
    ours = PAIR | {"CraneRequest.json": unstable.replace('"string"', '"bytes"')}
    theirs = PAIR | {"CraneRequest.json": unstable}
    assert [one[0] for one in found(at(OURS, ours), at(THEIRS, theirs))] == [
        "vendored-layout-drifted"
    ]


def test_nothing_is_said_without_an_upstream():
    drifted = PAIR | {"CraneRequest.json": PAIR["CraneRequest.json"].replace('"string"', '"bytes"')}
    assert not [one for one in check_files(at(OURS, drifted)) if one.rule.startswith("vendored-")]


def test_a_suppression_excuses_a_drift():
    text = PAIR["CraneRequest.json"].replace('"string"', '"bytes"')
    excused = text.replace(
        '"flexibleVersions"',
        '// wirelint: ignore[vendored-layout-drifted] on purpose\n "flexibleVersions"',
    )
    ours = at(OURS, PAIR | {"CraneRequest.json": excused})
    assert found(ours, at(THEIRS, PAIR)) == []


DRIFTS = [
    ('"versions": "1+", "ignorable"', '"versions": "0+", "ignorable"', "fields[Note].versions"),
    ('"type": "string"', '"type": "bytes"', "fields[Note].type"),
    ('"about": "Why."', '"nullableVersions": "1+", "about": "Why."', "fields[Note].nullableVersions"),
    (f", {NOTE}", "", "fields[Note]"),
    (f"{ID}, {NOTE}", f"{NOTE}, {ID}", None),
    (NOTE, f'{NOTE}, {{ "name": "More", "type": "int8", "versions": "1+" }}', "fields[More].versions"),
    ('"flexibleVersions": "none"', '"flexibleVersions": "1+"', "flexibleVersions"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "property"), DRIFTS)
def test_each_drift_of_bytes_is_an_error_at_what_differs(old, new, property):
    text = PAIR["CraneRequest.json"]
    assert old in text
    drifted = PAIR | {"CraneRequest.json": text.replace(old, new)}
    rows = found(at(OURS, drifted), at(THEIRS, PAIR), of="vendored-layout-drifted")
    assert {one[1] for one in rows} == {"error"}
    if property is not None:
        assert property in {one[3] for one in rows}


TAGGED = """{ "type": "data", "name": "SlotState", "validVersions": "0", "flexibleVersions": "0+",
  "fields": [ { "name": "Lane", "type": "string", "versions": "0+", "tag": 0, "taggedVersions": "0+",
    "about": "The lane." }%s ] }
"""
MORE = ', { "name": "%s", "type": "int32", "versions": "0+", "tag": 1, "taggedVersions": "0+", "about": "It." }'


def test_a_tag_that_the_copy_lacks_is_a_warning():
    assert found({"a.json": TAGGED % ""}, {"b.json": TAGGED % (MORE % "Zone")}) == [
        ("vendored-layout-drifted", "warning", "a.json", "fields[Zone]")
    ]


def test_a_tag_of_ones_own():
    assert found({"a.json": TAGGED % (MORE % "Zone")}, {"b.json": TAGGED % ""}) == [
        ("upstream-tag-taken", "warning", "a.json", "fields[Zone].tag")
    ]
    other = MORE.replace("int32", "string") % "Yard"
    assert found({"a.json": TAGGED % (MORE % "Zone")}, {"b.json": TAGGED % other}) == [
        ("upstream-tag-taken", "error", "a.json", "fields[Zone].tag")
    ]


def test_a_default_that_was_lost_and_a_flag_that_was_lost():
    text = PAIR["CraneRequest.json"].replace('"ignorable"', '"default": "none", "ignorable"')
    theirs = PAIR | {"CraneRequest.json": text}
    assert found(at(OURS, PAIR), at(THEIRS, theirs)) == [
        ("vendored-value-drifted", "warning", f"{OURS}/CraneRequest.json", "fields[Note]")
    ]
    ours = PAIR | {
        "CraneRequest.json": PAIR["CraneRequest.json"].replace('"ignorable": true, ', "")
    }
    assert found(at(OURS, ours), at(THEIRS, PAIR)) == [
        ("vendored-value-drifted", "warning", f"{OURS}/CraneRequest.json", "fields[Note]")
    ]
