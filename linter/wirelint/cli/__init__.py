# Arguments in, exit code out, nothing decided here. Commands are imported when they run: start-up is
# half of the time that a check takes.
"""The command line."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module

import wirelint
from wirelint.errors import WirelintError

USAGE_ERROR = 2
INTERNAL_ERROR = 3
INTERRUPTED = 130


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code (cli-contract, "Exit codes")."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    if arguments in (["--version"], ["-V"]):
        sys.stdout.write(f"wirelint {wirelint.__version__}\n")
        return 0
    from wirelint.cli.arguments import parse

    args = parse(arguments)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # a name in another script must not end the run
            stream.reconfigure(errors="backslashreplace")
    try:
        code: int = import_module(f"wirelint.cli.{args.module}").run(args)
        sys.stdout.flush()
    except WirelintError as error:
        _complain(f"wirelint: {error}\n")
        return USAGE_ERROR
    except KeyboardInterrupt:
        sys.stderr.write("wirelint: interrupted\n")
        return INTERRUPTED
    except BrokenPipeError:
        return _closed_pipe()
    except Exception as error:  # noqa: BLE001 - the one guard of the command line
        return _fault(error, verbose=getattr(args, "verbose", False))
    return code


def _complain(text: str) -> None:
    from wirelint.cli.output import complain

    complain(text)


def _closed_pipe() -> int:
    """Whoever read our output has seen enough (`wirelint check | head`)."""
    import os

    # Python flushes stdout at exit and would complain once more.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 1


def _fault(error: Exception, *, verbose: bool) -> int:
    import platform
    import traceback

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
