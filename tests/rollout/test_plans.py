"""Plans of real upgrades: verdicts, reasons, the way back."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.releases import KAFKA, KIP31, KRABKA, ask, kafka_releases, run


@pytest.fixture
def plan(capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)

    def asked(*arguments: str):
        return ask(capsys, "plan", *arguments)

    return asked


@pytest.fixture
def in_releases(monkeypatch):
    monkeypatch.chdir(kafka_releases())


def broken(answer) -> list[str]:
    return [one["invariant"] for one in answer["findings"] if one["weight"] == "breaks"]


def spoken(state, path: str = "replica") -> dict[str, set[int]]:
    versions: dict[str, set[int]] = {}
    for one in state["versions"]:
        if one["path"] == path and "fallback" not in one:
            versions.setdefault(one["rpc"], set()).add(one["version"])
    return versions


def state(answer, phase: int, moment: str):
    return next(one for one in answer["phases"][phase - 1]["states"] if one["moment"] == moment)


KAFKA_4_1 = ("--to", "4.1.0", "--gates", KAFKA)


@pytest.mark.parametrize("source", ["3.9.1", "3.9.0-rc3"])
def test_3_9_to_4_1_is_safe(plan, in_releases, source):
    code, answer = plan("--from", source, *KAFKA_4_1)
    assert (code, answer["verdict"], broken(answer)) == (0, "safe", [])
    metadata = answer["levels"][0]
    assert metadata == {
        "feature": "metadata.version", "start": 21, "goal": 27, "common": "7-21",
    }  # fmt: skip
    assert [one["step"] for one in answer["phases"]] == [
        "binaries",
        "metadata.version",
        "transaction.version",
        "group.version",
        "eligible.leader.replicas.version",
    ]
    assert spoken(state(answer, 1, "mixed"))["Fetch"] == {17}
    assert spoken(state(answer, 2, "lagging"))["Fetch"] == {17, 18}
    assert spoken(state(answer, 2, "after")) == {
        "Fetch": {18}, "ListOffsets": {10}, "OffsetForLeaderEpoch": {4},
    }  # fmt: skip


def test_the_metadata_log_does_not_wait_for_the_level(plan, in_releases):
    _, answer = plan("--from", "3.9.0-rc3", *KAFKA_4_1)
    assert spoken(state(answer, 1, "mixed"), "metadata-log")["Fetch"] == {17, 18}


def test_the_point_of_no_return_is_the_first_level_that_3_9_does_not_support(plan):
    _, answer = plan("--from", "3.9.1", *KAFKA_4_1)
    gone = answer["point_of_no_return"]
    assert (gone["phase"], gone["feature"], gone["level"]) == (2, "metadata.version", 22)
    assert "changes metadata records" in gone["reason"]
    retreat = answer["phases"][1]["retreat"]
    assert retreat["possible"] is False
    assert "only to 23 (4.0-IV1)" in retreat["how"]
    assert answer["phases"][0]["retreat"]["possible"] is True


def test_operators_are_told_what_to_type(plan):
    _, answer = plan("--from", "3.9.1", *KAFKA_4_1)
    assert answer["phases"][1]["commands"][0] == (
        "bin/kafka-features.sh --bootstrap-server BROKER:9092 upgrade --feature metadata.version=27"
    )


def test_a_forgotten_finalize_is_legal_and_leaves_rungs_unused(plan):
    code, answer = plan("--from", "3.9.1", *KAFKA_4_1, "--order", "binaries")
    assert code == 0
    assert spoken(state(answer, 1, "after"))["Fetch"] == {17}
    notes = [one["message"] for one in answer["findings"]]
    assert "2 rungs unused: Fetch 18, ListOffsets 10" in notes


def test_a_level_below_what_the_new_release_supports_must_be_raised_first(plan):
    code, answer = plan("--from", "3.9.1", *KAFKA_4_1, "--current", "metadata.version=5")
    assert code == 1
    assert "I4" in broken(answer)


def test_a_level_is_refused_until_every_node_supports_it(plan):
    for order in ("metadata.version,binaries", "binaries+metadata.version"):
        code, answer = plan("--from", "3.9.1", *KAFKA_4_1, "--order", order)
        assert (code, broken(answer)) == (1, ["finalize"])
        assert answer["better_order"].startswith("binaries,metadata.version,")


def test_a_dependency_must_be_met(plan):
    code, answer = plan(
        "--from", "3.9.1", *KAFKA_4_1, "--order", "binaries,eligible.leader.replicas.version"
    )
    assert (code, broken(answer)) == (1, ["finalize"])
    assert "needs metadata.version 23 (4.0-IV1)" in answer["findings"][-2]["message"]
    code, answer = plan(
        "--from", "3.9.1", *KAFKA_4_1,
        "--order", "binaries,metadata.version+eligible.leader.replicas.version",
    )  # fmt: skip
    assert (code, broken(answer)) == (0, [])  # all updates of one call count together


def test_late_brokers_refuse_for_a_moment(plan):
    _, answer = plan("--from", "3.9.1", *KAFKA_4_1)
    transient = [one for one in answer["findings"] if one["weight"] == "transient"]
    assert [one["invariant"] for one in transient] == ["I8"]
    assert "ConsumerGroupHeartbeat" in transient[0]["message"]


def test_kraft_version_is_planned_only_when_it_is_named(plan):
    _, answer = plan("--from", "3.9.1", *KAFKA_4_1)
    assert any("kraft.version stays at 0" in one for one in answer["notes"])
    _, answer = plan("--from", "3.9.1", *KAFKA_4_1, "--finalized", "kraft.version=1")
    step = next(one for one in answer["phases"] if one["step"] == "kraft.version")
    assert "--bootstrap-controller" in step["commands"][0]
    assert step["retreat"]["possible"] is False


def test_old_clients_in_the_promise_are_looked_at(plan, in_releases):
    code, answer = plan("--from", "3.9.0-rc3", *KAFKA_4_1, "--clients", "2.4.0,3.9.0-rc3")
    assert (code, set(broken(answer))) == (1, {"I7"})
    wrong = next(one for one in answer["findings"] if one["weight"] == "breaks")
    assert "WriteTxnMarkers" in wrong["message"]
    code, answer = plan("--from", "3.9.0-rc3", *KAFKA_4_1, "--clients", "2.8.0..3.9.0-rc3")
    assert (code, broken(answer)) == (0, [])


def test_an_unstable_level_finalized_early_splits_the_cluster(plan, in_releases, tmp_path):
    text = Path(KAFKA).read_text()
    for now, then in (
        ("supports 7 to 29 unstable to 30", "supports 7 to 27 unstable to 29"),
        ("    11 from 4.2-IV1\n", ""),
        ('  level 30 4.3-IV0 unstable "placeholder for 4.3"\n', ""),
    ):
        assert now in text
        text = text.replace(now, then)
    old = tmp_path / "old.gates"
    old.write_text(text)
    upgrade = (
        "--from", "4.1.0", "--to", "4.2.0", "--order", "binaries",
        "--gates", f"4.1.0={old}", "--gates", f"4.2.0={KAFKA}",
    )  # fmt: skip
    code, answer = plan(*upgrade)
    assert (code, broken(answer)) == (0, [])
    code, answer = plan(*upgrade, "--unstable", "--current", "metadata.version=28")
    assert (code, broken(answer)) == (0, [])
    code, answer = plan(*upgrade, "--unstable", "--current", "metadata.version=29")
    assert (code, set(broken(answer))) == (1, {"I1", "I3"})
    told = {one["invariant"]: one["message"] for one in answer["findings"]}
    assert "4.2.0 sends 11, 4.1.0 serves 1-10" in told["I1"]
    assert "4.1.0 uses ListOffsets 10 and 4.2.0 11" in told["I3"]


# -- krabka -----------------------------------------------------------------------------------------

KRABKA_1_1 = ("--from", "1.0.0", "--to", "1.1.3", "--gates", KRABKA)


def test_krabka_finalizes_level_2_when_all_nodes_are_new(plan):
    code, answer = plan(*KRABKA_1_1)
    assert (code, broken(answer)) == (0, [])
    assert answer["levels"] == [
        {"feature": "krabka.version", "start": 0, "goal": 2, "common": "0-1"}
    ]
    assert any("krabka.version above 1 is refused" in one["message"] for one in answer["findings"])
    assert answer["point_of_no_return"] is None
    assert spoken(state(answer, 1, "mixed"), "private") == {
        "SubmitChange": {0}, "MetadataFetch": {0}, "DelegationTokenMutation": {0},
    }  # fmt: skip


def test_krabka_refuses_level_2_while_an_old_node_is_there(plan):
    code, answer = plan(*KRABKA_1_1, "--order", "binaries+krabka.version")
    assert (code, broken(answer)) == (1, ["finalize"])
    assert "1.0.0 supports 0 to 1" in answer["findings"][-1]["message"]


def test_a_kafka_node_keeps_the_level_at_0(plan):
    code, answer = plan(*KRABKA_1_1, "--foreign", "kafka")
    assert (code, broken(answer)) == (1, ["finalize"])
    assert "a kafka node supports only 0" in answer["findings"][-1]["message"]
    code, answer = plan(*KRABKA_1_1, "--foreign", "kafka", "--finalized", "krabka.version=0")
    assert (code, broken(answer)) == (0, [])


def test_a_kafka_node_cannot_join_once_a_level_is_finalized(plan):
    for level in ("1", "2"):
        code, answer = plan(
            *KRABKA_1_1, "--foreign", "kafka",
            "--order", f"binaries,krabka.version={level},foreign",
        )  # fmt: skip
        assert (code, broken(answer)) == (1, ["I4"])
        wrong = next(one for one in answer["findings"] if one["weight"] == "breaks")
        assert "as a controller it halts" in wrong["consequence"]


def test_what_an_old_reader_cannot_read_must_not_be_written(plan, tmp_path):
    gates = tmp_path / "early.gates"
    text = Path(KRABKA).read_text()
    now = "variant 1 by krabka.version 2 readable-since 1.0.0"
    assert now in text
    gates.write_text(text.replace(now, "variant 1 by krabka.version 1 readable-since 1.1.3"))
    arguments = ("--from", "1.0.0", "--to", "1.1.3", "--gates", str(gates))
    code, answer = plan(*arguments, "--current", "krabka.version=1")
    assert code == 1
    assert "I5" in broken(answer)


# -- KIP-31 and KIP-32 --------------------------------------------------------------------------------

FORMAT = ("--from", "0.9.0", "--to", "0.10.0", "--gates", KIP31)


def test_the_format_migration_is_safe_in_its_order(plan):
    code, answer = plan(*FORMAT)
    assert (code, broken(answer)) == (0, [])
    assert [one["step"] for one in answer["phases"]] == [
        "binaries", "inter.broker.protocol.version", "clients", "message.format.version",
    ]  # fmt: skip
    assert [spoken(one["states"][-1])["Fetch"] for one in answer["phases"]] == [
        {1}, {2}, {2}, {2},
    ]  # fmt: skip
    assert answer["phases"][0]["commands"] == [
        "inter.broker.protocol.version=0.9.0",
        "log.message.format.version=0.9.0",
    ]
    assert answer["point_of_no_return"]["phase"] == 4


@pytest.mark.parametrize("phase", [1, 4])
def test_conversions_cost_what_the_kips_say(plan, phase):
    _, answer = plan(*FORMAT)
    costs = {
        (one["rpc"], one["version"]): one["text"] for one in answer["phases"][phase - 1]["costs"]
    }
    assert costs == (
        {
            ("Produce", 1): "stored as it is, no recompression",
            ("Produce", 2): "converted down and recompressed",
            ("Fetch", 1): "sent as it is (zero-copy)",
            ("Fetch", 2): "sent as it is (zero-copy)",
        }
        if phase == 1
        else {
            ("Produce", 1): "converted up and recompressed",
            ("Produce", 2): "stored as it is, no recompression",
            ("Fetch", 1): "converted down, no zero-copy",
            ("Fetch", 2): "sent as it is (zero-copy)",
        }
    )


def test_the_protocol_raised_with_the_binary_closes_connections(plan):
    code, answer = plan(
        *FORMAT,
        "--order",
        "binaries+inter.broker.protocol.version,clients,message.format.version",
    )
    assert (code, broken(answer)) == (1, ["I1"])
    wrong = next(one for one in answer["findings"] if one["weight"] == "breaks")
    assert "0.10.0 sends 2, 0.9.0 serves 0-1" in wrong["message"]
    assert "out of the in-sync set" in wrong["consequence"]
    assert answer["better_order"] == (
        "binaries,inter.broker.protocol.version,clients,message.format.version"
    )


def test_the_format_raised_before_the_protocol_makes_copies_differ(plan):
    code, answer = plan(
        *FORMAT,
        "--order",
        "binaries,clients,message.format.version,inter.broker.protocol.version",
    )
    assert (code, sorted(broken(answer))) == (1, ["I6", "finalize"])
    messages = [one["message"] for one in answer["findings"] if one["weight"] == "breaks"]
    assert any("Fetch 1, which cannot hold variant 1" in one for one in messages)
    assert any("needs inter.broker.protocol.version 4" in one for one in messages)


def test_clients_that_do_not_ask_must_not_come_first(plan):
    code, answer = plan(
        *FORMAT,
        "--order",
        "clients,binaries,inter.broker.protocol.version,message.format.version",
    )
    assert (code, set(broken(answer))) == (1, {"I7"})


# -- words ------------------------------------------------------------------------------------------


def test_the_text_reads_as_instructions(capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    code, text = run(capsys, "plan", *FORMAT)
    assert code == 0
    assert "This plan is safe: 4 phases" in text
    assert "1. Roll the binaries from 0.9.0 to 0.10.0" in text
    assert "> log.message.format.version=0.9.0" in text
    assert "Point of no return: phase 4" in text
    assert max(map(len, text.splitlines())) <= 110
