"""Run the rules on gate tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from wirelint.diagnostics import Diagnostic, Problem, Severity
from wirelint.engine.policy import Dispatch
from wirelint.engine.tables import TableTrees
from wirelint.lazy_dataclass import replace
from wirelint.project.gate_changes import GateChanges, MirrorChanges
from wirelint.project.gates import FeatureSite, GatePair


def check_gates(trees: TableTrees, dispatch: Dispatch) -> Iterator[Diagnostic]:
    """What the category gates says of the tables of one tree, and of each baseline's.

    What two baselines say alike stands once; against a softer one alone it is at most a warning.
    """
    if dispatch.wants(Problem):
        for problem in trees.problems:
            yield from dispatch.run(problem)
    yield from _alone(trees, dispatch)
    if trees.upstream is not None:
        mirrors = map(MirrorChanges, GateChanges(trees.upstream).features)
        yield from _each(mirrors, dispatch)
    said: set[tuple[str, str, str | None]] = set()
    for pair in trees.pairs:
        new: set[tuple[str, str, str | None]] = set()
        for one in _compared(pair, dispatch):
            at = one.finding.at
            name = (one.rule, at.source.path, at.property)
            if name in said:
                continue
            new.add(name)
            soft = pair.softer and one.severity is Severity.ERROR
            yield replace(one, severity=Severity.WARNING) if soft else one
        said |= new


def _alone(trees: TableTrees, dispatch: Dispatch) -> Iterator[Diagnostic]:
    view = trees.view
    yield from dispatch.run(view)
    if dispatch.wants(FeatureSite):
        for feature in view.features:
            yield from dispatch.run(_with_history(feature, trees.pairs), feature.name)
    for sites in (view.ladders, view.predicates, view.paths, view.rpcs, view.formats):
        yield from _each(sites, dispatch)


def _with_history(site: FeatureSite, pairs: Iterable[GatePair]) -> FeatureSite:
    for pair in pairs:
        found = pair.feature_pair(site.feature)
        if found is not None and found.before is not None:
            return replace(site, before=found.before)
    return site


def _compared(pair: GatePair, dispatch: Dispatch) -> Iterator[Diagnostic]:
    yield from dispatch.run(pair)
    changes = GateChanges(pair)
    for group in (pair.features, pair.ladders, changes.features, changes.ladders):
        yield from _each(group, dispatch)


def _each(sites: Iterable[object], dispatch: Dispatch) -> Iterator[Diagnostic]:
    for site in sites:
        yield from dispatch.run(site, getattr(site, "name", None))
