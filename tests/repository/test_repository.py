"""What a clone must hold: no traces of a machine, commands that exist, a changelog that is kept."""

from __future__ import annotations

import re
import subprocess
from functools import cache
from pathlib import Path

import pytest

from support.shared import REPOSITORY

# One letter stands in brackets, so that this file passes its own test.
TRACES = {
    "a path of some machine": re.compile(r"(?<![\w.])/(?:root|work/(?:main|shared|tmp))/"),
    "a package registry's host": re.compile(
        r"(?:[p]ypi|[p]ythonhosted|[n]pmjs)\.(?:org|com)|[d]eb\.debian\."
    ),
}


@cache
def tracked() -> tuple[Path, ...]:
    """The files of the repository: git's list, or every file of an unpacked archive."""
    run = subprocess.run(
        ["git", "ls-files", "-z"], cwd=REPOSITORY, capture_output=True, text=True, check=False
    )
    if run.returncode == 0:
        listed = [REPOSITORY / name for name in run.stdout.split("\0") if name]
        return tuple(path for path in listed if path.is_file())
    return tuple(
        path for path in REPOSITORY.rglob("*") if path.is_file() and ".venv" not in path.parts
    )


def texts() -> list[tuple[str, str]]:
    found = []
    for path in tracked():
        data = path.read_bytes()
        if b"\0" not in data[:8000]:
            found.append((path.relative_to(REPOSITORY).as_posix(), data.decode("utf-8", "replace")))
    return found


@pytest.mark.parametrize("what", TRACES)
def test_no_file_holds(what: str) -> None:
    found = [
        f"{name}:{text.count(chr(10), 0, hit.start()) + 1}: {hit.group()}"
        for name, text in texts()
        for hit in TRACES[what].finditer(text)
    ]
    assert not found


def test_traces_are_found_where_they_are() -> None:
    path, host = TRACES.values()
    assert path.search("see /" + "root/kafka")
    assert not path.search("clients/root/message")
    assert host.search("https://files.python" + "hosted.org/x")
    assert not host.search("the package index")


def test_changelog_has_unreleased_on_top() -> None:
    headings = re.findall(r"^## (.+)$", (REPOSITORY / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert headings[0] == "Unreleased"


def make_targets() -> set[str]:
    makefile = (REPOSITORY / "Makefile").read_text()
    return set(re.findall(r"^([a-z-]+):", makefile, re.MULTILINE))


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md", "ARCHITECTURE.md"])
def test_make_commands_exist(page: str) -> None:
    text = (REPOSITORY / page).read_text()
    named = set(re.findall(r"(?:^|`)make ([a-z-]+)", text, re.MULTILINE))
    assert named <= make_targets()


def test_readme_starts_with_the_two_commands() -> None:
    text = (REPOSITORY / "README.md").read_text()
    assert {"demo", "test"} <= set(re.findall(r"^make ([a-z]+)", text, re.MULTILINE))


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md", "ARCHITECTURE.md"])
def test_linked_files_exist(page: str) -> None:
    text = (REPOSITORY / page).read_text()
    links = [link for link in re.findall(r"\]\(([^)#\s]+)", text) if "://" not in link]
    assert [link for link in links if not (REPOSITORY / link).exists()] == []


def test_every_target_is_explained() -> None:
    """`make` alone lists the targets; those without a line are steps of others."""
    run = subprocess.run(["make"], cwd=REPOSITORY, capture_output=True, text=True, check=True)
    for target in make_targets() - {"help", "venv", "dev"}:
        assert f"make {target} " in run.stdout
