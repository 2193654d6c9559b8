"""For people: where, what, the line itself, what to do.

path:61:3: error[rule-name] message
61 |     { "name": "LogStartOffset", "versions": "5+" },
|                                             ^^^^
= baseline 3.9.0: path:60: it was "5-11"
= help: give it the versions from 18 on
"""

from __future__ import annotations

from collections import Counter
from typing import Final

from wirelint.engine.report import JsonObject, Report
from wirelint.reporters import Look
from wirelint.reporters.words import closing, inert, shown

_WIDTH: Final = 140  # of an excerpt; longer lines are cut around the mark
_COLORS: Final = {"error": "31", "warning": "33", "info": "36", "bold": "1", "dim": "2"}


def report(report: Report, look: Look) -> str:
    paint = _Paint(on=look.color)
    visible = shown(report, look)
    blocks = [_block(one, look, paint) for one in visible]
    hidden = report.summary.infos - sum(one["severity"] == "info" for one in visible)
    text = "\n".join(blocks)
    if look.statistics:
        text += ("\n" if blocks else "") + _statistics(report)
    if not look.quiet:
        text += ("\n" if blocks else "") + closing(report.summary, hidden) + "\n"
    return text


class _Paint:
    def __init__(self, *, on: bool) -> None:
        self._on = on

    def __call__(self, text: str, *styles: str) -> str:
        if not self._on:
            return text
        return f"\x1b[{';'.join(_COLORS[one] for one in styles)}m{text}\x1b[0m"


def _block(one: JsonObject, look: Look, paint: _Paint) -> str:
    severity, at, path = one["severity"], one["range"], one["path"]
    where = inert(path or "wirelint")
    if at:
        where += f":{at['start']['line']}:{at['start']['column']}"
    tag = paint(f"{severity}[{one['rule']}]", severity, "bold")
    head = f"{paint(where, 'bold')}: {tag} "
    lines = [head + inert(one["message"])]
    margin = 5
    if at and path is not None:
        source = look.texts(path)
        if source is not None:
            number, text, mark = _excerpt(source.line_text(at["start"]["line"] - 1), at)
            margin = max(5, len(number) + 2)
            lines.append(f"{paint(number.rjust(margin) + ' |', 'dim')} {text}")
            lines.append(f"{paint(' ' * margin + ' |', 'dim')} {paint(mark, severity, 'bold')}")
    elif path is not None:
        lines.append(f"{' ' * 3}{paint('=', 'dim')} the file is gone")
    lines += [f"   {paint('=', 'dim')} {inert(note)}" for note in _notes(one)]
    proof = one.get("witness")
    if proof:
        lines += [f"   {paint('|', 'dim')} {inert(line)}" for line in proof["text"]]
    return "\n".join(lines) + "\n"


def _notes(one: JsonObject) -> list[str]:
    notes = []
    for related in one["related"]:
        where = related["path"]
        if related["range"]:
            where += f":{related['range']['start']['line']}"
        if related.get("revision"):
            where = f"{related['revision']}: {where}"
        notes.append(f"{where}: {related['message']}")
    if one["fixes"]:
        fix = one["fixes"][0]
        notes.append(f"fix: {fix['title']}{'' if fix['safe'] else ' (with --unsafe-fixes)'}")
    if one["help"]:
        notes.append(f"help: {one['help']}")
    return notes


def _excerpt(line: str, at: JsonObject) -> tuple[str, str, str]:
    """Line number, the line cut to width with tabs widened, and the carets under it."""
    start = at["start"]["column"] - 1
    end = at["end"]["column"] - 1 if at["end"]["line"] == at["start"]["line"] else len(line)
    end = min(max(end, start + 1), max(len(line), start + 1))
    before, marked, after = line[:start], line[start:end], line[end:]
    before, marked, after = (inert(part.expandtabs(4)) for part in (before, marked, after))
    if len(before) + len(marked) + len(after) > _WIDTH:
        room = max(20, (_WIDTH - min(len(marked), _WIDTH // 2)) // 2)
        if len(before) > room:
            before = "…" + before[-room:]
        if len(marked) > _WIDTH // 2:
            marked, after = marked[: _WIDTH // 2] + "…", ""
        if len(after) > room:
            after = after[:room] + "…"
    mark = " " * len(before) + "^" * max(1, len(marked))
    return str(at["start"]["line"]), before + marked + after, mark


def _statistics(report: Report) -> str:
    counts = Counter((one["rule"], one["severity"]) for one in report.diagnostics)
    width = max((len(str(number)) for number in counts.values()), default=1)
    return "".join(
        f"{number:>{width}}  {severity:<7}  {rule}\n"
        for (rule, severity), number in sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    )
