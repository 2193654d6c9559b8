"""The server in real editors, without a screen: a diagnostic, a hover, gone after the edit."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from support.lsp_world import REQUEST, REQUEST_TEXT, make_world

SCRIPTS = Path(__file__).parent / "editors"
COMMAND = f"{sys.executable} -m wirelint lsp"
# The finding is one against the baseline: all of it works, git and all.
RIGHT, WRONG = '"type": "int16", "versions": "2+"', '"type": "int32", "versions": "2+"'


def check(root: Path, command: list[str]) -> str:
    make_world(root)
    (root / REQUEST).write_text(REQUEST_TEXT.replace(RIGHT, WRONG), encoding="utf-8")
    run = subprocess.run(
        command,
        cwd=root,
        capture_output=True,
        text=True,
        check=False,
        timeout=180,
        env={
            **os.environ,
            "HOME": str(root),
            "WIRELINT_COMMAND": COMMAND,
            "WIRELINT_FILE": str(root / REQUEST),
            "WIRELINT_ROOT": str(root),
            "WIRELINT_WRONG": 'int32", "versions": "2+',
            "WIRELINT_RIGHT": 'int16", "versions": "2+',
        },
    )
    said = run.stdout + run.stderr
    assert run.returncode == 0, said
    assert "CLEARED t" in said
    (diagnostic,) = [line for line in said.splitlines() if line.startswith("DIAGNOSTIC")]
    assert diagnostic.startswith("DIAGNOSTIC 25")
    assert "int32" in diagnostic
    (hover,) = [line for line in said.splitlines() if line.startswith("HOVER")]
    assert "INT32" in hover
    return said


@pytest.mark.skipif(shutil.which("nvim") is None, reason="Neovim is not installed")
def test_neovim(tmp_path: Path) -> None:
    said = check(
        tmp_path,
        ["nvim", "--headless", "--clean", REQUEST, "-c", f"luafile {SCRIPTS / 'check.lua'}"],
    )
    assert "released-field-retyped" in said


_HAS_EGLOT = """(progn (require 'package)
  (add-to-list 'package-directory-list "/usr/share/emacs/site-lisp/elpa")
  (package-initialize) (require 'eglot))"""


def has_eglot() -> bool:
    if shutil.which("emacs") is None:
        return False
    run = subprocess.run(
        ["emacs", "--batch", "-Q", "--eval", _HAS_EGLOT],
        capture_output=True,
        check=False,
        timeout=60,
    )
    return run.returncode == 0


def test_emacs(tmp_path: Path) -> None:
    if not has_eglot():
        pytest.skip("Emacs with eglot is not installed")
    check(tmp_path, ["emacs", "--batch", "-Q", "-l", str(SCRIPTS / "check.el")])
