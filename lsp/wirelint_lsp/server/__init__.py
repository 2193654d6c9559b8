# Starting it: the streams are taken away from the rest of the process first, so that nothing that
# prints, here or in a child, can end up between two frames.
"""The language server over pygls: its start."""

from __future__ import annotations

import contextlib
import logging
import os
import socket
import sys
from typing import BinaryIO, Final

__all__ = ["serve_stdio", "serve_tcp"]

_LOOPBACK: Final = "127.0.0.1"


def serve_stdio(*, verbose: bool = False) -> int:
    """Serve one client on standard input and output; gives the exit code."""
    _log(verbose=verbose)
    read = os.fdopen(os.dup(0), "rb")
    write = os.fdopen(os.dup(1), "wb")
    empty = os.open(os.devnull, os.O_RDONLY)
    os.dup2(empty, 0)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    return _serve(read, write)


def serve_tcp(port: int, *, verbose: bool = False) -> int:
    """Serve one client on a port of the loopback interface; 0 takes any free port.

    The port is written to standard error, as `wirelint: listening on 127.0.0.1:PORT`.
    """
    _log(verbose=verbose)
    with socket.create_server((_LOOPBACK, port)) as listener:
        sys.stderr.write(f"wirelint: listening on {_LOOPBACK}:{listener.getsockname()[1]}\n")
        sys.stderr.flush()
        connection, _ = listener.accept()
    sys.stdout = sys.stderr
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    with connection, connection.makefile("rb") as read, connection.makefile("wb") as write:
        code = _serve(read, write)
        with contextlib.suppress(OSError):  # the client may have closed it
            connection.shutdown(socket.SHUT_RDWR)  # else the thread that reads keeps it open
    return code


def _serve(read: BinaryIO, write: BinaryIO) -> int:
    import asyncio

    from wirelint.sources.child import end_all
    from wirelint_lsp.server.build import build

    async def serve() -> int:
        try:
            return await build().connection.serve(read, write)
        finally:
            end_all()  # a thread may wait for git, and the process for the thread

    return asyncio.run(serve())


def _log(*, verbose: bool) -> None:
    logging.basicConfig(
        stream=sys.stderr,
        level=logging.INFO if verbose else logging.WARNING,
        format="%(asctime)s %(levelname)s %(name)s: %(message)s",
    )
    logging.getLogger("pygls").setLevel(logging.WARNING if verbose else logging.ERROR)
