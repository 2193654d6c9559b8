"""A tree that tries: nothing outside of it is read or written, nothing runs, nothing hangs."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from support.cli import assert_fair, schema, wirelint
from support.repositories import make_repository

pytestmark = pytest.mark.skipif(
    not hasattr(os, "mkfifo"), reason="links and pipes as Unix has them"
)


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "Secret.json").write_text(schema("SecretRecord", field="SECRETFIELD", type="int33"))
    (outside / "secret.toml").write_text('SECRETKEY = "SECRETVALUE"\n')
    (outside / "notes.txt").write_text("SECRETLINE\n")
    tree = tmp_path / "tree"
    tree.mkdir()
    (tree / "PierRecord.json").write_text(schema())
    return tree


def test_links_devices_pipes_and_sockets(tree: Path) -> None:
    (tree / "Link.json").symlink_to("../outside/Secret.json")
    (tree / "Zero.json").symlink_to("/dev/zero")
    (tree / "Input.json").symlink_to("/dev/stdin")
    (tree / "Self.json").symlink_to("Self.json")
    (tree / "folder").symlink_to("../outside")
    (tree / "loop").symlink_to(".")
    (tree / "Folder.json").mkdir()
    os.mkfifo(tree / "Pipe.json")
    os.mkfifo(tree / "pipe.gates")
    listener = socket.socket(socket.AF_UNIX)
    os.chdir(tree)  # a socket's name has few characters
    listener.bind("Socket.json")
    try:
        said = assert_fair(wirelint("check", "--no-cache", cwd=tree))
        assert "SECRET" not in said
        for name in ("Link", "Zero", "Input", "Self", "Pipe", "Socket"):
            said = assert_fair(wirelint("check", f"{name}.json", cwd=tree), 1)
            assert "SECRET" not in said
        for command in (
            ["show", "folder/Secret.json"],
            ["gates", "pipe.gates"],
            ["diff", ".", "loop"],
        ):
            assert "SECRETFIELD" not in assert_fair(wirelint(*command, cwd=tree))
    finally:
        listener.close()


@pytest.mark.parametrize("option", [["--output", "report.txt"], ["--fix", "--unsafe-fixes"]])
def test_writes_stay_inside(tree: Path, option: list[str]) -> None:
    victim = tree.parent / "outside" / "notes.txt"
    (tree / "report.txt").symlink_to("../outside/notes.txt")
    (tree / "Secret.json").symlink_to("../outside/Secret.json")
    before = (victim.read_text(), (tree.parent / "outside" / "Secret.json").read_text())
    assert_fair(wirelint("check", "--no-cache", *option, cwd=tree))
    assert_fair(wirelint("ledger", "record", "1", "--file", "report.txt", cwd=tree))
    assert (victim.read_text(), (tree.parent / "outside" / "Secret.json").read_text()) == before
    assert not list((tree.parent / "outside").glob(".*"))


@pytest.mark.parametrize(
    "text",
    [
        'extend = "../outside/secret.toml"',
        'extend = "../outside/notes.txt"',
        'extend = "/dev/zero"',
        'extend = "/etc/passwd"',
        'extend = "wirelint.toml"',
        'baseline-findings = "../outside/notes.txt"',
        'baseline-findings = "/etc/passwd"',
        'release-tags = "(a+)+$"',
        f'exclude = ["{"{a,b}" * 40}"]',
        f'exclude = ["{"*a" * 60}b"]',
        f'[per-file-ignores]\n"{"{a,b}" * 40}" = ["missing-about"]',
        f'[gates]\nfiles = ["{"{a,b,c}" * 40}"]',
        f'required-version = ">={"9" * 6000}"',
        f'[[key-range]]\nkeys = "0-{"9" * 6000}"\nowner = "x"',
        f'[[waiver]]\nrule = "x"\nreason = "y"\nversions = "0-{"9" * 6000}"',
        f"x = {'[' * 100_000}",
        f"{'a.' * 50_000}b = 1",
        "\x00", "x = 'a\x1b[31m'", '"\\u202e" = 1',
    ],
    ids=lambda text: ascii(text[:24]),
)  # fmt: skip
def test_configurations_of_strangers(tree: Path, text: str) -> None:
    (tree / "wirelint.toml").write_text(text)
    (tree / ("a" * 200 + ".json")).write_text(schema())
    said = assert_fair(wirelint("check", "--no-cache", cwd=tree, timeout=20))
    assert "SECRETLINE" not in said
    assert "SECRETVALUE" not in said
    assert "root:" not in said


def test_a_pattern_for_tags_that_never_ends(tree: Path) -> None:
    repository = make_repository(tree)
    (tree / "wirelint.toml").write_text('release-tags = "^(a+)+$"\n')
    repository.commit("one", tags=["a" * 60 + "!"])
    said = assert_fair(wirelint("check", "--against", "release", cwd=tree, timeout=30), 2)
    assert "release-tags" in said


def test_modules_of_the_tree_do_not_run(tree: Path) -> None:
    mark = tree.parent / "ran"
    code = f"open({str(mark)!r}, 'w')\n"
    for name in (
        "evil.py",
        "sitecustomize.py",
        "wirelint_rules.py",
        "json.py",
        "lark.py",
        "conftest.py",
    ):
        (tree / name).write_text(code)
    (tree / "wirelint.toml").write_text('profile = "plain"\n')
    script = Path(sys.executable).with_name("wirelint")
    command = (str(script),) if script.exists() else (sys.executable, "-P", "-m", "wirelint")
    for arguments in (
        ["check", "--no-cache"],
        ["check", "--isolated", "--no-cache"],
        ["check", "--isolated", "--format", "sarif"],
        ["rule"],
    ):
        subprocess.run(
            (*command, *arguments), cwd=tree, capture_output=True, timeout=60, check=False
        )
    assert not mark.exists()


def test_nothing_of_git_runs(tree: Path) -> None:
    mark = tree.parent / "ran"
    program = tree / "evil"
    program.write_text(f"#!/bin/sh\ntouch {mark}\ncat\n")
    program.chmod(0o755)
    repository = make_repository(tree)
    (tree / "PierRecord.json").write_text(schema(type="int64"))
    repository.commit("one", tags=["1.0.0", "$(id>ran)"])
    (tree / ".gitattributes").write_text(
        "* filter=evil diff=evil text eol=crlf working-tree-encoding=UTF-16\n"
    )
    (tree / ".gitmodules").write_text(
        '[submodule "x"]\n path = x\n url = ext::./evil\n update = !./evil\n'
    )
    for key in (
        "core.fsmonitor", "core.pager", "core.sshCommand", "core.editor", "filter.evil.clean", "filter.evil.smudge",
        "filter.evil.process", "diff.evil.textconv", "diff.evil.command", "diff.external", "credential.helper",
        "alias.rev-parse", "alias.ls-tree", "alias.cat-file", "core.askPass", "gpg.program", "uploadpack.packObjectsHook",
    ):  # fmt: skip
        value = f"!{program}" if key.startswith(("alias", "credential")) else str(program)
        repository.git("config", key, value)
    repository.git("config", "core.hooksPath", str(tree))
    for hook in ("post-index-change", "reference-transaction", "post-checkout"):
        (tree / hook).symlink_to("evil")
    (tree / "PierRecord.json").write_text(schema())
    for against in (
        "1.0.0",
        "HEAD",
        "release",
        "--upload-pack=./evil",
        "ext::./evil",
        "git:.#1.0.0",
        "$(id>ran)",
        "-O./evil",
    ):
        assert_fair(wirelint("check", "--no-cache", f"--against={against}", cwd=tree))
    assert_fair(wirelint("init", cwd=tree))
    assert not mark.exists()
    assert not (tree / "ran").exists()


def test_names_that_meet(tree: Path) -> None:
    for name in (
        "PIERRECORD.json",
        "Pi\u00e9r.json",
        "Pie\u0301r.json",
        "con.json",
        "a\\b.json",
        "C:x.json",
        "%3A.json",
        "-x.json",
    ):
        (tree / name).write_text(schema())
    for format in ("json", "sarif", "github"):
        assert_fair(wirelint("check", "--no-cache", "--format", format, cwd=tree))


LOOKS = (
    ["check"], ["check", "--against", "1.0.0", "--witness", "--diff"], ["check", "--show-files"], ["show", "PierRecord"],
    ["diff", "1.0.0", "."], ["decode", "PierRecord", "--version", "0", "00000001"], ["gates"], ["rule"], ["init"],
    ["bump", "PierRecord"], ["matrix", "--releases", "1.0.0,."], ["plan", "--from", "1.0.0", "--to", "."],
    ["negotiate", "--client", "1.0.0", "--broker", "."], ["completion", "bash"], ["format", "--check"],
)  # fmt: skip


def test_who_only_looks_writes_the_cache_and_nothing_else(tree: Path) -> None:
    repository = make_repository(tree)
    repository.commit("one", tags=["1.0.0"])
    (tree / "PierRecord.json").write_text(schema(type="int64"))
    home = tree.parent / "home"
    home.mkdir()
    env = {"HOME": str(home), "TMPDIR": str(home), "WIRELINT_CACHE_DIR": "", "XDG_CACHE_HOME": ""}
    before = _everything(tree)
    for arguments in LOOKS:
        assert_fair(wirelint(*arguments, cwd=tree, env=env))
    assert _everything(tree) == before
    kept = [path.relative_to(home).as_posix() for path in home.rglob("*") if path.is_file()]
    assert kept
    assert all(name.startswith(".cache/wirelint/") for name in kept)


def _everything(tree: Path) -> dict[Path, tuple[int, bytes]]:
    return {
        path: (path.lstat().st_mtime_ns, path.read_bytes())
        for path in tree.rglob("*")
        if path.is_file()
    }


def test_no_socket_is_opened(tree: Path) -> None:
    """By us; what git may not fetch is tested with clones that miss something."""
    repository = make_repository(tree)
    repository.commit("one", tags=["1.0.0"])
    code = (
        "import sys\n"
        "def watch(event, arguments):\n"
        "    if event.startswith(('socket.', 'urllib.', 'http.', 'ftplib.', 'smtplib.')):\n"
        "        print('NETWORK', event, file=sys.stderr)\n"
        "sys.addaudithook(watch)\n"
        "from wirelint.cli import main\n"
        f"for arguments in {[*LOOKS, ['check', '--against', 'https://example.org/x.zip']]!r}:\n"
        "    try: main(arguments)\n"
        "    except SystemExit: pass\n"
    )
    done = subprocess.run((sys.executable, "-c", code), cwd=tree, capture_output=True, check=False)
    assert b"NETWORK" not in done.stderr, done.stderr[-500:]
    assert b"https://example.org/x.zip" in done.stderr
