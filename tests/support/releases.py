"""The releases of `../shared/corpus`, cloned once for a test run, and the commands on them."""

from __future__ import annotations

import json
import subprocess
import tempfile
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from support.shared import REPOSITORY, shared
from wirelint.cli import main

EXAMPLES = REPOSITORY / "examples"
KAFKA = str(EXAMPLES / "kafka.gates")
KRABKA = str(EXAMPLES / "krabka.gates")
KIP31 = str(EXAMPLES / "kip31.gates")


@lru_cache(maxsize=1)
def _clone(bundle: Path) -> tempfile.TemporaryDirectory[str]:
    folder = tempfile.TemporaryDirectory()
    subprocess.run(
        ("git", "clone", "-q", "-b", "main", str(bundle), folder.name),
        check=True,
        capture_output=True,
    )
    return folder


def kafka_releases() -> Path:
    """A repository with a tag for each release; skips where the bundle is absent."""
    return Path(_clone(shared("corpus", "kafka-schemas.bundle")).name)


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    """Run a command: its exit code and what it printed."""
    capsys.readouterr()
    code = main(list(arguments))
    out, err = capsys.readouterr()
    assert not err, err
    return code, out


def ask(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, Any]:
    """Run a command with `--format json`: its exit code and its answer."""
    code, out = run(capsys, *arguments, "--format", "json")
    return code, json.loads(out)
