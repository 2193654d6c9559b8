# A file for people: who takes up wirelint reads once what is let through, and a later change of it is
# a line of a review. A finding goes by its fingerprint; the words behind it are for the reader.
"""Findings that were there when wirelint came (`--baseline-findings`)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from wirelint.config.model import Settings
from wirelint.diagnostics import Category, Diagnostic
from wirelint.engine.report import JsonObject, fingerprinted, fingerprints
from wirelint.errors import WirelintError
from wirelint.lazy_dataclass import dataclass

HEADER: Final = """\
# Findings that stood when this file was written. wirelint leaves them out and shows new ones.
# `wirelint check --update` writes the file anew; nothing here is edited by hand.
"""
_FIRST: Final = "findings 1"
_ENTRY: Final = re.compile(r"  ([0-9a-f]{12}) (error|warning|info) ([\w-]+) (.+)")
# What would end a line, act on a terminal, or be no text in UTF-8.
_BREAKS: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


@dataclass(frozen=True, slots=True, kw_only=True)
class AcceptedFinding:
    """One accepted finding. `path` is as the configuration's folder sees it."""

    fingerprint: str
    severity: str
    rule: str
    path: str
    message: str
    line: int = 0  # in the file, from 0


@dataclass(frozen=True, slots=True, kw_only=True)
class AcceptedFindings:
    """What a file lists, and against which baselines it was written."""

    findings: tuple[AcceptedFinding, ...] = ()
    against: tuple[str, ...] = ()


def read_accepted(text: str, path: str) -> AcceptedFindings:
    """Read such a file. Raises WirelintError with the line that is none of it."""
    findings: list[AcceptedFinding] = []
    against: list[str] = []
    started = False
    holder: str | None = None
    for number, line in enumerate(text.split("\n")):
        bare = line.rstrip()
        if not bare or bare.startswith("#"):
            continue
        entry = _ENTRY.fullmatch(bare)
        if not started:
            if bare != _FIRST:
                raise _refused(path, number, f"`{_FIRST}` is expected here, not `{bare[:60]}`")
            started = True
        elif entry is not None and holder is not None:
            findings.append(
                AcceptedFinding(
                    fingerprint=entry[1],
                    severity=entry[2],
                    rule=entry[3],
                    message=entry[4],
                    path=holder,
                    line=number,
                )
            )
        elif bare.startswith("against "):
            against.append(bare.removeprefix("against "))
        elif bare.startswith("file "):
            holder = bare.removeprefix("file ")
        else:
            raise _refused(path, number, f"`{bare[:60]}` is no accepted finding")
    if not started:
        raise _refused(path, 0, f"`{_FIRST}` is missing")
    return AcceptedFindings(findings=tuple(findings), against=tuple(against))


def write_accepted(accepted: AcceptedFindings) -> str:
    """The text: by file, then by rule, then by what is said."""
    lines = [HEADER.rstrip("\n"), _FIRST, *(f"against {one}" for one in accepted.against)]
    holder = None
    for one in sorted(
        accepted.findings, key=lambda one: (one.path, one.rule, one.message, one.fingerprint)
    ):
        if one.path != holder:
            lines += ["", f"file {one.path}"]
            holder = one.path
        lines.append(f"  {one.fingerprint} {one.severity} {one.rule} {one.message}")
    return "\n".join(lines) + "\n"


def accepted_of(rows: Iterable[JsonObject], base: str = "") -> tuple[AcceptedFinding, ...]:
    """Rows of a report as accepted ones; those of the run itself cannot be accepted."""
    kept = [row for row in rows if row["path"] and row["category"] != "run"]
    return tuple(
        AcceptedFinding(
            fingerprint=fingerprint,
            severity=row["severity"],
            rule=row["rule"],
            path=_BREAKS.sub("?", f"{base}/{row['path']}" if base else row["path"]),
            message=_BREAKS.sub(" ", row["message"]),
        )
        for row, fingerprint in zip(kept, fingerprints(kept, base), strict=True)
    )


def accepted_path(settings: Settings) -> str | None:
    """The file that the configuration names, None where it names none.

    Raises WirelintError where it leads out of the configuration's folder.
    """
    named = settings.baseline_findings
    if named is None:
        return None
    named = named.replace("\\", "/")
    words = named.split("/")
    if ".." in words or not words[0] or words[0][1:2] == ":":
        raise WirelintError(
            f"{settings.path}: `baseline-findings` leads out of the folder of the configuration"
        )
    folder, slash, _ = (settings.path or "").rpartition("/")
    return f"{folder}{slash}{named}"


def not_accepted(
    found: list[Diagnostic], accepted: AcceptedFindings, base: str = ""
) -> list[Diagnostic]:
    """The diagnostics of whole files that are not among the accepted ones, in their order."""
    known = {one.fingerprint for one in accepted.findings}
    old = {
        id(one)
        for name, one in fingerprinted(found, base)
        if name in known and one.category is not Category.RUN
    }
    return [one for one in found if id(one) not in old]


def part(
    rows: Sequence[JsonObject], accepted: AcceptedFindings, base: str = ""
) -> tuple[list[JsonObject], list[JsonObject], list[AcceptedFinding]]:
    """Rows that are new, rows that are accepted, and accepted findings that no row is."""
    known = {one.fingerprint for one in accepted.findings}
    new: list[JsonObject] = []
    old: list[JsonObject] = []
    found: set[str] = set()
    for row, fingerprint in zip(rows, fingerprints(rows, base), strict=True):
        if fingerprint in known and row["category"] != "run":
            found.add(fingerprint)
            old.append(row)
        else:
            new.append(row)
    return new, old, [one for one in accepted.findings if one.fingerprint not in found]


def _refused(path: str, line: int, why: str) -> WirelintError:
    return WirelintError(
        f"{path}:{line + 1}: {why}; `wirelint check --baseline-findings {path} --update` writes "
        "the file anew"
    )
