"""JUnit XML: one case a finding, one passing case on a clean run."""

from __future__ import annotations

import re
from typing import Final

from wirelint.engine.report import JsonObject, Report
from wirelint.reporters import Look
from wirelint.reporters.words import inert, shown

# What XML 1.0 cannot hold at all.
_NOT_XML: Final = re.compile(r"[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def report(report: Report, look: Look) -> str:
    visible = shown(report, look)
    failures = sum(one["severity"] != "info" for one in visible)
    cases = [_case(one) for one in visible] or ['  <testcase classname="wirelint" name="check"/>\n']
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<testsuites name="wirelint" tests="{len(cases)}" failures="{failures}" errors="0">\n'
        f' <testsuite name="wirelint" tests="{len(cases)}" failures="{failures}" errors="0"'
        ' skipped="0">\n' + "".join(cases) + " </testsuite>\n</testsuites>\n"
    )


def _case(one: JsonObject) -> str:
    path = one["path"] or "wirelint"
    at = one["range"]
    line = f":{at['start']['line']}" if at else ""
    attributes = f'classname="{_quoted(path)}" name="{_quoted(one["rule"] + line)}"'
    if at:
        attributes += f' file="{_quoted(path)}" line="{at["start"]["line"]}"'
    text = f"{path}{line}: {one['message']}" + (f"\n{one['help']}" if one["help"] else "")
    if one["severity"] == "info":
        return f"  <testcase {attributes}>\n   <system-out>{_escaped(text)}</system-out>\n  </testcase>\n"
    return (
        f"  <testcase {attributes}>\n"
        f'   <failure type="{one["severity"]}" message="{_quoted(one["message"])}">'
        f"{_escaped(text)}</failure>\n  </testcase>\n"
    )


def _escaped(text: str) -> str:
    text = "\n".join(inert(line) for line in text.split("\n"))
    text = _NOT_XML.sub("\ufffd", text)
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _quoted(text: str) -> str:
    return _escaped(text).replace('"', "&quot;").replace("\n", "&#10;")
