"""`wirelint check --baseline-findings`, and `--update`."""

from __future__ import annotations

import argparse
from collections.abc import Collection

from wirelint.cli.accepted_file import AcceptedFile
from wirelint.cli.output import complain
from wirelint.config.model import Settings
from wirelint.engine.accepted import AcceptedFinding, AcceptedFindings
from wirelint.engine.policy import Policy
from wirelint.engine.report import JsonObject, Report
from wirelint.errors import WirelintError
from wirelint.lazy_dataclass import dataclass, replace
from wirelint.sources.tree import Tree


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """What a run looked at: files, PATH arguments, rules that ran, and what it compared with."""

    paths: Collection[str]
    arguments: tuple[str, ...]
    ran: Collection[str]
    against: tuple[str, ...]


def accept(
    args: argparse.Namespace,
    report: Report,
    file: AcceptedFile,
    settings: Settings,
    tree: Tree,
    seen: Seen,
) -> Report:
    """The report without what is accepted; with `--update` the file is written first."""
    from wirelint.engine.accepted import part, read_accepted

    accepted = AcceptedFindings()
    if file.data is not None:
        accepted = read_accepted(_text(file), file.path)
    base = settings.base
    new, old, missing = part(report.diagnostics, accepted, base)
    gone = [one for one in missing if _is_gone(one, accepted, seen, base, tree)]
    if args.update:
        taken = [row for row in new if _acceptable(row, notes=args.fail_on == "info")]
        kept = [one for one in missing if one not in gone]
        _write(file, [*old, *taken], kept, seen.against or accepted.against, base)
        if not args.quiet:
            complain(f"wirelint: {_said(file.path, len(old), len(taken), len(gone))}\n")
        new = [row for row in new if not any(row is one for one in taken)]
        old, gone = [*old, *taken], []
    severities = [row["severity"] for row in old]
    summary = report.summary
    report = replace(
        report,
        diagnostics=new,
        gone=[_absent(one, base) for one in gone],
        summary=replace(
            summary,
            errors=summary.errors - severities.count("error"),
            warnings=summary.warnings - severities.count("warning"),
            infos=summary.infos - severities.count("info"),
            accepted=len(old),
        ),
    )
    if args.format == "sarif":
        excuse = {"kind": "external", "justification": f"accepted in {file.path}"}
        rows = [{**row, "suppression": excuse, "state": "unchanged"} for row in old]
        report = replace(report, excused=[*report.excused, *rows])
    return report


def note_gone(report: Report, file: AcceptedFile, policy: Policy) -> Report:
    """The report with a note where accepted findings are gone."""
    if not report.gone:
        return report
    from wirelint.diagnostics import Category, Finding, Problem
    from wirelint.engine.policy import Dispatch
    from wirelint.engine.report import render
    from wirelint.reporters.words import count
    from wirelint.text import Location, SourceText
    from wirelint_rules import load_rules

    number = len(report.gone)
    few = ", ".join(f"`{one['rule']}` in {one['path']}" for one in report.gone[:3])
    finding = Finding(
        Location(SourceText(file.path, ""), None),
        f"{count(number, 'accepted finding')} no longer found: {few}{', ...' if number > 3 else ''}",
        help="`wirelint check --update` with the same options writes the file anew",
    )
    dispatch = Dispatch(policy, load_rules((Category.RUN,)))
    rows = render(list(dispatch.run(Problem("accepted-finding-gone", finding))))
    summary = report.summary
    for row in rows:
        row["range"] = _FIRST_LINE
        field = f"{row['severity']}s"
        summary = replace(summary, **{field: getattr(summary, field) + 1})
    return replace(report, diagnostics=[*report.diagnostics, *rows], summary=summary)


_START = {"line": 1, "column": 1, "offset": 0}
_FIRST_LINE = {"start": _START, "end": _START}


def _acceptable(row: JsonObject, *, notes: bool) -> bool:
    return bool(row["path"]) and row["category"] != "run" and (notes or row["severity"] != "info")


def _is_gone(
    one: AcceptedFinding, accepted: AcceptedFindings, seen: Seen, base: str, tree: Tree
) -> bool:
    """Whether this run would have found it: otherwise nothing is known of it."""
    if base and not one.path.startswith(f"{base}/"):
        return False
    here = one.path.removeprefix(f"{base}/") if base else one.path
    if here not in seen.paths and (
        tree.has(here)
        or not any(not folder or here.startswith(f"{folder}/") for folder in seen.arguments)
    ):
        return False
    if one.rule in seen.ran:
        return seen.against == accepted.against or not _asks_a_baseline(one.rule)
    return not _exists(one.rule)


def _asks_a_baseline(rule: str) -> bool:
    from wirelint.diagnostics import Category
    from wirelint_rules import load_rules

    alone = (Category.SYNTAX, Category.SCHEMA, Category.REPOSITORY)
    return not any(rule in (one.id, *one.aliases) for one in load_rules(alone))


def _exists(rule: str) -> bool:
    from wirelint_rules import load_rules

    return any(rule in (one.id, *one.aliases) for one in load_rules())


def _write(
    file: AcceptedFile,
    rows: list[JsonObject],
    kept: list[AcceptedFinding],
    against: tuple[str, ...],
    base: str,
) -> None:
    from wirelint.engine.accepted import accepted_of, write_accepted
    from wirelint.sources.writing import write_atomically

    written = AcceptedFindings(findings=(*accepted_of(rows, base), *kept), against=against)
    write_atomically(file.path, write_accepted(written).encode("utf-8", "replace"))


def _said(path: str, old: int, new: int, gone: int) -> str:
    from wirelint.reporters.words import count

    return f"{path} lists {count(old + new, 'accepted finding')}: {new} new, {gone} taken off"


def _absent(one: AcceptedFinding, base: str) -> JsonObject:
    return {
        "rule": one.rule,
        "severity": one.severity,
        "message": one.message,
        "help": None,
        "path": one.path.removeprefix(f"{base}/") if base else one.path,
        "range": None,
        "property": None,
        "related": [],
        "fixes": [],
        "fingerprint": one.fingerprint,
        "state": "absent",
    }


def _text(file: AcceptedFile) -> str:
    try:
        return (file.data or b"").decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise WirelintError(f"{file.path}: is not UTF-8 (byte {error.start})") from None
