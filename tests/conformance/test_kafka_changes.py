"""Ten years of Kafka: at error level exactly the changes that were judged to be ones."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest

from support.kafka_releases import neighbours, number, trees
from support.shared import shared
from wirelint.diagnostics import Category, Diagnostic, Severity
from wirelint.engine.evolve import check_evolution
from wirelint.engine.policy import Dispatch, Policy
from wirelint_rules import load_rules

shared("corpus", "kafka-schemas.bundle")

JUDGED_UNTIL = [3, 5, 0]
# Later pairs up to 3.9.0 changed no released layout that counts; then share groups, early access.
LATER = {
    ("3.9.0-rc3", "4.0.0"): {"ShareGroupPartitionMetadataValue"},
    ("4.0.0", "4.1.0"): {
        "ShareGroupMetadataValue",
        "ShareGroupStatePartitionMetadataValue",
        "ShareSnapshotValue",
        "ShareUpdateValue",
    },
}


@cache
def dispatch() -> Dispatch:
    return Dispatch(Policy(), load_rules((Category.EVOLUTION,)))


@cache
def found(before: str, after: str) -> tuple[Diagnostic, ...]:
    return tuple(check_evolution(trees(before, after), dispatch()))


def changed(before: str, after: str) -> set[str]:
    """The files with an error, removals aside."""
    return {
        one.finding.at.source.path.rpartition("/")[2]
        for one in found(before, after)
        if one.severity is Severity.ERROR and one.rule != "released-version-removed"
    }


def judged(before: str, after: str) -> list[dict[str, Any]]:
    lines = shared("facts", "kafka-judged-changes.jsonl").read_text().splitlines()
    rows = [json.loads(line) for line in lines if line]
    return [row for row in rows if (row["old"], row["new"]) == (before, after)]


def names(row: dict[str, Any]) -> set[str]:
    return {name.strip() for name in row["file"].split("->")}


def told(release: str) -> str:
    return release.replace(".", "_")


PAIRS = [pair for pair in neighbours() if number(pair[1]) <= [3, 9, 0]]


JUDGED = [pair for pair in PAIRS if number(pair[1]) <= JUDGED_UNTIL]


@pytest.mark.parametrize(("before", "after"), JUDGED, ids=told)
def test_errors_are_the_judged_changes(before: str, after: str) -> None:
    rows = [row for row in judged(before, after) if row["judgement"] != "unstable-api"]
    errors = changed(before, after)
    assert all(names(row) & errors for row in rows)
    assert errors <= {name for row in rows for name in names(row)}


def test_up_to_3_9_0_there_are_29() -> None:
    """32 files changed in a released version; 3 of them in one that was marked as unstable."""
    assert sum(len(changed(before, after)) for before, after in PAIRS) == 29


@pytest.mark.parametrize(("before", "after"), [*LATER, ("4.1.0", "4.2.0")], ids=told)
def test_later_errors_are_early_access(before: str, after: str) -> None:
    wanted = {f"{name}.json" for name in LATER.get((before, after), ())}
    assert changed(before, after) == wanted


def test_4_0_0_raised_43_minimums_and_left_8_stubs() -> None:
    removed = [
        one.finding.message
        for one in found("3.9.0-rc3", "4.0.0")
        if one.rule == "released-version-removed"
    ]
    assert sum("minimum rose" in one for one in removed) == 43
    assert sum("no version is valid" in one for one in removed) == 8


def test_4_1_0_lost_nothing_when_it_named_coordinator_records() -> None:
    removed = {
        one.message_name
        for one in found("4.0.0", "4.1.0")
        if one.rule == "released-version-removed"
    }
    assert removed == {"ShareGroupPartitionMetadataKey", "ShareGroupPartitionMetadataValue"}


@pytest.mark.parametrize(("before", "after"), neighbours(), ids=told)
def test_every_difference_has_an_exact_name(before: str, after: str) -> None:
    assert not [one for one in found(before, after) if one.rule == "released-layout-changed"]


def test_no_release_bumped_a_frozen_message_or_reused_a_tag() -> None:
    rules = {
        one.rule
        for before, after in neighbours()
        for one in found(before, after)
        if one.severity is Severity.ERROR
    }
    assert not rules & {"frozen-message-bumped", "tag-reused", "released-api-key-reused"}
