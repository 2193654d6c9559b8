"""Sentences about plans."""

from __future__ import annotations

from typing import Final

from wirelint.reporters.words import count
from wirelint.rollout.plan.model import Moment, Phase, Plan, Spoken, State, Weight

MOMENTS: Final = {
    Moment.BEFORE: "before",
    Moment.MIXED: "some nodes rolled",
    Moment.LAGGING: "some nodes see it",
    Moment.AFTER: "after",
}


def spoken_lines(state: State) -> list[str]:
    """What nodes speak, path by path: `replica: Fetch 17, ListOffsets 9`."""
    paths: dict[str, dict[tuple[str, str], list[Spoken]]] = {}
    for one in state.spoken:
        paths.setdefault(one.path, {}).setdefault((one.rpc, one.case), []).append(one)
    return [
        f"{path}: {', '.join(_rpc(rpc, case, uses) for (rpc, case), uses in rpcs.items())}"
        for path, rpcs in paths.items()
    ]


def _rpc(rpc: str, case: str, uses: list[Spoken]) -> str:
    versions = sorted({one.version for one in uses})
    text = f"{rpc} {' and '.join(map(str, versions))}"
    return f"{text} as fallback" if case else text


def return_text(phase: Phase) -> str:
    """Whether and how the phase can be undone."""
    if phase.is_refused:
        return "nothing was changed"
    if phase.retreat.possible:
        return f"possible: {phase.retreat.how}"
    return f"none: {phase.retreat.how}, because {phase.retreat.why}"


def last_return(number: int) -> str:
    """Until when everything can be undone, where phase `number` cannot."""
    if number > 1:
        return f"Up to the end of phase {number - 1} everything can be undone."
    return "Nothing can be undone once phase 1 has begun."


def verdict(plan: Plan) -> str:
    """The answer in one sentence."""
    wrong = [number for number, one in enumerate(plan.phases, 1) if breaks(one)]
    if wrong:
        where = " and ".join(map(str, wrong))
        return (
            f"This plan breaks something: {count(len(plan.breaks), 'violation')}, in"
            f" phase{'s' if len(wrong) > 1 else ''} {where}."
        )
    if not plan.phases:
        return "There is nothing to do."
    return (
        f"This plan is safe: {count(len(plan.phases), 'phase')}, and in every state of them all"
        " nodes understand each other."
    )


def breaks(phase: Phase) -> bool:
    """Whether something breaks in the phase."""
    return any(one.weight is Weight.BREAKS for one in phase.all_findings)
