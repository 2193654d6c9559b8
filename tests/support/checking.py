"""One door for tests that lint texts: files by name in, diagnostics out."""

from __future__ import annotations

from collections.abc import Mapping

from wirelint.diagnostics import Diagnostic
from wirelint.engine.check import check_schema
from wirelint.engine.load import load
from wirelint.engine.policy import Dispatch, Policy
from wirelint.pages import Mark
from wirelint.schema.dialect import DEFAULT_DIALECT, Dialect
from wirelint.syntax.document import read
from wirelint.text import SourceText
from wirelint_rules import load_rules


def check_files(
    files: Mapping[str, str],
    baseline: Mapping[str, str] | None = None,
    *,
    policy: Policy | None = None,
    dialect: Dialect = DEFAULT_DIALECT,
) -> list[Diagnostic]:
    """Everything that all rules say of these files."""
    dispatch = Dispatch(policy or Policy(), load_rules())
    return [
        one
        for path, text in files.items()
        if path.endswith(".json")
        for one in check_schema(load(read(SourceText(path, text)), dialect), dispatch)
    ]


def mark_of(diagnostic: Diagnostic) -> Mark:
    at = diagnostic.finding.at
    span = at.span
    if span is None:
        return Mark(at.source.path, -1, 0, 0, diagnostic.rule)
    line, start = at.source.line_column(span.start)
    end_line, end = at.source.line_column(span.end)
    return Mark(
        at.source.path, line, start, end if end_line == line else start + 1, diagnostic.rule
    )
