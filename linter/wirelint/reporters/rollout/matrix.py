"""`wirelint matrix`: who talks to whom."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Any, Final

import wirelint
from wirelint.reporters.rollout import Answer
from wirelint.reporters.rollout.cuts import Cut, cuts_of, group_name
from wirelint.reporters.rollout.matrix_page import to_html
from wirelint.reporters.rollout.parts import (
    MEANINGS,
    SIGNS,
    markdown,
    markdown_table,
    place_json,
    range_text,
)
from wirelint.reporters.words import count, inert
from wirelint.rollout.choice import Choice
from wirelint.rollout.matrix import Cell, Matrix
from wirelint.rollout.outcome import Outcome


def to_text(matrix: Matrix, answer: Answer) -> str:
    names = [group_name(one) for one in matrix.groups]
    width = max(map(len, names))
    number = len(str(len(names)))
    lines = [_title(matrix), ""]
    lines.append(" " * (number + 1 + width + 2) + "receiver")
    heads = [str(index + 1) for index in range(len(names))]
    for row in range(number):
        digits = " ".join(head.rjust(number)[row] for head in heads)
        lines.append(" " * (number + 1 + width + 2) + digits)
    for i, name in enumerate(names):
        signs = " ".join(SIGNS[matrix.cells[i, j].worst] for j in range(len(names)))
        lines.append(f"{str(i + 1).rjust(number)} {name.ljust(width)}  {signs}")
    lines += ["", *_summary(matrix), *_cut_lines(matrix)]
    lines += [f"Note: {one}" for one in _notes(matrix, answer)]
    return "\n".join(map(inert, lines)) + "\n"


def to_markdown(matrix: Matrix, answer: Answer) -> str:
    names = [group_name(one) for one in matrix.groups]
    lines = [f"### {markdown(_title(matrix))}", ""]
    lines += markdown_table(
        ("sender \\ receiver", *map(markdown, names)),
        (
            (name, *(SIGNS[matrix.cells[i, j].worst] for j in range(len(names))))
            for i, name in enumerate(names)
        ),
    )
    lines.append("")
    lines += [f"- {markdown(one)}" for one in _summary(matrix)]
    cut = cuts_of(matrix)
    if cut:
        lines += ["", "#### Who is cut off", ""]
        lines += markdown_table(
            ("RPC", "outcome", "sender", "receiver", "why"),
            ((one.rpc, one.outcome.value, one.senders, one.receivers, one.reason) for one in cut),
        )
    lines += ["", *(f"- {markdown(one)}" for one in _notes(matrix, answer))]
    return "\n".join(lines).rstrip("\n") + "\n"


def to_json(matrix: Matrix, answer: Answer) -> str:
    pairs = []
    for i, senders in enumerate(matrix.groups):
        for j, receivers in enumerate(matrix.groups):
            shape = _cell(matrix.cells[i, j])
            pairs += [
                {"sender": sender.name, "receiver": receiver.name, **shape}
                for sender in senders
                for receiver in receivers
            ]
    head = {
        "wirelint": wirelint.__version__,
        "schema": 1,
        "path": matrix.path.name,
        "discover": not matrix.path.is_blind,
        "releases": [one.name for one in matrix.releases],
        "groups": [[one.name for one in group] for group in matrix.groups],
        "levels": {name: level for name, (level, _) in answer.levels.items()},
        "counts": {outcome.value: number for outcome, number in matrix.counts().items()},
        "cut_off": [
            {
                "rpc": one.rpc,
                "outcome": one.outcome.value,
                "senders": list(one.sender_names),
                "receivers": list(one.receiver_names),
                "reason": one.reason,
            }
            for one in cuts_of(matrix)
        ],
        "notes": list(answer.notes),
    }
    rows = ",\n  ".join(json.dumps(one) for one in pairs)
    return f'{json.dumps(head, indent=1)[:-2]},\n "pairs": [\n  {rows}\n ]\n}}\n'


FORMATS: Final[dict[str, Callable[[Matrix, Answer], str]]] = {
    "text": to_text,
    "json": to_json,
    "markdown": to_markdown,
    "html": to_html,
}


def _title(matrix: Matrix) -> str:
    releases = matrix.releases
    differ = len(matrix.groups)
    alike = (
        f", {differ} of which {'differs' if differ == 1 else 'differ'}"
        if differ < len(releases)
        else ""
    )
    return f"{matrix.path.name} path, {count(len(releases), 'release')}{alike}"


def _summary(matrix: Matrix) -> Iterable[str]:
    for outcome, number in matrix.counts().items():
        if number:
            yield (
                f"{SIGNS[outcome]} {outcome.value}: {count(number, 'pair')}, {MEANINGS[outcome]}"
            )


def _cut_lines(matrix: Matrix) -> list[str]:
    cut = cuts_of(matrix)
    if not cut:
        return ["", "Nobody is cut off."]
    lines = ["", "Cut off:"]
    for one in cut:
        lines.append(f"  {one.rpc}  {one.outcome.value}  {one.senders} to {one.receivers}")
        lines.append(f"    {one.reason}")
    return [*lines, ""]


def _notes(matrix: Matrix, answer: Answer) -> list[str]:
    notes = list(answer.notes)
    if any(cell.sender_lacks or cell.receiver_lacks for cell in matrix.cells.values()):
        notes.append(
            "an RPC that one side does not have is a capability and no clash; JSON and HTML list them"
        )
    return notes


def _cell(cell: Cell) -> dict[str, Any]:
    return {
        "outcome": cell.worst.value,
        "fine": cell.fine,
        "rpcs": [_choice(one) for one in cell.notable],
        "sender_lacks": list(cell.sender_lacks),
        "receiver_lacks": list(cell.receiver_lacks),
    }


def _choice(choice: Choice) -> dict[str, Any]:
    shape: dict[str, Any] = {
        "rpc": choice.rpc,
        "key": choice.key,
        "outcome": choice.outcome.value,
        "version": choice.version,
        "allowed": range_text(choice.allowed),
        "advertised": range_text(choice.advertised),
        "served": range_text(choice.served),
        "reason": choice.reason,
    }
    if not choice.outcome.is_fine:
        shape["decided_by"] = place_json(choice.decided_by)
    if choice.outcome is Outcome.FALLBACK:
        shape.pop("advertised")
    return shape


__all__ = ["FORMATS", "Cut"]
