"""Output shown in a page is what the command prints today; `make outputs` pastes it in.

A comment `<!-- output: COMMAND -->` names the command, run by a shell in the repository's root; the
fenced block below it holds the command and what it prints.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from support.shared import REPOSITORY

SHOWN = re.compile(r"<!-- output: (?P<command>.+?) -->\n```text\n(?P<output>.*?)```", re.DOTALL)
PAGES = [REPOSITORY / "README.md", *sorted((REPOSITORY / "docs").rglob("*.md"))]
CASES = [
    pytest.param(page, match["command"], id=f"{page.relative_to(REPOSITORY)}-{number}")
    for page in PAGES
    for number, match in enumerate(SHOWN.finditer(page.read_text()), 1)
]


def printed(command: str) -> str:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    result = subprocess.run(
        ["bash", "-c", command],
        cwd=REPOSITORY,
        env=os.environ | {"PATH": path, "NO_COLOR": "1", "COLUMNS": "100"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode in {0, 1}, result.stderr
    return f"$ {command}\n{result.stdout}"


@pytest.mark.parametrize(("page", "command"), CASES)
def test_output_is_current(page: Path, command: str) -> None:
    output = printed(command)
    text = page.read_text()
    match = next(one for one in SHOWN.finditer(text) if one["command"] == command)
    if os.environ.get("UPDATE_OUTPUTS"):
        page.write_text(text[: match.start("output")] + output + text[match.end("output") :])
    else:
        assert match["output"] == output


def test_the_readme_shows_some() -> None:
    assert any(case.values[0] == REPOSITORY / "README.md" for case in CASES)
