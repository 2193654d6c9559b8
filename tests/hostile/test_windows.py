"""Ways of Windows, as far as they can be seen elsewhere: line ends, separators, drives, names."""

from __future__ import annotations

import json
import ntpath
import random
import re
import shutil
from collections.abc import Callable
from pathlib import Path, PurePosixPath
from types import SimpleNamespace
from typing import Any

import pytest

from support.cli import assert_fair, schema, wirelint
from support.lsp_world import CONFIG, FILES, GATES, REQUEST, make_world
from support.repositories import make_repository
from support.shared import REPOSITORY
from wirelint.sources import discovery
from wirelint_lsp.uris import path_of as uri_path
from wirelint_lsp.uris import uri_of

EXAMPLES = REPOSITORY / "examples"


def windows(data: bytes) -> bytes:
    return data.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")


def mixed(data: bytes) -> bytes:
    """Some ends of lines as Windows has them."""
    choose = random.Random(5)
    return re.sub(rb"\n", lambda _: choose.choice((b"\n", b"\r\n")), data)


ENDS: tuple[Callable[[bytes], bytes], ...] = (windows, mixed)


def spell(tree: Path, ends: Callable[[bytes], bytes]) -> None:
    """Give every file of a tree these line ends."""
    for path in tree.rglob("*"):
        if path.is_file() and ".git" not in path.parts:
            path.write_bytes(ends(path.read_bytes()))


def found_in(tree: Path, *options: str) -> list[dict[str, Any]]:
    done = wirelint("check", "--no-cache", "--format", "json", *options, cwd=tree)
    found: list[dict[str, Any]] = json.loads(assert_fair(done, 0, 1))["diagnostics"]
    for one in found:
        for place in ("start", "end"):
            if one["range"] is not None:
                del one["range"][place]["offset"]  # it counts what ends a line
        for other in (*one.get("related", ()), *one.get("fixes", ())):
            other.clear()
    return found


# -- line ends -----------------------------------------------------------------------------------


@pytest.mark.parametrize("ends", ENDS)
@pytest.mark.parametrize("name", ["harbor", "lantern", "broken/after"])
def test_findings_do_not_depend_on_line_ends(
    tmp_path: Path, name: str, ends: Callable[[bytes], bytes]
) -> None:
    shutil.copytree(EXAMPLES / "broken", tmp_path / "broken")
    top, options = EXAMPLES / name, ()
    if name.startswith("broken"):
        options = ("--against", str(tmp_path / "broken" / "before"))
    shutil.copytree(top, tmp_path / "one")
    shutil.copytree(top, tmp_path / "other")
    spell(tmp_path / "other", ends)
    expected = found_in(tmp_path / "one", *options)
    assert found_in(tmp_path / "other", *options) == expected
    assert expected or name != "broken/after"


@pytest.mark.parametrize("ends", ENDS)
def test_a_checkout_with_other_line_ends_is_no_change(
    tmp_path: Path, ends: Callable[[bytes], bytes]
) -> None:
    """`core.autocrlf`: the commit has LF, the work tree has not."""
    tree = tmp_path / "tree"
    shutil.copytree(EXAMPLES / "harbor", tree)
    for path in EXAMPLES.glob("*.gates"):
        shutil.copy(path, tree / path.name)
    repository = make_repository(tree)
    repository.commit("one", tags=["1.0.0"])
    before = found_in(tree, "--against", "1.0.0")
    assert_fair(wirelint("ledger", "record", "1.0.0", cwd=tree), 0)
    digest = (tree / "wirelint.lock").read_bytes()
    spell(tree, ends)
    assert found_in(tree, "--against", "1.0.0") == before
    assert found_in(tree, "--against", "wirelint.lock") == found_in(tree)
    said = json.loads(assert_fair(wirelint("diff", "1.0.0", ".", "--format", "json", cwd=tree), 0))
    assert not said.get("changes"), said
    (tree / "wirelint.lock").unlink()
    assert_fair(wirelint("ledger", "record", "1.0.0", cwd=tree), 0)
    assert (tree / "wirelint.lock").read_bytes() == digest


def test_accepted_findings_are_those_of_either_checkout(tmp_path: Path) -> None:
    tree = tmp_path / "tree"
    shutil.copytree(EXAMPLES / "broken" / "after", tree)
    against = ("--against", str(EXAMPLES / "broken" / "before"))
    accept = ("check", "--no-cache", *against, "--baseline-findings", "known.json")
    assert_fair(wirelint(*accept, "--update", cwd=tree))
    spell(tree, windows)
    assert_fair(wirelint(*accept, cwd=tree), 0)


CRLF_ONLY = re.compile(rb"(?<!\r)\n")


@pytest.mark.parametrize(
    "arguments",
    [
        ["check", "--fix", "--unsafe-fixes"],
        ["check", "--add-ignores", "--reason", "known"],
        ["format", "pier.gates"],
        ["bump", "PierRequest", "--write"],
    ],
    ids=lambda arguments: arguments[0] + arguments[1],
)
def test_what_is_written_keeps_the_ends_of_its_lines(tmp_path: Path, arguments: list[str]) -> None:
    make_world(tmp_path / "tree")
    tree = tmp_path / "tree"
    path = tree / REQUEST
    path.write_text(
        FILES[REQUEST].replace('"tag": 0', '"tag": "0"').replace('"ignorable": true,', "")
    )
    (tree / GATES).write_text(FILES[GATES].replace("  supports", "      supports"))
    (tree / CONFIG).write_text(FILES[CONFIG])
    spell(tree, windows)
    before = {
        one: one.read_bytes()
        for one in tree.rglob("*")
        if ".git" not in one.parts and one.is_file()
    }
    assert_fair(wirelint(*arguments, cwd=tree))
    changed = [one for one, data in before.items() if one.read_bytes() != data]
    assert changed
    for one in changed:
        assert not CRLF_ONLY.search(one.read_bytes()), one
        assert b"\r\r" not in one.read_bytes()


def test_fixes_in_a_text_of_mixed_ends_change_nothing_else(tmp_path: Path) -> None:
    tree = tmp_path / "tree"
    tree.mkdir()
    text = schema().replace(
        '"versions": "0+", "about"', '"versions": "0+", "ignorable": "true", "about"'
    )
    (tree / "PierRecord.json").write_bytes(mixed(text.encode()))
    before = (tree / "PierRecord.json").read_bytes()
    assert_fair(wirelint("check", "--no-cache", "--fix", cwd=tree))
    assert (tree / "PierRecord.json").read_bytes() == before.replace(b'"true"', b"true")


# -- separators and drives -------------------------------------------------------------------------


@pytest.fixture
def ntlike(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(discovery, "os", SimpleNamespace(sep="\\", path=ntpath, name="nt"))


@pytest.mark.usefixtures("ntlike")
@pytest.mark.parametrize(
    ("argument", "path"),
    [
        ("message\\X.json", "message/X.json"),
        (".\\message\\..\\X.json", "X.json"),
        ("..\\other\\X.json", "../other/X.json"),
        ("C:\\work\\tree", ""),
        ("C:\\work\\tree\\", ""),
        ("C:\\work\\tree\\message\\X.json", "message/X.json"),
        ("C:/work/tree/message/X.json", "message/X.json"),
        ("c:\\Work\\TREE\\message\\X.json", "message/X.json"),
        ("C:\\work\\tree2\\X.json", "C:/work/tree2/X.json"),
        ("D:\\X.json", "D:/X.json"),
        ("\\\\server\\share\\X.json", "//server/share/X.json"),
    ],
)
def test_arguments(argument: str, path: str) -> None:
    assert discovery.path_of(argument, "C:\\work\\tree") == path


@pytest.mark.parametrize(
    ("uri", "path"),
    [
        ("file:///c%3A/x/y%20z.json", "c:/x/y z.json"),
        ("file:///C:/x/y%20z.json", "c:/x/y z.json"),
        ("file:///c:/x/%C3%A9.json", "c:/x/\u00e9.json"),
        ("file://localhost/C:/x.json", "c:/x.json"),
        ("file://server/share/x.json", "//server/share/x.json"),
        ("file://server/share/a%23b%3Fc.json", "//server/share/a#b?c.json"),
        ("file:///home/x%3Ay/%25.json", "/home/x:y/%.json"),
        ("file:///c%3a", "c:"),
        ("file:/x/y.json", "/x/y.json"),
        ("FILE:///x/y.json", "/x/y.json"),
        ("untitled:C:\\x.json", None),
        ("vscode-vfs://github/x.json", None),
    ],
)
def test_uris(uri: str, path: str | None) -> None:
    assert uri_path(uri) == path
    if path is not None:
        assert uri_path(uri_of(path)) == path


def test_patterns_with_backslashes_are_refused(tmp_path: Path) -> None:
    """They would match nothing, and nobody would see it."""
    tree = tmp_path / "tree"
    tree.mkdir()
    (tree / "PierRecord.json").write_text(schema())
    for text in (
        'exclude = ["message\\\\Mate*"]',
        '[per-file-ignores]\n"message\\\\**" = ["missing-about"]',
        '[gates]\nfiles = ["src\\\\x.gates"]',
    ):
        (tree / "wirelint.toml").write_text(text)
        said = assert_fair(wirelint("check", "--no-cache", cwd=tree), 2)
        assert "`/`" in said


# -- names ----------------------------------------------------------------------------------------


def test_reserved_names_and_names_that_meet(tmp_path: Path) -> None:
    """They are files like others, here, in a commit and in an archive."""
    tree = tmp_path / "tree"
    names = [
        "CON.json",
        "nul.json",
        "aux.Record.json",
        "PierRecord.json",
        "PIERRECORD.JSON.json",
        "Pier .json",
        "Pier..json",
    ]
    repository = make_repository(tree)
    for number, name in enumerate(names):
        repository.write(f"message/{name}", schema(f"P{number}Record", number, type="int64"))
    repository.commit("one", tags=["1.0.0"])
    shutil.make_archive(str(tmp_path / "old"), "zip", tree)
    for number, name in enumerate(names):
        repository.write(f"message/{name}", schema(f"P{number}Record", number))
    for against in ("1.0.0", "../old.zip"):
        found = found_in(tree, "--against", against)
        retyped = [one["path"] for one in found if one["rule"] == "released-field-retyped"]
        assert [PurePosixPath(one).name for one in retyped] == sorted(names)
