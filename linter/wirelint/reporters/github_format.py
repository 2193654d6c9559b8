# GitHub shows at most ten annotations of a level for a step, so the most telling go first: files
# that the change touches, then what compares with the baseline, then by severity.
"""Workflow commands of GitHub Actions: annotations in the pull request."""

from __future__ import annotations

from typing import Final

from wirelint.engine.report import JsonObject, Report
from wirelint.reporters import Look
from wirelint.reporters.words import closing, inert, shown

_COMMANDS: Final = {"error": "error", "warning": "warning", "info": "notice"}
_SHOWN: Final = 10  # of a level in a step
_ORDER: Final = {"error": 0, "warning": 1, "info": 2}


def report(report: Report, look: Look) -> str:
    visible = sorted(shown(report, look), key=lambda one: _rank(one, report))
    counts = dict.fromkeys(_COMMANDS, 0)
    lines = []
    for one in visible:
        counts[one["severity"]] += 1
        if counts[one["severity"]] <= _SHOWN:
            lines.append(_command(one))
    more = sum(max(0, count - _SHOWN) for count in counts.values())
    if more:
        lines.append(f"::notice title=wirelint::{more} more in the job summary")
    hidden = report.summary.infos - counts["info"]
    lines.append(closing(report.summary, hidden))
    return "".join(f"{line}\n" for line in lines)


def _rank(one: JsonObject, report: Report) -> tuple[bool, bool, int]:
    touched = report.changed is None or one["path"] in report.changed
    return not touched, one["category"] != "evolution", _ORDER[one["severity"]]


def _command(one: JsonObject) -> str:
    fields = []
    if one["path"]:
        fields.append(("file", one["path"]))
        at = one["range"]
        if at:
            fields += [
                ("line", str(at["start"]["line"])),
                ("endLine", str(at["end"]["line"])),
            ]
            if at["start"]["line"] == at["end"]["line"]:
                fields += [
                    ("col", str(at["start"]["column"])),
                    ("endColumn", str(at["end"]["column"])),
                ]
    fields.append(("title", f"wirelint {one['rule']}"))
    text = one["message"] if not one["help"] else f"{one['message']}\n{one['help']}"
    properties = ",".join(f"{name}={_property(value)}" for name, value in fields)
    return f"::{_COMMANDS[one['severity']]} {properties}::{_data(text)}"


def _data(text: str) -> str:
    """Escape as the runner's toolkit does; what a terminal acts on is made visible first."""
    return "%0A".join(inert(line).replace("%", "%25") for line in text.split("\n"))


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
