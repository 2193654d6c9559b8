# Pure functions from a changelog to text. Names come from a stranger's schemas, so each format makes
# them harmless in its own way; backticks in a text are ours and mark such names.
"""How `diff` prints a changelog."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final

import wirelint
from wirelint.evolution.changelog import Changelog, Effect, Entry, Line, lines
from wirelint.reporters.words import count, inert
from wirelint.text import inert_markdown

_TITLES: Final = {
    Effect.BREAKING: "Breaking",
    Effect.ROLLOUT: "Needs a rollout step",
    Effect.SAFE: "Safe",
}
_NONE: Final = "The protocol did not change."


def to_text(changelog: Changelog) -> str:
    """Sections with a column of subjects."""
    parts = [inert(_title(changelog))]
    for effect, told in _sections(changelog):
        width = min(40, max(len(one.subject) for one in told))
        parts += ["", _TITLES[effect]]
        parts += [inert(f"  {one.subject.ljust(width)}  {one.text}") for one in told]
    return "\n".join(parts) + "\n"


def to_markdown(changelog: Changelog, level: int = 2) -> str:
    """What goes into release notes; `level` is that of the title's heading."""
    mark = "#" * level
    parts = [f"{mark} {_markdown(_heading(changelog))}", "", _markdown(_summary(changelog)) + "."]
    for effect, told in _sections(changelog):
        parts += ["", f"{mark}# {_TITLES[effect]}", ""]
        parts += [f"- **{_markdown(one.subject)}**: {_markdown(one.text)}" for one in told]
    return "\n".join(parts) + "\n"


def to_json(changelog: Changelog) -> str:
    """Every entry by itself."""
    shape = {
        "wirelint": wirelint.__version__,
        "schema": 1,
        "before": changelog.before,
        "after": changelog.after,
        "summary": {effect.value: len(changelog.of(effect)) for effect in Effect},
        "changes": [_entry(one) for one in changelog.entries],
    }
    return json.dumps(shape, indent=2) + "\n"


def to_html(changelog: Changelog) -> str:
    """A page that asks the network for nothing."""
    from wirelint.reporters.rollout.page import (  # noqa: PLC0415 - hardly anyone asks for a page
        Html,
        element,
        page,
    )

    def text(words: str) -> list[str]:
        parts = words.split("`")
        return [element("code", one) if index % 2 else one for index, one in enumerate(parts)]

    body = [
        element("h1", _heading(changelog)),
        element("p", _summary(changelog) + ".", class_="dim"),
    ]
    for effect, told in _sections(changelog):
        items = (
            element("tr", element("th", one.subject), element("td", *text(one.text)))
            for one in told
        )
        body.append(element("h2", _TITLES[effect]))
        table = element("table", element("tbody", *items))
        body.append(element("div", table, class_="scroll"))
    return page(_heading(changelog), *(Html(one) for one in body))


def _sections(changelog: Changelog) -> Iterator[tuple[Effect, tuple[Line, ...]]]:
    for effect in Effect:
        told = lines(changelog.of(effect))
        if told:
            yield effect, told


def _heading(changelog: Changelog) -> str:
    return f"Protocol changes from {changelog.before} to {changelog.after}"


def _title(changelog: Changelog) -> str:
    return f"{_heading(changelog)}: {_summary(changelog)}"


def _summary(changelog: Changelog) -> str:
    if not changelog.entries:
        return _NONE.rstrip(".")
    breaking, rollout, safe = (len(changelog.of(effect)) for effect in Effect)
    need = "needs" if rollout == 1 else "need"
    return (
        f"{count(breaking, 'breaking change')}, {rollout} that {need} a rollout step, {safe} safe"
    )


def _markdown(text: str) -> str:
    """The backticks stay; all else that Markdown or HTML acts on is made text."""
    parts = inert(text).split("`")
    if len(parts) % 2 == 0 or "``" in text:  # what stands between could be taken for no code
        parts = [inert(text).replace("`", "'")]
    return "`".join(part if index % 2 else inert_markdown(part) for index, part in enumerate(parts))


def _entry(entry: Entry) -> dict[str, Any]:
    return {
        "effect": entry.effect.value,
        "kind": entry.kind,
        "subject": entry.subject,
        "text": entry.text,
        "messages": list(entry.messages),
        "paths": list(entry.paths),
        "versions": [str(one) for one in entry.versions],
    }
