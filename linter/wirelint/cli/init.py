"""`wirelint init`."""

from __future__ import annotations

import argparse
import os
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator

from wirelint.cli.arguments import parse
from wirelint.cli.output import complain, say
from wirelint.cli.proposal import FINDINGS_FILE, baseline_of, proposal
from wirelint.cli.terminal import wants_color
from wirelint.config.find import find_settings
from wirelint.config.model import NO_SETTINGS, Settings
from wirelint.config.read import read_settings
from wirelint.engine.accepted import AcceptedFindings, accepted_of, write_accepted
from wirelint.engine.report import JsonObject, Report
from wirelint.errors import BaselineError, UsageError, WirelintError
from wirelint.intake.detect import Detected, detect
from wirelint.intake.gathered import Gathered, gather_files
from wirelint.profiles import Profile
from wirelint.reporters.words import closing, count, inert
from wirelint.sources.discovery import guess_profile
from wirelint.sources.folder import FolderTree
from wirelint.sources.writing import write_atomically

_FILE = "wirelint.toml"
_SHOWN = 12  # findings and folders; the rest is counted

_RELATIONS = {
    "own": "a protocol of its own",
    "upstream": "the upstream of all others",
    "fork": "a fork of Apache Kafka",
    "vendors": "keeps copies of Apache Kafka's schemas",
}


def run(args: argparse.Namespace) -> int:
    """Show what the repository is and a configuration for it; write that when told to."""
    tree = FolderTree()
    _refuse_to_overwrite(tree, force=args.force)
    profile = guess_profile(tree)
    gathered = gather_files(tree, ("",), NO_SETTINGS, profile)
    if not gathered.files:
        raise UsageError(
            "no message schema and no gate table below this folder; run `wirelint init` in the "
            "root of a repository that has some"
        )
    found = detect(tree, gathered, profile, ".")
    report, baseline = _judged(tree, gathered, profile, found)
    rows = [row for row in report.diagnostics if row["path"] and row["category"] != "run"]
    rows = [row for row in rows if row["severity"] != "info"]
    accepts = bool(rows) and not args.no_accept
    text = proposal(found, baseline, accepts=accepts)
    for line in (*_shown(found), *_today(found, report, rows, accepts=accepts)):
        say(f"{line}\n")
    sys.stdout.write(_framed(text, color=wants_color(args.color)))
    files = [_FILE, *([FINDINGS_FILE] if accepts else [])]
    if not args.yes and not _confirmed(files):
        return 2 if not sys.stdin.isatty() else 1
    if accepts:
        against = tuple(str(one["spec"]) for one in report.baselines)
        accepted = AcceptedFindings(findings=accepted_of(rows), against=against)
        data = write_accepted(accepted).encode("utf-8", "replace")
        write_atomically(FINDINGS_FILE, data)
    write_atomically(_FILE, text.encode())
    say(f"Wrote {' and '.join(files)}. Next: `wirelint check{_next(baseline)}`\n")
    return 0


def _next(baseline: str | None) -> str:
    return " --against" if baseline else ""


def _refuse_to_overwrite(tree: FolderTree, *, force: bool) -> None:
    if force:
        return
    for name in (_FILE, FINDINGS_FILE):
        if tree.has(name):
            raise UsageError(f"`{name}` is here already; --force replaces it")
    settings = find_settings(tree, os.getcwd().replace(os.sep, "/"))
    if settings.path == "pyproject.toml":
        raise UsageError(
            f"`pyproject.toml` has [tool.wirelint] already; --force writes `{_FILE}`, which goes "
            "before it"
        )


def _judged(
    tree: FolderTree, gathered: Gathered, profile: Profile, found: Detected
) -> tuple[Report, str | None]:
    """What a check with the proposed settings says, and the baseline, if it can be read."""
    baseline = baseline_of(found)
    try:
        return _report(tree, gathered, profile, found, baseline), baseline
    except BaselineError as error:
        if baseline is None:
            raise
        complain(f"wirelint: {error}\n")
        return _report(tree, gathered, profile, found, None), None


def _report(
    tree: FolderTree, gathered: Gathered, profile: Profile, found: Detected, baseline: str | None
) -> Report:
    from wirelint.cli.checking import check

    against = ["--against", baseline] if baseline else []
    args = parse(["check", "--no-cache", *against])
    settings = _settings(proposal(found, baseline, accepts=False))
    _, report, _ = check(args, tree, settings, profile, gathered, all=False)
    return report


def _settings(text: str) -> Settings:
    values, problems = read_settings(tomllib.loads(text))
    if problems:  # a fault of ours: the proposal must be a configuration
        raise WirelintError(f"the proposed configuration is none: {problems[0].message}")
    return Settings(**values, path=_FILE)


def _shown(found: Detected) -> Iterator[str]:
    yield f"Repository   {inert(found.name)}: {_RELATIONS[found.relation]}"
    yield f"Layout       {found.profile.name} ({found.profile.title})"
    number = sum(each for _, each in found.folders)
    yield f"Schemas      {number} in {count(len(found.folders), 'folder')}"
    yield from _some([f"{each:>5} {inert(folder) or '.'}" for folder, each in found.folders])
    yield f"Gate tables  {len(found.tables) or 'none'}"
    yield from _some([f"      {inert(one)}" for one in found.tables])
    releases = found.releases
    if releases is not None:
        ancestor = "an ancestor" if releases.is_ancestor else "not an ancestor of this commit"
        yield f"Releases     {count(releases.count, 'tag')}, newest {inert(releases.newest)} ({ancestor})"
    else:
        yield f"Releases     {'no release tag' if found.is_repository else 'no git repository'}"


def _some(lines: list[str]) -> list[str]:
    if len(lines) <= _SHOWN:
        return lines
    return [*lines[: _SHOWN - 1], f"      and {len(lines) - _SHOWN + 1} more"]


def _today(
    found: Detected, report: Report, rows: list[JsonObject], *, accepts: bool
) -> Iterator[str]:
    against = ""
    if report.baselines and found.releases is not None:
        against = f" against {inert(found.releases.newest)}"
    yield f"Today{against}: {closing(report.summary, 0)}"
    counts = Counter((row["severity"], row["rule"]) for row in rows)
    lines = [
        f"{number:>5} {severity} {rule}" for (severity, rule), number in sorted(counts.items())
    ]
    yield from lines
    errors = [row for row in rows if row["severity"] == "error"]
    yield from _some([f"      {inert(row['path'])}: {inert(row['message'])}" for row in errors])
    if accepts:
        yield f"{count(len(rows), 'finding')} would be accepted in {FINDINGS_FILE}: look through it once."
    yield ""


def _framed(text: str, *, color: bool) -> str:
    dim, plain = ("\x1b[2m", "\x1b[0m") if color else ("", "")
    lines = (f"{dim}{line}{plain}" if line.startswith("#") else line for line in text.splitlines())
    return "\n".join([f"{dim}--- {_FILE}{plain}", *lines, f"{dim}---{plain}"]) + "\n"


def _confirmed(files: list[str]) -> bool:
    names = " and ".join(files)
    if not sys.stdin.isatty():
        sys.stdout.flush()
        complain(
            f"wirelint: nothing was written, for there is no terminal to ask; `--yes` writes {names}\n"
        )
        return False
    say(f"Write {names}? [y/N] ")
    sys.stdout.flush()
    return sys.stdin.readline().strip().lower() in ("y", "yes")
