"""Which message of the baseline is which of the checked tree."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from support.evolving import evolved, field, rules, schema, trees
from wirelint.evolution.pairing import Side, Trees, pair_trees, partner_path
from wirelint.schema.model import MessageType

ID = field("Id")
A = "clients/message"
B = "core/message"


def paired(before: Mapping[str, str], after: Mapping[str, str]) -> dict[str | None, str | None]:
    """From old names to new ones, None for what is on one side only."""
    return {
        pair.before.name if pair.before else None: pair.after.name if pair.after else None
        for pair in pair_trees(trees(before, after))
    }


def record(name: str, key: int | None = 7, *fields: object) -> str:
    head = {} if key is None else {"type": "metadata", "apiKey": key}
    return schema(name, *(fields or (ID,)), **head)  # type: ignore[arg-type]


def test_path_comes_first() -> None:
    old = {f"{A}/Ping.json": record("Ping", 7), f"{A}/Pong.json": record("Pong", 8)}
    new = {f"{A}/Ping.json": record("NewPing", 8), f"{A}/Pong.json": record("NewPong", 7)}
    assert paired(old, new) == {"Ping": "NewPing", "Pong": "NewPong"}


def test_then_the_api_key_of_its_kind_in_the_same_module() -> None:
    old = {f"{A}/Ping.json": record("Ping")}
    new = {
        f"{B}/Other.json": record("Other"),
        f"{A}/Request.json": schema("Request", ID, type="request", apiKey=7),
        f"{A}/Renamed.json": record("Renamed"),
    }
    assert paired(old, new)["Ping"] == "Renamed"


def test_then_the_name() -> None:
    old = {f"{A}/a.json": record("Ping", None), f"{A}/b.json": record("Pong", None)}
    new = {f"{A}/c.json": record("Pong", None), f"{A}/d.json": record("Ping", None)}
    assert paired(old, new) == {"Ping": "Ping", "Pong": "Pong"}


def test_then_equal_layouts_where_there_is_no_key() -> None:
    old = {f"{A}/a.json": record("Ping", None, ID, field("Note", "string"))}
    new = {
        f"{A}/b.json": record("Other", None, field("Note", "string")),
        f"{A}/c.json": record("Renamed", None, field("Key"), field("Text", "string")),
    }
    assert paired(old, new)["Ping"] == "Renamed"


def test_layouts_without_bytes_tell_nothing() -> None:
    old = {f"{A}/a.json": schema("Ping")}
    new = {f"{A}/b.json": schema("Pong")}
    assert paired(old, new) == {"Ping": None, None: "Pong"}


def test_another_module_comes_last() -> None:
    old = {f"{A}/Ping.json": record("Ping", None, ID)}
    new = {
        f"{B}/Ping.json": record("Ping", None, field("Note", "string")),
        f"{A}/Same.json": record("Same", None, ID),
    }
    assert paired(old, new) == {"Ping": "Same", None: "Ping"}


def test_moved_message_is_found_by_its_name() -> None:
    old = {f"{A}/Ping.json": record("Ping", None, ID)}
    new = {f"{B}/Ping.json": record("Ping", None, ID, field("Note", "string"))}
    assert paired(old, new) == {"Ping": "Ping"}
    assert rules(evolved(old, new)) == ["field-added-to-released-version"]


def test_records_of_two_logs_share_keys_by_chance() -> None:
    old = {f"{A}/Ping.json": record("Ping", 7, ID)}
    new = {f"{B}/Pong.json": record("Pong", 7, field("Note", "string"))}
    assert paired(old, new) == {"Ping": None, None: "Pong"}


def test_new_file_is_not_paired_with_an_unchanged_one() -> None:
    kept = record("Ping", 7, ID)
    old = {f"{A}/Ping.json": kept}
    new = {f"{A}/Ping.json": kept, f"{A}/Pong.json": record("Pong", 7, field("Note", "string"))}
    assert paired(old, new) == {None: "Pong"}


def test_unreadable_file_takes_its_path_and_says_nothing() -> None:
    old = {f"{A}/Ping.json": record("Ping")}
    assert paired(old, {f"{A}/Ping.json": "no schema"}) == {}
    assert paired({f"{A}/Ping.json": "no schema"}, {f"{A}/Ping.json": record("Ping")}) == {}
    assert evolved(old, {f"{A}/Ping.json": "no schema"}) == []


def test_rename_of_file_and_message_hides_nothing() -> None:
    old = {f"{A}/Quota.json": record("Quota", 7, ID)}
    new = {f"{A}/ClientQuota.json": record("ClientQuota", 7, ID, field("Note", "string"))}
    assert rules(evolved(old, new)) == ["field-added-to-released-version"]


@pytest.mark.parametrize(
    ("path", "kind", "other"),
    [
        ("m/FetchRequest.json", MessageType.REQUEST, "m/FetchResponse.json"),
        ("FetchResponse.json", MessageType.RESPONSE, "FetchRequest.json"),
        ("m/fetch_request.json", MessageType.REQUEST, "m/fetch_response.json"),
        ("m/RequestLogRequest.json", MessageType.REQUEST, "m/RequestLogResponse.json"),
        ("m/Fetch.json", MessageType.REQUEST, "m/Fetch.json"),
    ],
)
def test_other_half_by_custom(path: str, kind: MessageType, other: str) -> None:
    assert partner_path(path, kind) == other


def test_unchanged_files_are_loaded_only_for_their_other_half() -> None:
    loaded: list[str] = []

    def side(path: str, name: str, kind: str, version: str) -> Side:
        made = trees({}, {path: schema(name, ID, type=kind, apiKey=7, validVersions=version)})

        def load() -> object:
            loaded.append(path)
            return made.after[0].message

        return Side(path, load)  # type: ignore[arg-type]

    both = Trees(
        before=(side("PingResponse.json", "PingResponse", "response", "0"),),
        after=(side("PingResponse.json", "PingResponse", "response", "0-1"),),
        unchanged=(
            side("PongRequest.json", "PongRequest", "request", "0"),
            side("PingRequest.json", "PingRequest", "request", "0"),
        ),
    )
    (pair,) = pair_trees(both)
    assert loaded == ["PingResponse.json", "PingResponse.json"]
    assert pair.partner_before is not None
    assert pair.partner_before.name == "PingRequest"
    assert "PongRequest.json" not in loaded
