"""Reviewdog Diagnostic Format, with suggestions for findings that have a fix in one file."""

from __future__ import annotations

import json
from typing import Final

from wirelint.engine.report import JsonObject, Report
from wirelint.reporters import Look
from wirelint.reporters.words import shown
from wirelint.text import SourceText

_SEVERITIES: Final = {"error": "ERROR", "warning": "WARNING", "info": "INFO"}


def report(report: Report, look: Look) -> str:
    shape = {
        "source": {"name": "wirelint"},
        "diagnostics": [_diagnostic(one, look) for one in shown(report, look)],
    }
    return json.dumps(shape, indent=1) + "\n"


def _diagnostic(one: JsonObject, look: Look) -> JsonObject:
    path = one["path"] or ""
    source = look.texts(path) if path else None
    location: JsonObject = {"path": path}
    if one["range"] and source is not None:
        location["range"] = _range(one["range"], source)
    code = {"value": one["rule"]}
    if one["url"]:
        code["url"] = one["url"]
    diagnostic = {
        "message": one["message"] if not one["help"] else f"{one['message']}\n{one['help']}",
        "location": location,
        "severity": _SEVERITIES[one["severity"]],
        "code": code,
    }
    suggestions = [] if source is None else _suggestions(one, path, source)
    if suggestions:
        diagnostic["suggestions"] = suggestions
    return diagnostic


def _suggestions(one: JsonObject, path: str, source: SourceText) -> list[JsonObject]:
    """The first fix, where a reviewer can apply it: one edit in the file of the finding."""
    for fix in one["fixes"][:1]:
        edits = fix["edits"]
        if len(edits) == 1 and edits[0]["path"] == path and edits[0]["range"]:
            return [{"range": _range(edits[0]["range"], source), "text": edits[0]["replacement"]}]
    return []


def _range(at: JsonObject, source: SourceText) -> JsonObject:
    return {"start": _position(at["start"], source), "end": _position(at["end"], source)}


def _position(at: JsonObject, source: SourceText) -> JsonObject:
    """Reviewdog counts columns in bytes of UTF-8."""
    before = source.line_text(at["line"] - 1)[: at["column"] - 1]
    return {"line": at["line"], "column": len(before.encode("utf-8", "surrogatepass")) + 1}
