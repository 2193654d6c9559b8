"""The view over the schemas of one tree."""

from __future__ import annotations

import json
from collections.abc import Iterable

import pytest

from wirelint.diagnostics import Category
from wirelint.engine.check import check_project
from wirelint.engine.policy import Dispatch, Policy
from wirelint.project import KeyRange, KeySpace, Project, ProjectFile, ProjectSettings
from wirelint.schema.build import build
from wirelint.schema.model import Message, MessageType
from wirelint.syntax.document import read
from wirelint.text import SourceText
from wirelint_rules import load_rules


def schema(
    path: str, kind: str, key: object = 1, *, checked: bool = True, **more: object
) -> ProjectFile:
    name = path.rpartition("/")[2].removesuffix(".json")
    value = {
        "name": name,
        "type": kind,
        "apiKey": key,
        "validVersions": "0",
        "flexibleVersions": "0+",
        "fields": [],
        **more,
    }
    kept = {key: one for key, one in value.items() if one is not None}
    message, _ = build(read(SourceText(path, json.dumps(kept))))
    assert message is not None
    return ProjectFile(path, message, checked)


def found(files: Iterable[ProjectFile], *args: object, **more: object) -> list[tuple[str, str]]:
    project = Project(files, *args, **more)  # type: ignore[arg-type] - what each test gives
    dispatch = Dispatch(Policy(), load_rules((Category.REPOSITORY,)))
    return sorted(
        (one.rule, one.finding.at.source.path) for one in check_project(project, dispatch)
    )


def partner_name(project: Project, message: Message) -> str | None:
    partner = project.partner(message)
    return None if partner is None else partner.name


def test_partners_share_folder_and_key() -> None:
    request, response = (
        schema("a/PingRequest.json", "request"),
        schema("a/PongResponse.json", "response"),
    )
    elsewhere = schema("b/PingResponse.json", "response")
    project = Project([elsewhere, response, request])
    assert partner_name(project, request.message) == "PongResponse"
    assert partner_name(project, response.message) == "PingRequest"
    assert partner_name(project, elsewhere.message) is None


def test_joined_folders_are_one_key_space() -> None:
    request, response = (
        schema("a/PingRequest.json", "request"),
        schema("b/PingResponse.json", "response"),
    )
    apart = Project([request, response])
    joined = Project([request, response], ProjectSettings(joined_key_spaces=(("a", "b/"),)))
    assert partner_name(apart, request.message) is None
    assert partner_name(joined, request.message) == "PingResponse"
    assert KeySpace("a", MessageType.RESPONSE) in joined.key_spaces


def test_coordinator_keys_go_with_their_values() -> None:
    key = schema("c/PingKey.json", "coordinator-key", flexibleVersions="none")
    value = schema("c/PingValue.json", "coordinator-value")
    project = Project([key, value])
    assert partner_name(project, key.message) == "PingValue"
    assert partner_name(project, value.message) == "PingKey"


def test_only_the_first_of_a_key_has_a_partner() -> None:
    files = [
        schema("AskRequest.json", "request"),
        schema("PingRequest.json", "request"),
        schema("AskResponse.json", "response"),
    ]
    project = Project(files)
    assert [partner_name(project, one.message) for one in files] == [
        "AskResponse",
        None,
        "AskRequest",
    ]


@pytest.mark.parametrize("kind", ["header", "data"])
def test_other_kinds_have_no_key_space(kind: str) -> None:
    file = schema("Ping.json", kind)
    assert Project([file]).key_space(file.message) is None
    assert found([file, schema("Pong.json", kind)]) == []


def test_rpcs_are_found_by_their_short_name() -> None:
    request = schema("PingRequest.json", "request")
    project = Project([request, schema("PongRequest.json", "data")])
    assert project.request("Ping") is request.message
    assert project.request("Pong") is None
    assert project.response("Ping") is None


def test_nothing_is_missing_from_a_folder_that_is_not_all_known() -> None:
    request = schema("a/PingRequest.json", "request")
    assert found([request]) == [("request-without-response", "a/PingRequest.json")]
    assert found([request], partial_folders={"a"}) == []
    assert found([request], partial_folders={"b"}) != []
    joined = ProjectSettings(joined_key_spaces=(("a", "b"),))
    assert found([request], joined, partial_folders={"b"}) == []


@pytest.mark.parametrize("broken", [{"type": "respons"}, {"type": None}, {"apiKey": "one"}])
def test_an_unclear_file_may_be_the_partner(broken: dict[str, object]) -> None:
    request = schema("PingRequest.json", "request")
    other = schema("PongResponse.json", **{"kind": "response", **broken})  # type: ignore[arg-type]
    if "type" in broken:
        other = schema("PongResponse.json", "response", **broken)
    assert not [one for one in found([request, other]) if one[0] == "request-without-response"]


@pytest.mark.parametrize("written", [1, "1", " response "])
def test_a_loosely_written_type_is_clear(written: object) -> None:
    other = schema("PongResponse.json", "response", 2, type=written)
    assert ("request-without-response", "PingRequest.json") in found(
        [schema("PingRequest.json", "request"), other]
    )


def test_a_half_without_a_key_is_said_once() -> None:
    files = [schema("PingRequest.json", "request"), schema("PingResponse.json", "response", None)]
    assert found(files) == [("missing-api-key", "PingResponse.json")]


def test_key_18_needs_no_response() -> None:
    assert found([schema("AskRequest.json", "request", 18)]) == []
    assert found([schema("AskResponse.json", "response", 18)]) != []


def test_empty_ranges_agree_however_they_are_spelled() -> None:
    request = schema("PingRequest.json", "request", validVersions="none")
    assert found([request, schema("PingResponse.json", "response", validVersions="3-1")]) == []
    assert found([request, schema("PingResponse.json", "response")]) == [
        ("pair-out-of-step", "PingResponse.json")
    ]


@pytest.mark.parametrize(
    ("request_flexible", "response_flexible", "expected"),
    [("1+", "1+", 0), ("1+", "2+", 1), ("1+", "none", 1), ("3+", "none", 0), ("0+", "none", 1)],
)
def test_flexible_starts_count_within_valid_versions(
    request_flexible: str, response_flexible: str, expected: int
) -> None:
    more = {"validVersions": "0-2"}
    files = [
        schema("PingRequest.json", "request", flexibleVersions=request_flexible, **more),
        schema("PingResponse.json", "response", flexibleVersions=response_flexible, **more),
    ]
    rules = [rule for rule, _ in found(files) if rule == "pair-out-of-step"]
    assert len(rules) == expected


def test_findings_between_unchecked_files_are_left_out() -> None:
    first = schema("AskRecord.json", "metadata", checked=False)
    second = schema("PingRecord.json", "metadata", checked=False)
    assert found([first, second]) == []


def test_a_checked_file_brings_out_a_finding_that_stands_on_another() -> None:
    request = schema("PingRequest.json", "request", validVersions="0-1")
    response = schema("PingResponse.json", "response", checked=False)
    assert found([request, response]) == [("pair-out-of-step", "PingResponse.json")]


def test_key_ranges_bind_new_messages_of_others() -> None:
    file = schema("PingRecord.json", "metadata", 94)
    ranges = (KeyRange(0, 499, "upstream"),)
    said = [("api-key-in-foreign-range", "PingRecord.json")]
    assert found([file], ProjectSettings(key_ranges=ranges)) == said
    assert found([file], ProjectSettings(key_ranges=ranges, owner="upstream")) == []
    assert found([file], ProjectSettings(key_ranges=ranges), released={"PingRecord"}) == []
    beyond = schema("PingRecord.json", "metadata", 500)
    assert found([beyond], ProjectSettings(key_ranges=ranges)) == []


@pytest.mark.parametrize(
    ("kind", "valid", "generation"),
    [("metadata", "0", None), ("metadata", "none", "4.0"), ("coordinator-value", "0", "4.1")],
)
def test_generation_shows_in_what_only_a_later_one_takes(
    kind: str, valid: str, generation: str | None
) -> None:
    assert Project([schema("Ping.json", kind, validVersions=valid)]).generation == generation


def test_configured_generation_wins() -> None:
    file = schema("Ping.json", "metadata", validVersions="none")
    assert Project([file], ProjectSettings(generation="3.x")).generation == "3.x"


def test_snake_case_file_names_fit_their_message() -> None:
    settings = ProjectSettings(file_names="snake")
    fields = {"name": "KnobRecord"}
    assert found([schema("knob_record.json", "metadata", **fields)], settings) == []
    assert found([schema("knobs.json", "metadata", **fields)], settings) != []
