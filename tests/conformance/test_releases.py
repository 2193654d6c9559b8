"""Every schema that Kafka released, under the dialects that its generators spoke."""

from __future__ import annotations

import json
import subprocess
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path

import pytest

from support.schemas import packaged_schemas
from support.shared import shared
from wirelint.diagnostics import Severity
from wirelint.engine.policy import Policy
from wirelint.engine.run import Inputs, run
from wirelint.schema.dialect import Dialect
from wirelint.syntax.document import read_bytes
from wirelint_rules import load_rules

Blob = str


@pytest.fixture(scope="module")
def releases(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Blob]]:
    """Per release tag, the blob of each path."""
    bundle = shared("corpus", "kafka-schemas.bundle")
    folder = tmp_path_factory.mktemp("kafka")
    _git(folder, "clone", "--quiet", "--bare", str(bundle), ".")
    found: dict[str, dict[str, Blob]] = {"": {"folder": str(folder)}}
    for tag in _git(folder, "tag").decode().split():
        listing = _git(folder, "ls-tree", "-r", tag).decode().splitlines()
        lines = [line.split(maxsplit=3) for line in listing]
        found[tag] = {path: blob for _, _, blob, path in lines if path.endswith(".json")}
    return found


@pytest.fixture(scope="module")
def texts(releases: dict[str, dict[str, Blob]]) -> dict[Blob, bytes]:
    folder = Path(releases.pop("")["folder"])
    blobs = sorted({blob for files in releases.values() for blob in files.values()})
    out = _git(folder, "cat-file", "--batch", given="\n".join(blobs).encode())
    found, at = {}, 0
    for blob in blobs:
        end = out.index(b"\n", at)
        size = int(out[at:end].split()[2])
        found[blob] = out[end + 1 : end + 1 + size]
        at = end + size + 2
    return found


def test_default_dialect_refuses_what_only_older_generators_took(
    texts: dict[Blob, bytes], releases: dict[str, dict[str, Blob]]
) -> None:
    older = _refused("older", releases)
    assert older
    assert set(_errors(texts, Dialect())) == older


def test_older_dialect_takes_every_older_release(
    texts: dict[Blob, bytes], releases: dict[str, dict[str, Blob]]
) -> None:
    older = {
        blob: texts[blob]
        for release, files in releases.items()
        if int(release.split(".")[0]) < 4
        for blob in files.values()
    }
    assert _errors(older, Dialect(generation="2.x")) == {}


def test_stubs_and_coordinator_types_are_what_newer_generators_added(
    texts: dict[Blob, bytes], releases: dict[str, dict[str, Blob]]
) -> None:
    newer = _refused("newer", releases)
    assert newer
    assert set(_errors({blob: texts[blob] for blob in newer}, Dialect(generation="3.x"))) == newer
    assert _errors({blob: texts[blob] for blob in newer}, Dialect(generation="4.1")) == {}


def test_packaged_schemas_have_no_error() -> None:
    assert _errors(packaged_schemas(), Dialect()) == {}


def _refused(kind: str, releases: dict[str, dict[str, Blob]]) -> set[Blob]:
    """What the generator of October 2024 refuses; a fact holds from one release to another."""
    with shared("facts", "kafka-releases-refused.jsonl").open(encoding="utf-8") as lines:
        facts = [fact for fact in map(json.loads, lines) if fact["kind"] == kind]
    return {
        files[fact["path"]]
        for fact in facts
        for release, files in releases.items()
        if _number(fact["releases"][0]) <= _number(release) <= _number(fact["releases"][-1])
        if fact["path"] in files
    }


def _number(release: str) -> list[int]:
    return [int(part) for part in release.partition("-")[0].split(".")]


def _errors(texts: Mapping[str, bytes], dialect: Dialect) -> dict[str, set[str]]:
    documents = tuple(read_bytes(name, data) for name, data in texts.items())
    outcome = run(
        Inputs(documents=documents),
        load_rules,
        policy=Policy(select=("syntax", "schema"), generation=dialect.generation),
        dialect=dialect,
    )
    errors: dict[str, set[str]] = defaultdict(set)
    for one in outcome.diagnostics:
        if one.severity is Severity.ERROR:
            errors[one.finding.at.source.path].add(one.rule)
    return dict(errors)


def _git(folder: Path, *arguments: str, given: bytes | None = None) -> bytes:
    return subprocess.run(
        ("git", *arguments), cwd=folder, check=True, capture_output=True, input=given
    ).stdout
