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
        ("m/Request.json", MessageType.REQUEST, "m/Response.json"),
        ("m/FetchRequest.json", MessageType.RESPONSE, "m/FetchRequest.json"),
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


def test_a_name_in_another_module_comes_before_equal_layouts_there() -> None:
    old = {f"{A}/Ping.json": record("Ping", None, ID)}
    new = {
        f"{B}/Ping.json": record("Ping", None, field("Note", "string")),
        f"{B}/Same.json": record("Same", None, ID),
    }
    assert paired(old, new) == {"Ping": "Ping", None: "Same"}


def test_moved_and_renamed_message_is_found_by_its_file_or_key_or_layout() -> None:
    note = field("Note", "string")
    old = {f"{A}/Ping.json": record("Ping", None, ID)}
    assert paired(old, {f"{B}/Ping.json": record("Pong", None, note)}) == {"Ping": "Pong"}
    other_type = {f"{B}/Ping.json": record("Pong", 7, note)}
    assert paired(old, other_type) == {"Ping": None, None: "Pong"}
    assert paired(old, {f"{B}/Pong.json": record("Pong", None, ID)}) == {"Ping": "Pong"}
    assert paired(old, {f"{B}/Pong.json": record("Pong", None, note)}) == {
        "Ping": None,
        None: "Pong",
    }
    asked = {f"{A}/Ping.json": schema("Ping", ID, type="request", apiKey=7)}
    for key, found in ((7, {"Ping": "Pong"}), (8, {"Ping": None, None: "Pong"})):
        new = {f"{B}/Pong.json": schema("Pong", note, type="request", apiKey=key)}
        assert paired(asked, new) == found


@pytest.mark.parametrize(
    ("before", "after", "same"),
    [
        ({}, {}, True),
        ({"validVersions": "0-1"}, {"validVersions": "1-2"}, True),
        ({"validVersions": "0"}, {"validVersions": "1"}, False),
        ({"type": "metadata", "apiKey": 7}, {}, False),
        ({}, {"type": "header"}, False),
        ({"validVersions": "0-1", "flexibleVersions": "1+"}, {"validVersions": "0-1"}, False),
    ],
)
def test_equal_layouts_are_equal_where_both_are_valid(
    before: dict[str, object], after: dict[str, object], same: bool
) -> None:
    old = {f"{A}/a.json": schema("Ping", field("A"), **before)}
    new = {f"{A}/b.json": schema("Pong", field("B"), **after)}
    assert (paired(old, new) == {"Ping": "Pong"}) is same


def test_one_version_with_bytes_is_enough_to_tell_by() -> None:
    head = {"validVersions": "0-1"}
    old = {f"{A}/a.json": schema("Ping", field("A", versions="1+"), **head)}
    new = {f"{A}/b.json": schema("Pong", field("B", versions="1+"), **head)}
    assert paired(old, new) == {"Ping": "Pong"}


def test_pairs_are_in_the_order_of_their_paths() -> None:
    old = {f"{A}/{name}.json": record(name) for name in ("Quay", "Pier")}
    new = {f"{A}/Rope.json": record("Rope", 8), f"{A}/Boat.json": record("Boat", 9)}
    assert [one.path[len(A) + 1 :] for one in pair_trees(trees(old, new))] == [
        "Boat.json",
        "Pier.json",
        "Quay.json",
        "Rope.json",
    ]


def halves(module: str, key: int = 7, *, names: str = "Ping", **head: object) -> dict[str, str]:
    return {
        f"{module}/{names}{kind.title()}.json": schema(
            f"{names}{kind.title()}", ID, type=kind, apiKey=key, **head
        )
        for kind in ("request", "response")
    }


@pytest.mark.parametrize(
    ("others", "partner"),
    [
        (halves(A), "PingResponse"),
        (halves(A, names="Pong"), "PongResponse"),  # another file, the same key
        (halves(A, key=8), None),
        (halves(B), None),
        ({}, None),
    ],
)
def test_the_other_half_is_in_the_same_module_under_the_same_key(
    others: dict[str, str], partner: str | None
) -> None:
    path = f"{A}/PingRequest.json"
    rest = {name: text for name, text in others.items() if "Response" in name}
    old = {path: schema("PingRequest", ID, type="request", apiKey=7), **rest}
    new = {**old, path: schema("PingRequest", type="request", apiKey=7)}
    (pair,) = pair_trees(trees(old, new))
    for half in (pair.partner_before, pair.partner_after):
        assert (half and half.name) == partner


def test_a_message_of_one_side_has_no_other_half_on_the_other() -> None:
    path = f"{A}/PingRequest.json"
    (come, _) = pair_trees(trees({}, halves(A)))
    assert (come.path, come.partner_before) == (path, None)
    assert come.partner_after is not None
    (gone, _) = pair_trees(trees(halves(A), {}))
    assert gone.partner_after is None
    assert gone.partner_before is not None
    assert not gone.shared
    assert not come.released
    assert not come.new_versions


def test_the_key_of_another_message_has_a_former_owner_if_that_has_another_key_now() -> None:
    old = {f"{A}/Ping.json": record("Ping", 7), f"{A}/Pong.json": record("Pong", 8)}

    def owner(**new: str) -> str | None:
        files = {f"{A}/{name}.json": text for name, text in new.items()}
        pairs = pair_trees(trees(old, {**files}))
        found = next(pair for pair in pairs if pair.after and pair.after.name == "Pong")
        return found.former_owner and found.former_owner.name

    assert owner(Ping=record("Ping", 9), Pong=record("Pong", 7)) == "Ping"
    assert owner(Ping=record("Ping", 9), Pong=record("Pong", 8, ID, ID)) is None
    assert owner(Ping=record("Ping", 7, ID, ID), Pong=record("Pong", 7)) is None
    assert owner(Pong=record("Pong", 7)) is None
    assert owner(Ping=record("Ping", 9), Pong=record("Pong", None)) is None


def test_versions_of_a_coordinator_key_that_no_message_took_over_are_unplaced() -> None:
    old = {f"{A}/PingKey.json": schema("PingKey", ID, validVersions="0-3")}
    head = {"type": "coordinator-key"}
    new = {
        f"{A}/PingKey.json": schema("PingKey", ID, apiKey=2, **head),
        f"{A}/OldKey.json": schema("OldKey", ID, apiKey=0, **head),
        f"{B}/FarKey.json": schema("FarKey", ID, apiKey=1, **head),
        f"{A}/Value.json": schema("Value", ID, apiKey=3, type="coordinator-value"),
        f"{A}/Broken.json": "no schema",
    }
    pairs = {pair.name: pair for pair in pair_trees(trees(old, new))}
    assert [str(one) for one in pairs["PingKey"].unplaced] == ["1", "3"]
    assert pairs["OldKey"].unplaced == ()
