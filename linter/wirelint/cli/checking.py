"""The cold half of `wirelint check`: read, judge, mend."""

from __future__ import annotations

import argparse
from typing import TypeAlias

from wirelint.cli.accepted_file import AcceptedFile
from wirelint.cli.gathering import gather, must_hold_something
from wirelint.cli.reporting import report_of
from wirelint.cli.settings import dialect_of, policy_of
from wirelint.config.model import Settings
from wirelint.engine import run as engine
from wirelint.engine.policy import Policy
from wirelint.engine.report import Report
from wirelint.intake.compared import NOTHING_COMPARED, Compared, specs_of
from wirelint.intake.gathered import Gathered
from wirelint.intake.reading import inputs_of
from wirelint.lazy_dataclass import replace
from wirelint.profiles import Profile
from wirelint.sources.tree import Tree
from wirelint_rules import load_rules


def check(
    args: argparse.Namespace,
    tree: Tree,
    settings: Settings,
    profile: Profile,
    gathered: Gathered,
    accepted: AcceptedFile | None = None,
    *,
    all: bool,
) -> tuple[Gathered, Report, bool]:
    """Run the engine; with `--fix` mend and run again. Gives the files as they are then.

    The last value says whether a text changed or, with `--diff`, would change.

    Without `all`, notes on what did not change are counted and not located.
    """
    dialect = dialect_of(settings, profile)
    policy = policy_of(args, settings, dialect)
    reason = None
    if args.add_ignores:
        from wirelint.cli.ignoring import reason_of

        reason = reason_of(args)

    def judge(gathered: Gathered) -> _Judged:
        specs = specs_of(args.against, settings)
        compared = NOTHING_COMPARED
        if specs:
            from wirelint.intake.baselines import compare

            compared = compare(specs, tree, gathered, settings, profile)
        inputs = inputs_of(gathered, compared)
        if args.upstream is not None:
            from wirelint.intake.upstream import read_upstream

            upstream = args.upstream or settings.upstream or ""
            origin, row = read_upstream(upstream, tree, gathered, settings, profile)
            compared = replace(compared, rows=(*compared.rows, row))
            inputs = replace(inputs, upstream=origin)
        outcome = engine.run(
            inputs,
            load_rules,
            policy=policy,
            settings=settings,
            profile=profile,
            dialect=dialect,
            read_table=_reader(args, inputs),
        )
        if not (inputs.documents or outcome.gate_tables or inputs.problems or outcome.diagnostics):
            must_hold_something(args)
        return inputs, compared, outcome

    inputs, compared, outcome = judge(gathered)
    changed = False
    if (args.fix or args.diff) and reason is None:
        from wirelint.cli.fix import fix

        changed = fix(args, inputs, outcome)
        if args.fix and changed and args.paths != ["-"]:
            gathered = gather(args, tree, settings, profile)
            inputs, compared, outcome = judge(gathered)

    def reported(state: _Judged) -> Report:
        report = report_of(args, *state, settings, profile, dialect, all=all)
        if accepted is None:
            return report
        return _accept(args, report, accepted, settings, policy, tree, gathered, state)

    report = reported((inputs, compared, outcome))
    if reason is not None:
        from wirelint.cli.ignoring import add_ignores

        changed = add_ignores(args, inputs, report.diagnostics, reason)
        if changed and not args.diff:
            gathered = gather(args, tree, settings, profile)
            report = reported(judge(gathered))
    return gathered, report, changed


_Judged: TypeAlias = tuple[engine.Inputs, Compared, engine.Outcome]


def _accept(
    args: argparse.Namespace,
    report: Report,
    file: AcceptedFile,
    settings: Settings,
    policy: Policy,
    tree: Tree,
    gathered: Gathered,
    state: _Judged,
) -> Report:
    from wirelint.cli.accepting import Seen, accept, note_gone

    inputs, compared, outcome = state
    seen = Seen(
        paths={
            *(one.source.path for one in inputs.documents),
            *(one.path for one in inputs.tables),
        },
        arguments=gathered.arguments,
        ran=outcome.ran,
        against=tuple(str(row["spec"]) for row in compared.rows),
    )
    return note_gone(accept(args, report, file, settings, tree, seen), file, policy)


def _reader(args: argparse.Namespace, inputs: engine.Inputs) -> engine.ReadTable | None:
    """A reader of gate tables that remembers, where there are tables and a cache is wanted."""
    if args.no_cache or not engine.has_tables(inputs):
        return None
    from wirelint.cli.table_cache import remembering

    return remembering(args.cache_dir)
