"""Real repositories in temporary folders, deaf to the configuration of whoever runs the tests."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from support.repositories import Repository, make_repository, schema


@pytest.fixture(autouse=True)
def _no_configuration(
    monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    for name in list(os.environ):
        if name.startswith("GIT_"):
            monkeypatch.delenv(name)
    home = tmp_path_factory.mktemp("home")
    (home / ".gitconfig").write_text(
        "[user]\n\tname = Test\n\temail = test@example.org\n[init]\n\tdefaultBranch = main\n"
        "[commit]\n\tgpgSign = false\n"
    )
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    """Two releases and work after them, in a repository of Kafka's layout."""
    made = make_repository(tmp_path / "repository")
    folder = "clients/src/main/resources/common/message"
    made.write(f"{folder}/EchoRequest.json", schema("Echo"))
    made.write(f"{folder}/GoneRequest.json", schema("Gone"))
    made.write("README.md", "not a schema")
    made.commit("first", ["1.9.0"])
    made.write(f"{folder}/PingRequest.json", schema("Ping"))
    made.commit("second", ["1.10.0", "1.11.0-rc1"])
    (made.root / folder / "GoneRequest.json").unlink()
    made.write(f"{folder}/EchoRequest.json", schema("Echo").replace(b'"0"', b'"0-1"'))
    made.write(f"{folder}/NewRequest.json", schema("New"))
    made.commit("third")
    return made


@pytest.fixture
def git_calls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file that gets a line for every git process that is started by name."""
    real = subprocess.run(
        ("which", "git"), check=True, capture_output=True, text=True
    ).stdout.strip()
    folder = tmp_path / "shim"
    folder.mkdir()
    log = tmp_path / "git-calls"
    log.touch()
    shim = folder / "git"
    shim.write_text(f'#!/bin/sh\nprintf "%s\\n" "$*" >> "{log}"\nexec "{real}" "$@"\n')
    shim.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
    return log
