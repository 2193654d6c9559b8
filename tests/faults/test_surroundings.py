"""A world that fails: a clear message, the right exit code, no traceback, no half-written file."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from support.cli import assert_fair, schema, wirelint

pytestmark = pytest.mark.skipif(os.name == "nt", reason="as Unix does it")


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    tree = tmp_path / "tree"
    tree.mkdir()
    for number in range(20):
        (tree / f"M{number}Record.json").write_text(schema(f"M{number}Record", number))
    return tree


def test_without_git(tree: Path) -> None:
    done = wirelint("check", "--against", "HEAD", cwd=tree, env={"PATH": "/nonexistent"})
    assert "git is not installed" in assert_fair(done, 2)


def test_with_a_git_of_old(tree: Path) -> None:
    git = tree.parent / "bin" / "git"
    git.parent.mkdir()
    git.write_text("#!/bin/sh\necho 'usage: git rev-parse' >&2\nexit 129\n")
    git.chmod(0o755)
    done = wirelint("check", "--against", "HEAD", cwd=tree, env={"PATH": str(git.parent)})
    assert "too old" in assert_fair(done, 2)


def test_without_a_home_or_anything(tree: Path) -> None:
    for env in ({}, {"HOME": "/nonexistent"}, {"HOME": ""}, {"XDG_CACHE_HOME": "/proc"}):
        done = subprocess.run(
            (sys.executable, "-m", "wirelint", "check"),
            cwd=tree,
            env=env,
            capture_output=True,
            check=False,
        )
        assert_fair(done, 0)


@pytest.mark.parametrize("locale", ["C", "POSIX", "tr_TR.ISO-8859-9", "nonsense"])
def test_any_locale(tree: Path, locale: str) -> None:
    (tree / "Pi\u00e9r.json").write_text(schema("Pi\u00e9r\U0001f600Record", 99))
    env = {"LC_ALL": locale, "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    done = wirelint("check", "--no-cache", cwd=tree, env=env)
    assert done.returncode in (0, 1)
    assert b"Traceback" not in done.stderr


def _shell(tree: Path, command: str) -> subprocess.CompletedProcess[bytes]:
    script = f"{sys.executable} -m wirelint {command}"
    return subprocess.run(
        ("sh", "-c", script), cwd=tree, capture_output=True, timeout=60, check=False
    )


@pytest.mark.parametrize("where", [">&-", "> /dev/full"])
@pytest.mark.parametrize("command", ["check --no-cache --verbose", "rule", "--version"])
def test_output_that_cannot_be_written(tree: Path, command: str, where: str) -> None:
    if "full" in where and not os.path.exists("/dev/full"):
        pytest.skip("no /dev/full here")
    done = _shell(tree, f"{command} {where}")
    assert "standard output cannot be written" in assert_fair(done, 2)


@pytest.mark.parametrize("where", ["<&-", "2>&-", "<&- 2>&-"])
def test_other_closed_streams(tree: Path, where: str) -> None:
    assert_fair(_shell(tree, f"check --no-cache {where}"), 0)


def test_a_reader_that_has_seen_enough(tree: Path) -> None:
    assert _shell(tree, "rule | head -n 1").stderr == b""


def _with_full_disk() -> None:
    """No file has room for more than a line."""
    import resource

    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))


@pytest.mark.parametrize(
    "arguments",
    [
        ["check", "--no-cache", "--format", "json", "--output", "report.json"],
        ["check", "--no-cache", "--fix"],
        ["check", "--no-cache", "--add-ignores", "--reason", "known since 1.0"],
        ["check", "--no-cache", "--baseline-findings", "known.txt", "--update"],
        ["ledger", "record", "2"],
        ["format", "pier.gates"],
        ["bump", "M0Record", "--write"],
        ["diff", ".", ".", "--format", "json", "--output", "report.json"],
    ],
    ids=lambda arguments: f"{arguments[0]} {arguments[1]} {arguments[-1]}",
)
def test_a_full_disk_leaves_what_was_there(tree: Path, arguments: list[str]) -> None:
    text = schema("BadRecord", 99).replace('"versions"', '"ignorable": "true", "versions"', 1)
    (tree / "BadRecord.json").write_text(text)
    (tree / "pier.gates").write_text(
        "gates 1\n\nfeature pier.version {\ncarrier record\n}\n" + "# x\n" * 60
    )
    (tree / "report.json").write_text("old")
    assert_fair(wirelint("ledger", "record", "1", cwd=tree), 0)

    before = {path: path.read_bytes() for path in tree.rglob("*") if path.is_file()}
    said = assert_fair(wirelint(*arguments, cwd=tree, prepare=_with_full_disk), 2)
    assert "cannot be written" in said or "File too large" in said, said[-500:]
    assert {path: path.read_bytes() for path in tree.rglob("*") if path.is_file()} == before


def test_a_full_disk_keeps_no_result(tree: Path) -> None:
    """The cache is a help: without room for it the check is as good."""
    kept = tree.parent / "kept"
    for _ in range(2):
        assert_fair(
            wirelint("check", "--cache-dir", str(kept), cwd=tree, prepare=_with_full_disk), 0
        )
        assert not list(kept.iterdir())


@pytest.mark.parametrize("seconds", [0.3, 0.6])
def test_interrupted(tree: Path, seconds: float) -> None:
    (tree / "report.txt").write_text("old")
    command = (sys.executable, "-m", "wirelint", "check", "--no-cache", "--output", "report.txt")
    with subprocess.Popen(command, cwd=tree, stdout=-1, stderr=-1) as process:
        time.sleep(seconds)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate()
    assert process.returncode in (0, 1, 130, -signal.SIGINT)
    if process.returncode == 130:
        assert said == b"wirelint: interrupted\n"
    text = (tree / "report.txt").read_text()
    assert text == "old" or text.endswith("\n")
    assert not list(tree.glob(".*.tmp"))


def test_a_read_only_checkout(tree: Path) -> None:
    for path in (*tree.iterdir(), tree):
        path.chmod(0o555)
    assert_fair(wirelint("check", "--cache-dir", str(tree / "cache"), cwd=tree), 0)
    assert_fair(wirelint("check", "--output", "/proc/nowhere/x", cwd=tree), 2)
    tree.chmod(0o755)


def test_a_planted_or_damaged_cache(tree: Path) -> None:
    folder = tree.parent / "kept"
    check = ["check", "--cache-dir", str(folder)]
    first = assert_fair(wirelint(*check, cwd=tree), 0)
    (kept,) = folder.iterdir()
    whole = json.loads(kept.read_text())
    one = {"rule": "x", "category": "x", "severity": "x", "message": "\x1b[31m", "fingerprint": "x"}
    for bad in (
        {**whole, "diagnostics": [{}]}, {**whole, "diagnostics": "x"}, {**whole, "diagnostics": [one]},
        {**whole, "summary": {}}, {**whole, "summary": dict.fromkeys(whole["summary"], "x")}, [], 5, {},
    ):  # fmt: skip
        kept.write_text(json.dumps(bad))
        assert assert_fair(wirelint(*check, cwd=tree), 0) == first
    assert folder.stat().st_mode & 0o077 == 0
    planted = json.loads(kept.read_text())
    planted["summary"]["infos"] = 12345
    kept.write_text(json.dumps(planted))
    assert "12345" in assert_fair(wirelint(*check, cwd=tree), 0)  # ours: believed
    folder.chmod(0o777)
    assert assert_fair(wirelint(*check, cwd=tree), 0) == first  # anybody's: not


def test_two_runs_at_once(tree: Path) -> None:
    command = (
        sys.executable,
        "-m",
        "wirelint",
        "check",
        "--cache-dir",
        "../both",
        "--output",
        "x.txt",
    )
    runs = [subprocess.Popen(command, cwd=tree, stderr=-1) for _ in range(3)]
    assert [run.communicate()[1] for run in runs] == [b""] * 3
    assert (tree / "x.txt").read_text().endswith("\n")
    assert not list(tree.glob(".*.tmp"))


def test_files_that_change_meanwhile(tree: Path) -> None:
    script = "while :; do for f in M*; do mv $f x; mv x $f; : > $f; done; done"
    with subprocess.Popen(("sh", "-c", script), cwd=tree, stderr=-1) as churn:
        try:
            for _ in range(2):
                assert_fair(wirelint("check", "--no-cache", cwd=tree))
        finally:
            churn.kill()
