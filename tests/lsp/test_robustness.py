"""Nothing that a client sends takes the server down, and each request has one answer."""

from __future__ import annotations

import json
import os
import random
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from support.lsp_world import FILES, GATES, REQUEST, REQUEST_TEXT, make_world
from support.raw_lsp import RawClient


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("world")
    make_world(root)
    return root


@pytest.fixture
def client(world: Path) -> Iterator[RawClient]:
    with RawClient(cwd=world) as started:
        started.initialize(world)
        yield started
        assert started.leave() == 0


def frame(body: bytes) -> bytes:
    return b"Content-Length: %d\r\n\r\n" % len(body) + body


def hover(uri: str, line: int = 7, character: int = 6) -> dict[str, Any]:
    return {"textDocument": {"uri": uri}, "position": {"line": line, "character": character}}


def works(client: RawClient, world: Path) -> bool:
    """Whether the server still answers, and well."""
    uri = (world / REQUEST).as_uri()
    client.open(uri, REQUEST_TEXT)
    answer = client.request("textDocument/hover", hover(uri))
    return "PierRequest" in answer["result"]["contents"]["value"]


FRAMES = {
    "no json": frame(b"{nonsense"),
    "no object": frame(b"[1, 2]"),
    "no method": frame(b'{"jsonrpc": "2.0"}'),
    "wrong parameters": frame(
        b'{"jsonrpc": "2.0", "id": 900, "method": "textDocument/hover", "params": 5}'
    ),
    "no parameters": frame(b'{"jsonrpc": "2.0", "id": 901, "method": "textDocument/hover"}'),
    "unknown method": frame(b'{"jsonrpc": "2.0", "id": 902, "method": "no/such", "params": {}}'),
    "unknown notification": frame(b'{"jsonrpc": "2.0", "method": "no/such", "params": {}}'),
    "wrong notification": frame(
        b'{"jsonrpc": "2.0", "method": "textDocument/didChange", "params": []}'
    ),
    "id of another kind": frame(b'{"jsonrpc": "2.0", "id": {}, "method": "shutdown"}'),
    "answer to nothing": frame(b'{"jsonrpc": "2.0", "id": "x", "result": 1}'),
    "nested protocol": frame(
        b'{"jsonrpc": "2.0", "id": 903, "method": "workspace/executeCommand",'
        b' "params": {"command": "no", "arguments": [{"jsonrpc": "2.0", "method": "exit"}]}}'
    ),
    "deep": frame(b"[" * 100_000 + b"]" * 100_000),
    "header in small letters": b"content-length: 2\r\n\r\n{}",
    "other headers": b"Content-Type: x\r\nContent-Length: 2\r\n\r\n{}",
    "header without length": b"Nothing: here\r\n\r\n",
    "no number": b"Content-Length: many\r\n\r\n",
    "blank lines": b"\r\n\r\n",
    "second initialize": frame(
        b'{"jsonrpc": "2.0", "id": 904, "method": "initialize", "params": {"capabilities": {}}}'
    ),
    "no utf-8": frame(b'{"jsonrpc": "2.0", "method": "\xff"}'),
}


def test_malformed_messages(client: RawClient, world: Path) -> None:
    for data in FRAMES.values():
        client.raw(data)
    assert works(client, world)
    for id in range(900, 905):
        assert "error" in client.answer(id)


def test_requests_before_initialize_and_after_shutdown(world: Path) -> None:
    with RawClient(cwd=world) as client:
        early = client.request("textDocument/hover", hover("file:///x"))
        assert early["error"]["code"] == -32002
        client.initialize(world)
        client.request("shutdown", None)
        late = client.request("textDocument/hover", hover("file:///x"))
        assert late["error"]["code"] == -32600
        client.notify("exit", None)
        assert client.process.wait(timeout=20) == 0


def test_documents_that_are_no_files(client: RawClient, world: Path) -> None:
    for uri in ("untitled:Untitled-1", "git:/x/FetchRequest.json?%7B%7D", "file:///", "no uri", ""):
        client.open(uri, REQUEST_TEXT)
        client.change(uri, 2, {"text": "{"})
        for method in ("hover", "definition", "completion"):
            assert "error" not in client.request(f"textDocument/{method}", hover(uri))
        client.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
    assert works(client, world)


def test_documents_out_of_order(client: RawClient, world: Path) -> None:
    """Changes and closes of what is not open, opens of what is open."""
    uri = (world / REQUEST).as_uri()
    client.change(uri, 7, {"text": "x"})
    client.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
    client.open(uri, "{")
    client.open(uri, REQUEST_TEXT)
    assert works(client, world)


def test_places_that_are_not_there(client: RawClient, world: Path) -> None:
    uri = (world / REQUEST).as_uri()
    for text in ("", "\n", REQUEST_TEXT):
        client.open(uri, text)
        for line, character in ((0, 0), (0, 10**6), (10**6, 0), (2**31 - 1, 2**31 - 1)):
            for method in ("hover", "definition", "completion", "documentHighlight"):
                params = hover(uri, line, character)
                assert "error" not in client.request(f"textDocument/{method}", params)
    assert works(client, world)


def test_a_thousand_quick_edits(client: RawClient, world: Path) -> None:
    """Only what stands at the end counts, and it comes soon."""
    uri = (world / REQUEST).as_uri()
    client.open(uri, REQUEST_TEXT)
    text = REQUEST_TEXT
    numbers = random.Random(7)
    for version in range(2, 1002):
        at = numbers.randrange(len(text))
        line = text.count("\n", 0, at)
        column = len(text[text.rfind("\n", 0, at) + 1 : at].encode("utf-16-le")) // 2
        place = {"line": line, "character": column}
        client.change(uri, version, {"range": {"start": place, "end": place}, "text": "7"})
        text = text[:at] + "7" + text[at:]
    started = time.monotonic()
    client.change(uri, 1002, {"text": REQUEST_TEXT.replace('"int16"', '"int61"')})
    found = client.note("textDocument/publishDiagnostics", lambda one: one.get("version") == 1002)
    assert [one["code"] for one in found["diagnostics"]] == ["unknown-field-type"]
    assert time.monotonic() - started < 20  # not one by one


def test_results_for_old_versions_are_dropped(client: RawClient, world: Path) -> None:
    uri = (world / REQUEST).as_uri()
    client.open(uri, REQUEST_TEXT)
    for version in range(2, 60):
        client.change(uri, version, {"text": REQUEST_TEXT.replace('"int16"', f'"int{version}x"')})
    client.change(uri, 60, {"text": REQUEST_TEXT.replace('"int16"', '"intx"')})
    versions = []
    while not versions or versions[-1] < 60:
        found = client.note("textDocument/publishDiagnostics", lambda one: one["uri"] == uri)
        versions.append(found["version"])
    assert versions == sorted(versions)
    assert "intx" in found["diagnostics"][0]["message"]


def test_cancelled_requests_are_answered_once(client: RawClient, world: Path) -> None:
    """Cancels before, after, twice, and of what never was."""
    uri = (world / REQUEST).as_uri()
    client.open(uri, REQUEST_TEXT)
    ids = [client.ask("textDocument/hover", hover(uri)) for _ in range(30)]
    order = [*ids, *ids[:5], 12345]
    random.Random(3).shuffle(order)
    for id in order:
        client.notify("$/cancelRequest", {"id": id})
    client.notify("$/cancelRequest", {})
    client.notify("$/cancelRequest", None)
    answers = [client.answer(id) for id in ids]
    assert all("result" in one or one["error"]["code"] == -32800 for one in answers)
    assert any("error" in one for one in answers)
    assert works(client, world)


def test_a_request_that_waits_is_cancelled(client: RawClient, world: Path) -> None:
    uri = (world / REQUEST).as_uri()
    client.open(uri, REQUEST_TEXT)
    body = b""
    for id in (700, 701):
        request = {"jsonrpc": "2.0", "id": id, "method": "textDocument/hover", "params": hover(uri)}
        body += frame(json.dumps(request).encode())
    cancel = {"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": 701}}
    client.raw(body + frame(json.dumps(cancel).encode()))
    assert "result" in client.answer(700)
    assert "id" in client.answer(701)


def test_closed_documents_are_cleared(client: RawClient, world: Path) -> None:
    uri = (world / REQUEST).as_uri()
    client.open(uri, REQUEST_TEXT.replace('"int16"', '"int61"'))
    found = client.note("textDocument/publishDiagnostics", lambda one: one["diagnostics"])
    assert found["uri"] == uri
    client.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
    assert client.note("textDocument/publishDiagnostics")["diagnostics"] == []


def test_a_deleted_file_is_cleared(client: RawClient, world: Path) -> None:
    path = world / "message/GoneRequest.json"
    path.write_text(REQUEST_TEXT.replace("Pier", "Gone").replace("40", "48"), encoding="utf-8")
    uri = path.as_uri()
    client.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": uri, "type": 1}]})
    client.open(uri, path.read_text(encoding="utf-8"))
    found = client.note(
        "textDocument/publishDiagnostics",
        lambda one: one["uri"] == uri and one["diagnostics"],
    )
    assert "request-without-response" in {one["code"] for one in found["diagnostics"]}
    client.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
    path.unlink()
    client.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": uri, "type": 3}]})
    cleared = client.note("textDocument/publishDiagnostics", lambda one: one["uri"] == uri)
    assert cleared["diagnostics"] == []


def test_the_uri_is_answered_as_the_client_spells_it(client: RawClient, world: Path) -> None:
    uri = (world / REQUEST).as_uri().replace("PierRequest", "%50ierRequest")
    client.open(uri, REQUEST_TEXT.replace('"int16"', '"int61"'))
    assert client.note("textDocument/publishDiagnostics")["uri"] == uri
    assert "result" in client.request("textDocument/hover", hover((world / REQUEST).as_uri()))


def test_a_byte_order_mark_moves_nothing(client: RawClient, world: Path) -> None:
    uri = (world / REQUEST).as_uri()
    client.open(uri, "\ufeff" + REQUEST_TEXT.replace('"int16"', '"int61"'))
    found = client.note("textDocument/publishDiagnostics", lambda one: one["diagnostics"])
    (one,) = found["diagnostics"]
    assert one["range"]["start"]["line"] == 25


def test_broken_settings_give_one_message_each(world: Path) -> None:
    options = {"delay": "soon", "codeLens": 3, "diagnosticMode": "everywhere", "unknown": 1}
    with RawClient(cwd=world) as client:
        client.initialize(world, options=options)
        assert works(client, world)
        said = [one["params"]["message"] for one in client.notes if "Message" in one["method"]]
        assert sorted(one.split("`")[1] for one in said) == [
            "wirelint.codeLens",
            "wirelint.delay",
            "wirelint.diagnosticMode",
        ]
        assert client.leave() == 0


def test_a_broken_configuration_is_said_and_survived(tmp_path: Path) -> None:
    make_world(tmp_path)
    (tmp_path / "wirelint.toml").write_text('profil = "plain"\n')
    with RawClient(cwd=tmp_path) as client:
        client.initialize(tmp_path)
        assert "profil" in client.note("window/showMessage")["message"]
        assert works(client, tmp_path)
        assert client.leave() == 0


def test_a_baseline_that_is_not_there_is_said_and_survived(world: Path) -> None:
    with RawClient(cwd=world) as client:
        client.initialize(world, options={"baseline": "9.9.9"})
        assert "9.9.9" in client.note("window/showMessage")["message"]
        assert works(client, world)
        assert client.leave() == 0


def test_no_folder_at_all(tmp_path: Path) -> None:
    """A lone file is looked at as `check FILE` would, without what stands around it."""
    path = tmp_path / "LoneRequest.json"
    text = REQUEST_TEXT.replace("Pier", "Lone").replace('"int16"', '"int61"')
    path.write_text(text, encoding="utf-8")
    with RawClient(cwd=tmp_path) as client:
        client.initialize()
        client.open(path.as_uri(), text)
        found = client.note("textDocument/publishDiagnostics", lambda one: one["diagnostics"])
        assert {one["code"] for one in found["diagnostics"]} == {"unknown-field-type"}
        assert client.leave() == 0


def test_several_roots(world: Path, tmp_path: Path) -> None:
    make_world(tmp_path)
    folders = [{"uri": root.as_uri(), "name": root.name} for root in (world, tmp_path)]
    with RawClient(cwd=world) as client:
        client.initialize(workspaceFolders=folders)
        found = client.request("workspace/symbol", {"query": "PierRequest"})
        client.until(lambda: len(client.notes) >= 2)
        for _ in range(100):
            found = client.request("workspace/symbol", {"query": "PierRequest"})
            if len(found["result"]) == 2:
                break
            time.sleep(0.05)
        assert len(found["result"]) == 2
        gone = {"added": [], "removed": folders[1:]}
        client.notify("workspace/didChangeWorkspaceFolders", {"event": gone})
        found = client.request("workspace/symbol", {"query": "PierRequest"})
        assert len(found["result"]) == 1
        assert client.leave() == 0


# -- how it ends ------------------------------------------------------------------------------------


def test_exit_without_shutdown_is_1(world: Path) -> None:
    with RawClient(cwd=world) as client:
        client.initialize(world)
        client.notify("exit", None)
        assert client.process.wait(timeout=20) == 1


def test_closed_stdin_ends_it(world: Path) -> None:
    with RawClient(cwd=world) as client:
        client.initialize(world)
        assert client.process.stdin is not None
        client.process.stdin.close()
        assert client.process.wait(timeout=20) == 1


def test_cut_off_in_a_message_ends_it(world: Path) -> None:
    with RawClient(cwd=world) as client:
        client.initialize(world)
        client.raw(b"Content-Length: 1000\r\n\r\n{")
        assert client.process.stdin is not None
        client.process.stdin.close()
        assert client.process.wait(timeout=20) == 1


@pytest.mark.skipif(sys.platform == "win32", reason="the parent is not watched there")
def test_the_death_of_the_parent_ends_it(world: Path) -> None:
    with (
        subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as parent,
        RawClient(cwd=world) as client,
    ):
        client.initialize(world, processId=parent.pid)
        parent.kill()
        parent.wait()
        assert client.process.wait(timeout=20) == 1


def test_tcp_on_the_loopback_only(world: Path) -> None:
    command = [sys.executable, "-m", "wirelint", "lsp", "--tcp", "0"]
    with subprocess.Popen(command, cwd=world, stderr=subprocess.PIPE) as server:
        assert server.stderr is not None
        said = server.stderr.readline().decode()
        assert said.startswith("wirelint: listening on 127.0.0.1:")
        port = int(said.rpartition(":")[2])
        with socket.create_connection(("127.0.0.1", port)) as link, link.makefile("rb") as answers:
            params = {"processId": None, "rootUri": None, "capabilities": {}}
            for id, method in enumerate(("initialize", "shutdown"), 1):
                request = {"jsonrpc": "2.0", "id": id, "method": method, "params": params}
                link.sendall(frame(json.dumps(request).encode()))
                length = int(answers.readline().partition(b":")[2])
                answers.readline()
                assert json.loads(answers.read(length))["id"] == id
            link.sendall(frame(b'{"jsonrpc": "2.0", "method": "exit"}'))
            assert server.wait(timeout=20) == 0


def test_ports_that_are_none() -> None:
    run = subprocess.run(
        [sys.executable, "-m", "wirelint", "lsp", "--tcp", "70000"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 2
    assert "70000" in run.stderr


def test_a_module_of_the_workspace_is_not_imported(tmp_path: Path) -> None:
    """Started with -P or -I, as the extension does, in a folder with a stranger's json.py."""
    (tmp_path / "json.py").write_text("raise SystemExit('a stranger ran')\n")
    make_world(tmp_path)
    command = [sys.executable, "-P", "-m", "wirelint", "lsp"]
    with RawClient(command, cwd=tmp_path) as client:
        client.initialize(tmp_path)
        assert works(client, tmp_path)
        assert client.leave() == 0


def test_gate_tables_too(client: RawClient, world: Path) -> None:
    uri = (world / GATES).as_uri()
    client.open(uri, FILES[GATES].replace("2 from SECOND", "9 from SECOND"), "gates")
    found = client.note("textDocument/publishDiagnostics", lambda one: one["diagnostics"])
    assert [one["code"] for one in found["diagnostics"]] == ["ladder-outside-schema"]
    assert os.path.exists(world / GATES)
