"""A job summary: the findings, and the changelog of the change."""

from __future__ import annotations

import re
from typing import Final

from wirelint.engine.report import JsonObject, Report
from wirelint.reporters import Look
from wirelint.reporters.words import closing, shown
from wirelint.text import inert_markdown

_MOST: Final = 1_000_000  # GitHub takes 1 MiB; characters may be wider than a byte
_SIGNS: Final = {"error": "🔴 error", "warning": "🟡 warning", "info": "🔵 info"}


def report(report: Report, look: Look) -> str:
    visible = shown(report, look)
    hidden = report.summary.infos - sum(one["severity"] == "info" for one in visible)
    parts = ["## wirelint", closing(report.summary, hidden) + "."]
    if report.baselines:
        names = ", ".join(_code(one["spec"]) for one in report.baselines)
        parts.append(f"Compared with {names}.")
    if visible:
        rows = [_row(one) for one in visible]
        parts.append("| where | finding | what to do |\n| --- | --- | --- |\n" + "\n".join(rows))
    if report.changelog:
        parts.append(report.changelog.rstrip())
    return _cut("\n\n".join(parts) + "\n")


def _row(one: JsonObject) -> str:
    where = inert_markdown(one["path"] or "")
    if one["range"]:
        where += f":{one['range']['start']['line']}"
    todo = inert_markdown(one["help"] or (one["fixes"][0]["title"] if one["fixes"] else ""))
    sign = _SIGNS[one["severity"]]
    return f"| {where} | {sign} **{one['rule']}**<br>{_message(one['message'])} | {todo} |"


def _message(text: str) -> str:
    """Our backticks stay; everything else of a message is plain text."""
    parts = re.split(r"`([^`]*)`", text)
    return "".join(
        _code(part) if index % 2 else inert_markdown(part) for index, part in enumerate(parts)
    )


def _code(text: str) -> str:
    """Between these tags Markdown goes on reading, unlike between backticks."""
    return f"<code>{inert_markdown(text)}</code>"


def _cut(text: str) -> str:
    data = text.encode("utf-8", "replace")
    if len(data) <= _MOST:
        return data.decode("utf-8")
    kept = data[:_MOST].decode("utf-8", "ignore")
    kept = kept[: kept.rfind("\n") + 1]
    return f"{kept}\n*cut here: {len(data) - len(kept.encode())} bytes more*\n"
