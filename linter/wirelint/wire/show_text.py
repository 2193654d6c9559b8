# Text, markdown and JSON say the same.
"""What `wirelint show` prints, in each format."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from wirelint.text import count, inert
from wirelint.wire.annotate import line_json, render_lines
from wirelint.wire.show import Detail, ShowData

# `[` stays, since `[]Topic` is read in a terminal too: only what may follow it makes it a link.
_ACTIVE: Final = re.compile(r"[\\`*_<>&|@~#!$]|(?<=\])[(:\[](?!\])")


def render_text(data: ShowData) -> str:
    """For a terminal: tables aligned with blanks."""
    lines = [_title(data), *_facts(data), ""]
    if data.detail is not None:
        lines += _detail_text(data.detail, data.name)
    elif not data.columns:
        lines.append("No version is valid.")
    else:
        lines += _aligned(_table_cells(data))
        lines += ["", *_steps_text(data, "  ")] if data.steps else []
    if data.notes:
        lines += ["", "gates:", *_notes_text(data, "  ")]
    return "\n".join(lines).rstrip() + "\n"


def render_markdown(data: ShowData) -> str:
    """For a page or a pull request."""
    lines = [f"## {_markdown(_title(data))}", "", *(f"- {fact}" for fact in _facts(data)), ""]
    if data.detail is not None:
        detail = data.detail
        lines += [f"### Version {detail.version}", ""]
        lines += _markdown_table(_detail_cells(detail))
        if detail.data is not None:
            lines += ["", "```", *render_lines(detail.lines), "```"]
        elif detail.failed:
            lines += ["", f"No example: {_markdown(detail.failed)}"]
    elif data.columns:
        lines += _markdown_table(_table_cells(data))
        lines += ["", *map(_markdown, _steps_text(data, "- "))] if data.steps else []
    if data.notes:
        lines += ["", "### Gates", "", *map(_markdown, _notes_text(data, "- "))]
    return "\n".join(lines).rstrip() + "\n"


def to_json(data: ShowData) -> dict[str, object]:
    """For `--format json`: plain values only."""
    detail = data.detail
    return {
        "name": data.name,
        "type": data.type.value,
        "api_key": data.api_key,
        "valid_versions": str(data.valid_versions),
        "deprecated_versions": str(data.deprecated_versions),
        "flexible_versions": str(data.flexible_versions),
        "unstable_version": data.unstable_version,
        "columns": [
            {"versions": str(one.versions), "flexible": one.flexible, "header": one.header}
            for one in data.columns
        ],
        "fields": [
            {
                "path": ".".join(row.path),
                "type": row.type,
                "versions": {
                    str(column.versions): cell
                    for column, cell in zip(data.columns, row.cells, strict=True)
                    if cell
                },
            }
            for row in data.rows
        ],
        "gates": [dict(one.facts) for one in data.notes],
        "steps": [{"version": one.version, "changes": list(one.changes)} for one in data.steps],
        "version": None
        if detail is None
        else {
            "version": detail.version,
            "flexible": detail.flexible,
            "header": detail.header,
            "fields": [
                {
                    "path": ".".join(one.path),
                    "type": one.type,
                    "wire": one.wire,
                    "nullable": one.nullable,
                    "tag": one.tag,
                    "default": one.default,
                    "about": one.about or None,
                }
                for one in detail.items
            ],
            "example": None
            if detail.data is None
            else {
                "hex": detail.data.hex(),
                "parts": [line_json(one) for one in detail.lines],
            },
        },
    }


def _title(data: ShowData) -> str:
    key = "" if data.api_key is None else f", api key {data.api_key}"
    return f"{inert(data.name)} ({data.type.value}{key})"


def _facts(data: ShowData) -> list[str]:
    facts = [f"versions {data.valid_versions}, flexible {data.flexible_versions}"]
    if data.deprecated_versions:
        facts.append(f"deprecated {data.deprecated_versions}")
    if data.unstable_version is not None:
        facts.append(f"version {data.unstable_version} is not stable yet")
    return facts


def _table_cells(data: ShowData) -> list[list[str]]:
    head = ["field", "type", *(str(one.versions) for one in data.columns)]
    cells = [head]
    if any(one.header is not None for one in data.columns):
        name = f"{data.type.value} header"
        cells.append([name, "", *(str(one.header) for one in data.columns)])
    cells.append(
        ["encoding", "", *("flexible" if one.flexible else "classic" for one in data.columns)]
    )
    cells += [
        [_indented(row.path), row.type, *(one or "-" for one in row.cells)] for row in data.rows
    ]
    return cells


def _detail_text(detail: Detail, name: str) -> list[str]:
    header = "" if detail.header is None else f", header {detail.header}"
    encoding = "flexible" if detail.flexible else "classic"
    lines = [f"version {detail.version}: {encoding}{header}", ""]
    lines += _aligned(_detail_cells(detail))
    if detail.data is not None:
        size = len(detail.data)
        lines += [
            "",
            f"example of {inert(name)} version {detail.version}, {count(size, 'byte')} without header:",
        ]
        lines += ["", *render_lines(detail.lines)]
    elif detail.failed:
        lines += ["", f"no example: {inert(detail.failed)}"]
    return lines


def _detail_cells(detail: Detail) -> list[list[str]]:
    cells = [["field", "type", "on the wire", "null", "tag", "default"]]
    cells += [
        [
            _indented(one.path),
            one.type,
            one.wire,
            "yes" if one.nullable else "-",
            "-" if one.tag is None else str(one.tag),
            "-" if one.default is None else one.default,
        ]
        for one in detail.items
    ]
    # Columns that say nothing are left out.
    used = [
        column
        for column in range(len(cells[0]))
        if column < 3 or any(row[column] != "-" for row in cells[1:])
    ]
    return [[row[column] for column in used] for row in cells]


def _steps_text(data: ShowData, bullet: str) -> list[str]:
    lines = []
    for step in data.steps:
        changes = "; ".join(step.changes) or "changes nothing"
        lines.append(f"{bullet}version {step.version}: {inert(changes)}")
    return lines


def _notes_text(data: ShowData, bullet: str) -> list[str]:
    return [
        f"{bullet}{'every version' if one.version is None else f'version {one.version}'}: {inert(one.text)}"
        for one in data.notes
    ]


def _indented(path: tuple[str, ...]) -> str:
    return "  " * (len(path) - 1) + path[-1]


def _aligned(texts: Sequence[Sequence[str]]) -> list[str]:
    cells = [list(map(inert, row)) for row in texts]
    widths = [max(len(row[column]) for row in cells) for column in range(len(cells[0]))]
    return [
        "  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip()
        for row in cells
    ]


def _markdown_table(cells: Sequence[Sequence[str]]) -> list[str]:
    head, *rows = cells
    lines = ["| " + " | ".join(head) + " |", "|" + " --- |" * len(head)]
    for row in rows:
        first = row[0].lstrip()
        indent = "&nbsp;" * 2 * ((len(row[0]) - len(first)) // 2)
        texts = [indent + _markdown(first), *map(_markdown, row[1:])]
        lines.append("| " + " | ".join(texts) + " |")
    return lines


def _markdown(text: str) -> str:
    """Text in which Markdown finds no link, no mention, no code and no HTML."""
    marked = _ACTIVE.sub(lambda match: f"&#{ord(match[0])};", inert(text))
    return marked.replace("://", "&#58;//").replace("www.", "www&#46;")
