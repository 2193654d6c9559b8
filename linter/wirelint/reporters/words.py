"""Pieces that the formats for people share."""

from __future__ import annotations

from typing import Final

from wirelint.diagnostics import Category
from wirelint.engine.report import JsonObject, Report, Summary
from wirelint.reporters import Look
from wirelint.text import count, inert

__all__ = ["CHANGES", "closing", "count", "inert", "shown"]

# Categories that speak of a change or of the run: their infos are never old stock.
CHANGES: Final = frozenset((Category.EVOLUTION, Category.ROLLOUT, Category.RUN))
_CHANGES: Final = frozenset(one.value for one in CHANGES)


def shown(report: Report, look: Look) -> list[JsonObject]:
    """The findings that people see: infos only when asked for, or when they tell of a change."""
    return [
        one
        for one in report.diagnostics
        if one["severity"] == "error"
        or (one["severity"] == "warning" and not look.quiet)
        or (not look.quiet and (look.verbose or one["category"] in _CHANGES))
    ]


def closing(summary: Summary, hidden: int) -> str:
    """The last line of a run."""
    seen = [count(summary.files, "schema")]
    if summary.gate_tables:
        seen.append(count(summary.gate_tables, "gate table"))
    found = [
        count(number, thing)
        for number, thing in (
            (summary.errors, "error"),
            (summary.warnings, "warning"),
            (summary.infos, "info"),
        )
        if number
    ]
    excused = [
        f"{number} {what}"
        for number, what in (
            (summary.suppressed, "suppressed"),
            (summary.waived, "waived"),
            (summary.accepted, "accepted"),
        )
        if number
    ]
    text = ", ".join(found) if found else "No findings"
    text += f" in {' and '.join(seen)}"
    if excused:
        text += f" ({', '.join(excused)})"
    if hidden:
        text += f"; {count(hidden, 'info')} not shown, --verbose shows them"
    return text
