# Knows JSON-RPC and nothing of the protocol above it. One thread reads frames; everything else runs on
# the event loop, in the order in which it came. A request that was cancelled while it waited is never
# started.
"""One client at the other end of two streams."""

from __future__ import annotations

import asyncio
import json
import logging
import threading
from collections import deque
from collections.abc import Callable
from typing import Any, BinaryIO, Final, TypeAlias

from wirelint_lsp.frames import Malformed, frame, read_frames

LOG: Final = logging.getLogger("wirelint")

PARSE_ERROR: Final = -32700
INVALID_REQUEST: Final = -32600
INVALID_PARAMS: Final = -32602
NOT_INITIALIZED: Final = -32002
CANCELLED: Final = -32800

Message: TypeAlias = dict[str, Any]


class Writer:
    """Frames on a stream; as pygls wants one."""

    def __init__(self, lost: Callable[[], None]) -> None:
        self.stream: BinaryIO | None = None
        self._lost = lost

    def write(self, body: bytes) -> None:
        if self.stream is None:
            return
        try:
            self.stream.write(frame(body))
            self.stream.flush()
        except (OSError, ValueError):  # the client is gone
            self._lost()

    def close(self) -> None:
        """The stream stays open: the last answer may still be on its way."""


class Connection:
    """Hands messages to `take` and ends with the client.

    `take` raises what it likes for a message that it does not understand; a request is then
    refused. `cancel` stops a request that is being worked on.
    """

    def __init__(self, take: Callable[[Message], None], cancel: Callable[[Any], None]) -> None:
        self._take = take
        self._cancel = cancel
        self._waiting: deque[Message | Malformed | None] = deque()
        self._cancelled: set[str | int] = set()
        self._state = "new"  # then "running", then "shut down"
        self.writer = Writer(lambda: self.end(1))

    async def serve(self, read: BinaryIO, write: BinaryIO) -> int:
        """Run until the client leaves; gives the exit code."""
        self._loop = asyncio.get_running_loop()
        self._ended: asyncio.Future[int] = self._loop.create_future()
        self.writer.stream = write
        threading.Thread(target=self._read, args=(read,), daemon=True).start()
        return await self._ended

    def end(self, code: int) -> None:
        if not self._ended.done():
            self._ended.set_result(code)

    # -- in the thread that reads -------------------------------------------------------------------

    def _read(self, stream: BinaryIO) -> None:
        try:
            for message in read_frames(stream):
                if isinstance(message, dict) and message.get("method") == "$/cancelRequest":
                    id = _cancelled_id(message)
                    if id is not None:
                        self._cancelled.add(id)
                self._waiting.append(message)
                self._loop.call_soon_threadsafe(self._next)
        except (OSError, ValueError):
            LOG.info("the client closed its end")
        self._waiting.append(None)
        try:
            self._loop.call_soon_threadsafe(self._next)
        except RuntimeError:
            LOG.debug("ended already")

    # -- on the loop ---------------------------------------------------------------------------------

    def _next(self) -> None:
        message = self._waiting.popleft()
        if message is None or (isinstance(message, dict) and message.get("method") == "exit"):
            self.end(0 if self._state == "shut down" else 1)
        elif isinstance(message, Malformed):
            LOG.warning("not understood: %s", message.reason)
            self._refuse(None, PARSE_ERROR, message.reason)
        elif message.get("method") == "$/cancelRequest":
            id = _cancelled_id(message)
            if id is not None:
                self._cancelled.discard(id)
                self._cancel(id)
        else:
            self._handle(message)

    def _handle(self, message: Message) -> None:
        method, id = message.get("method"), message.get("id")
        message.setdefault("jsonrpc", "2.0")
        is_request = isinstance(method, str) and "id" in message
        if is_request:
            refusal = self._refusal(method, id)
            if refusal is not None:
                self._refuse(id if isinstance(id, str | int) else None, *refusal)
                return
        elif isinstance(method, str) and self._state != "running":
            return
        try:
            self._take(message)
        except Exception as error:  # noqa: BLE001 - the one guard around a message
            LOG.warning("%s was not understood: %s", method or "a response", _first_line(error))
            if is_request:
                self._refuse(id, INVALID_PARAMS, f"the parameters of {method} were not understood")
        else:
            if method == "initialize":
                self._state = "running"
            elif method == "shutdown":
                self._state = "shut down"

    def _refusal(self, method: Any, id: Any) -> tuple[int, str] | None:
        if not isinstance(id, str | int) or isinstance(id, bool):
            return INVALID_REQUEST, "an id must be a text or a number"
        if id in self._cancelled:
            self._cancelled.discard(id)
            return CANCELLED, "cancelled"
        if self._state == "new" and method != "initialize":
            return NOT_INITIALIZED, "the server is not initialized"
        if self._state == "shut down":
            return INVALID_REQUEST, "the server was shut down"
        if self._state == "running" and method == "initialize":
            return INVALID_REQUEST, "the server is initialized already"
        return None

    def _refuse(self, id: Any, code: int, reason: str) -> None:
        answer = {"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": reason}}
        self.writer.write(json.dumps(answer).encode())


def _cancelled_id(message: Message) -> str | int | None:
    params = message.get("params")
    id = params.get("id") if isinstance(params, dict) else None
    return id if isinstance(id, str | int) else None


def _first_line(error: Exception) -> str:
    return f"{type(error).__name__}: {error}".split("\n", 1)[0][:300]
