"""The cold half of `wirelint check`: read, judge, mend."""

from __future__ import annotations

import argparse

from wirelint.cli.gathering import gather
from wirelint.cli.settings import dialect_of, policy_of
from wirelint.config.model import Settings
from wirelint.diagnostics import Severity
from wirelint.engine import run as engine
from wirelint.engine.report import JsonObject, Report, Summary, render
from wirelint.intake.compared import NOTHING_COMPARED, Compared, specs_of
from wirelint.intake.gathered import Gathered
from wirelint.intake.reading import inputs_of
from wirelint.profiles import Profile
from wirelint.reporters.words import CHANGES
from wirelint.sources.tree import Tree
from wirelint_rules import load_rules


def check(
    args: argparse.Namespace,
    tree: Tree,
    settings: Settings,
    profile: Profile,
    gathered: Gathered,
    *,
    all: bool,
) -> tuple[Gathered, Report, bool]:
    """Run the engine; with `--fix` mend and run again. Gives the files as they are then.

    The last value says whether a fix changed or, with `--diff`, would change something.

    Without `all`, notes on what did not change are counted and not located.
    """
    dialect = dialect_of(settings, profile)
    policy = policy_of(args, settings, dialect)

    def judge(gathered: Gathered) -> tuple[engine.Inputs, Compared, engine.Outcome]:
        specs = specs_of(args.against, settings)
        compared = NOTHING_COMPARED
        if specs:
            from wirelint.intake.baselines import compare

            compared = compare(specs, tree, gathered, settings, profile)
        inputs = inputs_of(gathered, compared)
        outcome = engine.run(
            inputs,
            load_rules,
            policy=policy,
            settings=settings,
            profile=profile,
            dialect=dialect,
        )
        return inputs, compared, outcome

    inputs, compared, outcome = judge(gathered)
    changed = False
    if args.fix or args.diff:
        from wirelint.cli.fix import fix

        changed = fix(args, inputs, outcome)
        if args.fix and changed and args.paths != ["-"]:
            gathered = gather(args, tree, settings, profile)
            inputs, compared, outcome = judge(gathered)
    proofs = None
    if args.witness and inputs.baselines:
        from wirelint.engine.load import load
        from wirelint.engine.proof import prove

        proofs = prove(
            outcome.diagnostics,
            inputs.baselines,
            [load(one, dialect) for one in (*inputs.documents, *inputs.context)],
            settings=settings,
            profile=profile,
            dialect=dialect,
        )
    return (
        gathered,
        _report(
            inputs,
            compared,
            outcome,
            settings.rules_url,
            proofs,
            all=all,
            with_excused=args.format == "sarif",
        ),
        changed,
    )


def _report(
    inputs: engine.Inputs,
    compared: Compared,
    outcome: engine.Outcome,
    rules_url: str | None,
    proofs: dict[int, JsonObject] | None,
    *,
    all: bool,
    with_excused: bool,
) -> Report:
    found = outcome.diagnostics
    severities = [one.severity for one in found]
    shown = [one for one in found if all or one.severity > Severity.INFO or one.category in CHANGES]
    return Report(
        diagnostics=render(shown, rules_url, proofs),
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
        excused=_excused(outcome, rules_url) if with_excused else (),
        changed=_changed(inputs),
    )


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
