# Arguments in, exit code out, nothing decided here. Commands are imported when they run: start-up is
# half of the time that a check takes.
"""The command line."""

from __future__ import annotations

import errno
import io
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Final

import wirelint
from wirelint.errors import WirelintError

USAGE_ERROR = 2
INTERNAL_ERROR = 3
INTERRUPTED = 130
_FULL: Final = (errno.ENOSPC, errno.EBADF, errno.EIO, errno.EFBIG, getattr(errno, "EDQUOT", -1))


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code (cli-contract, "Exit codes")."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    _open_streams()
    try:
        code = _run(arguments)
        sys.stdout.flush()
    except WirelintError as error:
        _complain(f"wirelint: {error}\n")
        return USAGE_ERROR
    except KeyboardInterrupt:
        sys.stderr.write("wirelint: interrupted\n")
        return INTERRUPTED
    except BrokenPipeError:
        _drop_output()
        return 1
    except MemoryError:
        sys.stderr.write("wirelint: not enough memory for what was asked\n")
        return USAGE_ERROR
    except OSError as error:
        if error.filename is not None or error.errno not in _FULL:
            return _fault(error, arguments)
        _drop_output()
        _complain(f"wirelint: standard output cannot be written: {error.strerror}\n")
        return USAGE_ERROR
    except Exception as error:  # noqa: BLE001 - the one guard of the command line
        return _fault(error, arguments)
    return code


def _run(arguments: list[str]) -> int:
    if arguments in (["--version"], ["-V"]):
        sys.stdout.write(f"wirelint {wirelint.__version__}\n")
        return 0
    from wirelint.cli.arguments import parse

    args = parse(arguments)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # a name in another script must not end the run
            stream.reconfigure(errors="backslashreplace")
    code: int = import_module(f"wirelint.cli.{args.module}").run(args)
    return code


def _open_streams() -> None:
    """Put something in place of streams that whoever started us has closed (`>&-`)."""
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115 - for as long as the process runs
    if sys.stdout is None:
        sys.stdout = _Closed()
    if sys.stdin is None:
        sys.stdin = open(os.devnull)  # noqa: SIM115 - likewise


class _Closed(io.TextIOBase):
    """What cannot be written to."""

    def write(self, _text: str) -> int:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))


def _complain(text: str) -> None:
    from wirelint.cli.output import complain

    complain(text)


def _drop_output() -> None:
    """Whoever read our output has seen enough (`wirelint check | head`), or its disk is full."""
    if isinstance(sys.stdout, _Closed):
        return
    # Python flushes stdout at exit and would complain once more.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _fault(error: Exception, arguments: list[str]) -> int:
    import platform
    import traceback

    verbose = not {"-v", "--verbose"}.isdisjoint(arguments)
    if verbose:
        traceback.print_exception(error)
    at = traceback.extract_tb(error.__traceback__)[-1]
    where = f"{at.filename.replace(chr(92), '/').rpartition('/')[2]}:{at.lineno}"
    _complain(
        f"wirelint: a fault of wirelint itself: {type(error).__name__}: {error} ({where})\n"
        f"Please report it with wirelint {wirelint.__version__}, Python {platform.python_version()}, "
        "the command and, where you can share it, the file"
        f"{'' if verbose else '; --verbose shows the traceback'}.\n"
    )
    return INTERNAL_ERROR
