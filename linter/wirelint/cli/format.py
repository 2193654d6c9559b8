"""`wirelint format`."""

from __future__ import annotations

import argparse
import sys

from wirelint.cli.fix import difference
from wirelint.cli.output import say
from wirelint.cli.settings import settings_of
from wirelint.cli.tables import table_sources
from wirelint.errors import UsageError
from wirelint.gates.language import format_gates
from wirelint.reporters.words import count, inert
from wirelint.sources.folder import FolderTree
from wirelint.sources.writing import write_atomically
from wirelint.syntax.decoding import encode
from wirelint.text import SourceText


def run(args: argparse.Namespace) -> int:
    """Lay out `.gates` files; with `--check` or `--diff` only say what would change."""
    if args.paths == ["-"]:
        sys.stdout.write(format_gates(sys.stdin.read()))
        return 0
    tree = FolderTree()
    sources = []
    for source, named in table_sources(args, tree, settings_of(args, tree)):
        if source.path.endswith(".gates"):
            sources.append(source)
        elif named:
            raise UsageError(f"`{source.path}` is code; only .gates files are formatted")
    if not sources:
        raise UsageError("there is no .gates file; name one")
    changed = [
        (source, text) for source in sources if (text := format_gates(source.text)) != source.text
    ]
    for source, text in changed:
        if args.diff:
            say(difference(source.path, source.text, text))
        elif args.check:
            say(f"would format {inert(source.path)}\n")
        else:
            _write(source, text)
            say(f"formatted {inert(source.path)}\n")
    left = len(sources) - len(changed)
    say(f"{count(left, 'file')} left as {'they are' if left != 1 else 'it is'}\n")
    return int(bool(changed) and (args.check or args.diff))


def _write(source: SourceText, text: str) -> None:
    write_atomically(source.path, encode(text, source.encoding))
