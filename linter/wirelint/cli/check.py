"""`wirelint check`."""

from __future__ import annotations

import argparse
import sys

from wirelint.cli.reading import Read, read_inputs
from wirelint.cli.settings import dialect_of, policy_of, profile_of, settings_of
from wirelint.cli.terminal import wants_color
from wirelint.diagnostics import Severity
from wirelint.engine import run as engine
from wirelint.engine.report import Report, Summary, render
from wirelint.errors import UsageError
from wirelint.reporters import Look, reporter
from wirelint.sources.folder import FolderTree
from wirelint.text import SourceText
from wirelint_rules import load_rules


def run(args: argparse.Namespace) -> int:
    """Lint, print, and say by the exit code whether something is wrong."""
    tree = FolderTree()
    settings = settings_of(args, tree)
    profile = profile_of(settings, tree)
    dialect = dialect_of(settings, profile)
    policy = policy_of(args, settings, dialect)
    read = read_inputs(args, tree, settings, profile)
    outcome = engine.run(read.inputs, load_rules, policy=policy, settings=settings, dialect=dialect)
    if args.fix or args.diff:
        from wirelint.cli.fix import fix

        changed = fix(args, read, outcome)
        if args.fix and changed and args.paths != ["-"]:
            read = read_inputs(args, tree, settings, profile)
            outcome = engine.run(
                read.inputs, load_rules, policy=policy, settings=settings, dialect=dialect
            )
        if args.diff:
            return int(bool(changed))
    report = _report(read, outcome, settings.rules_url)
    _print(args, report, read)
    fail_on = args.fail_on or settings.fail_on or "error"
    return int(fail_on != "never" and report.worst >= Severity[fail_on.upper()])


def _report(read: Read, outcome: engine.Outcome, rules_url: str | None) -> Report:
    rows = render(outcome.diagnostics, rules_url)
    severities = [one["severity"] for one in rows]
    return Report(
        diagnostics=rows,
        baselines=read.baselines,
        summary=Summary(
            files=len(read.inputs.documents),
            gate_tables=len(read.inputs.tables),
            errors=severities.count("error"),
            warnings=severities.count("warning"),
            infos=severities.count("info"),
            suppressed=outcome.suppressed,
            waived=outcome.waived,
        ),
    )


def _print(args: argparse.Namespace, report: Report, read: Read) -> None:
    texts = {one.source.path: one.source for one in read.inputs.documents}
    texts |= {one.path: one for one in read.inputs.tables}

    def text_of(path: str) -> SourceText | None:
        return texts.get(path)

    look = Look(
        texts=text_of,
        color=args.output is None and wants_color(args.color),
        verbose=args.verbose or args.fail_on == "info",
        quiet=args.quiet,
        statistics=args.statistics,
    )
    text = reporter(args.format)(report, look)
    if args.output is None:
        sys.stdout.write(text)
        return
    try:
        with open(args.output, "w", encoding="utf-8", newline="") as file:
            file.write(text)
    except OSError as error:
        raise UsageError(f"--output {args.output}: {error.strerror}") from None
