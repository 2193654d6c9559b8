"""One door for tests that lint texts: files by name in, diagnostics out."""

from __future__ import annotations

from collections.abc import Mapping

from wirelint.diagnostics import Diagnostic
from wirelint.engine.policy import Policy
from wirelint.engine.run import Inputs, run
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
    """Everything that all rules say of these files, comments and waivers applied."""
    inputs = Inputs(
        documents=tuple(
            read(SourceText(path, text)) for path, text in files.items() if path.endswith(".json")
        ),
        tables=tuple(
            SourceText(path, text)
            for path, text in files.items()
            if path.endswith((".gates", ".java", ".scala", ".rs"))
        ),
    )
    return run(inputs, load_rules, policy=policy or Policy(), dialect=dialect).diagnostics


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
