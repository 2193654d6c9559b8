"""`wirelint negotiate`: one line for each request."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Final

import wirelint
from wirelint.reporters.rollout import Answer
from wirelint.reporters.rollout.page import element, page
from wirelint.reporters.rollout.parts import (
    MEANINGS,
    SIGNS,
    markdown,
    markdown_table,
    place_json,
    place_text,
    range_text,
    table,
)
from wirelint.reporters.words import count, inert
from wirelint.rollout.choice import Choice
from wirelint.rollout.negotiation import Negotiation
from wirelint.rollout.outcome import Outcome

_HEAD: Final = ("RPC", "allowed", "listed", "served", "outcome", "headers", "why")


def to_text(negotiation: Negotiation, answer: Answer) -> str:
    lines = [_title(negotiation), ""]
    rows = [_HEAD, *(_row(one) for one in negotiation.choices)]
    lines += table(rows) if negotiation.choices else ["No request is sent on this path."]
    lines += ["", *_closing(negotiation, answer)]
    return "\n".join(map(inert, lines)) + "\n"


def to_markdown(negotiation: Negotiation, answer: Answer) -> str:
    lines = [f"### {markdown(_title(negotiation))}", ""]
    lines += markdown_table(_HEAD, (_row(one) for one in negotiation.choices))
    lines += [""]
    lines += [f"- {markdown(one)}" for one in _closing(negotiation, answer) if one]
    return "\n".join(lines) + "\n"


def to_json(negotiation: Negotiation, answer: Answer) -> str:
    path = negotiation.path
    shape = {
        "wirelint": wirelint.__version__,
        "schema": 1,
        "path": path.name,
        "discover": not path.is_blind,
        "sender": negotiation.sender.name,
        "receiver": negotiation.receiver.name,
        "levels": {name: level for name, (level, _) in answer.levels.items()},
        "rpcs": [_shape(one) for one in negotiation.choices],
        "missing": [
            {**_shape(one), "side": one.missing.value if one.missing else "preview"}
            for one in negotiation.missing
        ],
        "worst": negotiation.worst.value,
        "notes": list(answer.notes),
    }
    return json.dumps(shape, indent=1) + "\n"


def to_html(negotiation: Negotiation, answer: Answer) -> str:
    head = element("tr", *(element("th", one, scope="col") for one in _HEAD))
    rows = [
        element(
            "tr",
            element("th", row[0], scope="row"),
            *(element("td", one) for one in row[1:4]),
            element("td", element("span", row[4], class_=f"tag {one.outcome.value}")),
            *(element("td", text) for text in row[5:]),
        )
        for one in negotiation.choices
        for row in (_row(one),)
    ]
    body = element("table", element("thead", head), element("tbody", *rows))
    notes = [element("li", one) for one in _closing(negotiation, answer) if one]
    return page(
        _title(negotiation),
        element("h1", _title(negotiation)),
        element("div", body, class_="scroll", tabindex="0", role="region", aria_label="Requests"),
        element("ul", *notes, class_="notes"),
    )


FORMATS: Final[dict[str, Callable[[Negotiation, Answer], str]]] = {
    "text": to_text,
    "json": to_json,
    "markdown": to_markdown,
    "html": to_html,
}


def _title(negotiation: Negotiation) -> str:
    path = negotiation.path
    asks = "sends without asking" if path.is_blind else "asks first"
    return (
        f"{path.name}: {negotiation.sender.name} to {negotiation.receiver.name}, the sender {asks}"
    )


def _row(choice: Choice) -> tuple[str, ...]:
    version = "" if choice.version is None else f" {choice.version}"
    name = choice.rpc if not choice.case else f"{choice.rpc} (fallback)"
    request, response = choice.headers
    headers = "-" if request is None else f"{request}/{'-' if response is None else response}"
    why = choice.reason if not choice.case else f"{choice.reason}: {choice.case}"
    where = place_text(choice.decided_by)
    return (
        name,
        range_text(choice.allowed),
        range_text(choice.advertised),
        range_text(choice.served),
        f"{SIGNS[choice.outcome]} {choice.outcome.value}{version}",
        headers,
        f"{why} ({where})" if where else why,
    )


def _shape(choice: Choice) -> dict[str, Any]:
    shape: dict[str, Any] = {
        "rpc": choice.rpc,
        "key": choice.key,
        "allowed": str(choice.allowed),
        "advertised": str(choice.advertised),
        "served": str(choice.served),
        "outcome": choice.outcome.value,
        "version": choice.version,
        "reason": choice.reason,
        "decided_by": place_json(choice.decided_by),
        "headers": {"request": choice.headers[0], "response": choice.headers[1]},
    }
    if choice.case:
        shape["fallback"] = choice.case
    return shape


def _closing(negotiation: Negotiation, answer: Answer) -> list[str]:
    lines = []
    if answer.levels:
        levels = ", ".join(f"{name} {label}" for name, (_, label) in answer.levels.items())
        lines.append(f"Levels: {levels}")
    for side, who in (("sender", negotiation.sender), ("receiver", negotiation.receiver)):
        lacks = [
            one.rpc
            for one in negotiation.missing
            if (one.missing.value if one.missing else "receiver") == side
        ]
        if lacks:
            lines.append(
                f"{who.name} does not have {count(len(lacks), 'RPC')} of the other side, or only as"
                f" a preview: {', '.join(lacks)}"
            )
    lines += [f"Note: {one}" for one in answer.notes]
    counts = {
        outcome: sum(one.outcome is outcome for one in negotiation.choices) for outcome in Outcome
    }
    lines += [
        f"{SIGNS[outcome]} {outcome.value} {number}: {MEANINGS[outcome]}"
        for outcome, number in counts.items()
        if number
    ]
    return lines
