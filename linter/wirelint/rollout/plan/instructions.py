"""What an operator does in a phase, in words and as lines to type."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from wirelint.rollout.plan.cluster import Cluster
from wirelint.rollout.plan.operating import describe, set_level, settings
from wirelint.rollout.plan.steps import Doing, Step
from wirelint.rollout.plan.task import Task


def title_of(step: Step, before: Cluster, rolled: Cluster) -> str:
    said = []
    for part in step.parts:
        match part.doing:
            case Doing.BINARIES:
                said.append(
                    f"roll the binaries from {before.release.name} to {rolled.release.name}"
                )
            case Doing.CLIENTS:
                said.append("upgrade the clients")
            case Doing.FOREIGN:
                said.append("foreign nodes join")
            case Doing.LEVEL:
                label = rolled.release.view.label(part.feature, part.level)
                word = "set" if part.feature in before.settings else "finalize"
                said.append(f"{word} {part.feature} {label}")
    text = ", and ".join(said)
    return text[:1].upper() + text[1:]


def text_of(step: Step, before: Cluster, rolled: Cluster, task: Task) -> str:
    said = []
    for part in step.parts:
        match part.doing:
            case Doing.BINARIES:
                kept = {
                    name: level
                    for name, level in before.settings.items()
                    if name not in step.levels and rolled.release.view.absent(name) != level
                }
                if kept:
                    lines = " and ".join(_settings(task, kept))
                    said.append(
                        f"Before a node starts on {rolled.release.name}, keep it where it is with"
                        f" {lines} in its configuration: without that line the new binary takes its"
                        " own newest."
                    )
                said.append(
                    "Restart the nodes on the new release, one at a time, and wait each time until"
                    " it is back in sync. The levels stay as they are."
                )
            case Doing.CLIENTS:
                said.append(
                    "Upgrade consumers before producers, and go on when most of them are new: every"
                    " old client costs conversions from the next phase on."
                )
            case Doing.FOREIGN:
                said.append(f"Nodes of {', '.join(rolled.foreign)} join the cluster.")
            case Doing.LEVEL if part.feature in before.settings:
                lines = " and ".join(_settings(task, {part.feature: part.level}))
                said.append(
                    f"The same restart brings {lines}, as it is in the configuration or as the new"
                    " binary has it by default."
                    if step.does(Doing.BINARIES)
                    else f"Put {lines} into the configuration of every node and restart them, one at a"
                    " time."
                )
            case Doing.LEVEL:
                said.append(
                    "One command switches the whole cluster. Every node must run the new release"
                    " first."
                )
    return " ".join(said)


def commands_of(step: Step, before: Cluster, after: Cluster, task: Task) -> Iterable[str]:
    if step.does(Doing.BINARIES):
        kept = {
            name: level
            for name, level in before.settings.items()
            if name not in step.levels and after.release.view.absent(name) != level
        }
        yield from _settings(task, kept)
    gates = after.release.view.gates
    changed = {n: level for n, level in step.levels.items() if n in before.settings}
    yield from _settings(task, changed)
    for name, level in step.levels.items():
        if name not in before.settings:
            down = level < before.levels.get(name, 0)
            yield set_level(gates.feature(name), name, level, down=down)
            yield describe()


def _settings(task: Task, levels: Mapping[str, int]) -> tuple[str, ...]:
    return settings(task.target.view, levels, (task.source, task.target))
