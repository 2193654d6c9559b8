"""One door for tests that lint texts: files by name in, diagnostics out."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import replace

from wirelint.config.model import NO_SETTINGS, Settings
from wirelint.config.read import read_settings
from wirelint.diagnostics import Diagnostic
from wirelint.engine.baseline import BaselineInput
from wirelint.engine.policy import Policy
from wirelint.engine.run import Inputs, run
from wirelint.pages import Mark
from wirelint.profiles import PLAIN, PROFILES, Profile
from wirelint.schema.dialect import DEFAULT_DIALECT, Dialect
from wirelint.syntax.document import Document, read
from wirelint.text import SourceText
from wirelint_rules import load_rules


def check_files(
    files: Mapping[str, str],
    baseline: Mapping[str, str] | None = None,
    *,
    built_on: Mapping[str, str] | None = None,
    upstream: Mapping[str, str] | None = None,
    policy: Policy | None = None,
    dialect: Dialect = DEFAULT_DIALECT,
    profile: Profile = PLAIN,
    alone: bool = False,
) -> list[Diagnostic]:
    """Everything that all rules say of these files, comments and waivers applied.

    A `wirelint.toml` among the files is their configuration. Unless they are `alone`, the files are
    all that their folder holds. `built_on` is a second, softer baseline, `upstream`
    what the files are copies of.
    """
    settings = _settings(files)
    if settings.profile is not None:
        profile = PROFILES[settings.profile]
    if settings.dialect is not None:
        dialect = replace(dialect, generation=settings.dialect)
    inputs = Inputs(
        documents=_documents(files),
        tables=_tables(files),
        baselines=(
            *(() if baseline is None else (_baseline(files, baseline),)),
            *(() if built_on is None else (replace(_baseline(files, built_on), softer=True),)),
        ),
        alone=alone,
        upstream=None if upstream is None else _baseline(files, upstream),
        mirrors=tuple(
            SourceText(path, text) for path, text in files.items() if path.endswith(".py")
        ),
    )
    return run(
        inputs,
        load_rules,
        policy=policy or Policy(extend_select=settings.extend_select),
        settings=settings,
        profile=profile,
        dialect=dialect,
    ).diagnostics


def _documents(files: Mapping[str, str], revision: str | None = None) -> tuple[Document, ...]:
    return tuple(
        read(SourceText(path, text, revision))
        for path, text in files.items()
        if path.endswith(".json")
    )


def _tables(files: Mapping[str, str], revision: str | None = None) -> tuple[SourceText, ...]:
    return tuple(
        SourceText(path, text, revision)
        for path, text in files.items()
        if path.endswith((".gates", ".java", ".scala", ".rs"))
    )


def _baseline(files: Mapping[str, str], baseline: Mapping[str, str]) -> BaselineInput:
    same = frozenset(path for path, text in files.items() if baseline.get(path) == text)
    changed = {path: text for path, text in baseline.items() if path not in same}
    return BaselineInput(
        name="1.0.0",
        documents=_documents(changed, "1.0.0"),
        tables=_tables(changed, "1.0.0"),
        unchanged=same,
    )


def _settings(files: Mapping[str, str]) -> Settings:
    if "wirelint.toml" not in files:
        return NO_SETTINGS
    values, problems = read_settings(tomllib.loads(files["wirelint.toml"]))
    assert not problems
    return Settings(**values)


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
