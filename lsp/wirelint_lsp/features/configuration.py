"""`wirelint.toml` in the editor: what a setting is for, and which there are."""

from __future__ import annotations

import re
from typing import Any, Final

from wirelint.config.explain import config_schema, describe
from wirelint.text import SourceText, Span
from wirelint_lsp.answers import Hover, Item, ItemKind

_KEY: Final = re.compile(r"""\s*(?:\[\[?)?\s*["']?(?P<key>[\w.-]+)["']?""")
_TABLE: Final = re.compile(r"\s*(?P<open>\[\[?)\s*(?P<name>[\w.\"'-]+)\s*\]")


def hover_setting(source: SourceText, offset: int) -> Hover | None:
    """The description of the setting on the line of an offset."""
    line, column = source.line_column(offset)
    text = source.line_text(line)
    match = _KEY.match(text)
    if match is None or not match.start("key") <= column <= match.end("key"):
        return None
    table = _TABLE.match(text)
    names = _names(table["name"]) if table else (*_table_at(source, line), match["key"])
    words = describe(_steps(source, names))
    if not words or not names:
        return None
    start = source.line_starts[line]
    span = Span(start + match.start("key"), start + match.end("key"))
    return Hover(f"**{'.'.join(names)}**\n\n{words}", span)


def complete_setting(source: SourceText, offset: int) -> list[Item]:
    """The settings that may stand where a key begins, or the words a value may be."""
    line, column = source.line_column(offset)
    before = source.line_text(line)[:column]
    start = source.line_starts[line]
    names = _table_at(source, line)
    if source.path.endswith("pyproject.toml") and not _is_ours(source, line):
        return []
    if "=" in before:
        key, _, rest = before.partition("=")
        node = _node((*names, key.strip()))
        lead = len(rest) - len(rest.lstrip(' "'))
        span = Span(start + len(key) + 1 + lead, offset)
        quoted = '"' in rest
        return [
            Item(
                label=str(word),
                text=str(word) if quoted else f'"{word}"',
                span=span,
                kind=ItemKind.VALUE,
            )
            for word in _words(node)
        ]
    if before.lstrip().startswith("["):
        return []
    lead = len(before) - len(before.lstrip())
    span = Span(start + lead, offset)
    return [
        Item(
            label=name,
            text=f"{name} = ",
            span=span,
            kind=ItemKind.PROPERTY,
            detail=str(one.get("description", "")),
        )
        for name, one in _node(names).get("properties", {}).items()
    ]


def _is_ours(source: SourceText, line: int) -> bool:
    above = source.text[: source.line_starts[line]]
    tables = re.findall(r"^\s*\[\[?\s*([\w.]+)", above, re.MULTILINE)
    return bool(tables) and str(tables[-1]).startswith("tool.wirelint")


def _table_at(source: SourceText, line: int) -> tuple[str, ...]:
    for number in range(line - 1, -1, -1):
        match = _TABLE.match(source.line_text(number))
        if match:
            return _names(match["name"])
    return ()


def _names(text: str) -> tuple[str, ...]:
    names = tuple(part.strip().strip("\"'") for part in text.split("."))
    return names[2:] if names[:2] == ("tool", "wirelint") else names


def _steps(_source: SourceText, names: tuple[str, ...]) -> tuple[str | int, ...]:
    """A path into the configuration's JSON Schema: lists of tables have a number between."""
    steps: list[str | int] = []
    for index, name in enumerate(names):
        steps.append(name)
        if index + 1 < len(names) and _node(names[: index + 1], items=False).get("type") == "array":
            steps.append(0)
    return tuple(steps)


def _node(names: tuple[str, ...], *, items: bool = True) -> dict[str, Any]:
    node: Any = config_schema()
    for name in names:
        node = _resolved(node)
        if node.get("type") == "array":
            node = _resolved(node.get("items", {}))
        node = node.get("properties", {}).get(name, node.get("additionalProperties", {}))
        if not isinstance(node, dict):
            return {}
    node = _resolved(node)
    if items and node.get("type") == "array":
        node = _resolved(node.get("items", {}))
    return node if isinstance(node, dict) else {}


def _resolved(node: Any) -> Any:
    if isinstance(node, dict) and "$ref" in node:
        return config_schema()["$defs"][node["$ref"].rpartition("/")[2]]
    return node


def _words(node: dict[str, Any]) -> list[Any]:
    found = list(node.get("enum", ()))
    for one in node.get("anyOf", ()):
        found += _words(_resolved(one))
    return found
