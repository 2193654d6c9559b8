"""What a running broker answered, as text."""

from __future__ import annotations

import json

import pytest

from wirelint.errors import UsageError
from wirelint.rollout.live import read_ranges
from wirelint.rollout.releases import Api
from wirelint.versions import VersionRange

APIS = [
    Api(name=name, key=key, schema=VersionRange(0, 9), stable=VersionRange(0, 9))
    for key, name in enumerate(("Produce", "Fetch"))
]
PRINTED = """\
one:9092 (id: 1 rack: null isFenced: false) -> (
\tProduce(0): 0 to 13 [usable: 13],
\tFetch(1): 4 to 18 [usable: 17],
\tVote(52): 2 [usable: 2],
\tLeaderAndIsr(4): UNSUPPORTED,
\tUNKNOWN(501): 0 to 1
)
two:9092 (id: 2 rack: null isFenced: false) -> (
\tProduce(0): 0 to 12 [usable: 12],
\tFetch(1): 4 to 17 [usable: 17],
\tVote(52): 2 [usable: 2]
)
"""


def read(text: str) -> dict[str, str]:
    return {rpc: str(versions) for rpc, versions in read_ranges(text, APIS, "answer").items()}


def test_the_tool_of_kafka_prints_ranges_and_several_brokers_list_what_all_list():
    assert read(PRINTED) == {"Produce": "0-12", "Fetch": "4-17", "Vote": "2"}
    assert read(PRINTED.partition("two:")[0]) == {
        "Produce": "0-13", "Fetch": "4-18", "Vote": "2", "key 501": "0-1",
    }  # fmt: skip


@pytest.mark.parametrize(
    "text",
    [
        '{"Fetch": "4-18"}',
        '{"1": [4, 18]}',
        '{"Fetch": {"min": 4, "max": 18}}',
        '[{"key": 1, "min": 4, "max": 18}]',
        '[{"name": "Fetch", "minVersion": 4, "maxVersion": 18}]',
    ],
)
def test_json_in_any_of_its_forms(text):
    assert read(text) == {"Fetch": "4-18"}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "nothing here",
        "{",
        '{"Fetch": "x"}',
        '{"Fetch": [1]}',
        "[1]",
        '{"1": [1, true]}',
        '{"1": [9, 4]}',
        "[]",
        "{}",
        '{"Fetchh": "4-18"}',
    ],
)
def test_other_texts_say_what_is_expected(text):
    with pytest.raises(UsageError, match="broker-api-versions answer"):
        read(text)


def test_what_kafka_python_tells_is_read():
    versions = pytest.importorskip("kafka.protocol.broker_version_data")
    ranges = versions.BrokerVersionData(broker_version=(4, 0)).api_versions
    told = read(json.dumps({int(key): value for key, value in ranges.items()}))
    assert told["Fetch"] == "4-17"
    assert told["Produce"] in {"0-12", "3-12"}
