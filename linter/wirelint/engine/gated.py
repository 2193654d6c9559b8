"""Run the rules on gate tables together with schemas."""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Diagnostic, Severity
from wirelint.engine.policy import Dispatch
from wirelint.engine.tables import TableTrees
from wirelint.lazy_dataclass import replace
from wirelint.project.gated import GatedTree, message_name
from wirelint.project.gated_changes import changes, entry_changes
from wirelint.project.gated_lines import (
    honour_lines,
    infer_lines,
    listed_ranges,
    served_ranges,
)
from wirelint.text import Span


def check_gated_schemas(trees: TableTrees, dispatch: Dispatch) -> Iterator[Diagnostic]:
    """What the category gated-schemas says of a tree with tables, and of what changed there.

    What two baselines say alike stands once; against a softer one alone it is at most a warning.
    """
    if not trees.view.gates:
        return
    tree = GatedTree(trees.view, trees.checked)
    for use in tree.view.ladders:
        yield from dispatch.run(use, message_name(use))
    groups = (
        tree.view.features,
        tree.ladders,
        tree.pins,
        tree.choices,
        honour_lines(tree),
        infer_lines(tree),
        listed_ranges(tree),
        served_ranges(tree),
    )
    for group in groups:
        for site in group:
            yield from dispatch.run(site, site.name)
    said: set[tuple[str, str, Span | None]] = set()
    for softer, found in _compared(trees, tree, dispatch):
        at = found.finding.at
        name = (found.rule, at.source.path, at.span)
        if name not in said:
            said.add(name)
            soft = softer and found.severity is Severity.ERROR
            yield replace(found, severity=Severity.WARNING) if soft else found


def _compared(
    trees: TableTrees, tree: GatedTree, dispatch: Dispatch
) -> Iterator[tuple[bool, Diagnostic]]:
    """Findings against each baseline, and whether it is a softer one; released ones first."""
    for released in trees.released:
        for change in changes(tree, released.unchanged, released.before):
            for found in dispatch.run(change, change.name):
                yield released.softer, found
    for pair in trees.pairs:
        for entry in entry_changes(pair.before, pair.after):
            for found in dispatch.run(entry, entry.name):
                yield pair.softer, found
