# A page for the person who does the upgrade, who need not know the code: what to do, what is true
# meanwhile, and how to get back. It has no script.
"""The plan as a page."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from wirelint.reporters.rollout.page import Html, element, page
from wirelint.reporters.rollout.parts import place_text
from wirelint.reporters.rollout.plan_words import (
    MOMENTS,
    breaks,
    last_return,
    return_text,
    spoken_lines,
    verdict,
)
from wirelint.rollout.plan.model import (
    MEANINGS,
    Cost,
    Handling,
    Phase,
    Plan,
    PlanFinding,
    State,
    Weight,
)
from wirelint.rollout.plan.steps import Doing


def to_html(plan: Plan) -> str:
    """A timeline: a card for each phase, and a bar where there is no way back."""
    title = f"Rolling upgrade from {plan.source.name} to {plan.target.name}"
    gone = plan.point_of_no_return
    items: list[Html] = []
    said: set[Cost] = set()
    for number, phase in enumerate(plan.phases, 1):
        if phase is gone:
            items.append(_bar(phase, number))
        items.append(_card(phase, number, said))
        said.update(phase.costs)
    return page(
        title,
        element("h1", title),
        element(
            "p",
            element("span", "✓ safe" if plan.is_safe else "✗ breaks", class_=_tag(plan.is_safe)),
            f" {verdict(plan)}",
            class_="verdict",
        ),
        *(
            [element("p", "An order that works: ", element("code", f"--order {plan.better_order}"))]
            if plan.better_order is not None
            else []
        ),
        *_levels(plan),
        element("h2", "Step by step"),
        element("ol", *items, class_="timeline") if items else element("p", "Nothing to do."),
        *([] if gone is not None else [element("p", _NO_POINT)]),
        *_notes(plan),
        _glossary(plan),
        style=_STYLE,
    )


def _tag(good: bool) -> str:  # noqa: FBT001 - the one thing it is about
    return "tag ok" if good else "tag abort"


def _levels(plan: Plan) -> Iterable[Html]:
    if not plan.journeys:
        return
    rows = [
        element(
            "tr",
            element("th", one.feature, scope="row"),
            element("td", one.start_label),
            element("td", one.goal_label if one.goal != one.start else "as today"),
            element("td", str(one.common) if one.common else "none"),
        )
        for one in plan.journeys
    ]
    head = ("Switch", "Today", "Afterwards", "Both releases support")
    yield element(
        "div",
        element(
            "table",
            element("thead", element("tr", *(element("th", one, scope="col") for one in head))),
            element("tbody", *rows),
        ),
        class_="scroll levels",
        tabindex="0",
        role="region",
        aria_label="Levels before and after",
    )


def _bar(phase: Phase, number: int) -> Html:
    at = (
        f" The level that counts first is {phase.retreat.feature} {phase.retreat.label}."
        if phase.retreat.level is not None
        else ""
    )
    return element(
        "li",
        element("strong", "Point of no return"),
        element(
            "p",
            f"{last_return(number)} After that {phase.retreat.how}: {phase.retreat.why}.{at}",
        ),
        class_="bar",
    )


def _card(phase: Phase, number: int, said: set[Cost]) -> Html:
    bad = breaks(phase)
    costs = [one for one in phase.costs if one not in said]
    return element(
        "li",
        element(
            "h3",
            element("span", str(number), class_="number", aria_hidden="true"),
            f"{phase.title} ",
            element("span", "✗ breaks" if bad else "✓ safe", class_=_tag(not bad)),
        ),
        element("p", phase.text),
        *([_commands(phase)] if phase.commands else []),
        element("ol", *(_state(one) for one in phase.states), class_="states"),
        *(
            [element("ul", *map(_finding, phase.all_findings), class_="findings")]
            if phase.all_findings
            else []
        ),
        *([_costs(costs, phase.title)] if costs else []),
        element(
            "p",
            element("strong", "Way back: "),
            return_text(phase) + ".",
            class_="back",
        ),
        class_="card bad" if bad else "card",
    )


def _commands(phase: Phase) -> Html:
    lines = [element("span", one) for one in phase.commands]
    what = "Type" if any(one.startswith("bin/") for one in phase.commands) else "Configure"
    return element(
        "div",
        element("p", what, class_="dim label"),
        element(
            "pre",
            element("code", Html("\n".join(lines))),
            tabindex="0",
            role="region",
            aria_label=f"{what}: {phase.title}",
        ),
        class_="commands",
    )


def _state(state: State) -> Html:
    bad = any(one.weight is Weight.BREAKS for one in state.findings)
    who = [element("li", node.name) for node in state.nodes]
    who += [element("li", f"{product} (foreign)") for product in state.foreign]
    lines = spoken_lines(state)
    shown = [one for one in lines if one.startswith(("replica:", "private:"))] or lines[:1]
    more = [one for one in lines if one not in shown]
    return element(
        "li",
        element(
            "p",
            element("strong", MOMENTS[state.moment]),
            " ",
            element("span", "✗" if bad else "✓", class_=_tag(not bad)),
            class_="moment",
        ),
        element("ul", *who, class_="who"),
        *(element("p", one, class_="spoken") for one in shown),
        *(
            [
                element(
                    "details",
                    element("summary", "Other connections"),
                    *(element("p", one, class_="spoken") for one in more),
                )
            ]
            if more
            else []
        ),
        class_="bad" if bad else None,
    )


def _finding(finding: PlanFinding) -> Html:
    words = {Weight.BREAKS: "✗ breaks", Weight.TRANSIENT: "for a moment", Weight.NOTE: "note"}
    kinds = {Weight.BREAKS: "abort", Weight.TRANSIENT: "reject", Weight.NOTE: "fallback"}
    return element(
        "li",
        element("span", words[finding.weight], class_=f"tag {kinds[finding.weight]}"),
        f" {_upper(finding.message)}. ",
        *([element("strong", f"{_upper(finding.consequence)}.")] if finding.consequence else []),
        element("span", _ruling(finding), class_="dim"),
    )


def _ruling(finding: PlanFinding) -> str:
    """Which rule is broken and where that was decided; nothing for a note."""
    if finding.weight is Weight.NOTE:
        return ""
    where = place_text(finding.place)
    rule = f" Rule {finding.invariant.value}: {MEANINGS[finding.invariant]}."
    return f"{rule} Decided by {where}." if where else rule


def _costs(costs: list[Cost], title: str) -> Html:
    head = ("Client", "Request", "Format sent", "Format on disk", "What the broker does")
    rows = [
        element(
            "tr",
            element("th", one.client, scope="row"),
            element("td", f"{one.rpc} {one.version}"),
            element("td", str(one.payload)),
            element("td", str(one.stored)),
            element(
                "td",
                element(
                    "span",
                    one.text,
                    class_="tag ok" if one.handling is Handling.AS_IS else "tag reject",
                ),
            ),
        )
        for one in costs
    ]
    table = element(
        "table",
        element("thead", element("tr", *(element("th", one, scope="col") for one in head))),
        element("tbody", *rows),
    )
    return element(
        "div",
        element("p", "What clients cost from here on", class_="dim label"),
        element(
            "div", table, class_="scroll", tabindex="0", role="region", aria_label=f"Costs: {title}"
        ),
    )


def _notes(plan: Plan) -> list[Html]:
    if not plan.notes:
        return []
    return [
        element("h2", "To know"),
        element("ul", *(element("li", f"{_upper(one)}.") for one in plan.notes), class_="notes"),
    ]


def _glossary(plan: Plan) -> Html:
    words = {
        "roll": "restart the nodes one at a time, so that the cluster stays up",
        "level": "a number that the whole cluster agrees on; it turns on new request versions and"
        " formats, apart from which release the nodes run",
        "finalize": "set a level for the whole cluster with one command",
        "replica": "the connection on which followers copy partitions from their leaders; nobody"
        " asks there what the other side understands, the level decides",
        "rung": "a request version that a level turns on",
    }
    if any(phase.costs for phase in plan.phases):
        words["zero-copy"] = "bytes go from disk to the network as they are, without being unpacked"
    if any(phase.step.does(Doing.FOREIGN) for phase in plan.phases) or plan.foreign:
        words["foreign"] = "nodes of another product that share the cluster"
    rows = [
        part for word, text in words.items() for part in (element("dt", word), element("dd", text))
    ]
    return element(
        "details", element("summary", "Words on this page"), element("dl", *rows), class_="words"
    )


def _upper(text: str) -> str:
    """Begin a sentence, unless it begins with a name."""
    return text[:1].upper() + text[1:] if text.partition(" ")[0].isalpha() else text


_NO_POINT: Final = "There is no point of no return: every phase can be undone, the last one first."

_STYLE: Final = """
.verdict { font-size: 1.1rem; }
.levels { width: fit-content; }
.timeline { list-style: none; padding: 0; margin: 0; }
.timeline > li { position: relative; margin: 0 0 1rem; }
.card { border: 1px solid var(--line); border-left: .35rem solid var(--ok-ink);
  border-radius: .5rem; padding: .75rem 1rem; }
.card.bad { border-left-color: var(--abort-ink); }
.card h3 { margin: 0 0 .25rem; font-size: 1.05rem; text-wrap: balance; }
.number { display: inline-block; min-width: 1.7em; text-align: center; margin-right: .5em;
  border: 1px solid var(--line); border-radius: 1em; background: var(--soft); }
.bar { border: 2px dashed var(--abort-ink); border-radius: .5rem; padding: .5rem 1rem;
  color: var(--abort-ink); background: var(--abort); }
.bar p { margin: .1rem 0; }
.commands pre { background: var(--soft); border: 1px solid var(--line); border-radius: .4rem;
  padding: .5rem .75rem; margin: .2rem 0; overflow-x: auto; }
.label { margin: .5rem 0 0; font-size: .85rem; }
.states { list-style: none; padding: 0; margin: .75rem 0; display: grid; gap: .6rem;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 15rem), 1fr)); }
.states > li { border: 1px solid var(--line); border-radius: .4rem; padding: .4rem .7rem;
  background: var(--soft); min-width: 0; }
.states > li.bad { border-color: var(--abort-ink); }
.states p { margin: .15rem 0; }
.moment { display: flex; justify-content: space-between; gap: .5rem; }
.who { list-style: none; padding: 0; margin: .2rem 0; display: flex; flex-wrap: wrap; gap: .25rem; }
.who li { border: 1px solid var(--line); border-radius: .3rem; padding: 0 .45em; font-size: .85rem;
  background: var(--ground); overflow-wrap: anywhere; }
.spoken { font-size: .88rem; overflow-wrap: anywhere; }
summary { cursor: pointer; font-size: .9rem; color: var(--link); }
.findings { list-style: none; padding: 0; margin: .5rem 0; }
.findings li { margin: .35rem 0; overflow-wrap: anywhere; max-width: 75rem; }
.back { border-top: 1px solid var(--line); padding-top: .5rem; margin-bottom: 0; }
.words dl { max-width: 60rem; } .words dt { font-weight: 600; } .words dd { margin: 0 0 .4rem; }
.words { margin-top: 1.5rem; }
"""
