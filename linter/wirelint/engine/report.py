# Where lazy places end: a report is plain data that reporters print, caches keep and scripts read.
"""Diagnostics with their places resolved."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from wirelint.diagnostics import Diagnostic, Fix, Severity
from wirelint.lazy_dataclass import dataclass
from wirelint.text import Place, SourceText

JsonObject: TypeAlias = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """What a run saw, for the last line."""

    files: int = 0
    gate_tables: int = 0
    errors: int = 0
    warnings: int = 0
    infos: int = 0
    suppressed: int = 0
    waived: int = 0
    accepted: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """All that a run has to say. `diagnostics` are JSON objects as the JSON output has them.

    `excused` are those that suppressions and waivers let through, with `suppression`: `kind`
    (inSource, external) and `justification`; empty unless the format shows them.
    """

    diagnostics: Sequence[JsonObject]
    baselines: Sequence[JsonObject]
    summary: Summary
    excused: Sequence[JsonObject] = ()
    changed: Sequence[str] | None = None  # checked files that the baseline has otherwise
    changelog: str = ""  # Markdown, for formats that show what changed
    # Accepted findings that are no longer found; None where the run knows of no accepted ones.
    gone: Sequence[JsonObject] | None = None

    @property
    def worst(self) -> Severity:
        return max(
            (Severity[one["severity"].upper()] for one in self.diagnostics), default=Severity.OFF
        )


def render(
    diagnostics: Iterable[Diagnostic],
    rules_url: str | None = None,
    proofs: Mapping[int, JsonObject] | None = None,
) -> list[JsonObject]:
    """Diagnostics as plain objects, ordered by path, place and rule, each fingerprint once.

    `rules_url` is where the pages of the rules are published, with `{rule}` for the name. `proofs`
    are witnesses by the `id()` of their diagnostic (`engine.proof`).
    """
    rows = []
    for one in diagnostics:
        row = _row(one, rules_url)
        if proofs and id(one) in proofs:
            row["witness"] = proofs[id(one)]
        rows.append(row)
    rows.sort(key=_order)
    for row, fingerprint in zip(rows, fingerprints(rows), strict=True):
        row["fingerprint"] = fingerprint
    return rows


def fingerprinted(
    diagnostics: Iterable[Diagnostic], base: str = ""
) -> list[tuple[str, Diagnostic]]:
    """Diagnostics in the order of `render`, each with its fingerprint as seen from `base`."""
    rows = [(_row(one, None), one) for one in diagnostics]
    rows.sort(key=lambda pair: _order(pair[0]))
    names = fingerprints((row for row, _ in rows), base)
    return [(name, one) for name, (_, one) in zip(names, rows, strict=True)]


def fingerprints(rows: Iterable[JsonObject], base: str = "") -> list[str]:
    """A name for each row, each once; `base` is put before the paths, as seen from there."""
    seen: dict[str, int] = {}
    found = []
    for row in rows:
        name = _fingerprint(row, base)
        nth = seen.get(name, 0)
        seen[name] = nth + 1
        found.append(name if not nth else _digest(f"{name}#{nth}"))
    return found


def place(at: Place) -> JsonObject:
    """`path` and `range` of a place; the range is null for a file that is gone."""
    return {"path": at.source.path, "range": range_of(at)}


def range_of(at: Place) -> JsonObject | None:
    span = at.span
    if span is None:
        return None
    return {"start": _position(at.source, span.start), "end": _position(at.source, span.end)}


def _position(source: SourceText, offset: int) -> JsonObject:
    line, column = source.line_column(offset)
    return {"line": line + 1, "column": column + 1, "offset": offset}


def _row(one: Diagnostic, rules_url: str | None) -> JsonObject:
    finding = one.finding
    return {
        "rule": one.rule,
        "category": one.category.value,
        "severity": one.severity.word,
        "message": finding.message,
        "help": finding.help,
        "url": rules_url.replace("{rule}", one.rule) if rules_url else None,
        "path": finding.at.source.path or None,
        "range": range_of(finding.at),
        "property": finding.at.property,
        "message_name": one.message_name,
        "versions": str(finding.versions) if finding.versions else None,
        "related": [
            {
                **place(related.at),
                "revision": related.at.source.revision,
                "message": related.message,
            }
            for related in finding.related
        ],
        "fixes": [_fix(fix) for fix in finding.fixes],
    }


def _fix(fix: Fix) -> JsonObject:
    return {
        "title": fix.title,
        "safe": fix.safe,
        "edits": [{**place(edit.at), "replacement": edit.replacement} for edit in fix.edits],
    }


def _order(row: JsonObject) -> tuple[Any, ...]:
    at = row["range"]
    offset = at["start"]["offset"] if at else -1
    return (
        row["path"] or "",
        offset,
        -Severity[row["severity"].upper()],
        row["rule"],
        row["message"],
    )


def _fingerprint(row: JsonObject, base: str) -> str:
    """The same finding after lines moved has the same fingerprint."""
    path = f"{base}/{row['path']}" if base and row["path"] else row["path"]
    parts = (row["rule"], path, row["message_name"], row["property"], row["message"])
    return _digest("\0".join(part or "" for part in parts))


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:12]
