"""Where a command's text goes."""

from __future__ import annotations

import argparse
import sys

from wirelint.errors import UsageError


def write_output(args: argparse.Namespace, text: str) -> None:
    """Print, or write to the file of `--output`."""
    if args.output is None:
        sys.stdout.write(text)
        return
    try:
        with open(args.output, "w", encoding="utf-8", newline="") as file:
            file.write(text)
    except OSError as error:
        raise UsageError(f"--output {args.output}: {error.strerror}") from None
