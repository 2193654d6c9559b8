# A child may wait for a lock, a network disk or an answer that nobody gives, and print without end. So
# it is a group of its own, ended as a whole: with us, or once it takes too long.
"""A process with an end."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import IO, Final

_MOST_SAID: Final = 1 << 16  # what is kept of its complaints
_RUNNING: Final[set[Child]] = set()


def end_all() -> None:
    """End every child, also those that other threads wait for."""
    for child in tuple(_RUNNING):
        child.kill()


class Child:
    """A running process. `was_late` once it was ended for having taken too long."""

    def __init__(
        self,
        command: Sequence[str],
        *,
        stdin: int = subprocess.DEVNULL,
        stderr: int = subprocess.PIPE,
        env: Mapping[str, str],
    ) -> None:
        """Start it. Raises OSError and ValueError as `subprocess.Popen` does."""
        if sys.platform == "win32":
            self.process = subprocess.Popen(
                command, stdin=stdin, stdout=subprocess.PIPE, stderr=stderr, env=env
            )
        else:
            self.process = subprocess.Popen(
                command,
                stdin=stdin,
                stdout=subprocess.PIPE,
                stderr=stderr,
                env=env,
                process_group=0,
            )
        self.was_late = False
        _RUNNING.add(self)

    @contextmanager
    def within(self, seconds: float) -> Iterator[None]:
        """End the process if what is done here takes longer; it is ended where that raises, too."""
        timer = threading.Timer(seconds, self._is_late)
        timer.daemon = True
        try:
            _start(timer)
            yield
        except BaseException:
            self.end()
            raise
        finally:
            timer.cancel()

    def talk(self, most: int) -> tuple[bytes | None, str]:
        """Read all that it says and wait for it: its output, None beyond `most`; its complaints."""
        kept = bytearray()
        assert self.process.stdout is not None
        assert self.process.stderr is not None
        listener = threading.Thread(target=_drain, args=(self.process.stderr, kept), daemon=True)
        _start(listener)
        output = self.process.stdout.read(most + 1)
        if len(output) > most:
            self.end()
        listener.join()
        self.process.stdout.close()
        self.process.stderr.close()
        self.process.wait()
        _RUNNING.discard(self)
        return output if len(output) <= most else None, kept.decode("utf-8", "replace").strip()

    def end(self) -> None:
        """Kill it with all that it started, and close its streams."""
        process = self.process
        if process.returncode is None:  # else its number may be another's by now
            self.kill()
            process.wait()
        _RUNNING.discard(self)
        for stream in (process.stdin, process.stdout):
            if stream is not None:
                try:
                    stream.close()
                except OSError:  # what was not yet sent to it
                    continue

    def _is_late(self) -> None:
        self.was_late = True
        self.kill()

    def kill(self) -> None:
        """Kill it with all that it started; whoever reads from it comes to the end."""
        if sys.platform == "win32":
            self.process.kill()
            return
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            return  # it has ended by itself


def _start(thread: threading.Thread) -> None:
    """Start it. Raises MemoryError where the system gives no more threads."""
    try:
        thread.start()
    except RuntimeError as error:
        raise MemoryError(str(error)) from error


def _drain(stream: IO[bytes], kept: bytearray) -> None:
    """Read up to the end and keep the beginning: who writes must not wait for us."""
    try:
        while piece := stream.read(1 << 13):
            if len(kept) < _MOST_SAID:
                kept += piece
    except ValueError:  # closed meanwhile
        return
