"""The editor and the command line say the same of the same tree."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from support.lsp_files import Bench, bench_of
from support.shared import REPOSITORY, shared
from wirelint.engine.report import JsonObject, render
from wirelint_lsp.workspace import Workspace

EXAMPLES = REPOSITORY / "examples"
TREES = [
    ("harbor", "off"),
    ("lantern", "off"),
    ("broken/after", "../before"),
    ("broken/before", "off"),
]


def by_command_line(folder: Path, *options: str) -> list[JsonObject]:
    run = subprocess.run(
        [sys.executable, "-m", "wirelint", "check", "--no-cache", "--format", "json", *options],
        cwd=folder,
        capture_output=True,
        check=False,
        env={**os.environ, "PYTHONUTF8": "1"},
    )
    assert run.returncode in {0, 1}, run.stderr.decode()
    found: list[JsonObject] = json.loads(run.stdout)["diagnostics"]
    return found


def by_editor(bench: Bench) -> list[JsonObject]:
    root = bench.root
    found = [one for path in sorted(root.session.paths) for one in root.diagnostics(path)]
    rendered: list[JsonObject] = json.loads(
        json.dumps(render(found, bench.root.settings.rules_url))
    )
    return rendered


def plain(found: list[JsonObject]) -> list[tuple[Any, ...]]:
    return [
        (one["path"], json.dumps(one["range"]), one["rule"], one["severity"], one["message"])
        for one in found
    ]


@pytest.mark.parametrize(("folder", "baseline"), TREES)
def test_examples(folder: str, baseline: str, tmp_path: Path) -> None:
    top = folder.partition("/")[0]
    shutil.copytree(EXAMPLES / top, tmp_path / top)
    where = tmp_path / folder
    options = [] if baseline == "off" else ["--against", baseline]
    expected = by_command_line(where, *options)
    assert plain(by_editor(bench_of(where, baseline))) == plain(expected)
    assert folder != "broken/after" or expected


@pytest.mark.parametrize("below", [False, True])
def test_accepted_findings_are_left_out(below: bool, tmp_path: Path) -> None:
    """Also where the configuration and its file of findings lie above the folder."""
    shutil.copytree(EXAMPLES / "broken", tmp_path / "broken")
    where = tmp_path / "broken" / "after"
    above = tmp_path if below else where
    (where / "wirelint.toml").unlink(missing_ok=True)
    (above / "wirelint.toml").write_text('baseline-findings = "known.txt"\n', "utf-8")
    (above / "known.txt").write_text("findings 1\n", "utf-8")
    against = ("--against", "../before")
    everything = by_command_line(where, *against)
    assert plain(by_editor(bench_of(where, "../before"))) == plain(everything)
    by_command_line(where, *against, "--update")
    path = "clients/src/main/resources/common/message/CargoLoadRequest.json"
    text = (where / path).read_text("utf-8")
    (where / path).write_text(text.replace('"bool"', '"Bool"'), "utf-8")
    left = by_command_line(where, *against)
    assert 0 < len(left) < len(everything)
    shown = plain(by_editor(bench_of(where, "../before")))
    assert shown == [one for one in plain(left) if one[2] != "accepted-finding-gone"]


def test_a_file_of_accepted_findings_that_is_not_there_is_said(tmp_path: Path) -> None:
    (tmp_path / "wirelint.toml").write_text('baseline-findings = "known.txt"\n', "utf-8")
    root = Workspace().add_root(tmp_path.as_posix())
    assert "`known.txt`" in (root.scan().problem or "")
    (tmp_path / "known.txt").write_text("no such thing\n", "utf-8")
    assert "known.txt:1" in (root.scan().problem or "")


def test_gate_examples(tmp_path: Path) -> None:
    for path in EXAMPLES.glob("*.gates"):
        shutil.copy(path, tmp_path / path.name)
    assert plain(by_editor(bench_of(tmp_path))) == plain(by_command_line(tmp_path))


@pytest.fixture(scope="module")
def kafka(tmp_path_factory: pytest.TempPathFactory) -> Path:
    bundle = shared("corpus", "kafka-schemas.bundle")
    folder = tmp_path_factory.mktemp("kafka") / "kafka"
    for command in (
        ["git", "clone", "-q", str(bundle), "-b", "main", str(folder)],
        ["git", "-C", str(folder), "checkout", "-q", "4.2.0"],
    ):
        subprocess.run(command, check=True, capture_output=True)
    return folder


def test_a_release_of_kafka(kafka: Path) -> None:
    expected = by_command_line(kafka, "--against", "4.1.0")
    assert len(expected) > 100
    assert by_editor(bench_of(kafka, "4.1.0")) == expected


def test_after_edits(kafka: Path) -> None:
    """What was changed and changed back leaves nothing behind, and a change is seen as by a run."""
    bench = bench_of(kafka, "4.1.0")
    before = by_editor(bench)
    path = "clients/src/main/resources/common/message/FetchRequest.json"
    text = (kafka / path).read_text(encoding="utf-8")
    buffer = bench.open(path, text)
    edited = text.replace('"versions": "15+"', '"versions": "14+"')
    bench.type(buffer, edited)
    at_once = plain(by_editor(bench))
    bench.settle()
    settled = plain(by_editor(bench))
    assert [one for one in at_once if one[0] == path] == [one for one in settled if one[0] == path]
    (kafka / path).write_text(edited, encoding="utf-8")
    try:
        assert settled == plain(by_command_line(kafka, "--against", "4.1.0"))
    finally:
        (kafka / path).write_text(text, encoding="utf-8")
    bench.type(buffer, text)
    bench.settle()
    assert by_editor(bench) == before
