"""From what the engine found to what a reporter prints."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from wirelint.config.model import Settings
from wirelint.diagnostics import Severity
from wirelint.engine import run as engine
from wirelint.engine.load import Schema, load
from wirelint.engine.report import JsonObject, Report, Summary, render
from wirelint.intake.compared import Compared
from wirelint.lazy_dataclass import replace
from wirelint.profiles import Profile
from wirelint.reporters.words import CHANGES
from wirelint.schema.dialect import Dialect


def report_of(
    args: argparse.Namespace,
    inputs: engine.Inputs,
    compared: Compared,
    outcome: engine.Outcome,
    settings: Settings,
    profile: Profile,
    dialect: Dialect,
    *,
    all: bool,
) -> Report:
    """The report. Without `all`, infos on what did not change are counted and not located."""
    found = outcome.diagnostics
    severities = [one.severity for one in found]
    shown = [one for one in found if all or one.severity > Severity.INFO or one.category in CHANGES]
    proofs: dict[int, JsonObject] = {}
    if args.witness and inputs.baselines:
        from wirelint.engine.proof import prove

        proofs = prove(
            found,
            inputs.baselines,
            _schemas(inputs, dialect),
            settings=settings,
            profile=profile,
            dialect=dialect,
        )
    report = Report(
        diagnostics=render(shown, settings.rules_url, proofs),
        baselines=compared.rows,
        summary=Summary(
            files=len(inputs.documents),
            gate_tables=outcome.gate_tables,
            errors=severities.count(Severity.ERROR),
            warnings=severities.count(Severity.WARNING),
            infos=severities.count(Severity.INFO),
            suppressed=sum(one.by_comment for one in outcome.excused),
            waived=sum(not one.by_comment for one in outcome.excused),
        ),
        changed=_changed(inputs),
    )
    if args.format == "sarif":
        report = replace(report, excused=_excused(outcome, settings.rules_url))
    if args.format == "markdown" and inputs.baselines:
        text = _changelog(inputs, settings, profile, dialect)
        report = replace(report, changelog=text)
    return report


def _schemas(inputs: engine.Inputs, dialect: Dialect) -> Sequence[Schema]:
    return [load(one, dialect) for one in (*inputs.documents, *inputs.context)]


def _excused(outcome: engine.Outcome, rules_url: str | None) -> list[JsonObject]:
    rows = []
    for one in outcome.excused:
        (row,) = render([one.diagnostic], rules_url)
        kind = "inSource" if one.by_comment else "external"
        rows.append({**row, "suppression": {"kind": kind, "justification": one.reason}})
    return rows


def _changed(inputs: engine.Inputs) -> list[str] | None:
    """The checked files that are new against the first baseline, or other than there."""
    if not inputs.baselines:
        return None
    same = inputs.baselines[0].unchanged
    paths = [one.source.path for one in inputs.documents] + [one.path for one in inputs.tables]
    return [path for path in paths if path not in same]


def _changelog(
    inputs: engine.Inputs, settings: Settings, profile: Profile, dialect: Dialect
) -> str:
    from wirelint.engine.compare import trees_of
    from wirelint.evolution.changelog import changelog
    from wirelint.reporters.changelog import to_markdown

    first = inputs.baselines[0]
    trees = trees_of(first, _schemas(inputs, dialect), settings, profile, dialect)
    told = changelog(trees, first.name, "this change")
    return to_markdown(told, level=3) if told.entries else ""
