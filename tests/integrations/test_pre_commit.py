"""The hooks, run by the real pre-commit on repositories of its users."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from integrations.test_action import FOLDER, REQUEST, RESPONSE, edit, git
from support.shared import REPOSITORY
from wirelint.cli import main

PRE_COMMIT = Path(sys.executable).with_name("pre-commit")

pytestmark = pytest.mark.skipif(not PRE_COMMIT.exists(), reason="pre-commit is not installed")


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    """One cache for the module: the hook's environment is built once."""
    return tmp_path_factory.mktemp("pre-commit")


@pytest.fixture
def repository(tmp_path):
    (tmp_path / FOLDER).mkdir(parents=True)
    (tmp_path / FOLDER / "PingRequest.json").write_text(REQUEST)
    (tmp_path / FOLDER / "PingResponse.json").write_text(RESPONSE)
    (tmp_path / "package.json").write_text('{"name": "not a schema"}')
    git(tmp_path, "init", "-q", "-b", "main")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-qm", "Release")
    git(tmp_path, "tag", "1.0.0")
    return tmp_path


def run_hook(home: Path, repository: Path, hook: str, *args: str) -> tuple[int, str]:
    revision = git(REPOSITORY, "rev-parse", "HEAD").strip()
    hooks = [{"id": "wirelint", "verbose": True}, {"id": "wirelint-against", "verbose": True}]
    config = {"repos": [{"repo": f"file://{REPOSITORY}", "rev": revision, "hooks": hooks}]}
    (repository / ".pre-commit-config.yaml").write_text(yaml.safe_dump(config))
    git(repository, "add", ".")
    done = subprocess.run(
        [str(PRE_COMMIT), "run", hook, *args],
        cwd=repository,
        env={**os.environ, "PRE_COMMIT_HOME": str(home), "SKIP": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


def test_a_clean_repository_passes(home, repository):
    code, out = run_hook(home, repository, "wirelint", "--all-files")
    assert code == 0, out
    assert "No findings in 2 schemas" in out


def test_a_broken_schema_stops_the_commit(home, repository):
    edit(repository, f"{FOLDER}/PingRequest.json", '"versions": "1+"', '"versions": "1-+"')
    git(repository, "add", ".")
    code, out = run_hook(home, repository, "wirelint")
    assert code == 1
    assert "invalid-version-range" in out


def test_the_other_half_is_seen_though_only_one_is_named(home, repository):
    edit(repository, f"{FOLDER}/PingRequest.json", '"0-1"', '"0-2"')
    git(repository, "add", ".")
    code, out = run_hook(home, repository, "wirelint")
    assert code == 1
    assert "pair-out-of-step" in out


def test_a_changed_release_stops_the_push(home, repository):
    (repository / "wirelint.toml").write_text('baseline = "release"\n')
    edit(repository, f"{FOLDER}/PingRequest.json", '"int32"', '"int64"')
    git(repository, "add", ".")
    code, out = run_hook(
        home, repository, "wirelint-against", "--hook-stage", "pre-push", "--all-files"
    )
    assert code == 1, out
    assert "released-field-retyped" in out


def test_the_hook_is_handed_gate_tables():
    hooks = yaml.safe_load((REPOSITORY / ".pre-commit-hooks.yaml").read_text())
    files = re.compile(next(one["files"] for one in hooks if one["id"] == "wirelint"))
    tables = [
        "kafka.gates",
        "server-common/src/main/java/org/apache/kafka/server/common/MetadataVersion.java",
        "server-common/src/main/java/org/apache/kafka/server/common/automq/AutoMQVersion.java",
        "metadata/src/main/java/org/apache/kafka/controller/QuorumFeatures.java",
        "clients/src/main/java/org/apache/kafka/common/protocol/ApiKeys.java",
        "core/src/main/scala/kafka/api/ApiVersion.scala",
        "crates/metadata/src/metadata_version.rs",
        "crates/kraft-core/src/kraft/kraft_version.rs",
        "crates/broker/src/features.rs",
        "crates/raft/src/wire.rs",
    ]
    assert [one for one in tables if not files.search(one)] == []
    others = [
        "server-common/src/main/java/org/apache/kafka/server/common/UnitTestFeatureVersion.java",
        "server-common/src/test/java/org/apache/kafka/server/common/MetadataVersionTest.java",
        "crates/broker/src/main.rs",
        "package.json",
    ]
    assert [one for one in others if files.search(one)] == []


def test_a_file_that_only_sounds_like_a_table_is_passed_over(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ApiKeys.java").write_text("class ApiKeys { }\n")
    assert main(["check", "--force-exclude", "ApiKeys.java"]) == 0
    assert capsys.readouterr().out.startswith("No findings")
