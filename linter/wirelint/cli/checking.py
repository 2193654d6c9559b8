"""The cold half of `wirelint check`: read, judge, mend."""

from __future__ import annotations

import argparse

from wirelint.cli.gathering import gather
from wirelint.cli.reporting import report_of
from wirelint.cli.settings import dialect_of, policy_of
from wirelint.config.model import Settings
from wirelint.engine import run as engine
from wirelint.engine.report import Report
from wirelint.intake.compared import NOTHING_COMPARED, Compared, specs_of
from wirelint.intake.gathered import Gathered
from wirelint.intake.reading import inputs_of
from wirelint.profiles import Profile
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
            read_table=_reader(args, inputs),
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
    report = report_of(args, inputs, compared, outcome, settings, profile, dialect, all=all)
    return gathered, report, changed


def _reader(args: argparse.Namespace, inputs: engine.Inputs) -> engine.ReadTable | None:
    """A reader of gate tables that remembers, where there are tables and a cache is wanted."""
    if args.no_cache or not engine.has_tables(inputs):
        return None
    from wirelint.cli.table_cache import remembering

    return remembering(args.cache_dir)
