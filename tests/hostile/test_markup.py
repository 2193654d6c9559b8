"""Names and texts of strangers add nothing to a page, a table or a record: its shape is that of plain names."""

from __future__ import annotations

import json
import re
import shlex
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, Final
from xml.etree import ElementTree as ET

import pytest
from markdown_it import MarkdownIt

from support.lsp_files import bench_of
from wirelint.cli import main
from wirelint.text import Span
from wirelint_lsp.features.hints import hints
from wirelint_lsp.features.hover import hover

# Each stands behind plain words: names are sorted, and must come in the same order.
EVIL: Final = {
    "elements": "</td></title></style></script><script>alert(1)</script><img src=x onerror=alert(1)>",
    "attributes": "\" onmouseover=\"x\" x='' onclick='y' `onload=z",
    "comments": "<!-- --!> ]]> <![CDATA[ <?x ?> <!DOCTYPE x>",
    "entities": "&lt;script&gt; &#60;b&#62; &amp;lt; &nbsp",
    "markdown": "[x](javascript:alert(1)) ![y](http://evil.example/x.png) **b** __u__ ~~s~~ *i* <http://evil.example>",
    "rows": "| x | y || \\| \\\\|\\",
    "ticks": "` `` ``` ~~~",
    "links": "https://evil.example/ www.evil.example @all #1 !2 GH-3 evil@evil.example",
    "lines": "\n\n# Head\n- item\n\n    code\n\r\n<b>\n\n|a|b|\n|-|-|\nend",
    "commands": "\n::error file=x::y\n##[error]z\n::set-output name=a::b%0A%25",
    "turned": "\u202e\u2066\u2028\u0085\x00\x1b[31m\x07",
    "formulas": "$x$ $$y$$ =1+1 +1 -1 @SUM(A1)",
}  # fmt: skip


def harmless(evil: str) -> str:
    """The same with signs that mean nothing anywhere."""
    return "".join(
        char if char == " " or (char.isascii() and char.isalnum()) else "-" for char in evil
    )


def message(name: str, evil: str, versions: str, type: str) -> str:
    return json.dumps(
        {
            "apiKey": 7, "type": "request", "listeners": ["broker"], "name": f"{name}{evil}Request",
            "validVersions": versions, "flexibleVersions": "none",
            "fields": [
                {"name": f"Length{evil}", "type": type, "versions": "0+", "about": f"Feet {evil}."},
                {"name": f"Bad{evil}", "type": f"int33{evil}", "versions": "0+", "entityType": f"x{evil}"},
            ],
        },
        ensure_ascii=False,
    )  # fmt: skip


def gates(evil: str, top: int) -> str:
    """Names in back quotes and texts in quotes hold whatever their line can hold."""
    one = "".join(char for char in evil if char not in '`"\\\n\r\x00\x85\u2028')
    levels = "".join(
        f'  level {number} `L{number}{one}` in `{number}.0{one}` "what {one}"\n'
        for number in range(1, top + 1)
    )
    return (
        f"gates 1\n# note {one}\nfeature `pier.version{one}` {{\n  owner `us{one}`\n  carrier record\n"
        f"  absent = 0\n  supports 0 to {top}\n  bootstrap at 0\n{levels}}}\n\n"
        f"path `replica{one}` from broker to broker blind {{\n  Good exactly by `pier.version{one}` {{\n"
        f'    0 from 0 "doc {one}"\n    1 from 1\n  }}\n}}\n'
    )


def build(root: Path, evil: str) -> None:
    """Two releases as folders; the newer is worked in."""
    of_file = re.sub("[/\\x00,\\n\\r]", "-", evil)[:60].strip()
    for release, versions, type, top in (("one", "0-2", "int64", 1), ("two", "1-3", "int32", 2)):
        folder = root / f"{release}{of_file}"
        folder.mkdir(parents=True)
        (folder / f"Pier{of_file}Request.json").write_text(message("Pier", evil, versions, type))
        good = message("Good", "", versions, "int32").replace("int33", "int8").replace("7", "8", 1)
        (folder / "GoodRequest.json").write_text(good)
        (folder / "pier.gates").write_text(gates(evil, top))


def commands(root: Path) -> dict[str, tuple[list[str], str]]:
    one, two = sorted(path.name for path in root.iterdir())
    check = [
        "check",
        "--no-cache",
        "--witness",
        "--against",
        f"../{one}",
        "--severity",
        "missing-about=error",
    ]
    both = [f"../{one}", "."]
    known: dict[str, tuple[list[str], str]] = {
        f"check {name}": ([*check, "--format", name], kind)
        for name, kind in (
            ("json", "json"), ("sarif", "json"), ("gitlab", "json"), ("rdjson", "json"), ("junit", "xml"),
            ("github", "lines"), ("markdown", "markdown"), ("concise", "lines"), ("text", "lines"),
        )
    }  # fmt: skip
    for name in ("html", "markdown", "json"):
        form = ["--format", name]
        known[f"diff {name}"] = (["diff", *both, *form], name)
        known[f"matrix {name}"] = (["matrix", "--releases", f"../{one},../{two}", *form], name)
        known[f"plan {name}"] = (["plan", "--from", f"../{one}", "--to", f"../{two}", *form], name)
        known[f"negotiate {name}"] = (
            ["negotiate", "--client", f"../{one}", "--broker", f"../{two}", *form], name,
        )  # fmt: skip
    for name in ("markdown", "json"):
        known[f"gates {name}"] = (["gates", "pier.gates", "--format", name], name)
        known[f"show {name}"] = (["show", "GoodRequest.json", "--format", name], name)
    return known


class _Shape(HTMLParser):
    """Elements with the names of their attributes, in order; and what scripts hold."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[Any] = []
        self.scripts: list[str] = []
        self.addresses: set[str] = set()
        self._in_script = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, *(name for name, _ in attrs)))
        assert not [name for name, _ in attrs if name.startswith("on") or name == "srcdoc"]
        self.addresses |= {
            value or "" for name, value in attrs if name in ("href", "src", "action")
        }
        self._in_script = tag == "script"

    def handle_endtag(self, tag: str) -> None:
        self.found.append(f"/{tag}")
        self._in_script = False

    def handle_data(self, data: str) -> None:
        if self._in_script:
            self.scripts.append(data)

    def handle_comment(self, data: str) -> None:
        self.found.append("comment")

    def handle_decl(self, decl: str) -> None:
        self.found.append(decl)

    def handle_pi(self, data: str) -> None:
        self.found.append("instruction")

    def unknown_decl(self, data: str) -> None:
        self.found.append("declaration")


def of_html(text: str) -> Any:
    page = _Shape()
    page.feed(text.replace("<!doctype html>", "", 1))
    page.close()
    code = [one for one in page.scripts if not one.lstrip().startswith(("{", "["))]
    data = [of_json(one) for one in page.scripts if one.lstrip().startswith(("{", "["))]
    assert not [one for one in page.addresses if "evil" in one or one.startswith("javascript")]
    return page.found, code, data


def of_markdown(text: str) -> Any:
    """As GitHub shows it: tables, strikethrough, raw HTML; what turns into a link by itself is looked for."""
    outside = re.sub(r"```.*?\n```|`[^`]+`", "", text, flags=re.DOTALL)
    assert not re.search(r"(https?://|www\.)evil", outside)
    reader = MarkdownIt("gfm-like", {"html": True, "linkify": False}).enable(
        ["table", "strikethrough"]
    )
    found, code, data = of_html(reader.render(text))
    # A name with backquotes may end the code that it stands in: then it is text, which shows as it is.
    return [one for one in found if one not in (("code",), "/code")], code, data


def of_json(text: str) -> Any:
    """Names of members and kinds of values, in order; texts and places are what they are."""

    def shape(value: Any) -> Any:
        if isinstance(value, dict):
            return [
                (name if name.isidentifier() else "?", shape(one)) for name, one in value.items()
            ]
        if isinstance(value, list):
            return [shape(one) for one in value]
        return type(value).__name__

    return shape(json.loads(text))


def of_xml(text: str) -> Any:
    root = ET.fromstring(text)
    return [(one.tag, sorted(one.attrib)) for one in root.iter()]


def of_lines(text: str) -> Any:
    assert "\r" not in text
    return [line.split(" ", 1)[0] if line.startswith("::") else "" for line in text.split("\n")]


SHAPES: Final = {
    "html": of_html,
    "markdown": of_markdown,
    "json": of_json,
    "xml": of_xml,
    "lines": of_lines,
}


@pytest.mark.parametrize("kind", EVIL)
def test_shapes(
    tmp_path: Path, kind: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    found = []
    for place, evil in (("plain", harmless(EVIL[kind])), ("evil", EVIL[kind])):
        build_in = tmp_path / place
        build_in.mkdir()
        build(build_in, evil)
        monkeypatch.chdir(max(build_in.iterdir()))
        of_all: dict[str, Any] = {}
        for name, (arguments, form) in commands(build_in).items():
            code = main(arguments)
            said = capsys.readouterr()
            assert code in (0, 1), (name, said.err)
            of_all[name] = SHAPES[form](said.out)
        found.append(of_all)
    plain, evil_ = found
    for name, shape in evil_.items():
        data = f"{name.split()[0]} json"  # a name may be worth other findings than its twin
        if plain[data] == evil_[data]:
            assert shape == plain[name], (name, _first_difference(plain[name], shape))
        else:
            more = _words(shape) - _words(plain[name])
            assert not more, (name, more)


def _words(shape: Any) -> set[Any]:
    """The kinds of things in a shape."""
    if not isinstance(shape, (list, tuple)):
        return {shape}
    if shape and isinstance(shape, tuple) and all(isinstance(one, str) for one in shape):
        return {shape}
    return {word for one in shape for word in _words(one)}


def _first_difference(one: Any, other: Any) -> Any:
    if isinstance(one, (list, tuple)) and isinstance(other, (list, tuple)):
        for left, right in zip(one, other, strict=False):
            if left != right:
                return _first_difference(left, right)
        return "more", one[len(other) :][:3], other[len(one) :][:3]
    return one, other


def test_lines_to_paste_run_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A plan's commands are for a shell; a feature may be called what it likes."""
    build(tmp_path, "$(id); echo x | y & 'z'")
    monkeypatch.chdir(max(tmp_path.iterdir()))
    assert main(commands(tmp_path)["plan json"][0]) in (0, 1)
    phases = json.loads(capsys.readouterr().out)["phases"]
    lines = [one for phase in phases for one in phase["commands"] if "--feature" in one]
    assert lines
    for line in lines:
        assert shlex.split(line)[-1] == "pier.version$(id); echo x | y & 'z'=2"


@pytest.mark.parametrize("kind", EVIL)
def test_hovers_and_hints(tmp_path: Path, kind: str) -> None:
    """An editor shows them as Markdown, images of others included."""
    build(tmp_path, EVIL[kind])
    old, new = sorted(tmp_path.iterdir())
    bench = bench_of(new, str(old))
    shown: list[str] = []
    for path in (*bench.root.session.schemas, *bench.root.session.tables):
        file = bench.file(path)
        text = file.source.text
        for offset in range(0, len(text), 5):
            answer = hover(file, offset)
            shown += [] if answer is None else [answer.markdown]
        everything = hints(file, Span(0, len(text)), effective=True, wire=True, gates=True)
        shown += [one.tooltip for one in everything if one.tooltip]
    assert shown
    for text in set(shown):
        found, _, _ = of_markdown(text)
        assert not [one for one in found if one[0] in ("img", "script", "b")], text
