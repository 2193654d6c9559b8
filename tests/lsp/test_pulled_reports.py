"""A client that asks for findings, and drops answers as VS Code does, ends with those that are there."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from support.lsp_thread import ThreadClient, thread_client
from support.lsp_world import FILES, REQUEST, RESPONSE, make_world
from wirelint_lsp.convert import Client
from wirelint_lsp.server.reports import Reports
from wirelint_lsp.workspace import Workspace

BROKEN = FILES[REQUEST].replace("int16", "int61")
DELETED = 3


class Asking:
    """VS Code's rules: the document's answer wins; a document that closes drops what it asked for."""

    def __init__(self, server: ThreadClient, root: Path, mode: str = "workspace") -> None:
        self.server, self.root = server, root
        self.shown: dict[str, list[str]] = {}
        self._documents: dict[str, str | None] = {}
        self._files: dict[str, str | None] = {}
        abilities: dict[str, Any] = {"textDocument": {"diagnostic": {}}}
        options = {"baseline": "off", "delay": 1, "diagnosticMode": mode}
        server.initialize(root, capabilities=abilities, options=options, processId=None)
        server.rest()

    def open(self, path: str, text: str) -> None:
        self.server.open(self.uri(path), text)
        self.ask(path)

    def ask(self, path: str, *, taken: bool = True) -> None:
        document = {"textDocument": {"uri": self.uri(path)}}
        answer = self.server.request("textDocument/diagnostic", document)["result"]
        if taken:
            self.shown[path] = rules(answer)
            self._documents[path] = answer.get("resultId")

    def close(self, path: str) -> None:
        self.ask(path, taken=False)  # the last answer comes when the document is out of sight
        self._documents.pop(path)
        self._files.pop(path, None)
        self.server.notify("textDocument/didClose", {"textDocument": {"uri": self.uri(path)}})

    def ask_for_all(self) -> int:
        """As every two seconds; gives how many reports came."""
        self.server.rest()
        known = {path: self._documents.get(path) or one for path, one in self._files.items()}
        ids = [{"uri": self.uri(path), "value": one} for path, one in known.items() if one]
        answer = self.server.request("workspace/diagnostic", {"previousResultIds": ids})
        for one in answer["result"]["items"]:
            path = one["uri"].removeprefix(self.uri("") + "/")
            if path not in self._documents:
                self.shown[path] = rules(one)
            self._files[path] = one.get("resultId")
        return len(answer["result"]["items"])

    def delete(self, path: str) -> None:
        (self.root / path).unlink()
        change = {"uri": self.uri(path), "type": DELETED}
        self.server.notify("workspace/didChangeWatchedFiles", {"changes": [change]})

    def uri(self, path: str) -> str:
        return (self.root / path).as_uri()


def rules(report: dict[str, Any]) -> list[str]:
    return sorted({one["code"] for one in report["items"]})


@pytest.fixture
def root(tmp_path: Path) -> Path:
    make_world(tmp_path)
    (tmp_path / REQUEST).write_text(BROKEN, encoding="utf-8")
    return tmp_path


@pytest.fixture
def client(root: Path) -> Iterator[Asking]:
    with thread_client() as server:
        yield Asking(server, root)


def test_findings_of_a_file_go_with_it(client: Asking) -> None:
    client.ask_for_all()
    assert "unknown-field-type" in client.shown[REQUEST]
    client.delete(REQUEST)
    client.ask_for_all()
    assert client.shown[REQUEST] == []


def test_a_document_that_was_closed_and_then_deleted(client: Asking) -> None:
    client.ask_for_all()
    client.open(REQUEST, BROKEN)
    client.close(REQUEST)
    client.delete(REQUEST)
    client.ask_for_all()
    assert client.shown[REQUEST] == []


def test_a_document_that_was_closed_with_what_was_not_saved(client: Asking) -> None:
    client.open(RESPONSE, FILES[RESPONSE].replace("int16", "int61"))
    assert "unknown-field-type" in client.shown[RESPONSE]
    client.server.change(client.uri(RESPONSE), 2, {"text": FILES[RESPONSE]})
    client.close(RESPONSE)  # the answer without the finding is the one that is dropped
    client.ask_for_all()
    assert "unknown-field-type" not in client.shown[RESPONSE]


def test_what_the_client_has_is_not_sent_again(client: Asking) -> None:
    assert client.ask_for_all() > 0
    assert client.ask_for_all() == 0
    client.delete(REQUEST)
    client.ask_for_all()
    client.ask_for_all()
    assert client.ask_for_all() == 0


def test_a_client_that_forgot_everything_is_told_everything(client: Asking) -> None:
    count = client.ask_for_all()
    client._files.clear()
    assert client.ask_for_all() == count


def test_only_open_files(root: Path) -> None:
    with thread_client() as server:
        client = Asking(server, root, "openFilesOnly")
        assert client.ask_for_all() == 0
        client.open(REQUEST, BROKEN)
        assert "unknown-field-type" in client.shown[REQUEST]
        client.close(REQUEST)
        client.ask_for_all()
        assert client.shown[REQUEST] == []


def test_a_folder_that_leaves_takes_its_findings_along(client: Asking) -> None:
    client.ask_for_all()
    folder = {"uri": client.uri(""), "name": "world"}
    change = {"event": {"removed": [folder], "added": []}}
    client.server.notify("workspace/didChangeWorkspaceFolders", change)
    client.ask_for_all()
    assert not any(client.shown.values())


def test_a_document_that_was_asked_for_too_early_is_asked_for_again(root: Path) -> None:
    """What the client is told of all files is no answer for a document that it has open."""
    workspace = Workspace()
    folder = workspace.add_root(root.as_posix())
    uri = (root / REQUEST).as_uri()
    buffer = workspace.open(uri, 1, FILES[REQUEST])
    folder.install(folder.scan(), [buffer])
    reports = Reports(workspace, Client())
    early = reports.report(uri)
    assert early is not None
    reports.answered(early)
    workspace.change(buffer, 2, BROKEN)
    assert reports.update(uri, early.id, everywhere=True) is not None
    assert reports.has_news(folder)
