"""Names and texts that try: every output is inert, and whole in its own format."""

from __future__ import annotations

import json
import os
import re
from html.parser import HTMLParser
from pathlib import Path
from xml.dom import minidom

import pytest

from support.cli import assert_fair, schema, wirelint

EVIL = (
    r"a\ud800\u001b[31m\u202e\u0085\u2028\n::error::x\u0007</script><script>alert(1)</script>"
    r"|`[x](javascript:1)\"'@all\u007f\udbff"
)


@pytest.fixture(scope="module")
def trees(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    root = tmp_path_factory.mktemp("texts")
    old, new = root / "old", root / "new"
    for folder, type in ((old, "int64"), (new, "int32")):
        folder.mkdir()
        text = schema(f"Pier{EVIL}Record", field=EVIL, type=type).replace("In feet.", EVIL)
        (folder / "Pier.json").write_text(text)
        (folder / "Good.json").write_text(schema("GoodRecord", 4, EVIL, type))
        strange = b"na\xff\x1b[31m\n::error::\xe2\x80\xae.json"
        try:
            with open(os.fsencode(folder) + b"/" + strange, "w", encoding="utf-8") as file:
                file.write(schema("OtherRecord", 5).replace("int32", f"int32{EVIL}"))
        except OSError:
            continue  # a file system that takes no such name
    return old, new


FORMATS = "text concise json sarif github gitlab junit rdjson markdown".split()


@pytest.mark.parametrize("format", FORMATS)
def test_check(trees: tuple[Path, Path], format: str) -> None:
    arguments = ["check", "--no-cache", "--format", format, "--against", "../old", "--witness"]
    done = wirelint(*arguments, cwd=trees[1])
    assert_fair(done, 1)
    said = done.stdout.decode("utf-8")
    if format in ("json", "sarif", "gitlab", "rdjson"):
        json.loads(said)
    elif format == "junit":
        minidom.parseString(said)
    elif format == "github":
        lines = said.splitlines()[:-1]
        assert lines
        assert all(line.startswith(("::error ", "::warning ", "::notice ")) for line in lines)
    elif format == "markdown":
        assert "<script" not in re.sub(r"`[^`]*`", "", said)
    name = f"out.{format}"
    assert_fair(wirelint(*arguments, "--output", name, cwd=trees[1]), 1)
    written = (trees[1] / name).read_bytes().decode("utf-8")
    (trees[1] / name).unlink()
    assert written == said


@pytest.mark.parametrize(
    "arguments",
    [
        ["show", "Pier.json"], ["show", "Pier.json", "--version", "0", "--bytes"],
        ["show", "Pier.json", "--format", "markdown", "--version", "0", "--bytes"],
        ["show", "Pier.json", "--format", "json"], ["show", "\x1b[31m"], ["show", "\u202e.json"],
        ["diff", "../old", "."], ["diff", "../old", ".", "--format", "json"], ["diff", "../old", ".", "--format", "markdown"],
        ["diff", "../old", ".", "--format", "html"], ["decode", "Pier.json", "--version", "0", "00000001ff"],
        ["bump", "Pier.json"], ["check", "--show-files"], ["check", "--show-settings"], ["check", "--diff"],
        ["check", "\x1b[31m.json"], ["check", "--against", "\x1b]0;x\x07"], ["gates"], ["rule", "\x1b[31m"], ["init"],
    ],
    ids=ascii,
)  # fmt: skip
def test_commands(trees: tuple[Path, Path], arguments: list[str]) -> None:
    assert_fair(wirelint(*arguments, cwd=trees[1]))


def test_ledger_and_accepted_findings(trees: tuple[Path, Path]) -> None:
    assert_fair(wirelint("ledger", "record", "1.0.0", "--file", "x.lock", cwd=trees[1]), 0)
    assert_fair(wirelint("check", "--no-cache", "--against", "x.lock", cwd=trees[1]), 1)
    for _ in range(2):
        done = wirelint(
            "check", "--no-cache", "--baseline-findings", "x.findings", "--update", cwd=trees[1]
        )
        assert_fair(done, 0)
    done = wirelint("check", "--no-cache", "--baseline-findings", "x.findings", cwd=trees[1])
    assert_fair(done, 0)
    for name in ("x.lock", "x.findings"):
        (trees[1] / name).unlink()


class _Elements(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.scripts = 0
        self.handlers: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.scripts += tag == "script" and ("type", "application/json") not in attrs
        self.handlers += [name for name, _ in attrs if name.startswith("on")]


def test_pages_hold_no_script_of_others(trees: tuple[Path, Path]) -> None:
    done = wirelint("diff", "../old", ".", "--format", "html", cwd=trees[1])
    page = _Elements()
    page.feed(assert_fair(done, 0))
    assert page.scripts == 0
    assert not page.handlers
