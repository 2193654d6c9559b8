"""`wirelint plan`: the phases, what to do in each, what holds meanwhile, and the way back."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Callable, Iterator
from typing import Any, Final

import wirelint
from wirelint.reporters.rollout.parts import (
    markdown,
    markdown_table,
    place_json,
    place_text,
)
from wirelint.reporters.rollout.plan_page import to_html
from wirelint.reporters.rollout.plan_words import (
    MOMENTS,
    last_return,
    return_text,
    spoken_lines,
    verdict,
)
from wirelint.reporters.words import inert
from wirelint.rollout.plan.model import (
    MEANINGS,
    Cost,
    Phase,
    Plan,
    PlanFinding,
    State,
    Weight,
)

_WIDTH: Final = 100
_MARKS: Final = {Weight.BREAKS: "✗", Weight.TRANSIENT: "~", Weight.NOTE: "-"}


def to_text(plan: Plan) -> str:
    lines = [f"Rolling upgrade from {plan.source.name} to {plan.target.name}", ""]
    lines += [f"  {one}" for one in _levels(plan)]
    lines += ["", verdict(plan)]
    said: set[str] = set()
    for number, phase in enumerate(plan.phases, 1):
        lines += ["", f"{number}. {phase.title}", *_phase(phase, said)]
    lines.append("")
    for one in _ending(plan):
        lines += _wrapped(one, "", "  ")
    return "\n".join(inert(one) for one in lines) + "\n"


def to_markdown(plan: Plan) -> str:
    title = f"Rolling upgrade from {plan.source.name} to {plan.target.name}"
    lines = [f"## {markdown(title)}", "", f"**{markdown(verdict(plan))}**", ""]
    lines += [f"- {markdown(one)}" for one in _levels(plan)]
    said: set[str] = set()
    for number, phase in enumerate(plan.phases, 1):
        lines += ["", f"### {number}. {markdown(phase.title)}", "", markdown(phase.text)]
        if phase.commands:
            lines += ["", "```sh", *(inert(one) for one in phase.commands), "```"]
        lines.append("")
        lines.append(f"- [ ] {markdown(phase.title)}")
        for state in phase.states:
            new = [one for one in spoken_lines(state) if one not in said]
            said.update(new)
            if new:
                lines.append(f"- {MOMENTS[state.moment]}: {markdown('; '.join(new))}")
        for one in phase.all_findings:
            lines.append(f"- {_marked(one, said)}")
        lines.append(f"- Way back: {markdown(return_text(phase))}")
        costs = tuple(one for one in phase.costs if _cost_text(one) not in said)
        if costs:
            said.update(map(_cost_text, costs))
            lines += ["", *_cost_table(costs)]
    lines += ["", *(f"- {markdown(one)}" for one in _ending(plan) if one)]
    return "\n".join(lines).rstrip("\n") + "\n"


def to_json(plan: Plan) -> str:
    gone = plan.point_of_no_return
    shape = {
        "wirelint": wirelint.__version__,
        "schema": 1,
        "from": plan.source.name,
        "to": plan.target.name,
        "verdict": "safe" if plan.is_safe else "breaks",
        "levels": [
            {
                "feature": one.feature,
                "start": one.start,
                "goal": one.goal,
                "common": str(one.common),
            }
            for one in plan.journeys
        ],
        "clients": [one.name for one in plan.clients],
        "foreign": list(plan.foreign),
        "phases": [_phase_json(one) for one in plan.phases],
        "findings": [_finding_json(one) for one in plan.findings],
        "point_of_no_return": None
        if gone is None
        else {
            "phase": plan.phases.index(gone) + 1,
            "title": gone.title,
            "feature": gone.retreat.feature,
            "level": gone.retreat.level,
            "reason": gone.retreat.why,
        },
        "better_order": plan.better_order,
        "notes": list(plan.notes),
    }
    return json.dumps(shape, indent=1) + "\n"


FORMATS: Final[dict[str, Callable[[Plan], str]]] = {
    "text": to_text,
    "json": to_json,
    "markdown": to_markdown,
    "html": to_html,
}


def _levels(plan: Plan) -> Iterator[str]:
    for one in plan.journeys:
        way = (
            f"{one.start_label} to {one.goal_label}"
            if one.start != one.goal
            else f"stays at {one.start_label}"
        )
        common = f"both releases support {one.common}" if one.common else "no level in common"
        yield f"{one.feature}: {way} ({common})"


def _phase(phase: Phase, said: set[str]) -> Iterator[str]:
    yield from _wrapped(phase.text, "   ")
    for command in phase.commands:
        yield f"   $ {command}" if command.startswith("bin/") else f"   > {command}"
    for state in phase.states:
        new = [one for one in spoken_lines(state) if one not in said]
        said.update(new)
        for index, line in enumerate(new):
            moment = MOMENTS[state.moment] if index == 0 else ""
            yield from _wrapped(line, f"   {moment:<18} ", " " * 24)
    for one in phase.all_findings:
        yield from _wrapped(f"{_MARKS[one.weight]} {_told(one, said)}", "   ", "     ")
    for cost in phase.costs:
        text = _cost_text(cost)
        if text not in said:
            said.add(text)
            yield from _wrapped(f"cost: {text}", "   ", "     ")
    yield from _wrapped(f"way back: {return_text(phase)}", "   ", "     ")


def _wrapped(text: str, first: str, further: str | None = None) -> list[str]:
    return textwrap.wrap(
        inert(text),
        _WIDTH,
        initial_indent=first,
        subsequent_indent=first if further is None else further,
        break_long_words=False,
        break_on_hyphens=False,
    )


def _sentence(finding: PlanFinding) -> str:
    tail = f": {finding.consequence}" if finding.consequence else ""
    where = place_text(finding.place)
    if finding.weight is Weight.NOTE:
        return f"{finding.message}{tail}"
    return f"[{finding.invariant.value}] {finding.message}{tail}{f' ({where})' if where else ''}"


def _told(finding: PlanFinding, said: set[str]) -> str:
    """A finding, without what was told already."""
    sentence = _sentence(finding)
    if sentence in said:
        return f"still: [{finding.invariant.value}] {finding.message}"
    said.add(sentence)
    return sentence


def _marked(finding: PlanFinding, said: set[str]) -> str:
    words = {Weight.BREAKS: "**breaks**", Weight.TRANSIENT: "for a moment", Weight.NOTE: "note"}
    return f"{words[finding.weight]}: {markdown(_told(finding, said))}"


def _cost_text(cost: Cost) -> str:
    return (
        f"client {cost.client}, {cost.rpc} {cost.version} (variant {cost.payload}), {cost.format}"
        f" variant {cost.stored} on disk: {cost.text}"
    )


def _cost_table(costs: tuple[Cost, ...]) -> list[str]:
    return markdown_table(
        ("client", "request", "payload", "on disk", "cost"),
        (
            (
                one.client,
                f"{one.rpc} {one.version}",
                str(one.payload),
                f"{one.format} {one.stored}",
                one.text,
            )
            for one in costs
        ),
    )


def _ending(plan: Plan) -> Iterator[str]:
    gone = plan.point_of_no_return
    if gone is None:
        yield "There is no point of no return: every phase can be undone, the last one first."
    else:
        number = plan.phases.index(gone) + 1
        yield f"Point of no return: phase {number}, {gone.title}. {last_return(number)}"
        at = (
            f" The first level that counts is {gone.retreat.feature} {gone.retreat.label}."
            if gone.retreat.level is not None
            else ""
        )
        yield f"  {gone.retreat.how}: {gone.retreat.why}.{at}"
    if plan.better_order is not None:
        yield f"An order that works: --order {plan.better_order}"
    for note in plan.notes:
        yield f"Note: {note}"
    rules = dict.fromkeys(one.invariant for one in plan.findings if one.weight is not Weight.NOTE)
    if rules:
        yield "What must hold: " + "; ".join(f"{one.value} {MEANINGS[one]}" for one in rules)


def _phase_json(phase: Phase) -> dict[str, Any]:
    return {
        "title": phase.title,
        "step": str(phase.step),
        "text": phase.text,
        "commands": list(phase.commands),
        "refused": phase.is_refused,
        "states": [_state_json(one) for one in phase.states],
        "findings": [_finding_json(one) for one in phase.findings],
        "costs": [
            {
                "format": one.format,
                "client": one.client,
                "rpc": one.rpc,
                "version": one.version,
                "payload": one.payload,
                "stored": one.stored,
                "handling": one.handling.value,
                "text": one.text,
            }
            for one in phase.costs
        ],
        "retreat": {
            "possible": phase.retreat.possible,
            "how": phase.retreat.how,
            "why": phase.retreat.why,
            "commands": list(phase.retreat.commands),
        },
    }


def _state_json(state: State) -> dict[str, Any]:
    return {
        "moment": state.moment.value,
        "nodes": [
            {"name": one.name, "release": one.release.name, "levels": dict(one.levels)}
            for one in state.nodes
        ],
        "clients": [one.name for one in state.clients],
        "foreign": list(state.foreign),
        "versions": [
            {
                "path": one.path,
                "rpc": one.rpc,
                "version": one.version,
                "sender": one.sender,
                "receiver": one.receiver,
                **({"fallback": one.case} if one.case else {}),
            }
            for one in state.spoken
        ],
        "findings": [_finding_json(one) for one in state.findings],
    }


def _finding_json(finding: PlanFinding) -> dict[str, Any]:
    return {
        "invariant": finding.invariant.value,
        "weight": finding.weight.value,
        "message": finding.message,
        "consequence": finding.consequence,
        "decided_by": place_json(finding.place),
    }
