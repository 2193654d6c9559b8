"""The gate tables of Apache Kafka, AutoMQ and inkless, as their histories have them.

Runs where `WIRELINT_MIRRORS` names a folder with git directories of these repositories, each called
`OWNER+NAME` or `OWNER+NAME/repo`. Nothing of them is kept here but facts about them.
"""

from __future__ import annotations

import os
import re
import subprocess
from functools import cache
from pathlib import Path

import pytest

from support.gate_code import read, unread, versions
from support.gate_tables import gates_of
from support.shared import REPOSITORY
from wirelint.diagnostics import Problem
from wirelint.gates.compare import differences
from wirelint.gates.mapping import place_ladders
from wirelint.gates.model import Gates, GateTable, Top
from wirelint.gates.truth import truth_table

MIRRORS = os.environ.get("WIRELINT_MIRRORS")
pytestmark = pytest.mark.skipif(MIRRORS is None, reason="WIRELINT_MIRRORS names no folder")

COMMON = "server-common/src/main/java/org/apache/kafka/server/common"
RELEASE = re.compile(r"\d+\.\d+\.\d+(\.\d+)?(-rc\d+)?")
KAFKA, INKLESS, AUTOMQ = "apache+kafka", "aiven+inkless", "AutoMQ+automq"

# Functions that take a branch on something else than the level, and say so.
NOT_ONLY_THE_LEVEL = {
    "offsetCommitValueVersion",  # an argument: whether the offset expires
    "usesTopicId",  # KafkaConfig: in KRaft mode always
}


def _git(repository: str, *words: str) -> str:
    folder = Path(MIRRORS or "") / repository
    folder = folder / "repo" if (folder / "repo").is_dir() else folder
    if not folder.is_dir():
        pytest.skip(f"{repository} is not there")
    run = subprocess.run(["git", "-C", str(folder), *words], capture_output=True, check=True)
    return run.stdout.decode("utf-8", "replace")


@cache
def _tags(repository: str) -> list[str]:
    return [tag for tag in _git(repository, "tag").split() if RELEASE.fullmatch(tag)]


def _tag(release: str) -> tuple[str, str]:
    """Find a release, or its newest candidate, in either history."""
    for repository in (KAFKA, INKLESS):
        tags = [tag for tag in _tags(repository) if tag.partition("-")[0] == release]
        if tags:
            return repository, release if release in tags else max(tags)
    pytest.skip(f"no history has {release}")


@cache
def _files(repository: str, tag: str) -> tuple[str, ...]:
    return tuple(_git(repository, "ls-tree", "-r", "--name-only", tag).splitlines())


@cache
def _blob(repository: str, tag: str, path: str) -> str:
    return _git(repository, "show", f"{tag}:{path}")


_read: dict[str, tuple[GateTable, tuple[Problem, ...]]] = {}


def _table(repository: str, tag: str, path: str) -> tuple[GateTable, tuple[Problem, ...]]:
    text = _blob(repository, tag, path)
    key = path.rpartition("/")[2] + text
    if key not in _read:
        _read[key] = read(text, path)
    return _read[key]


def _gates(repository: str, tag: str) -> tuple[Gates, list[Problem]]:
    tables: list[GateTable] = []
    problems: list[Problem] = []
    for path in _files(repository, tag):
        name = path.rpartition("/")[2]
        levels = path.startswith(COMMON) and re.fullmatch(r"\w*(Version|Features?)\.java", name)
        if levels or name in {"ApiKeys.java", "ApiVersion.scala", "ReplicaFetcherThread.scala"}:
            if "/test/" in path or "/jmh" in path:
                continue
            table, found = _table(repository, tag, path)
            placed, unmapped = place_ladders(table)
            tables.append(placed)
            problems += (*found, *unmapped)
    return Gates(tuple(tables)), problems


def _unexpected(problems: list[Problem]) -> list[tuple[str, str]]:
    return [
        (where, message)
        for where, message in unread(tuple(problems))
        if not any(f"`{name}`" in message for name in NOT_ONLY_THE_LEVEL)
    ]


KRAFT = (
    "3.3.0 3.3.2 3.4.0 3.4.1 3.5.0 3.5.2 3.6.0 3.6.2 3.7.0 3.7.2 3.8.0 3.8.1 3.9.0 3.9.1"
    " 4.0.0 4.0.1 4.1.0 4.1.1 4.2.0"
).split()
ZOOKEEPER = (
    "0.10.0.0 0.10.1.0 0.10.2.0 0.11.0.0 1.0.0 1.1.0 2.0.0 2.1.0 2.2.0 2.3.0 2.4.0 2.5.0 2.6.0"
    " 2.7.0 2.8.0 3.0.0 3.1.0 3.2.0"
).split()


@pytest.mark.parametrize("release", KRAFT)
def test_the_tables_of_a_release_are_understood(release: str) -> None:
    gates, problems = _gates(*_tag(release))
    assert _unexpected(problems) == []
    feature = gates.feature("metadata.version")
    assert feature is not None
    assert feature.production is not None
    numbers = [row.number for row in feature.levels]
    assert numbers == list(range(numbers[0] or 0, (numbers[0] or 0) + len(numbers)))
    assert {"Fetch", "ListOffsets", "RegisterBrokerRecord"} <= {one.name for one in gates.ladders}


@pytest.mark.parametrize("release", ZOOKEEPER)
def test_the_tables_of_the_zookeeper_era_are_understood(release: str) -> None:
    gates, problems = _gates(*_tag(release))
    assert _unexpected(problems) == []
    feature = gates.feature("inter.broker.protocol.version")
    assert feature is not None
    assert [row.number for row in feature.rows] == list(range(len(feature.rows)))
    (fetch,) = gates.ladders_of_rpc("Fetch")
    values = list(truth_table(fetch.ladder, gates).values())
    assert values == sorted(values)  # type: ignore[type-var]
    assert values[0] == 0


def test_every_tag_of_automq_is_understood() -> None:
    seen = 0
    for tag in _tags(AUTOMQ):
        paths = [one for one in _files(AUTOMQ, tag) if one.endswith("/automq/AutoMQVersion.java")]
        for path in paths:
            table, problems = _table(AUTOMQ, tag, path)
            placed, unmapped = place_ladders(table)
            assert _unexpected([*problems, *unmapped]) == []
            (feature,) = placed.features
            assert feature.low == 1
            assert len(feature.rows) == feature.production
            seen += 1
    assert seen > 10


@pytest.mark.parametrize("repository", [KAFKA, INKLESS, AUTOMQ])
def test_every_tag_lists_features_up_to_production(repository: str) -> None:
    for tag in _tags(repository):
        for path in _files(repository, tag):
            if path.rpartition("/")[2] in {
                "QuorumFeatures.java",
                "BrokerFeatures.java",
                "BrokerFeatures.scala",
            }:
                table, problems = _table(repository, tag, path)
                assert problems == ()
                assert all(one.top is Top.PRODUCTION for one in table.listings), (tag, path)


def test_the_ladders_of_4_1_0() -> None:
    repository, tag = _tag("4.1.0")
    table, _ = _table(repository, tag, f"{COMMON}/MetadataVersion.java")
    fetch = versions(table, "fetchRequestVersion")
    starts = {14: 9, 15: 10, 16: 19, 17: 21, 18: 27}  # 3.5-IV0, 3.5-IV1, 3.7-IV4, 3.9-IV0, 4.1-IV1
    assert fetch == {
        level: max([13, *(version for version, start in starts.items() if start <= level)])
        for level in range(7, 30)
    }
    feature = table.features[0]
    assert (feature.low, feature.production) == (7, 27)
    assert [feature.level(one) is not None for one in ("4.1-IV1", "3.9-IV0", "3.5-IV0")] == [
        True
    ] * 3
    offsets = versions(table, "listOffsetRequestVersion")
    assert (offsets[7], offsets[9], offsets[21], offsets[25], offsets[27]) == (7, 8, 9, 10, 10)


def test_the_statement_of_4_2_0_is_what_the_code_says() -> None:
    gates, _ = _gates(*_tag("4.2.0"))
    text = (REPOSITORY / "examples" / "kafka.gates").read_text(encoding="utf-8")
    statement = gates_of(text.removeprefix("gates 1\n"))
    assert [one.message for one in differences(statement, gates)] == []
