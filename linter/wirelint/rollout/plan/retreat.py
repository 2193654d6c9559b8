"""Whether a phase can be undone."""

from __future__ import annotations

from wirelint.rollout.plan.cluster import Cluster, is_configured
from wirelint.rollout.plan.finalizing import no_way_down
from wirelint.rollout.plan.model import Retreat
from wirelint.rollout.plan.operating import set_level, setting
from wirelint.rollout.plan.steps import Doing, Step
from wirelint.rollout.releases import Release


def retreat_from(step: Step, before: Cluster, after: Cluster, source: Release) -> Retreat:
    """Play a phase backwards: from the cluster after it to the one before.

    `source` is the release that the upgrade comes from.
    """
    view = after.release.view
    commands: list[str] = []
    told: list[str] = []
    for name in step.levels:
        low = before.levels.get(name, 0)
        high = after.levels.get(name, 0)
        if high <= low:
            continue
        stop = no_way_down(view, name, low, high)
        if stop is not None:
            return _no_way_back(name, stop, before, after, source)
        feature = view.gates.feature(name)
        if is_configured(feature):
            told.append(f"set {setting(view, name, low)} again, one node at a time")
        else:
            told.append(f"lower {name} to {low}")
            commands.append(set_level(feature, name, low, down=True))
    if step.does(Doing.BINARIES):
        for name, level in after.levels.items():
            known = before.release.view.supports(name)
            if level and level not in known and name not in step.levels:
                return Retreat(
                    possible=False,
                    how=f"{before.release.name} cannot join again",
                    why=f"it supports {name} {known.low} to {known.high}, and the level is {level}",
                    feature=name,
                    level=level,
                    label=view.label(name, level),
                )
        told.append(f"roll the nodes back to {before.release.name}, one at a time")
    if step.does(Doing.CLIENTS):
        told.append("clients may go back at any time")
    if step.does(Doing.FOREIGN):
        told.append("take the foreign nodes out")
    return Retreat(
        possible=True, how="; ".join(told) or "nothing to undo", commands=tuple(commands)
    )


def _no_way_back(
    name: str, stop: tuple[int, str], before: Cluster, after: Cluster, source: Release
) -> Retreat:
    view = after.release.view
    low, high = before.levels.get(name, 0), after.levels.get(name, 0)
    level, why = stop
    lowest = _lowest_again(after, name, low, high)
    how = f"{name} cannot go back to {view.label(name, low)}"
    if lowest < high:
        how += f", only to {view.label(name, lowest)}"
    first = min(level, source.view.supports(name).high + 1)
    if first < level:
        why += f"; from {view.label(name, first)} on a node of {source.name} cannot join"
    return Retreat(
        possible=False,
        how=how,
        why=why,
        feature=name,
        level=first,
        label=view.label(name, first),
    )


def _lowest_again(after: Cluster, name: str, low: int, high: int) -> int:
    """The lowest level that can be reached from `high`."""
    lowest = high
    while lowest > low and no_way_down(after.release.view, name, lowest - 1, high) is None:
        lowest -= 1
    return lowest
