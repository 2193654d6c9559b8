"""Schemas that real projects released: no error, and each warning one to defend."""

from __future__ import annotations

import io
import subprocess
import tarfile
from collections import Counter
from pathlib import Path

from support.schemas import packaged_schemas
from support.shared import shared
from wirelint.diagnostics import Severity
from wirelint.engine.policy import Policy
from wirelint.engine.run import Inputs, run
from wirelint.syntax.document import read_bytes
from wirelint_rules import load_rules

POLICY = Policy(select=("syntax", "schema", "repository"))

# Quoted booleans, tagged fields without `versions`, comments that only Java readers take.
WARNINGS_OF_4_2_0 = {
    ("block-comment", "SubscriptionInfoData.json"): 2,
    ("quoted-boolean", "DescribeShareGroupOffsetsResponse.json"): 1,
    ("quoted-boolean", "ReadShareGroupStateSummaryResponse.json"): 1,
    ("quoted-boolean", "SubscriptionInfoData.json"): 1,
    ("quoted-boolean", "WriteShareGroupStateRequest.json"): 1,
    ("tagged-field-without-versions", "StreamsGroupMetadataValue.json"): 1,
    ("tagged-field-without-versions", "TransactionLogValue.json"): 4,
}


def test_kafka_4_2_0_has_no_error_and_few_warnings(tmp_path: Path) -> None:
    schemas = _release("4.2.0", tmp_path)
    assert len(schemas) == 280
    assert _loud(schemas) == WARNINGS_OF_4_2_0


def test_schemas_in_kafka_python_are_clean() -> None:
    assert _loud(packaged_schemas()) == {}


def _loud(schemas: dict[str, bytes]) -> Counter[tuple[str, str]]:
    documents = tuple(read_bytes(path, data) for path, data in schemas.items())
    found = run(Inputs(documents=documents), load_rules, policy=POLICY).diagnostics
    return Counter(
        (one.rule, one.finding.at.source.path.rpartition("/")[2])
        for one in found
        if one.severity > Severity.INFO
    )


def _release(tag: str, folder: Path) -> dict[str, bytes]:
    bundle = shared("corpus", "kafka-schemas.bundle")
    subprocess.run(
        ["git", "clone", "--quiet", "--bare", str(bundle), str(folder / "git")], check=True
    )
    packed = subprocess.run(
        ["git", "-C", str(folder / "git"), "archive", tag], check=True, capture_output=True
    ).stdout
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        return {
            member.name: file.read()
            for member in archive
            if member.name.endswith(".json") and (file := archive.extractfile(member)) is not None
        }
