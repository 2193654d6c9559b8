"""The example tables say what the systems they describe do."""

from __future__ import annotations

import json

import pytest

from support.shared import REPOSITORY
from wirelint.gates.export import to_json
from wirelint.gates.language import read_gates
from wirelint.gates.model import Gates
from wirelint.gates.truth import truth_table, value
from wirelint.text import SourceText


def _gates(name: str) -> Gates:
    path = REPOSITORY / "examples" / f"{name}.gates"
    table, problems = read_gates(SourceText(path.name, path.read_text(encoding="utf-8")))
    assert not problems
    return Gates((table,))


KAFKA = _gates("kafka")


def _steps(gates: Gates, rpc: str, path: str) -> dict[str, object]:
    """The version at each level that changes it, by the level's name."""
    (site,) = [one for one in gates.ladders_of_rpc(rpc) if one.path and one.path.name == path]
    assert site.ladder.feature is not None
    feature = gates.feature(site.ladder.feature)
    assert feature is not None
    steps: dict[str, object] = {}
    before: object = None
    for level, version in truth_table(site.ladder, gates).items():
        if version != before:
            row = feature.level(level)
            assert row is not None
            steps[row.name or str(level)] = version
        before = version
    return steps


def test_kafka_replicas_fetch() -> None:
    assert _steps(KAFKA, "Fetch", "replica") == {
        "3.3-IV3": 13,
        "3.5-IV0": 14,
        "3.5-IV1": 15,
        "3.7-IV4": 16,
        "3.9-IV0": 17,
        "4.1-IV1": 18,
    }


def test_kafka_replicas_list_offsets() -> None:
    assert _steps(KAFKA, "ListOffsets", "replica") == {
        "3.3-IV3": 7,
        "3.5-IV0": 8,
        "3.9-IV0": 9,
        "4.0-IV3": 10,
        "4.2-IV1": 11,
    }


@pytest.mark.parametrize(
    ("level", "version"), [("3.9-IV0", 17), ("4.1-IV0", 17), ("4.1-IV1", 18), (7, 13), (29, 18)]
)
def test_kafka_fetch_at(level: str | int, version: int) -> None:
    number = KAFKA.resolve("metadata.version", level)
    assert number is not None
    (site,) = KAFKA.ladders_of_rpc("Fetch")
    assert value(site.ladder, number, KAFKA) == version


def test_kafka_constants_and_ranges() -> None:
    replica, client = KAFKA.path("replica"), KAFKA.path("client")
    assert replica is not None
    assert client is not None
    (entry,) = replica.entries_of("OffsetForLeaderEpoch")
    assert entry.selection.version is not None
    assert entry.selection.version.value == 4
    assert replica.is_blind
    assert not client.is_blind
    advertised = KAFKA.advertised("Produce")
    assert advertised is not None
    assert str(advertised.versions.value) == "0-13"
    assert {one.name: (one.low, one.production, one.highest) for one in KAFKA.features} == {
        "metadata.version": (7, 29, 30),
        "kraft.version": (0, 1, 1),
        "transaction.version": (0, 2, 2),
        "group.version": (0, 1, 1),
        "eligible.leader.replicas.version": (0, 1, 1),
        "share.version": (0, 1, 1),
        "streams.version": (0, 1, 1),
    }


def test_kafka_reads_its_metadata_log_at_no_level_at_all() -> None:
    for path in KAFKA.paths:
        if path.is_bootstrap:
            assert not [one for one in path.entries if one.selection.ladder]


def test_krabka() -> None:
    gates = _gates("krabka")
    feature = gates.feature("krabka.version")
    assert feature is not None
    assert [row.number for row in feature.production_levels()] == [0, 1, 2, 3]
    assert [row.number for row in feature.rows if row.is_empty] == [1]
    stamps = {row.number: row.stamp.value for row in feature.rows if row.stamp}
    assert (stamps[0], stamps[1], stamps[2]) == ("1.0.0", "1.0.0", "1.1.3")
    assert all(rpc.key is not None and rpc.key.value >= 1000 for rpc in gates.rpcs)
    for rpc in ("SubmitChange", "MetadataFetch", "DelegationTokenMutation"):
        (site,) = gates.ladders_of_rpc(rpc)
        assert set(truth_table(site.ladder, gates).values()) == {0}


def test_kip31() -> None:
    gates = _gates("kip31")
    assert _steps(gates, "Fetch", "replica") == {"0.8.2": 0, "0.9.0": 1, "0.10.0-IV0": 2}
    assert gates.resolve("inter.broker.protocol.version", "0.10.0") == 5
    messages = gates.format("message-set")
    assert messages is not None
    assert {one.rpc.value: len(one.holdings) for one in messages.carries} == {
        "Produce": 2,
        "Fetch": 2,
    }


def test_automq() -> None:
    gates = _gates("automq")
    (loose,) = [one for one in gates.ladders if one.name == "mapS3StreamVersion"]
    assert truth_table(loose.ladder, gates) == {1: 0, 2: 0, 3: 1, 4: 1, 5: 1, 6: 1}
    feature = gates.feature("automq.version")
    assert feature is not None
    assert [row.label for row in feature.rows[len(feature.production_levels()) :]] == ["6 (V5)"]


@pytest.mark.parametrize("name", ["kafka", "krabka", "kip31", "automq"])
def test_export_is_plain_data(name: str) -> None:
    gates = _gates(name)
    data = to_json(gates.tables[0], gates)
    assert json.loads(json.dumps(data)) == data
    features = data["features"]
    assert isinstance(features, list)
    assert len(features) == len(gates.features)


def test_export_has_the_values_of_ladders() -> None:
    data = json.dumps(to_json(KAFKA.tables[0]))
    assert '"26": 17, "27": 18' in data
