"""What the baseline promises, and what it leaves free."""

from __future__ import annotations

from support.evolving import evolved, field, rules, schema
from wirelint.diagnostics import Severity
from wirelint.evolution.settings import (
    AnnouncedRemoval,
    EarlyAccess,
    EvolutionSettings,
    listed,
)
from wirelint.profiles import Listed
from wirelint.versions import VersionRange

ID = field("Id")
NOTE = field("Note", "string")
ADDED = "field-added-to-released-version"


def request(*fields: object, **head: object) -> str:
    base = {"type": "request", "apiKey": 9, "validVersions": "0-1"}
    return schema("PingRequest", *fields, **{**base, **head})  # type: ignore[arg-type]


def response(*fields: object, **head: object) -> str:
    base = {"type": "response", "apiKey": 9, "validVersions": "0-1"}
    return schema("PingResponse", *fields, **{**base, **head})  # type: ignore[arg-type]


def one(versions: str) -> dict[str, object]:
    return field("Note", "string", versions)


def test_unstable_version_of_a_request_is_free_and_no_other() -> None:
    old = {"PingRequest.json": request(ID, latestVersionUnstable=True)}
    free = {"PingRequest.json": request(ID, one("1+"), latestVersionUnstable=True)}
    both = {"PingRequest.json": request(ID, one("0+"), latestVersionUnstable=True)}
    assert ADDED not in rules(evolved(old, free))
    (found,) = evolved(old, both)
    assert (found.rule, found.finding.versions) == (ADDED, VersionRange(0, 0))


def test_flag_of_the_checked_tree_frees_nothing() -> None:
    old = {"PingRequest.json": request(ID)}
    new = {"PingRequest.json": request(ID, one("1+"), latestVersionUnstable=True)}
    assert rules(evolved(old, new)) == [ADDED]


def test_same_version_of_the_response_is_free_though_the_request_did_not_change() -> None:
    asked = {"m/PingRequest.json": request(ID, latestVersionUnstable=True)}
    old = {**asked, "m/PingResponse.json": response(ID)}
    new = {**asked, "m/PingResponse.json": response(ID, one("1+"))}
    assert ADDED not in rules(evolved(old, new))
    lower = {**asked, "m/PingResponse.json": response(ID, one("0+"))}
    assert ADDED in rules(evolved(old, lower))


def test_response_of_another_request_is_not_free() -> None:
    asked = {"m/PingRequest.json": request(ID, apiKey=8, latestVersionUnstable=True)}
    old = {**asked, "m/PingResponse.json": response(ID)}
    new = {**asked, "m/PingResponse.json": response(ID, one("1+"))}
    assert ADDED in rules(evolved(old, new))


def test_unstable_version_may_go() -> None:
    old = {"PingRequest.json": request(ID, latestVersionUnstable=True)}
    assert rules(evolved(old, {"PingRequest.json": request(ID, validVersions="0")})) == []


def test_dropped_flag_is_told_unless_a_gate_covers_it() -> None:
    old = {"PingRequest.json": request(ID, latestVersionUnstable=True)}
    new = {"PingRequest.json": request(ID)}
    assert rules(evolved(old, new)) == ["unstable-flag-dropped"]
    gated = EvolutionSettings(is_gated=lambda message, version: version == 1)
    assert rules(evolved(old, new, gated)) == []


def test_flag_that_moved_to_a_newer_version_leaves_the_older_one_stable() -> None:
    old = {"PingRequest.json": request(ID, latestVersionUnstable=True)}
    new = {
        "PingRequest.json": request(
            ID, one("2+"), validVersions="0-2", latestVersionUnstable=True, flexibleVersions="2+"
        )
    }
    assert "unstable-flag-dropped" in rules(evolved(old, new))


def test_early_access_is_free_until_its_release() -> None:
    early = (EarlyAccess("Ping*", "4.2.0"),)
    for release, wanted in (
        ("4.1.0", []), (None, []), ("4.2.0-rc1", []), ("4.2.0", [ADDED]), ("4.10.1", [ADDED]),
    ):  # fmt: skip
        settings = EvolutionSettings(early_access=early, release=release)
        assert rules(evolved(schema("PingState", ID), schema("PingState", ID, NOTE), settings)) == (
            wanted
        )


def test_announced_removal_is_silent_as_far_as_it_reaches() -> None:
    old, new = schema(validVersions="0-3"), schema(validVersions="2-3")
    whole = EvolutionSettings(removals=(AnnouncedRemoval("PingState", VersionRange(0, 1)),))
    part = EvolutionSettings(removals=(AnnouncedRemoval("Ping*", VersionRange(0, 0)),))
    assert evolved(old, new, whole) == []
    (found,) = evolved(old, new, part)
    assert found.finding.versions == VersionRange(1, 1)


def test_deprecation_of_either_half_makes_a_removal_a_warning() -> None:
    old = {
        "PingRequest.json": request(ID, deprecatedVersions="0"),
        "PingResponse.json": response(ID),
    }
    new = {
        "PingRequest.json": request(ID, validVersions="1"),
        "PingResponse.json": response(ID, validVersions="1"),
    }
    assert [one.severity for one in evolved(old, new)] == [Severity.WARNING] * 2


def test_deleted_file_is_told_on_its_old_path() -> None:
    (found,) = evolved({"m/PingState.json": schema()}, {})
    assert found.rule == "released-version-removed"
    assert (found.finding.at.source.path, found.finding.at.span) == ("m/PingState.json", None)


def test_stub_is_a_removal_of_everything() -> None:
    (found,) = evolved(schema(validVersions="0-3"), schema(validVersions="none"))
    assert (found.rule, found.finding.versions) == ("released-version-removed", VersionRange(0, 3))


def test_nothing_is_said_of_a_baseline_without_versions() -> None:
    assert evolved(schema(validVersions="none"), schema("PingState", ID)) == []


def test_coordinator_key_keeps_its_number_as_api_key() -> None:
    old = {
        "m/PingKey.json": schema("PingKey", field("Group", "string", "1-2"), validVersions="1-2")
    }
    key = {"type": "coordinator-key", "validVersions": "0"}
    now = schema("PingKey", field("Group", "string"), apiKey=2, **key)
    older = schema("OldPingKey", field("Group", "string"), apiKey=1, **key)
    found = evolved(old, {"m/PingKey.json": now, "m/OldPingKey.json": older})
    assert rules(found) == ["coordinator-type-declared"]
    (removed,) = (one for one in evolved(old, {"m/PingKey.json": now}) if one.severity > 1)
    assert (removed.rule, removed.finding.versions) == (
        "released-version-removed",
        VersionRange(1, 1),
    )
    wider = schema("PingKey", field("Group", "string"), field("Part"), apiKey=2, **key)
    assert ADDED in rules(evolved(old, {"m/PingKey.json": wider, "m/OldPingKey.json": older}))


def test_lists_go_by_message_or_by_both_halves() -> None:
    entries = (Listed("Ping", "both"), Listed("PongRequest", "one"))
    assert listed("PingResponse", entries) == entries[0]
    assert listed("PongRequest", entries) == entries[1]
    assert listed("PongResponse", entries) is None
