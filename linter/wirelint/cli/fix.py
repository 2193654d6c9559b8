"""`wirelint check --fix` and `--diff`."""

from __future__ import annotations

import argparse
import difflib
import sys

from wirelint.cli.output import complain, say
from wirelint.diagnostics import Fix
from wirelint.engine.run import Inputs, Outcome
from wirelint.fixing import apply_fixes
from wirelint.reporters.words import count, inert
from wirelint.sources.writing import write_atomically
from wirelint.syntax.decoding import encode
from wirelint.text import SourceText


def fix(args: argparse.Namespace, inputs: Inputs, outcome: Outcome) -> bool:
    """Apply the first fix of each finding, or show them; returns whether a text changes.

    Only safe fixes, unless `--unsafe-fixes` is given.
    """
    sources = {one.source.path: one.source for one in inputs.documents}
    sources |= {one.path: one for one in inputs.tables}
    fixes = list(_chosen(outcome, unsafe=args.unsafe_fixes))
    if args.paths != ["-"]:
        # A fix is whole or not at all, so files that it needs and nobody named are edited too.
        others = (edit.at.source for one in fixes for edit in one.edits)
        sources = {one.path: one for one in others if one.revision is None} | sources
    texts = {path: source.text for path, source in sources.items()}
    changed = {
        path: SourceText(path, text, None, sources[path].encoding)
        for path, text in apply_fixes(texts, fixes).items()
        if text != texts[path]
    }
    for path, source in sorted(changed.items()):
        if args.diff:
            say(difference(path, texts[path], source.text))
        elif args.paths == ["-"]:
            sys.stdout.write(source.text)
        else:
            write_atomically(path, encode(source.text, source.encoding))
    if not args.diff and not args.quiet:
        left = sum(bool(one.finding.fixes) for one in outcome.diagnostics) - len(fixes)
        more = "" if not left else f"; {left} more with --unsafe-fixes"
        complain(f"wirelint: mended {count(len(changed), 'file')}{more}\n")
    return bool(changed)


def _chosen(outcome: Outcome, *, unsafe: bool) -> list[Fix]:
    return [
        one.finding.fixes[0]
        for one in outcome.diagnostics
        if one.finding.fixes and (unsafe or one.finding.fixes[0].safe)
    ]


def difference(path: str, before: str, after: str) -> str:
    """A unified diff of one file."""
    lines = difflib.unified_diff(
        before.splitlines(keepends=True), after.splitlines(keepends=True), f"a/{path}", f"b/{path}"
    )
    return "".join(f"{inert(line.rstrip(chr(10)))}\n" for line in lines)
