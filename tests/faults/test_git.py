"""A git that hangs, prints without end or dies: a clear message, the right exit code, nothing left behind."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from support.cli import assert_fair, schema, wirelint, with_memory
from support.raw_lsp import RawClient
from support.repositories import Repository, make_repository

pytestmark = pytest.mark.skipif(os.name == "nt", reason="a git of our own is a shell script")
REAL = shutil.which("git") or "git"
FEW = {"WIRELINT_GIT_SECONDS": "0.5"}


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    repository = make_repository(tmp_path / "tree")
    repository.write("PierRecord.json", schema(type="int64"))
    repository.commit("one", tags=["1.0.0"])
    repository.write("PierRecord.json", schema())
    return repository.root


@pytest.fixture
def fake(tmp_path: Path) -> Callable[[str, str], dict[str, str]]:
    """Make a git that does something else for one command; gives the environment that has it."""

    def make(command: str, script: str) -> dict[str, str]:
        git = tmp_path / "bin" / "git"
        git.parent.mkdir(exist_ok=True)
        git.write_text(
            f'#!/bin/sh\ncase " $* " in *" {command} "*) {script};; esac\nexec {shlex.quote(REAL)} "$@"\n'
        )
        git.chmod(0o755)
        return {"PATH": f"{git.parent}{os.pathsep}{os.environ['PATH']}", **FEW}

    return make


COMMANDS = ("rev-parse", "ls-tree", "cat-file")
Fake = Callable[[str, str], dict[str, str]]


def _is_running(mark: str) -> bool:
    found = subprocess.run(("ps", "-A", "-o", "args="), capture_output=True, check=True)
    return mark.encode() in found.stdout


@pytest.mark.parametrize("command", COMMANDS)
def test_one_that_hangs_is_ended(tree: Path, fake: Fake, command: str) -> None:
    """With what it has started, which holds the other end of our pipe."""
    mark = f"{600 + os.getpid() / 1_000_000:.6f}"
    started = time.monotonic()
    done = wirelint("check", "--against", "1.0.0", cwd=tree, env=fake(command, f"sleep {mark}"))
    assert f"`git {command}` gave no answer within 0.5 seconds" in assert_fair(done, 2)
    assert time.monotonic() - started < 30
    assert not _is_running(f"sleep {mark}")


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(
    "script", ["exec yes", "exec yes >&2", "exec cat /dev/zero", "exec yes -- '-7 blob -7'"]
)
def test_one_that_prints_without_end(tree: Path, fake: Fake, command: str, script: str) -> None:
    done = wirelint(
        "check",
        "--against",
        "1.0.0",
        cwd=tree,
        env=fake(command, script),
        prepare=with_memory(1 << 30),
    )
    said = assert_fair(done, 2)
    assert f"`git {command}`" in said or "git has no content" in said


@pytest.mark.parametrize("command", COMMANDS)
def test_one_that_is_killed(tree: Path, fake: Fake, command: str) -> None:
    done = wirelint("check", "--against", "1.0.0", cwd=tree, env=fake(command, "kill -9 $$"))
    said = assert_fair(done, 2)
    assert f"`git {command}` was killed by signal 9" in said or "git has no content" in said


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(
    "script", ["exit 128", "echo nonsense; exit 0", r"printf '\377\0\n\0x'; exit 0"]
)
def test_one_that_talks_nonsense(tree: Path, fake: Fake, command: str, script: str) -> None:
    """Never `nothing is wrong`."""
    done = wirelint("check", "--against", "1.0.0", cwd=tree, env=fake(command, script))
    assert_fair(done, 2)


def test_one_that_asks_for_a_password(tree: Path, fake: Fake) -> None:
    """It finds no terminal, no helper and nothing to read; and is told not to ask."""
    script = 'test "$GIT_TERMINAL_PROMPT" = 0 || exit 9; read answer && exit 8; echo "no answer" >&2; exit 128'
    done = wirelint(
        "check", "--against", "1.0.0", cwd=tree, env=fake("rev-parse", script), stdin=b"secret\n"
    )
    assert "no answer" in assert_fair(done, 2)


def test_nothing_is_fetched_for_a_partial_clone(tree: Path, tmp_path: Path) -> None:
    """Blobs that are not there are said to be missing, also where the origin could give them."""
    Repository(tree).git("config", "uploadpack.allowFilter", "true")
    Repository(tree).git("config", "uploadpack.allowAnySHA1InWant", "true")
    url = tree.as_uri()
    for options in (("--filter=blob:none", "--no-checkout"), ("--filter=tree:0", "--no-checkout")):
        clone = tmp_path / options[0].rpartition("=")[2].replace(":", "-")
        subprocess.run(
            (REAL, "-c", "protocol.file.allow=always", "clone", "-q", *options, url, str(clone)),
            check=True,
        )
        Repository(clone).git("config", "protocol.file.allow", "always")
        Repository(clone).git("config", "protocol.allow", "always")
        (clone / "PierRecord.json").write_text(schema())
        before = _objects(clone)
        done = wirelint("check", "--no-cache", "--against", "1.0.0", cwd=clone)
        assert_fair(done, 2)
        assert _objects(clone) == before


def _objects(repository: Path) -> set[str]:
    return {str(path) for path in (repository / ".git" / "objects").rglob("*") if path.is_file()}


def test_a_shallow_clone_fetches_nothing(tree: Path, tmp_path: Path) -> None:
    Repository(tree).git("commit", "-q", "-a", "-m", "two")
    clone = tmp_path / "shallow"
    subprocess.run(
        (REAL, "clone", "-q", "--depth=1", "--no-tags", tree.as_uri(), str(clone)), check=True
    )
    before = _objects(clone)
    said = assert_fair(wirelint("check", "--against", "1.0.0", cwd=clone), 2)
    assert "git fetch --depth=1 origin tag 1.0.0" in said
    assert _objects(clone) == before


def test_an_interrupt_ends_git_too(tree: Path, fake: Fake) -> None:
    mark = f"{700 + os.getpid() / 1_000_000:.6f}"
    env = {**os.environ, **fake("rev-parse", f"sleep {mark}"), "WIRELINT_GIT_SECONDS": "60"}
    command = (sys.executable, "-m", "wirelint", "check", "--against", "1.0.0")
    with subprocess.Popen(command, cwd=tree, env=env, stdout=-1, stderr=-1) as process:
        for _ in range(200):
            if _is_running(f"sleep {mark}"):
                break
            time.sleep(0.05)
        process.send_signal(2)
        _, said = process.communicate(timeout=20)
    assert process.returncode == 130
    assert said == b"wirelint: interrupted\n"
    assert not _is_running(f"sleep {mark}")


def test_a_server_says_so_and_goes_on(tree: Path, fake: Fake) -> None:
    with RawClient(cwd=tree, env=fake("rev-parse", "sleep 500")) as client:
        client.initialize(tree, options={"baseline": "1.0.0", "delay": 1})
        assert "gave no answer" in client.note("window/showMessage")["message"]
        assert client.leave() == 0


def test_a_server_does_not_wait_for_git_to_leave(tree: Path, fake: Fake) -> None:
    mark = f"{800 + os.getpid() / 1_000_000:.6f}"
    env = {**fake("rev-parse", f"sleep {mark}"), "WIRELINT_GIT_SECONDS": "60"}
    with RawClient(cwd=tree, env=env) as client:
        client.initialize(tree, options={"baseline": "1.0.0", "delay": 1})
        client.until(lambda: _is_running(f"sleep {mark}"))
        assert client.leave() == 0
    assert not _is_running(f"sleep {mark}")
