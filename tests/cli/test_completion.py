"""Completion scripts in the shells that read them."""

from __future__ import annotations

import os
import select
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from wirelint.cli import main
from wirelint.cli.arguments import command_line

BIN = Path(sys.executable).parent


def script(capsys, shell: str) -> str:
    assert main(["completion", shell]) == 0
    return capsys.readouterr().out


def run(shell: str, text: str, cwd: Path, *options: str) -> str:
    program = shutil.which(shell)
    if program is None:
        pytest.skip(f"{shell} is not installed")
    result = subprocess.run(
        [program, *options, "-c", text],
        cwd=cwd,
        env={**os.environ, "PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}", "HOME": str(cwd)},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert result.stderr == ""
    assert result.returncode == 0
    return result.stdout


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "PingRequest.json").write_text("{}")
    (tmp_path / "schemas").mkdir()
    return tmp_path


def in_bash(capsys, folder, *words: str) -> set[str]:
    (folder / "script").write_text(script(capsys, "bash"))
    typed = " ".join(f"'{word}'" for word in words)
    return set(
        run(
            "bash",
            f"set -u; source ./script; COMP_WORDS=({typed}); COMP_CWORD={len(words) - 1}; "
            '_wirelint 2>&1; [[ ${#COMPREPLY[@]} == 0 ]] || printf "%s\\n" "${COMPREPLY[@]}"',
            folder,
            "--norc",
        ).split("\n")
    ) - {""}


def test_bash_offers_commands(capsys, folder):
    found = in_bash(capsys, folder, "wirelint", "")
    assert {"check", "init", "completion", "--version"} <= found
    assert in_bash(capsys, folder, "wirelint", "com") == {"completion"}


def test_bash_offers_options_of_the_command(capsys, folder):
    assert in_bash(capsys, folder, "wirelint", "check", "--ag") == {"--against"}
    assert in_bash(capsys, folder, "wirelint", "rule", "--ag") == set()


def test_bash_knows_values(capsys, folder):
    assert in_bash(capsys, folder, "wirelint", "check", "--fail-on", "w") == {"warning"}
    # bash breaks words at `=`
    assert in_bash(capsys, folder, "wirelint", "check", "--fail-on", "=", "w") == {"warning"}
    assert in_bash(capsys, folder, "wirelint", "check", "--fail-on", "=") == {
        "error", "warning", "info", "never",
    }  # fmt: skip
    assert in_bash(capsys, folder, "wirelint", "completion", "z") == {"zsh"}


def test_bash_offers_files_and_folders(capsys, folder):
    assert in_bash(capsys, folder, "wirelint", "check", "Pi") == {"PingRequest.json"}
    assert in_bash(capsys, folder, "wirelint", "check", "--cache-dir", "") == {"schemas"}
    assert in_bash(capsys, folder, "wirelint", "check", "--select", "") == set()


def test_bash_knows_commands_below_a_command(capsys, folder):
    assert {"record", "verify"} <= in_bash(capsys, folder, "wirelint", "ledger", "")
    assert in_bash(capsys, folder, "wirelint", "ledger", "record", "--fr") == {"--from"}


def in_fish(capsys, folder, line: str) -> set[str]:
    (folder / "script").write_text(script(capsys, "fish"))
    out = run("fish", f"source ./script; complete -C '{line}'", folder, "--no-config")
    return {one.split("\t")[0] for one in out.splitlines()}


def test_fish(capsys, folder):
    assert in_fish(capsys, folder, "wirelint com") == {"completion"}
    assert in_fish(capsys, folder, "wirelint check --against") >= {"--against"}
    assert in_fish(capsys, folder, "wirelint rule --aga") == set()
    assert in_fish(capsys, folder, "wirelint check --fail-on ") == {
        "error", "warning", "info", "never",
    }  # fmt: skip
    assert in_fish(capsys, folder, "wirelint ledger rec") == {"record"}
    assert in_fish(capsys, folder, "wirelint ledger record --fr") == {"--from"}
    assert in_fish(capsys, folder, "wirelint completion z") == {"zsh"}
    assert "PingRequest.json" in in_fish(capsys, folder, "wirelint check Pi")


# In a terminal; the line as completed goes to a file.
ZSH = """
PROMPT=; fpath=("$PWD" $fpath); autoload -U compinit; compinit -u -d dump; bindkey '^I' complete-word
tell() { print -r -- $BUFFER > told; mv told line }; zle -N tell; bindkey '^X' tell
"""


def in_zsh(capsys, folder, line: str) -> str:
    program = shutil.which("zsh")
    if program is None:
        pytest.skip("zsh is not installed")
    (folder / "line").unlink(missing_ok=True)
    (folder / "_wirelint").write_text(script(capsys, "zsh"))
    (folder / "setup").write_text(ZSH)
    ours, theirs = os.openpty()
    env = {**os.environ, "HOME": str(folder), "TERM": "xterm"}
    with subprocess.Popen(
        [program, "-f", "-i"], cwd=folder, env=env, stdin=theirs, stdout=theirs, stderr=theirs
    ) as shell:
        os.close(theirs)
        os.write(ours, f"source ./setup\n{line}\t\x18".encode())
        until = time.monotonic() + 30
        while not (folder / "line").exists() and time.monotonic() < until:
            if select.select([ours], [], [], 0.05)[0]:
                os.read(ours, 65536)
        shell.kill()
    os.close(ours)
    return (folder / "line").read_text().rstrip()


@pytest.mark.parametrize(
    ("typed", "completed"),
    [
        ("wirelint check --ag", "wirelint check --against="),
        ("wirelint rule --ag", "wirelint rule --ag"),
        ("wirelint check --fail-on w", "wirelint check --fail-on warning"),
        ("wirelint check Pi", "wirelint check PingRequest.json"),
        ("wirelint check --cache-dir ", "wirelint check --cache-dir schemas/"),
        ("wirelint ledger record --fr", "wirelint ledger record --from="),
        ("wirelint completion z", "wirelint completion zsh"),
    ],
)
def test_zsh(capsys, folder, typed, completed):
    assert in_zsh(capsys, folder, typed) == completed


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_every_option_of_every_command_is_in_the_script(capsys, shell):
    text = script(capsys, shell)
    parsers = [command_line()]
    names = set()
    while parsers:
        for action in parsers.pop()._actions:
            if isinstance(action.choices, dict):
                parsers += action.choices.values()
                names |= set(action.choices)
            names |= set(action.option_strings)
    assert len(names) > 50
    for name in names:
        long = name.lstrip("-") if shell == "fish" else name
        assert long in text
