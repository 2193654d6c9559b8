# Each number that was ever stated about Kafka's negotiation, asked of the real schemas through the
# command line: those that hold, and those that do not.
"""Worked numbers."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.releases import KAFKA, ask, kafka_releases
from wirelint.gates.language import read_gates
from wirelint.text import SourceText


@pytest.fixture(autouse=True)
def releases(monkeypatch):
    monkeypatch.chdir(kafka_releases())


@pytest.fixture
def negotiate(capsys):
    def asked(*arguments: str, rpc: str | None = None):
        extra = () if rpc is None else ("--rpc", rpc)
        code, answer = ask(capsys, "negotiate", *arguments, *extra)
        choices = [one for one in answer["rpcs"] if "fallback" not in one]
        return (code, choices[0]) if rpc is not None else (code, answer)

    return asked


def replica(negotiate, sender: str, receiver: str, level: str, rpc: str):
    return negotiate(
        "--client", sender, "--broker", receiver, "--gates", KAFKA, "--path", "replica",
        "--finalized", f"metadata.version={level}", rpc=rpc,
    )  # fmt: skip


def test_a_2_4_consumer_fetches_from_a_4_1_broker_with_11(negotiate):
    code, fetch = negotiate("--client", "2.4.0", "--broker", "4.1.0", rpc="Fetch")
    assert (code, fetch["outcome"], fetch["version"]) == (0, "ok", 11)
    assert (fetch["allowed"], fetch["served"]) == ("0-11", "4-18")
    assert fetch["decided_by"]["path"].endswith("FetchRequest.json")
    assert fetch["decided_by"]["revision"] == "2.4.0"


@pytest.mark.parametrize(
    ("level", "version"),
    [
        ("3.3-IV3", 13), ("3.5-IV0", 14), ("3.5-IV1", 15), ("3.7-IV3", 15), ("3.7-IV4", 16),
        ("3.9-IV0", 17), ("4.0-IV0", 17), ("4.0-IV3", 17), ("4.1-IV0", 17), ("4.1-IV1", 18),
    ],
)  # fmt: skip
def test_a_follower_of_a_4_1_broker_fetches_with_what_the_level_says(negotiate, level, version):
    code, fetch = replica(negotiate, "4.1.0", "4.1.0", level, "Fetch")
    assert (code, fetch["outcome"], fetch["version"]) == (0, "ok", version)
    assert fetch["allowed"] == str(version)
    assert fetch["decided_by"]["path"] == KAFKA


def test_the_17_of_a_4_1_cluster_does_not_hold_once_it_is_fully_finalized(negotiate):
    arguments = ("--client", "4.1.0", "--broker", "4.1.0", "--gates", KAFKA, "--path", "replica")
    _, answer = negotiate(*arguments)
    assert answer["levels"]["metadata.version"] == 27
    assert [one["version"] for one in answer["rpcs"] if one["rpc"] == "Fetch"] == [18, 12]


def test_produce_0_to_13_against_0_to_10_gives_10(negotiate):
    code, answer = negotiate("--client-range", "0-13", "--broker-range", "0-10")
    assert (code, answer["rpcs"][0]["outcome"], answer["rpcs"][0]["version"]) == (0, "ok", 10)


def test_no_real_client_has_produce_0_to_13_but_the_real_pair_gives_10_too(negotiate):
    _, produce = negotiate("--client", "4.1.0", "--broker", "3.7.0", rpc="Produce")
    assert (produce["allowed"], produce["served"], produce["version"]) == ("3-13", "0-10", 10)


def test_produce_11_to_13_against_0_to_10_aborts(negotiate):
    code, answer = negotiate("--client-range", "11-13", "--broker-range", "0-10")
    assert (code, answer["rpcs"][0]["outcome"], answer["rpcs"][0]["version"]) == (1, "abort", None)


@pytest.mark.parametrize(
    ("release", "rpc", "served"),
    [
        ("4.0.0", "Fetch", "4-17"),
        ("4.1.0", "Fetch", "4-18"),
        ("4.0.0", "Produce", "3-12"),
        ("4.1.0", "Produce", "3-13"),
        ("4.0.0", "ListOffsets", "1-10"),
        ("4.1.0", "ListOffsets", "1-10"),  # not yet 1-11
        ("4.2.0", "ListOffsets", "1-11"),
    ],
)
def test_releases_serve(negotiate, release, rpc, served):
    _, choice = negotiate("--client", release, "--broker", release, rpc=rpc)
    assert choice["served"] == served


def test_a_client_that_knows_only_removed_versions_aborts(negotiate):
    for broker in ("4.0.0", "4.1.0"):
        code, fetch = negotiate("--client-range", "0-3", "--broker", broker, rpc="Fetch")
        assert (code, fetch["outcome"]) == (1, "abort")


def test_but_produce_is_listed_from_0_so_such_a_client_is_disconnected(negotiate):
    code, produce = negotiate(
        "--client-range", "0-2", "--broker", "4.1.0", "--gates", KAFKA, rpc="Produce"
    )
    assert (code, produce["outcome"], produce["version"]) == (1, "close", 2)
    assert (produce["advertised"], produce["served"]) == ("0-13", "3-13")


def test_without_the_line_that_lists_it_from_0_it_aborts(negotiate):
    code, produce = negotiate("--client-range", "0-2", "--broker", "4.1.0", rpc="Produce")
    assert (code, produce["outcome"], produce["advertised"]) == (1, "abort", "3-13")


def test_the_line_says_where_the_list_begins_and_nothing_of_its_end(negotiate):
    for broker, listed in (("4.0.0", "0-12"), ("3.7.0", "0-10")):
        _, produce = negotiate(
            "--client", "4.1.0", "--broker", broker, "--gates", KAFKA, rpc="Produce"
        )
        assert produce["advertised"] == listed


def test_who_sends_an_unsupported_version_anyway_is_disconnected(negotiate):
    code, fetch = negotiate(
        "--client-range", "3", "--broker", "4.1.0", "--path", "replica", rpc="Fetch"
    )
    assert (code, fetch["outcome"], fetch["version"]) == (1, "close", 3)


def test_api_versions_that_is_too_new_is_asked_again(negotiate):
    code, shake = negotiate("--client-range", "0-5", "--broker", "4.1.0", rpc="ApiVersions")
    assert (code, shake["outcome"], shake["version"]) == (0, "fallback", 4)
    code, shake = negotiate("--client", "4.1.0", "--broker", "2.3.0", rpc="ApiVersions")
    assert (code, shake["outcome"], shake["version"]) == (0, "fallback", 0)
    assert shake["headers"] == {"request": 1, "response": 0}


def test_api_versions_is_listed_from_0_by_its_own_schema(negotiate):
    _, shake = negotiate("--client", "4.1.0", "--broker", "4.1.0", rpc="ApiVersions")
    assert (shake["advertised"], shake["version"]) == ("0-4", 4)


@pytest.mark.parametrize("level", ["3.3-IV3", "3.9-IV0"])
def test_the_metadata_log_is_negotiated_whatever_the_level(negotiate, level):
    code, fetch = negotiate(
        "--client", "4.1.0", "--broker", "3.9.0-rc3", "--gates", KAFKA,
        "--path", "metadata-log", "--finalized", f"metadata.version={level}", rpc="Fetch",
    )  # fmt: skip
    assert (code, fetch["outcome"], fetch["version"]) == (0, "ok", 17)


@pytest.mark.parametrize(("receiver", "served"), [("3.9.0-rc3", "0-4"), ("4.2.0", "2-4")])
def test_offset_for_leader_epoch_is_pinned_to_4(negotiate, receiver, served):
    code, choice = replica(negotiate, "4.1.0", receiver, "3.9-IV0", "OffsetForLeaderEpoch")
    assert (code, choice["outcome"], choice["version"]) == (0, "ok", 4)
    assert (choice["allowed"], choice["served"]) == ("4", served)


def test_transaction_markers_are_negotiated_since_4_2_and_pinned_before(negotiate, tmp_path):
    pinned = tmp_path / "pinned.gates"
    pinned.write_text(
        "gates 1\npath txn-markers from broker to broker discover {\n"
        "  WriteTxnMarkers exactly 1\n}\n"
    )
    for release, gates, allowed, version in (
        ("4.1.0", f"4.1.0={pinned}", "1", 1),
        ("4.2.0", KAFKA, "1-2", 2),
    ):
        code, choice = negotiate(
            "--client", release, "--broker", release, "--gates", gates,
            "--path", "txn-markers", rpc="WriteTxnMarkers",
        )  # fmt: skip
        assert (code, choice["allowed"], choice["version"]) == (0, allowed, version)


def test_a_feature_does_not_choose_versions_it_lets_the_broker_refuse(negotiate):
    arguments = ("--client", "4.1.0", "--broker", "4.1.0", "--gates", KAFKA)
    code, choice = negotiate(
        *arguments, "--finalized", "group.version=0", rpc="ConsumerGroupHeartbeat"
    )
    assert (code, choice["outcome"], choice["version"]) == (1, "reject", 1)
    code, choice = negotiate(*arguments, rpc="ConsumerGroupHeartbeat")
    assert (code, choice["outcome"], choice["version"]) == (0, "ok", 1)


def test_a_request_version_tells_a_capability():
    table, _ = read_gates(SourceText(KAFKA, Path(KAFKA).read_text()))
    told = {(one.rpc.value, one.version.value, one.level.text) for one in table.infers}
    assert told == {("AddPartitionsToTxn", 4, "TV_2"), ("EndTxn", 5, "TV_2")}


def test_a_feature_that_ends_at_0_can_never_be_finalized(capsys, tmp_path):
    gates = tmp_path / "empty.gates"
    gates.write_text(
        "gates 1\nreleases 1.0.0 1.1.0\nfeature own.version {\n  carrier record\n  absent = 0\n"
        "  supports 0 to 0\n  level 0 in 1.0.0\n}\n"
    )
    code, plan = ask(
        capsys, "plan", "--from", "1.0.0", "--to", "1.1.0", "--gates", str(gates),
        "--order", "binaries,own.version=1",
    )  # fmt: skip
    assert code == 1
    assert [one["invariant"] for one in plan["findings"]] == ["finalize"]
    assert "supports only 0" in plan["findings"][0]["message"]


def test_from_2_2_on_only_transaction_markers_are_cut_off_from_4_0(capsys):
    code, matrix = ask(capsys, "matrix", "--releases", "2.2.0..4.2.0", "--gates", KAFKA)
    assert code == 1
    assert len(matrix["releases"]) == 48
    old = [
        one for one in matrix["releases"] if one < "2.8"
    ]  # not only up to 2.4: version 1 is of 2.8
    new = ["4.0.0", "4.1.0", "4.2.0"]
    assert [
        (one["rpc"], one["outcome"], one["senders"], one["receivers"]) for one in matrix["cut_off"]
    ] == [("WriteTxnMarkers", "abort", old, new), ("WriteTxnMarkers", "abort", new, old)]


def test_between_4_1_and_4_2_level_29_splits_the_cluster(negotiate, tmp_path):
    old = tmp_path / "kafka-4.1.gates"
    text = Path(KAFKA).read_text()
    for now, then in (
        ("supports 7 to 29 unstable to 30", "supports 7 to 27 unstable to 29"),
        ("    11 from 4.2-IV1\n", ""),
        ('  level 30 4.3-IV0 unstable "placeholder for 4.3"\n', ""),
        ("28 4.2-IV0 in 4.2.0", "28 4.2-IV0 unstable"),
        ("29 4.2-IV1 in 4.2.0", "29 4.2-IV1 unstable"),
    ):
        assert now in text
        text = text.replace(now, then)
    old.write_text(text)
    gates = ("--gates", f"4.1.0={old}", "--gates", f"4.2.0={KAFKA}", "--path", "replica")
    pair = ("--client", "4.2.0", "--broker", "4.1.0", "--unstable", *gates)
    for level, outcome, version in ((27, "ok", 10), (28, "ok", 10), (29, "close", 11)):
        _, choice = negotiate(*pair, "--finalized", f"metadata.version={level}", rpc="ListOffsets")
        assert (choice["outcome"], choice["version"]) == (outcome, version)
    _, choice = negotiate(
        "--client", "4.1.0", "--broker", "4.2.0", "--unstable", *gates,
        "--finalized", "metadata.version=29", rpc="ListOffsets",
    )  # fmt: skip
    assert (choice["outcome"], choice["version"]) == ("ok", 10)
    _, choice = negotiate(  # without previews 4.1.0 does not know the level at all
        "--client", "4.1.0", "--broker", "4.2.0", *gates,
        "--finalized", "metadata.version=29", rpc="ListOffsets",
    )  # fmt: skip
    assert choice["outcome"] == "sender-error"
