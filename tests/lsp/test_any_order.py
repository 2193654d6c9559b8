"""Whatever an editor does, in whatever order: the findings are those of a run on the same texts."""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, chdir, redirect_stderr, redirect_stdout
from itertools import pairwise
from pathlib import Path
from typing import Any, ClassVar, Final, TypeAlias

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from support.lsp_thread import ThreadClient, thread_client
from support.lsp_world import (
    CONFIG,
    CONFIG_TEXT,
    FILES,
    GATES,
    RECORD,
    REQUEST,
    RESPONSE,
    make_world,
)
from wirelint.cli import main
from wirelint.sources.discovery import looks_like_schema

Found: TypeAlias = dict[str, list[Any]]
"""Findings by path, in an order of their own."""

MATE = {
    path.replace("Pier", "Mate"): FILES[path].replace("Pier", "Mate").replace('"apiKey": 40', key)
    for path, key in (
        (REQUEST, '"apiKey": 41'),
        (RESPONSE, '"apiKey": 41'),
        (RECORD, '"apiKey": 5'),
    )
}
OTHER_GATES = FILES[GATES].replace("pier.version", "mate.version").replace("Pier", "Mate")
KNOWN: Final = {**FILES, **MATE, "other.gates": OTHER_GATES}
PATHS: Final = sorted(
    {*KNOWN, "message/deep/PierRequest.json", "message/Twin Ré%20.json"} - {CONFIG}
)
CONFIGURATIONS: Final = (
    CONFIG_TEXT,
    'profile = "plain"\n[severity]\nmissing-about = "error"\nevolution = "warning"\n',
    'profile = "plain"\nexclude = ["message/Mate*", "other.gates"]\n',
    '[per-file-ignores]\n"message/**" = ["schema"]\n',
    '[[waiver]]\nrule = "tag-reused"\nmessage = "PierRequest"\nuntil = "1.0.0"\nreason = "old"\n',
    '[[waiver]]\nrule = "released-layout-changed"\nreason = "fine"\n',
    'baseline = "1.1.0"\nextend-select = ["repository"]\n',
    'select = ["repository", "evolution", "run"]\n[[frozen]]\nmessage = "PierRecord"\nreason = "x"\n',
    "",
)  # fmt: skip
PIECES: Final = (
    "", "", '"', "{", "}", ",", "\n", "\r\n", "\r", "😀", "é\u2028", "0", "1", "-", "+", "0-3", "1+",
    '"ignorable": true, ', '"tag": 0, ', "int32", "string", "Dock", "// wirelint: ignore[tag-reused] x\n",
    "// wirelint: ignore-file[missing-about] 😀\n", "# wirelint: ignore[ladder-outside-schema] x\n", "level 3 in 1.1.0\n",
)  # fmt: skip
SWAPS: Final = (
    ('"0+"', '"1+"'), ('"1+"', '"0+"'), ('"0-2"', '"0-3"'), ('"0-2"', '"1-2"'), ("int16", "int32"), ("int32", "int64"),
    ("Dock", "Quay"), ("Sailor", "Mate"), ('"tag": 0', '"tag": 1'), ("apiKey", "apikey"), ("40", "41"), ("41", "40"),
    ('"none"', '"0+"'), ("request", "response"), ("supports 0 to 2", "supports 0 to 3"), ("2 from SECOND", "9 from SECOND"),
    ("1.1.0", "1.2.0"), ("\n", "\r\n"), ("\r\n", "\n"), ("about", "abouts"), ("Pier", "Mate"), ("Mate", "Pier"),
)  # fmt: skip
ASKED: Final = (
    "hover", "completion", "definition", "references", "documentHighlight", "prepareRename", "documentSymbol",
    "codeLens", "inlayHint", "semanticTokens/full", "foldingRange", "selectionRange", "documentLink", "formatting",
)  # fmt: skip


def lines_of(text: str) -> list[int]:
    return [0, *(one.end() for one in re.finditer(r"\r\n|\n|\r", text))]


def position_in(text: str, offset: int) -> dict[str, int]:
    """As LSP counts: lines end at LF, CR LF and CR, columns in UTF-16 units."""
    line = sum(start <= offset for start in lines_of(text)) - 1
    before = text[lines_of(text)[line] : offset]
    return {"line": line, "character": len(before.encode("utf-16-le", "surrogatepass")) // 2}


def offset_in(text: str, position: dict[str, int]) -> int:
    starts = lines_of(text)
    assert position["line"] < len(starts), "a line that is not there"
    start = starts[position["line"]]
    units = text[start:].encode("utf-16-le", "surrogatepass")[: position["character"] * 2]
    assert len(units) == position["character"] * 2, "a column that is not there"
    return start + len(units.decode("utf-16-le", "surrogatepass"))


class Client:
    """What an editor knows: the documents it has open, and what it was told of files."""

    def __init__(self, server: ThreadClient, root: Path, *, pulls: bool, baseline: str) -> None:
        self.server = server
        self.root = root
        self.pulls = pulls
        self.buffers: dict[str, str] = {}
        self.versions: dict[str, int] = {}
        self.told: dict[str, list[Any]] = {}
        self._ids: dict[str, str] = {}
        abilities: dict[str, Any] = {"textDocument": {"publishDiagnostics": {}}}
        if pulls:
            abilities["textDocument"]["diagnostic"] = {}
        options = {"baseline": baseline, "delay": 1, "diagnosticMode": "workspace"}
        server.initialize(root, capabilities=abilities, options=options, processId=None)

    def uri(self, path: str) -> str:
        return (self.root / path).as_uri()

    def open(self, path: str, text: str) -> None:
        self.buffers[path] = text
        self.versions[path] = 1
        self.server.open(self.uri(path), text)

    def close(self, path: str) -> None:
        del self.buffers[path]
        self.server.notify("textDocument/didClose", {"textDocument": {"uri": self.uri(path)}})

    def edit(self, path: str, edits: list[tuple[int, int, str]]) -> None:
        """Edits one after the other, each with places in the text as it is then."""
        changes = []
        for start, end, text in edits:
            old = self.buffers[path]
            where = {"start": position_in(old, start), "end": position_in(old, end)}
            changes.append({"range": where, "text": text})
            self.buffers[path] = old[:start] + text + old[end:]
        self.versions[path] += 1
        self.server.change(self.uri(path), self.versions[path], *changes)

    def found(self) -> Found:
        """What the client was told, once the server is at rest."""
        self.server.rest()
        if self.pulls:
            known = [{"uri": uri, "value": value} for uri, value in self._ids.items()]
            answer = self.server.request("workspace/diagnostic", {"previousResultIds": known})
            for one in answer["result"]["items"]:
                self.told[one["uri"]] = one["items"]
                self._ids[one["uri"]] = one["resultId"]
        for note in self.server.notes:
            if note["method"] == "textDocument/publishDiagnostics":
                assert not self.pulls
                self.told[note["params"]["uri"]] = note["params"]["diagnostics"]
        self.server.notes.clear()
        paths = {self.uri(path): path for path in (*PATHS, CONFIG)}
        assert {*self.told} <= {*paths}
        return {paths[uri]: in_order(items) for uri, items in self.told.items() if items}


def in_order(items: list[Any]) -> list[Any]:
    return sorted(items, key=lambda one: json.dumps(one, sort_keys=True))


class Editing(RuleBasedStateMachine):
    """One client of one server over a small repository with two releases."""

    template: ClassVar[Path]
    compared: ClassVar[int] = 0  # how often there was something to compare

    @initialize(pulls=st.booleans(), baseline=st.sampled_from(("off", "auto", "1.0.0")))
    def start(self, pulls: bool, baseline: str) -> None:
        self.open_things = ExitStack()
        place = Path(self.open_things.enter_context(tempfile.TemporaryDirectory()))
        self.root, self.shadow = place / "root", place / "shadow"
        for folder in (self.root, self.shadow):
            shutil.copytree(self.template, folder)
        self.disk: dict[str, str] = dict(FILES)
        self.baseline, self.pulls = baseline, pulls
        self.client = self.another()

    def another(self) -> Client:
        server = self.open_things.enter_context(thread_client())
        return Client(server, self.root, pulls=self.pulls, baseline=self.baseline)

    def teardown(self) -> None:
        if hasattr(self, "client"):
            with self.open_things:
                self.same_as_a_run()

    # -- documents ---------------------------------------------------------------------------------

    @rule(path=st.sampled_from(PATHS), new=st.sampled_from(sorted(KNOWN)))
    def open(self, path: str, new: str) -> None:
        """A file, or one that is not on disk yet."""
        if path not in self.client.buffers:
            made = (
                KNOWN[path] if path in KNOWN else KNOWN[new if path[-5:] == new[-5:] else REQUEST]
            )
            self.client.open(path, self.disk.get(path, made))

    @precondition(lambda self: self.client.buffers)
    @rule(data=st.data())
    def type(self, data: st.DataObject) -> None:
        path = data.draw(st.sampled_from(sorted(self.client.buffers)))
        text = self.client.buffers[path]
        edits = []
        for _ in range(data.draw(st.integers(1, 3))):
            start = data.draw(st.integers(0, len(text)))
            end = min(len(text), start + data.draw(st.sampled_from((0, 0, 0, 1, 2, 7, 40))))
            start, end = (one - (text[one - 1 : one + 1] == "\r\n") for one in (start, end))
            new = data.draw(st.sampled_from(PIECES))
            edits.append((start, end, new))
            text = text[:start] + new + text[end:]
        self.client.edit(path, edits)

    @precondition(lambda self: self.client.buffers)
    @rule(data=st.data(), swap=st.sampled_from(SWAPS))
    def swap(self, data: st.DataObject, swap: tuple[str, str]) -> None:
        """An edit with a meaning: every place where a word stands, or one."""
        path = data.draw(st.sampled_from(sorted(self.client.buffers)))
        places = [one.start() for one in re.finditer(re.escape(swap[0]), self.client.buffers[path])]
        if places:
            if data.draw(st.booleans()):
                places = [data.draw(st.sampled_from(places))]
            edits = [(at, at + len(swap[0]), swap[1]) for at in reversed(places)]
            self.client.edit(path, edits)

    @precondition(lambda self: self.client.buffers)
    @rule(data=st.data())
    def undo(self, data: st.DataObject) -> None:
        path = data.draw(st.sampled_from(sorted(self.client.buffers)))
        text = self.disk.get(path, KNOWN.get(path))
        if text is not None:
            self.client.edit(path, [(0, len(self.client.buffers[path]), text)])

    @precondition(lambda self: self.client.buffers)
    @rule(data=st.data())
    def save(self, data: st.DataObject) -> None:
        path = data.draw(st.sampled_from(sorted(self.client.buffers)))
        if path == CONFIG and self.client.buffers[path] not in CONFIGURATIONS:
            return  # with a broken one a server goes on as it was, and a new one cannot
        kind = 2 if path in self.disk else 1
        self.write(path, self.client.buffers[path])
        document = {"textDocument": {"uri": self.client.uri(path)}}
        self.client.server.notify("textDocument/didSave", document)
        self.watched((path, kind))

    @precondition(lambda self: self.client.buffers)
    @rule(data=st.data())
    def close(self, data: st.DataObject) -> None:
        self.client.close(data.draw(st.sampled_from(sorted(self.client.buffers))))

    # -- files -------------------------------------------------------------------------------------

    def write(self, path: str, text: str) -> None:
        self.disk[path] = text
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8", newline="")

    def watched(self, *changes: tuple[str, int]) -> None:
        told = [{"uri": self.client.uri(path), "type": kind} for path, kind in changes]
        self.client.server.notify("workspace/didChangeWatchedFiles", {"changes": told})

    @rule(path=st.sampled_from(PATHS), swap=st.sampled_from(SWAPS), source=st.sampled_from(PATHS))
    def written_by_others(self, path: str, swap: tuple[str, str], source: str) -> None:
        """Another program creates or changes a file, be it open or not."""
        kind = 2 if path in self.disk else 1
        text = self.disk.get(path, KNOWN.get(path if kind == 2 else source))
        if text is not None and Path(source).suffix == Path(path).suffix:
            self.write(path, text.replace(*swap))
            self.watched((path, kind))

    @precondition(lambda self: len(self.disk) > 2)
    @rule(data=st.data())
    def delete(self, data: st.DataObject) -> None:
        path = data.draw(st.sampled_from(sorted({*self.disk} - {CONFIG})))
        self.delete_path(path)
        if path in self.client.buffers and data.draw(st.booleans()):
            self.client.close(path)

    @precondition(lambda self: len(self.disk) > 2)
    @rule(data=st.data(), new=st.sampled_from(PATHS))
    def move(self, data: st.DataObject, new: str) -> None:
        """The editor closes the old document and opens the new one; what was not saved goes along."""
        old = data.draw(st.sampled_from(sorted({*self.disk} - {CONFIG})))
        if new not in self.disk and new not in self.client.buffers and old[-5:] == new[-5:]:
            self.move_path(old, new)

    def delete_path(self, path: str) -> None:
        del self.disk[path]
        (self.root / path).unlink()
        self.watched((path, 3))

    def move_path(self, old: str, new: str) -> None:
        self.write(new, self.disk.pop(old))
        (self.root / old).unlink()
        text = self.client.buffers.get(old)
        if text is not None:
            self.client.close(old)
            self.client.open(new, text)
        self.watched((old, 3), (new, 1))

    # -- settings ----------------------------------------------------------------------------------

    @rule(text=st.sampled_from(CONFIGURATIONS), through_editor=st.booleans())
    def configure(self, text: str, through_editor: bool) -> None:
        if through_editor:
            if CONFIG not in self.client.buffers:
                self.client.open(CONFIG, self.disk[CONFIG])
            self.client.edit(CONFIG, [(0, len(self.client.buffers[CONFIG]), text)])
            self.client.server.rest()  # looked at before it is saved
        elif CONFIG in self.client.buffers:
            self.client.close(CONFIG)
        self.write(CONFIG, text)
        if through_editor:
            document = {"textDocument": {"uri": self.client.uri(CONFIG)}}
            self.client.server.notify("textDocument/didSave", document)
        self.watched((CONFIG, 2))

    @rule(baseline=st.sampled_from(("off", "auto", "1.0.0", "1.1.0", "HEAD")))
    def compare(self, baseline: str) -> None:
        self.baseline = baseline
        changed = {"settings": {"wirelint": {"baseline": baseline}}}
        self.client.server.notify("workspace/didChangeConfiguration", changed)

    # -- questions ---------------------------------------------------------------------------------

    @rule(data=st.data(), path=st.sampled_from((*PATHS, CONFIG)), method=st.sampled_from(ASKED))
    def ask(self, data: st.DataObject, path: str, method: str) -> None:
        text = self.client.buffers.get(path, self.disk.get(path, ""))
        at = position_in(text, data.draw(st.integers(0, len(text))))
        document = {"uri": self.client.uri(path)}
        whole = {"start": {"line": 0, "character": 0}, "end": at}
        asked: dict[str, Any] = {
            "textDocument": document, "position": at, "range": whole, "positions": [at],
            "context": {"includeDeclaration": True, "triggerKind": 1}, "options": {"tabSize": 2, "insertSpaces": True},
        }  # fmt: skip
        answer = self.client.server.request(f"textDocument/{method}", asked)
        assert "error" not in answer, answer
        if path in self.client.buffers and method not in (
            "definition",
            "references",
            "documentLink",
        ):
            for start, end in ranges_in(answer["result"]):
                assert offset_in(text, start) <= offset_in(text, end)

    @precondition(lambda self: self.client.buffers)
    @rule(data=st.data())
    def act(self, data: st.DataObject) -> None:
        """Take one of the code actions at a place."""
        path = data.draw(st.sampled_from(sorted(self.client.buffers)))
        text = self.client.buffers[path]
        first, last = sorted(data.draw(st.tuples(*[st.integers(0, len(text))] * 2)))
        where = {"start": position_in(text, first), "end": position_in(text, last)}
        asked = {"range": where, "context": {"diagnostics": []}}
        self.client.server.rest()  # so that what is offered, and drawn from, is the same each time
        answer = self.client.server.request(
            "textDocument/codeAction", {"textDocument": {"uri": self.client.uri(path)}, **asked}
        )
        edits = [one["edit"] for one in answer["result"] or () if one.get("edit")]
        if edits:
            self.apply(data.draw(st.sampled_from(edits)))

    @precondition(lambda self: self.client.buffers)
    @rule(data=st.data(), name=st.sampled_from(("Quay", "Sailor", "x.version", "", "a b", "😀")))
    def rename(self, data: st.DataObject, name: str) -> None:
        path = data.draw(st.sampled_from(sorted(self.client.buffers)))
        text = self.client.buffers[path]
        words = [one.start() for one in re.finditer("Sailor|pier.version|FIRST|SECOND", text)]
        at = data.draw(st.sampled_from(words) if words else st.integers(0, len(text)))
        asked = {"position": position_in(text, at), "newName": name}
        self.client.server.rest()
        answer = self.client.server.request(
            "textDocument/rename", {"textDocument": {"uri": self.client.uri(path)}, **asked}
        )
        if answer["result"]:
            self.apply(answer["result"])

    def apply(self, edit: dict[str, Any]) -> None:
        """A workspace edit, in documents that the client opens for it."""
        paths = {self.client.uri(path): path for path in (*PATHS, CONFIG)}
        for uri, changes in edit["changes"].items():
            path = paths[uri]
            if path not in self.client.buffers:
                self.client.open(path, self.disk[path])
            text = self.client.buffers[path]
            places = [
                (*(offset_in(text, one["range"][end]) for end in ("start", "end")), one["newText"])
                for one in changes
            ]
            places.sort(key=lambda one: one[:2])
            assert all(one[1] <= other[0] for one, other in pairwise(places))
            self.client.edit(path, places[::-1])

    # -- what holds --------------------------------------------------------------------------------

    @invariant()
    def faultless(self) -> None:
        if hasattr(self, "client"):
            assert self.client.server.faults.found == []

    @rule()
    def same_as_a_run(self) -> None:
        """And as a server that is started now."""
        expected = self.run()
        if expected is None:
            return
        found = self.client.found()
        seen = {
            path: [one for one in items if one["code"] != "invalid-configuration"]  # not saved
            for path, items in found.items()
        }
        assert {
            path: sorted(plain(one) for one in items) for path, items in seen.items() if items
        } == {path: sorted(one[:5] for one in items) for path, items in expected.items()}
        for path, items in seen.items():
            texts = [one["message"] for one in items]
            for *_, message in expected.get(path, ()):
                assert any(text.startswith(message) for text in texts), (message, texts)
        fresh = self.another()
        for path, text in self.client.buffers.items():
            fresh.open(path, text)
        assert fresh.found() == found
        Editing.compared += bool(found)

    def run(self) -> Found | None:
        """`wirelint check` on the texts as they stand in the editor; None where it cannot say it."""
        texts = {**self.disk, **self.client.buffers, CONFIG: self.disk[CONFIG]}
        for path, text in texts.items():
            looks = [text, self.disk.get(path, text)]
            if path.endswith(".json") and not all(looks_like_schema(one.encode()) for one in looks):
                return None  # it would pass over a file that the editor goes on with
        for path in (*PATHS, CONFIG):
            file = self.shadow / path
            if path in texts:
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(texts[path], encoding="utf-8", newline="")
            else:
                file.unlink(missing_ok=True)
        arguments = ["check", "--no-cache", "--format", "json"]
        if self.baseline == "auto":
            named = re.search(r'^baseline = "(.*)"', texts[CONFIG], re.MULTILINE)
            arguments += ["--against", named[1] if named else "release"]
        elif self.baseline != "off":
            arguments += ["--against", self.baseline]
        said, complained = io.StringIO(), io.StringIO()
        with chdir(self.shadow), redirect_stdout(said), redirect_stderr(complained):
            code = main(arguments)
        if code == 2 and "no message schema" in complained.getvalue():
            return {}
        assert code in (0, 1), complained.getvalue()
        expected: Found = {}
        for one in json.loads(said.getvalue())["diagnostics"]:
            path = one["path"]
            is_note = one["severity"] == "info" and one["category"] not in (
                "evolution",
                "rollout",
                "run",
            )
            if path is None or (is_note and path not in self.client.buffers):
                continue
            start, end = 0, 0
            if one["range"] is not None:
                start, end = (one["range"][key]["offset"] for key in ("start", "end"))
            expected.setdefault(path, []).append((one["rule"], start, end, one["message"]))
        text_of = {path: texts.get(path, "") for path in expected}
        return {
            path: [
                (rule, *place(text_of[path], start), *place(text_of[path], end), message)
                for rule, start, end, message in items
            ]
            for path, items in expected.items()
        }


def place(text: str, offset: int) -> tuple[int, int]:
    at = position_in(text, min(offset, len(text)))
    return at["line"], at["character"]


def plain(one: dict[str, Any]) -> tuple[Any, ...]:
    places = [one["range"][end][key] for end in ("start", "end") for key in ("line", "character")]
    return (one["code"], *places)


def ranges_in(answer: Any) -> Iterator[tuple[Any, Any]]:
    """Every range in an answer, wherever it stands."""
    todo = [answer]
    while todo:
        one = todo.pop()
        if isinstance(one, list):
            todo += one
        elif isinstance(one, dict):
            if {"start", "end"} <= one.keys():
                yield one["start"], one["end"]
            todo += one.values()


@pytest.fixture
def editing(tmp_path: Path) -> Iterator[Editing]:
    """The machine, to be led by hand."""
    _make_template(tmp_path)
    machine = Editing()
    machine.start(pulls=False, baseline="1.0.0")
    yield machine
    machine.teardown()


def test_a_baseline_is_turned_off(editing: Editing) -> None:
    editing.delete_path(GATES)
    assert editing.client.found()
    editing.compare("off")


def test_files_in_another_order_than_a_run(editing: Editing) -> None:
    """Two files could be what the released one has become; the one that is not saved comes last here."""
    text = MATE["message/MateRecord.json"].replace('"validVersions": "0"', '"validVersions": "0-4"')
    editing.client.open("message/MateRecord.json", text)
    editing.configure("", through_editor=False)
    editing.client.server.rest()
    editing.move_path(RECORD, "message/Twin R\u00e9%20.json")


def test_any_order(tmp_path: Path) -> None:
    """`WIRELINT_EXAMPLES` and `WIRELINT_STEPS` make it longer."""
    _make_template(tmp_path)
    chosen = settings(
        max_examples=int(os.environ.get("WIRELINT_EXAMPLES", "6")),
        stateful_step_count=int(os.environ.get("WIRELINT_STEPS", "25")),
        suppress_health_check=list(HealthCheck),
        deadline=None,
        phases=[Phase.explicit, Phase.generate]
        + [Phase.shrink] * ("WIRELINT_SHRINK" in os.environ),
        database=None,
        report_multiple_bugs=False,
    )
    run_state_machine_as_test(Editing, settings=chosen)  # type: ignore[no-untyped-call]
    assert Editing.compared >= chosen.max_examples


def _make_template(folder: Path) -> None:
    """Two releases, of which the work tree is the older one."""
    repository = make_world(folder / "world")
    repository.write(REQUEST, FILES[REQUEST].replace("0-2", "0-3"))
    repository.write(RESPONSE, FILES[RESPONSE].replace("0-2", "0-3"))
    repository.commit("next", tags=["1.1.0"])
    for path, text in FILES.items():
        repository.write(path, text)
    repository.commit("back", tags=["1.2.0-rc1"])
    Editing.template = folder / "world"
