"""SARIF 2.1.0, for code scanning."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from typing import Any, Final

import wirelint
from wirelint.engine.report import JsonObject, Report
from wirelint.reporters import Look

_SCHEMA: Final = "https://json.schemastore.org/sarif-2.1.0.json"
_UNRESERVED: Final = frozenset(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/"
)
_LEVELS: Final = {"error": "error", "warning": "warning", "info": "note"}


def report(report: Report, look: Look) -> str:
    rules = sorted(look.rules(), key=lambda rule: str(rule["name"]))
    places = {rule["name"]: index for index, rule in enumerate(rules)}
    hashes = _LineHashes(look)
    results = [
        _result({**one, **_state(report, one)}, places, hashes)
        for one in (*report.diagnostics, *report.excused, *(report.gone or ()))
    ]
    run = {
        "tool": {
            "driver": {
                "name": "wirelint",
                "semanticVersion": wirelint.__version__,
                "rules": [_rule(rule) for rule in rules],
            }
        },
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {"%SRCROOT%": {"description": {"text": "The checked repository."}}},
        "invocations": [
            {
                "executionSuccessful": True,
                "toolExecutionNotifications": list(_notifications(report.diagnostics)),
            }
        ],
        "results": results,
    }
    return json.dumps({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}, indent=1) + "\n"


def _state(report: Report, one: JsonObject) -> JsonObject:
    """Where findings are accepted, each result is `new`, `unchanged` or, when gone, `absent`.

    Notes are accepted by nobody and have no state.
    """
    if report.gone is None or "state" in one or one["severity"] == "info":
        return {}
    return {"state": "new"}


class _LineHashes:
    """`primaryLocationLineHash`: the line's text and how often it came before."""

    def __init__(self, look: Look) -> None:
        self._look = look
        self._seen: dict[tuple[str, str], int] = {}

    def of(self, one: JsonObject) -> str | None:
        at, path = one["range"], one["path"]
        source = self._look.texts(path) if at and path else None
        if source is None:
            return None
        line = source.line_text(at["start"]["line"] - 1).strip()
        digest = hashlib.sha256(line.encode("utf-8", "surrogatepass")).hexdigest()[:16]
        nth = self._seen.get((path, digest), 0) + 1
        self._seen[path, digest] = nth
        return f"{digest}:{nth}"


def _rule(rule: JsonObject) -> JsonObject:
    return {
        "id": rule["name"],
        "shortDescription": {"text": rule["summary"]},
        "help": {"text": rule["page"], "markdown": rule["page"]},
        "defaultConfiguration": {"level": _LEVELS[rule["severity"]], "enabled": rule["on"]},
        "properties": {"tags": [rule["category"]]},
    }


def _result(one: JsonObject, places: Mapping[str, int], hashes: _LineHashes) -> JsonObject:
    message = one["message"] + (f". {one['help']}." if one["help"] else ".")
    fingerprints = {"wirelint/v1": one.get("fingerprint") or one["rule"]}
    line = hashes.of(one)
    if line is not None:
        fingerprints["primaryLocationLineHash"] = line
    result: JsonObject = {
        "ruleId": one["rule"],
        "level": _LEVELS[one["severity"]],
        "message": {"text": message},
        "locations": [_location(one)] if one["path"] else [],
        "partialFingerprints": fingerprints,
    }
    if one["rule"] in places:
        result["ruleIndex"] = places[one["rule"]]
    related = [
        {**_location(other), "id": index, "message": {"text": _related_text(other)}}
        for index, other in enumerate(one["related"])
        if other["path"]
    ]
    if related:
        result["relatedLocations"] = related
    fixes = [_fix(fix) for fix in one["fixes"] if fix["edits"]]
    if fixes:
        result["fixes"] = fixes
    if "state" in one:
        result["baselineState"] = one["state"]
    if "suppression" in one:
        result["suppressions"] = [{**one["suppression"], "status": "accepted"}]
    return result


def _related_text(other: JsonObject) -> str:
    revision = other.get("revision")
    return f"{revision}: {other['message']}" if revision else str(other["message"])


def _location(one: JsonObject) -> JsonObject:
    physical: JsonObject = {"artifactLocation": _artifact(one["path"])}
    if one["range"]:
        physical["region"] = _region(one["range"])
    location: JsonObject = {"physicalLocation": physical}
    if one.get("property"):
        location["logicalLocations"] = [{"fullyQualifiedName": one["property"]}]
    return location


def _artifact(path: str) -> JsonObject:
    return {"uri": _uri(path), "uriBaseId": "%SRCROOT%"}


def _uri(path: str) -> str:
    """A relative reference (RFC 3986): all but unreserved characters and `/` percent-encoded."""
    data = path.encode("utf-8", "surrogatepass")
    return "".join(chr(one) if chr(one) in _UNRESERVED else f"%{one:02X}" for one in data)


def _region(at: Mapping[str, Any]) -> JsonObject:
    return {
        "startLine": at["start"]["line"],
        "startColumn": at["start"]["column"],
        "endLine": at["end"]["line"],
        "endColumn": at["end"]["column"],
        "charOffset": at["start"]["offset"],
        "charLength": at["end"]["offset"] - at["start"]["offset"],
    }


def _fix(fix: JsonObject) -> JsonObject:
    by_path: dict[str, list[JsonObject]] = {}
    for edit in fix["edits"]:
        by_path.setdefault(edit["path"], []).append(
            {
                "deletedRegion": _region(edit["range"]),
                "insertedContent": {"text": edit["replacement"]},
            }
        )
    return {
        "description": {"text": fix["title"]},
        "artifactChanges": [
            {"artifactLocation": _artifact(path), "replacements": replacements}
            for path, replacements in by_path.items()
        ],
    }


def _notifications(diagnostics: Iterable[JsonObject]) -> Iterable[JsonObject]:
    """Files that could not be read as what they are."""
    seen: set[str] = set()
    for one in diagnostics:
        path = one["path"]
        if one["category"] == "syntax" and one["severity"] == "error" and path not in seen:
            seen.add(path)
            yield {
                "level": "error",
                "message": {"text": f"{path}: {one['message']}"},
                "locations": [_location(one)],
            }
