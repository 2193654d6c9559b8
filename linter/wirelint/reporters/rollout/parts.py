"""Words, signs and places that the three commands share."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from wirelint.rollout.outcome import Outcome
from wirelint.text import Place, inert, inert_markdown
from wirelint.versions import VersionRange

SIGNS: Final = {
    Outcome.OK: "✓",
    Outcome.FALLBACK: "↺",
    Outcome.REJECT: "⊘",
    Outcome.ABORT: "✗",
    Outcome.CLOSE: "■",
    Outcome.SENDER_ERROR: "!",
}
MEANINGS: Final = {
    Outcome.OK: "both find a version",
    Outcome.FALLBACK: "works after ApiVersions is asked again",
    Outcome.REJECT: "the receiver answers with an error",
    Outcome.ABORT: "the sender gives up before anything is sent",
    Outcome.CLOSE: "the receiver closes the connection",
    Outcome.SENDER_ERROR: "the sender has no version for its level",
}


def range_text(versions: VersionRange) -> str:
    return str(versions) if versions else "-"


def place_json(place: Place) -> dict[str, Any] | None:
    """`{"path", "line"}` of a place, None for nowhere."""
    source = place.source
    if not source.path:
        return None
    span = place.span
    line = None if span is None else source.line_column(span.start)[0] + 1
    shape: dict[str, Any] = {"path": source.path, "line": line}
    if source.revision is not None:
        shape["revision"] = source.revision
    return shape


def place_text(place: Place) -> str:
    """`path:12`, with the baseline before it; "" for nowhere."""
    shape = place_json(place)
    if shape is None:
        return ""
    where = inert(str(shape["path"]))
    if shape["line"] is not None:
        where += f":{shape['line']}"
    return f"{inert(shape['revision'])}:{where}" if "revision" in shape else where


def table(rows: Sequence[Sequence[str]], indent: str = "") -> list[str]:
    """Columns under each other; the last one is not padded."""
    widths = [
        max(len(row[column]) for row in rows if column < len(row))
        for column in range(max(map(len, rows), default=0))
    ]
    lines = []
    for row in rows:
        cells = [
            cell if column == len(row) - 1 else cell.ljust(widths[column])
            for column, cell in enumerate(row)
        ]
        lines.append((indent + "  ".join(cells)).rstrip())
    return lines


def markdown_table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    return [
        f"| {' | '.join(head)} |",
        f"| {' | '.join('---' for _ in head)} |",
        *(f"| {' | '.join(map(cell, row))} |" for row in rows),
    ]


def cell(text: str) -> str:
    """Text in a Markdown table, with nothing in it that Markdown or HTML acts on."""
    return markdown(text).replace("\n", " ")


markdown: Final = inert_markdown


def spans(names: Sequence[str], chosen: Iterable[int]) -> str:
    """Name some of a list, runs as `first .. last`."""
    runs: list[list[int]] = []
    for index in sorted(chosen):
        if runs and runs[-1][-1] == index - 1:
            runs[-1].append(index)
        else:
            runs.append([index])
    return ", ".join(
        names[run[0]] if len(run) == 1 else f"{names[run[0]]} .. {names[run[-1]]}" for run in runs
    )
