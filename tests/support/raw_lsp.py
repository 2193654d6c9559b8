"""A client that sends what it likes, byte by byte."""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Self

Message = dict[str, Any]


class RawClient:
    """Talks to a server process; answers what the server asks with nothing."""

    def __init__(self, command: Iterable[str] | None = None, **options: Any) -> None:
        started = [sys.executable, "-m", "wirelint", "lsp"] if command is None else list(command)
        process = subprocess.Popen(
            started,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, **options.pop("env", {})},
            **options,
        )
        self._begin(process)
        threading.Thread(target=self._read, daemon=True).start()
        threading.Thread(target=self._read_log, daemon=True).start()

    def _begin(self, process: subprocess.Popen[bytes]) -> None:
        self.process = process
        self.notes: list[Message] = []
        self.answers: dict[Any, Message] = {}
        self.asked: list[str] = []
        self._last = 0
        self._queue: queue.Queue[Message | None] = queue.Queue()
        self.log: list[str] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            if stream is not None:
                try:
                    stream.close()
                except OSError:
                    continue

    def raw(self, data: bytes) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def send(self, message: object) -> None:
        body = json.dumps(message).encode()
        self.raw(b"Content-Length: %d\r\n\r\n" % len(body) + body)

    def notify(self, method: str, params: object) -> None:
        self.send({"jsonrpc": "2.0", "method": method, "params": params})

    def ask(self, method: str, params: object) -> int:
        """Send a request and do not wait."""
        self._last += 1
        self.send({"jsonrpc": "2.0", "id": self._last, "method": method, "params": params})
        return self._last

    def request(self, method: str, params: object, seconds: float = 30) -> Message:
        return self.answer(self.ask(method, params), seconds)

    def answer(self, id: object, seconds: float = 30) -> Message:
        self.until(lambda: id in self.answers, seconds)
        return self.answers.pop(id)

    def note(
        self, method: str, fits: Callable[[Any], bool] = lambda _: True, seconds: float = 30
    ) -> Any:
        """The next notification that fits; those before it are forgotten."""
        found: list[Any] = []

        def there() -> bool:
            while self.notes:
                one = self.notes.pop(0)
                if one["method"] == method and fits(one["params"]):
                    found.append(one["params"])
                    return True
            return False

        self.until(there, seconds)
        return found[0]

    def until(self, done: Callable[[], bool], seconds: float = 30) -> None:
        end = time.monotonic() + seconds
        while not done():
            left = end - time.monotonic()
            if left <= 0:
                raise TimeoutError("".join(self.log[-20:]))
            try:
                self._take(self._queue.get(timeout=left))
            except queue.Empty:
                continue

    def initialize(self, root: Path | None = None, **more: Any) -> Message:
        options = more.pop("options", {"baseline": "off", "delay": 10})
        answer = self.request(
            "initialize",
            {
                "processId": os.getpid(),
                "rootUri": None if root is None else root.as_uri(),
                "capabilities": {"textDocument": {"publishDiagnostics": {}}},
                "initializationOptions": options,
                **more,
            },
        )
        self.notify("initialized", {})
        return answer

    def open(self, uri: str, text: str, language: str = "json") -> None:
        document = {"uri": uri, "languageId": language, "version": 1, "text": text}
        self.notify("textDocument/didOpen", {"textDocument": document})

    def change(self, uri: str, version: int, *changes: object) -> None:
        self.notify(
            "textDocument/didChange",
            {"textDocument": {"uri": uri, "version": version}, "contentChanges": list(changes)},
        )

    def leave(self) -> int:
        """Shut down in order; the exit code."""
        self.request("shutdown", None)
        self.notify("exit", None)
        return self.process.wait(timeout=20)

    def _take(self, message: Message | None) -> None:
        if message is None:
            raise EOFError("".join(self.log[-20:]))
        if "method" in message and "id" in message:
            self.asked.append(message["method"])
            self.send({"jsonrpc": "2.0", "id": message["id"], "result": None})
        elif "method" in message:
            self.notes.append(message)
        else:
            self.answers[message["id"]] = message

    def _read(self) -> None:
        assert self.process.stdout is not None
        stream = self.process.stdout
        while True:
            length = 0
            while True:
                line = stream.readline()
                if not line:
                    self._queue.put(None)
                    return
                if line == b"\r\n":
                    break
                name, _, value = line.partition(b":")
                assert name == b"Content-Length", line  # nothing else is ever on this stream
                length = int(value)
            self._queue.put(json.loads(stream.read(length)))

    def _read_log(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self.log.append(line.decode(errors="replace"))
