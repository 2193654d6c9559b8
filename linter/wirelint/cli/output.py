# Everything a command says goes through here, so that no name or text of a checked repository, and
# no message that quotes one, reaches a terminal with something in it that a terminal acts on. What
# a reporter paints is its own, and has been made inert piece by piece before.
"""Where a command's text goes."""

from __future__ import annotations

import argparse
import sys

from wirelint.errors import UsageError, WirelintError
from wirelint.text import inert_lines


def say(text: str) -> None:
    """Print."""
    sys.stdout.write(inert_lines(text))


def complain(text: str) -> None:
    """Print to standard error."""
    sys.stderr.write(inert_lines(text))


def write_output(args: argparse.Namespace, text: str) -> None:
    """Print, or write to the file of `--output`, which is then whole or as it was."""
    if args.output is None:
        say(text)
        return
    data = inert_lines(text).encode("utf-8")
    try:
        if args.output.startswith(("/dev/", "/proc/")):
            with open(args.output, "wb") as file:
                file.write(data)
            return
    except OSError as error:
        raise UsageError(f"--output {args.output}: {error.strerror}") from None
    from wirelint.sources.writing import write_atomically

    try:
        write_atomically(args.output, data)
    except WirelintError as error:
        raise UsageError(f"--output: {error}") from None
