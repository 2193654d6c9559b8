# The grid is a table of buttons: arrow keys move in it, Enter or a click says why. What it must say
# without a script stands above it as a table.
"""The matrix as a page."""

from __future__ import annotations

from typing import Any, Final

from wirelint.reporters.rollout import Answer
from wirelint.reporters.rollout.cuts import Cut, cuts_of, group_name
from wirelint.reporters.rollout.page import Html, data, element, page
from wirelint.reporters.rollout.parts import MEANINGS, SIGNS, range_text
from wirelint.reporters.words import count
from wirelint.rollout.choice import Choice
from wirelint.rollout.matrix import Cell, Matrix
from wirelint.rollout.outcome import Outcome


def to_html(matrix: Matrix, answer: Answer) -> str:
    """One page: who is cut off, the grid, and why for each cell."""
    title = f"Who can talk to whom: {matrix.path.name} path"
    releases = matrix.releases
    span = (
        f"{count(len(releases), 'release')}, {releases[0].name} to {releases[-1].name}."
        if len(releases) > 1
        else f"{releases[0].name}."
    )
    asks = (
        "The sender does not ask: it sends the version that it has settled on."
        if matrix.path.is_blind
        else "The sender asks which versions the receiver lists, and takes the newest that both know."
    )
    return page(
        title,
        element("h1", title),
        element("p", f"{span} {asks}"),
        _legend(matrix),
        *_cut_off(cuts_of(matrix)),
        element("h2", "Every pair", id="pairs"),
        element(
            "p",
            "A row sends, a column receives. Releases that speak the same share a row. Choose a pair"
            " to see why: with the mouse, or with the arrow keys and Enter.",
        ),
        element(
            "div",
            element("div", _grid(matrix), class_="scroll grid"),
            element(
                "section",
                element("h3", "Why", id="why-title"),
                element("p", "No pair is chosen yet.", class_="dim"),
                id="why",
                aria_live="polite",
                aria_labelledby="why-title",
            ),
            class_="split",
        ),
        *_notes(answer),
        data("matrix", _shape(matrix)),
        style=_STYLE,
        script=_SCRIPT,
    )


def _legend(matrix: Matrix) -> Html:
    items = [
        element(
            "li",
            element("span", f"{SIGNS[outcome]} {outcome.value}", class_=f"tag {outcome.value}"),
            f" {count(number, 'pair')}: {MEANINGS[outcome]}",
        )
        for outcome, number in matrix.counts().items()
        if number
    ]
    return element("ul", *items, class_="legend")


def _cut_off(cuts: list[Cut]) -> list[Html]:
    if not cuts:
        return [element("p", element("strong", "Nobody is cut off."))]
    head = ("Request", "Outcome", "Sender", "Receiver", "Why")
    rows = [
        element(
            "tr",
            element("th", one.rpc, scope="row"),
            element(
                "td",
                element(
                    "span",
                    f"{SIGNS[one.outcome]} {one.outcome.value}",
                    class_=f"tag {one.outcome.value}",
                ),
            ),
            element("td", one.senders, class_="names"),
            element("td", one.receivers, class_="names"),
            element("td", f"For example {one.reason}."),
        )
        for one in cuts
    ]
    table = element(
        "table",
        element("thead", element("tr", *(element("th", one, scope="col") for one in head))),
        element("tbody", *rows),
    )
    return [
        element("h2", "Who is cut off", id="cut"),
        element(
            "div", table, class_="scroll", tabindex="0", role="region", aria_label="Who is cut off"
        ),
    ]


def _grid(matrix: Matrix) -> Html:
    names = [group_name(one) for one in matrix.groups]
    heads = [
        element("th", element("span", name), scope="col", data_column=str(j))
        for j, name in enumerate(names)
    ]
    corner = element("td", element("span", "sends ↓ receives →", class_="dim"), class_="corner")
    rows = [
        element(
            "tr",
            element("th", name, scope="row", data_row=str(i)),
            *(
                element("td", _button(matrix.cells[i, j], name, names[j], i, j))
                for j in range(len(names))
            ),
        )
        for i, name in enumerate(names)
    ]
    return element(
        "table",
        element("caption", "Outcome of each pair", class_="hidden"),
        element("thead", element("tr", corner, *heads)),
        element("tbody", *rows),
    )


def _button(cell: Cell, sender: str, receiver: str, row: int, column: int) -> Html:
    cut = ", ".join(one.rpc for one in cell.cut_off[:3])
    return element(
        "button",
        SIGNS[cell.worst],
        type="button",
        class_=f"cell {cell.worst.value}",
        data_row=str(row),
        data_column=str(column),
        tabindex="0" if row == column == 0 else "-1",
        aria_label=f"{sender} to {receiver}: {cell.worst.value}{f', {cut}' if cut else ''}",
    )


def _notes(answer: Answer) -> list[Html]:
    levels = [f"{name} is at {label}." for name, (_, label) in answer.levels.items()]
    items = [element("li", one) for one in (*levels, *answer.notes)]
    return [element("ul", *items, class_="notes")] if items else []


def _shape(matrix: Matrix) -> dict[str, Any]:
    """What the script needs; names of RPCs stand once."""
    names: dict[str, int] = {}

    def index(rpc: str) -> int:
        return names.setdefault(rpc, len(names))

    cells = [
        [
            {
                "worst": cell.worst.value,
                "fine": cell.fine,
                "rpcs": [_choice(one) for one in cell.notable],
                "sender": [index(one) for one in cell.sender_lacks],
                "receiver": [index(one) for one in cell.receiver_lacks],
            }
            for j in range(len(matrix.groups))
            for cell in (matrix.cells[i, j],)
        ]
        for i in range(len(matrix.groups))
    ]
    return {
        "groups": [
            {"name": group_name(group), "releases": [one.name for one in group]}
            for group in matrix.groups
        ],
        "signs": {outcome.value: SIGNS[outcome] for outcome in Outcome},
        "meanings": {outcome.value: MEANINGS[outcome] for outcome in Outcome},
        "cells": cells,
        "rpcs": list(names),
    }


def _choice(choice: Choice) -> dict[str, Any]:
    return {
        "rpc": choice.rpc,
        "outcome": choice.outcome.value,
        "version": choice.version,
        "allowed": range_text(choice.allowed),
        "listed": range_text(choice.advertised),
        "served": range_text(choice.served),
        "reason": choice.reason,
    }


_STYLE: Final = """
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.legend { list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: .35rem 1.25rem; }
.names { min-width: 6.5rem; }
.split { display: grid; gap: 1rem; grid-template-columns: minmax(0, 1fr); align-items: start; }
.grid { max-height: max(90vh, 54rem); width: fit-content; }
.grid table { border-collapse: separate; border-spacing: 0; width: auto; margin: 0 5px 5px 0; }
.grid th, .grid td, .grid td:last-child { border: 0; padding: 1px; min-width: 0; }
.grid tbody th { position: sticky; left: 0; background: var(--ground); white-space: nowrap;
  padding: 0 .6rem; font-weight: 500; z-index: 1; font-variant-numeric: tabular-nums;
  vertical-align: middle; }
.grid thead th, .grid .corner { position: sticky; top: 0; background: var(--ground); z-index: 2;
  vertical-align: bottom; padding: .4rem 1px; }
.grid thead th span { writing-mode: vertical-rl; transform: rotate(180deg); font-weight: 500;
  font-variant-numeric: tabular-nums; }
.grid .corner { left: 0; z-index: 3; padding: .4rem .6rem; text-align: right; }
.grid th.on { color: var(--link); font-weight: 700; }
.cell { width: 1.9rem; height: 1.9rem; border: 0; border-radius: .25rem; padding: 0; display: block;
  font: inherit; font-weight: 700; cursor: pointer; }
.cell.ok { font-weight: 400; }
.cell:hover { filter: brightness(.94); }
.cell[aria-pressed=true] { outline: 3px solid var(--link); outline-offset: 1px; }
.cell:focus-visible { outline: 3px solid var(--ink); outline-offset: 1px; position: relative;
  z-index: 1; }
#why { border: 1px solid var(--line); border-radius: .5rem; padding: .75rem 1rem; min-width: 0;
  background: var(--soft); }
#why h3 { margin: 0 0 .4rem; font-size: 1.05rem; overflow-wrap: anywhere; }
#why h4 { margin: 1rem 0 .2rem; font-size: .95rem; }
#why dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 0 .75rem;
  margin: .25rem 0; font-size: .9rem; }
#why dt { color: var(--dim); } #why dd { margin: 0; overflow-wrap: anywhere; }
#why summary { cursor: pointer; margin-top: .75rem; }
@media (min-width: 75rem) { .names { min-width: 6.5rem; }
.split { grid-template-columns: max-content minmax(18rem, 1fr); }
  .grid { max-width: 60rem; }
  #why { position: sticky; top: 1rem; max-height: 90vh; overflow: auto; } }
@media (max-width: 40rem) { .grid thead th span, .grid tbody th { font-size: .8rem; } }
"""

# Text goes in by textContent only.
_SCRIPT: Final = """
"use strict";
(() => {
const all = JSON.parse(document.getElementById("matrix").textContent);
const why = document.getElementById("why");
const cells = new Map([...document.querySelectorAll(".cell")].map(
  one => [one.dataset.row + "," + one.dataset.column, one]));
let chosen = null, at = cells.get("0,0");
const make = (name, text, parent, type) => {
  const one = document.createElement(name);
  if (text !== undefined) one.textContent = text;
  if (type) one.className = type;
  if (parent) parent.append(one);
  return one;
};
const focus = one => {
  if (!one) return;
  at.tabIndex = -1; one.tabIndex = 0; one.focus(); at = one;
};
const lacks = (name, list) => {
  if (!list.length) return;
  const more = make("details", undefined, why);
  make("summary", name + " does not have " + list.length +
    (list.length === 1 ? " request" : " requests") + " of the other side", more);
  make("p", list.map(index => all.rpcs[index]).join(", "), more);
};
const show = one => {
  const row = +one.dataset.row, column = +one.dataset.column;
  const cell = all.cells[row][column], from = all.groups[row], to = all.groups[column];
  if (chosen) chosen.removeAttribute("aria-pressed");
  document.querySelectorAll("th.on").forEach(each => each.classList.remove("on"));
  chosen = one; one.setAttribute("aria-pressed", "true");
  document.querySelector('th[data-row="' + row + '"]').classList.add("on");
  document.querySelector('th[data-column="' + column + '"]').classList.add("on");
  why.replaceChildren();
  make("h3", from.name + " to " + to.name, why).id = "why-title";
  const line = make("p", undefined, why);
  make("span", all.signs[cell.worst] + " " + cell.worst, line, "tag " + cell.worst);
  line.append(": " + all.meanings[cell.worst] + ". " + cell.fine +
    (cell.fine === 1 ? " request finds" : " requests find") + " a version.");
  for (const each of cell.rpcs) {
    const head = make("h4", each.rpc + " ", why);
    make("span", all.signs[each.outcome] + " " + each.outcome +
      (each.version === null ? "" : " " + each.version), head, "tag " + each.outcome);
    make("p", each.reason[0].toUpperCase() + each.reason.slice(1) + ".", why);
    const list = make("dl", undefined, why);
    for (const [name, value] of [["can send", each.allowed], ["lists", each.listed],
        ["serves", each.served]]) {
      make("dt", name, list); make("dd", value, list);
    }
  }
  lacks(from.name, cell.sender);
  lacks(to.name, cell.receiver);
};
document.querySelector(".grid").addEventListener("click", event => {
  const one = event.target.closest(".cell");
  if (!one) return;
  focus(one); show(one);
  if (event.detail && why.getBoundingClientRect().top > innerHeight * .8)
    why.scrollIntoView({ block: "nearest" });
});
document.querySelector(".grid").addEventListener("keydown", event => {
  const one = event.target.closest(".cell");
  if (!one || event.altKey || event.ctrlKey || event.metaKey) return;
  const row = +one.dataset.row, column = +one.dataset.column, last = all.groups.length - 1;
  const next = { ArrowUp: [row - 1, column], ArrowDown: [row + 1, column],
    ArrowLeft: [row, column - 1], ArrowRight: [row, column + 1],
    Home: [row, 0], End: [row, last], PageUp: [0, column], PageDown: [last, column] }[event.key];
  if (!next) return;
  event.preventDefault();
  focus(cells.get(next.join(",")));
});
})();
"""
