"""Which schemas are copies of which, and what of upstream's numbers is taken."""

from __future__ import annotations

import pytest

from support.checking import check_files
from support.evolving import trees
from wirelint.evolution.upstream import Upstream, owned

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


def copies(tree: dict[str, str], upstream: dict[str, str]) -> dict[str, str]:
    """Which file is a copy of which."""
    sides = [trees({}, files).after for files in (upstream, tree)]
    found = Upstream(*sides).copies
    return {one.pair.path: one.pair.before_path for one in found}


def test_of_several_of_one_name_the_nearest_is_it():
    crane = PAIR["CraneRequest.json"]
    theirs = {f"{folder}/CraneRequest.json": crane for folder in ("a/b", "c/b", "c/d", "e")}
    for ours, nearest in {
        "x/c/b": "c/b",
        "x/a/b": "a/b",
        "x/c/d": "c/d",
        "e": "e",
        "z/e": "e",
    }.items():
        path = f"{ours}/CraneRequest.json"
        assert copies({path: crane}, theirs) == {path: f"{nearest}/CraneRequest.json"}
    path = "nowhere/CraneRequest.json"
    assert copies({path: crane}, theirs) == {path: "a/b/CraneRequest.json"}


def test_a_file_of_one_path_is_a_copy_if_it_has_the_name_or_the_kind_and_key():
    crane, path = PAIR["CraneRequest.json"], "m/A.json"
    for text, same in (
        (crane.replace('"CraneRequest"', '"HoistRequest"'), True),
        (crane.replace("900", "901"), True),
        # Neither, but the file name and kind are upstream's.
        (crane.replace("900", "901").replace('"CraneRequest"', '"HoistRequest"'), True),
        (crane.replace('"request"', '"response"'), True),
        (crane.replace('"request"', '"response"').replace('"CraneRequest"', '"Hoist"'), False),
    ):
        assert copies({path: text}, {path: crane}) == ({path: path} if same else {})
    moved = crane.replace("900", "901").replace('"CraneRequest"', '"HoistRequest"')
    theirs = {path: crane, "n/Hoist.json": moved}
    assert copies({path: moved}, theirs) == {path: "n/Hoist.json"}


@pytest.mark.parametrize("name", ["crane_request.json", "CraneRequest.json", "cranerequest.json"])
def test_a_file_name_is_one_however_it_is_spelled(name):
    renamed = PAIR["CraneRequest.json"].replace('"CraneRequest"', '"TugRequest"')
    ours = {f"{OURS}/{name}": renamed}
    assert copies(ours, at(THEIRS, PAIR)) == {f"{OURS}/{name}": f"{THEIRS}/CraneRequest.json"}
    other = {
        f"{OURS}/{name}": renamed.replace('"request"', '"data"').replace('"apiKey": 900, ', "")
    }
    assert copies(other, at(THEIRS, PAIR)) == {}


def test_what_cannot_be_read_is_nobodys_copy_and_hides_no_other():
    ours = {"a/Broken.json": "no schema", **at(OURS, PAIR)}
    theirs = {"a/Broken.json": "no schema", **at(THEIRS, PAIR)}
    assert copies(ours, theirs) == {f"{OURS}/{name}": f"{THEIRS}/{name}" for name in PAIR}


def test_a_renamed_rpc_is_known_by_its_bytes():
    def renamed(fields: str, key: int = 900, versions: str = "0-1") -> dict[str, str]:
        text = schema("HoistRequest", key, fields, versions=versions)
        return {f"{OURS}/HoistRequest.json": text}

    theirs = at(THEIRS, PAIR)
    found = {f"{OURS}/HoistRequest.json": f"{THEIRS}/CraneRequest.json"}
    assert copies(renamed(f"{ID}, {NOTE}"), theirs) == found
    assert copies(renamed(ID), theirs) == found  # alike at version 0
    assert copies(renamed(f"{ID}, {NOTE}", key=901), theirs) == {}
    assert copies(renamed(f"{ID}, {NOTE}", versions="2-3"), theirs) == {}
    assert copies(renamed(NOTE), theirs) == {}
    # One that is a copy by its own name is taken.
    both = at(OURS, PAIR) | renamed(f"{ID}, {NOTE}")
    assert f"{OURS}/HoistRequest.json" not in copies(both, theirs)


def test_messages_of_ones_own_know_the_keys_beside_them():
    record = schema("CraneRecord", 5, ID, kind="metadata")
    theirs = {
        "m/CraneRecord.json": record,
        "n/PierRecord.json": schema("PierRecord", 6, ID, kind="metadata"),
    }
    mine = {
        "x/CraneRecord.json": record,
        "x/TugRecord.json": schema("TugRecord", 8, ID, kind="metadata"),
        "y/BuoyRecord.json": schema("BuoyRecord", 9, ID, kind="metadata"),
        "x/Data.json": schema("Data", 3, ID, kind="data").replace('"apiKey": 3, ', ""),
        "z/TugRequest.json": schema("TugRequest", 70, ID),
        "z/TugResponse.json": schema("TugResponse", 70, ID, kind="response"),
    }
    sides = [trees({}, files).after for files in (theirs | at(THEIRS, PAIR), mine)]
    own = {one.name: one for one in Upstream(*sides).own}
    assert {name: sorted(one.keys) for name, one in own.items()} == {
        "TugRecord": [5],
        "BuoyRecord": [],
        "TugRequest": [900],
        "TugResponse": [900],
    }
    assert [name for name, one in own.items() if one.partner] == ["TugResponse"]
    assert [one.name for one in owned(own.values())] == ["TugRecord", "BuoyRecord", "TugRequest"]
