"""`wirelint check --add-ignores --reason TEXT`."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from wirelint.cli.fix import difference
from wirelint.cli.output import complain, say
from wirelint.engine.ignoring import placed, with_ignores
from wirelint.engine.report import JsonObject
from wirelint.engine.run import Inputs
from wirelint.errors import UsageError
from wirelint.reporters.words import count, inert
from wirelint.sources.writing import write_atomically
from wirelint.syntax.decoding import encode
from wirelint.syntax.document import Document, read
from wirelint.text import SourceText, Span


def reason_of(args: argparse.Namespace) -> str:
    """The reason that was given. Raises UsageError without one: nobody else knows it."""
    reason = " ".join((args.reason or "").split())
    if not reason or inert(reason) != reason:
        raise UsageError(
            "--add-ignores needs `--reason TEXT`: why the findings may stand, on one line; it is "
            "written behind each comment"
        )
    if args.paths == ["-"]:
        raise UsageError("--add-ignores writes files; it cannot write standard input")
    if args.update or args.fix:
        raise UsageError("--add-ignores stands without --fix and --update: one answer to a finding")
    return reason


def add_ignores(
    args: argparse.Namespace, inputs: Inputs, rows: Sequence[JsonObject], reason: str
) -> bool:
    """Write a comment for each row, or with `--diff` show them; tells whether a text changes.

    Notes get one only with `--fail-on info`. What takes no comment is told on standard error.
    """
    documents = {one.source.path: one for one in inputs.documents}
    sources = {path: one.source for path, one in documents.items()}
    sources |= {one.path: one for one in inputs.tables}
    wanted: dict[str, dict[int, set[str]]] = {}
    left: list[JsonObject] = []
    for row in rows:
        if row["category"] == "run" or (row["severity"] == "info" and args.fail_on != "info"):
            continue
        if row["range"] is None or row["path"] not in sources:
            left.append(row)
            continue
        lines = wanted.setdefault(row["path"], {})
        lines.setdefault(row["range"]["start"]["line"] - 1, set()).add(row["rule"])
    written = 0
    changed = False
    for path, lines in sorted(wanted.items()):
        new = with_ignores(sources[path], lines, reason)
        if not _is_sound(documents.get(path), new, lines):
            left += [row for row in rows if row["path"] == path and row["severity"] != "info"]
            continue
        changed = True
        written += len(lines)
        if args.diff:
            say(difference(path, sources[path].text, new.text))
        else:
            write_atomically(path, encode(new.text, new.encoding))
    if not args.quiet and not args.diff:
        complain(f"wirelint: wrote {count(written, 'suppression')}\n")
    for row in left:
        complain(
            f"wirelint: {inert(row['path'] or 'the run')}: `{row['rule']}` has no line to put a "
            "comment above; a [[waiver]] in wirelint.toml lets it through\n"
        )
    return changed


def _is_sound(document: Document | None, new: SourceText, lines: dict[int, set[str]]) -> bool:
    """Whether the comments are comments, and nothing else changed its meaning."""
    comments: list[Span] | None = None
    if document is not None:
        again = read(new)
        if again.value != document.value:
            return False
        comments = [Span(one.span.start, one.span.end) for one in again.tree.comments]
    return placed(new, lines, comments)
