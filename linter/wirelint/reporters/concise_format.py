"""One line a finding: `path:line:column: severity rule message`."""

from __future__ import annotations

from wirelint.engine.report import JsonObject, Report
from wirelint.reporters import Look
from wirelint.reporters.words import inert, shown


def report(report: Report, look: Look) -> str:
    return "".join(f"{line(one)}\n" for one in shown(report, look))


def line(one: JsonObject) -> str:
    at = one["range"]
    where = [one["path"] or "wirelint"]
    if at:
        where += [str(at["start"]["line"]), str(at["start"]["column"])]
    return inert(f"{':'.join(where)}: {one['severity']} {one['rule']} {one['message']}")
