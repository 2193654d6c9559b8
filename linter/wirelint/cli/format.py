"""`wirelint format`."""

from __future__ import annotations

import argparse
import sys

from wirelint.cli import USAGE_ERROR
from wirelint.cli.fix import difference
from wirelint.cli.output import complain, say
from wirelint.cli.settings import settings_of
from wirelint.cli.tables import table_sources
from wirelint.errors import UsageError
from wirelint.gates.language import format_gates, read_gates
from wirelint.reporters.words import count, inert
from wirelint.sources.folder import FolderTree
from wirelint.sources.writing import write_atomically
from wirelint.syntax.decoding import encode
from wirelint.text import SourceText


def run(args: argparse.Namespace) -> int:
    """Lay out `.gates` files; with `--check` or `--diff` only say what would change.

    A file with a fault of syntax is left as it is and makes the exit code 2.
    """
    if args.paths == ["-"]:
        text = sys.stdin.read()
        if _is_broken(SourceText("-", text)):
            return USAGE_ERROR
        sys.stdout.write(format_gates(text))
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
    whole = [source for source in sources if not _is_broken(source)]
    changed = [
        (source, text) for source in whole if (text := format_gates(source.text)) != source.text
    ]
    only_look = args.check or args.diff
    for source, text in changed:
        if args.diff:
            say(difference(source.path, source.text, text))
        elif args.check:
            say(f"would format {inert(source.path)}\n")
        else:
            _write(source, text)
            say(f"formatted {inert(source.path)}\n")
    said = []
    if changed:
        said.append(f"{count(len(changed), 'file')} {'would be ' if only_look else ''}formatted")
    left = len(whole) - len(changed)
    if left or not said:
        said.append(f"{count(left, 'file')} left as {'they are' if left != 1 else 'it is'}")
    say(f"{', '.join(said)}\n")
    if len(whole) < len(sources):
        return USAGE_ERROR
    return int(bool(changed) and only_look)


def _is_broken(source: SourceText) -> bool:
    """Whether the text has a fault of syntax, which is told."""
    broken = next((one for one in read_gates(source)[1] if one.rule == "gates-syntax"), None)
    if broken is None:
        return False
    span = broken.finding.at.span
    line = 1 if span is None else source.line_column(span.start)[0] + 1
    complain(f"wirelint: {source.path}:{line}: not formatted: {broken.finding.message}\n")
    return True


def _write(source: SourceText, text: str) -> None:
    write_atomically(source.path, encode(text, source.encoding))
