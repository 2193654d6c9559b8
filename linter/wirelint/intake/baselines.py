# A baseline costs what differs: a file with the same bytes on both sides is known by its name only
# (git tells by blob id), and what must be read is read in one go.
"""What `--against` compares with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from wirelint.config.model import Settings
from wirelint.diagnostics import Finding, Problem
from wirelint.engine.baseline import BaselineInput
from wirelint.engine.report import JsonObject
from wirelint.intake.compared import Compared
from wirelint.intake.gathered import Gathered
from wirelint.intake.profile import dialect_of
from wirelint.intake.reading import read_baseline
from wirelint.lazy_dataclass import dataclass
from wirelint.profiles import Profile
from wirelint.sources.baseline import Baseline, LedgerSpec, open_baseline
from wirelint.sources.discovery import Kind
from wirelint.sources.selection import Selection
from wirelint.sources.tree import Tree
from wirelint.text import Location, SourceText


def compare(
    specs: Sequence[str],
    tree: Tree,
    gathered: Gathered,
    settings: Settings,
    profile: Profile,
    *,
    cwd: str = ".",
) -> Compared:
    """Open and read the baselines. Raises BaselineError where one cannot be read.

    `cwd` is the folder that the paths of `gathered` are relative to.
    """
    inputs: list[BaselineInput] = []
    rows: list[JsonObject] = []
    problems: list[Problem] = []
    released = len(specs) - len(settings.release_branches)
    for index, spec in enumerate(specs):
        softer = 0 < index < released
        role = "built-on" if softer else "released"
        opened = open_baseline(
            spec,
            cwd=cwd,
            paths=[found.path for found, _ in gathered.files] or gathered.arguments,
            release_tags=settings.release_tags or profile.release_tags,
        )
        if isinstance(opened, LedgerSpec):
            from wirelint.intake.ledger_baseline import (  # noqa: PLC0415 - only for ledgers
                read_ledger_baseline,
            )

            dialect = dialect_of(settings, profile)
            kept = read_ledger_baseline(
                opened.path, opened.release, tree, gathered, dialect, softer=softer
            )
            inputs.append(kept)
            rows.append({"spec": spec, "kind": "ledger", "resolved": kept.name, "role": role})
            continue
        with opened:
            inputs.append(_read(opened, tree, gathered, settings, profile, softer=softer))
        rows.append({"spec": spec, "kind": opened.kind, "resolved": opened.resolved, "role": role})
        if opened.is_ancestor is False:
            problems.append(not_ancestor(opened))
    return Compared(inputs=tuple(inputs), rows=tuple(rows), problems=tuple(problems))


def _read(
    baseline: Baseline,
    tree: Tree,
    gathered: Gathered,
    settings: Settings,
    profile: Profile,
    *,
    softer: bool,
) -> BaselineInput:
    files = find_files(baseline, tree, gathered, settings, profile)
    ours = {found.path: data for found, data in gathered.files} | dict(gathered.siblings)
    unchanged = {
        path
        for theirs, path in files.wanted.items()
        if path in ours and baseline.tree.holds(theirs, ours[path])
    }
    wanted = sorted(one for one in files.wanted.items() if one[1] not in unchanged)
    documents, tables = read_baseline(baseline, dict(wanted))
    return BaselineInput(
        name=baseline.name,
        softer=softer,
        is_ancestor=baseline.is_ancestor,
        documents=documents,
        tables=tables,
        unchanged=frozenset(unchanged),
        only_for_pairing=files.hidden,
    )


@dataclass(frozen=True, slots=True)
class BaselineFiles:
    """The files of a baseline that are looked at: their paths there, and what they are called here.

    `hidden` are those that matter only because a new file may be one of them.
    """

    wanted: Mapping[str, str]
    hidden: frozenset[str]


def find_files(
    baseline: Baseline, tree: Tree, gathered: Gathered, settings: Settings, profile: Profile
) -> BaselineFiles:
    """What the baseline has for the checked files, what is gone, and what may have been renamed."""
    ours = [found.path for found, _ in gathered.files] + [path for path, _ in gathered.siblings]
    match = baseline.match(ours)
    discovered = baseline.discover(
        gathered.arguments,
        profile,
        exclude=settings.exclude,
        gate_files=settings.gates.files,
        base=settings.base,
    )
    taken = set(match.values())
    gone = {one.path for one in discovered.files if one.path not in taken and one.path not in ours}
    hidden = _perhaps_renamed(baseline, tree, gathered, set(match)) - gone - taken
    wanted = {theirs: path for path, theirs in match.items()}
    wanted |= {path: path for path in (*gone, *hidden)}
    return BaselineFiles(wanted, frozenset(hidden))


def _perhaps_renamed(
    baseline: Baseline, tree: Tree, gathered: Gathered, matched: set[str]
) -> set[str]:
    """Baseline files that a named new file may have been before: gone, from the same folder."""
    folders = {
        found.path.rpartition("/")[0]
        for found, _ in gathered.files
        if found.named and found.kind is Kind.SCHEMA and found.path not in matched
    }
    return {
        path
        for folder in folders
        if baseline.tree.has_folder(folder)
        for path in baseline.tree.paths(Selection(prefixes=(folder,), endings=(".json",)))
        if path.rpartition("/")[0] == folder and not tree.has(path)
    }


def not_ancestor(baseline: Baseline) -> Problem:
    return Problem(
        "baseline-not-ancestor",
        Finding(
            Location(SourceText("", ""), None),
            f"the baseline `{baseline.name}` is not an ancestor of what is checked",
            help="What it has and this tree lacks may just not be merged here; compare with a "
            "release that is an ancestor (`--against release`)",
        ),
    )
