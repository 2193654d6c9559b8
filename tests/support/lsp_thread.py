"""The server in a thread of the test: the whole protocol, and a moment when it has come to rest."""

from __future__ import annotations

import asyncio
import logging
import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import BinaryIO

from support.raw_lsp import RawClient
from wirelint_lsp.server.build import build


class ThreadClient(RawClient):
    """Talks to a server over two pipes; `faults` are the exceptions that it logged."""

    def __init__(self) -> None:
        to_read, to_write = os.pipe()
        from_read, from_write = os.pipe()
        pipes = SimpleNamespace(stdin=os.fdopen(to_write, "wb"), stdout=os.fdopen(from_read, "rb"))
        self._begin(pipes)  # type: ignore[arg-type]  # as far as it is used
        self.faults = _Faults()
        self._ready = threading.Event()
        self._read_end, write_end = os.fdopen(to_read, "rb"), os.fdopen(from_write, "wb")
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve(write_end)))
        self._thread.start()
        self._reading = threading.Thread(target=self._read, daemon=True)
        self._reading.start()
        self._ready.wait()

    def __exit__(self, *_: object) -> None:
        self.leave()

    def leave(self) -> int:
        self.request("shutdown", None)
        self.notify("exit", None)
        self._thread.join(timeout=20)
        assert not self._thread.is_alive()
        self.process.stdin.close()  # type: ignore[union-attr]
        self._reading.join(timeout=20)
        self.process.stdout.close()  # type: ignore[union-attr]
        self._read_end.close()  # last: a thread of the server reads up to its end
        return 0

    def rest(self, seconds: float = 60) -> None:
        """Wait until what was sent is read, and nothing is left to do."""
        end = time.monotonic() + seconds
        is_done = False
        while not is_done:
            self._say_something()
            waiting = asyncio.run_coroutine_threadsafe(self._is_at_rest(), self._loop)
            is_done = waiting.result(seconds)
            assert time.monotonic() < end, "the server never comes to rest"
        self._say_something()

    def _say_something(self) -> None:
        """All that was sent before is read, and all that the server sent is taken."""
        self.request("workspace/symbol", {"query": "Nothing has this name"})

    async def _serve(self, write: BinaryIO) -> None:
        self._loop = asyncio.get_running_loop()
        self._main = asyncio.current_task()
        self._ready.set()
        with write:
            await build().connection.serve(self._read_end, write)

    async def _is_at_rest(self) -> bool:
        """Whether no work was under way for longer than the server ever waits without a task."""
        for _ in range(2):
            others = asyncio.all_tasks() - {self._main, asyncio.current_task()}
            if others:
                await asyncio.wait(others, timeout=0.2)
                return False
            await asyncio.sleep(0.015)
        return True


class _Faults(logging.Handler):
    """What the server logs as an error, with its traceback."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.setFormatter(logging.Formatter())
        self.found: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.found.append(self.format(record))


@contextmanager
def thread_client() -> Iterator[ThreadClient]:
    """A client whose server logs no fault until it has left."""
    client = ThreadClient()
    logger = logging.getLogger("wirelint")
    logger.addHandler(client.faults)
    try:
        with client:
            yield client
    finally:
        logger.removeHandler(client.faults)
    assert client.faults.found == []
