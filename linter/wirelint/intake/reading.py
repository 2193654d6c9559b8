"""From bytes to what the engine runs on."""

from __future__ import annotations

from collections.abc import Mapping

from wirelint.diagnostics import Finding, Problem
from wirelint.engine.run import Inputs
from wirelint.errors import BaselineError
from wirelint.intake.compared import NOTHING_COMPARED, Compared
from wirelint.intake.gathered import Gathered
from wirelint.sources.baseline import Baseline
from wirelint.sources.discovery import Kind, kind_of
from wirelint.sources.tree import Unreadable
from wirelint.syntax.decoding import source_of
from wirelint.syntax.document import Document, read_bytes
from wirelint.text import Location, SourceText


def inputs_of(gathered: Gathered, compared: Compared = NOTHING_COMPARED) -> Inputs:
    """Read what was gathered."""
    schemas = [
        read_bytes(found.path, data) for found, data in gathered.files if found.kind is Kind.SCHEMA
    ]
    tables = [
        source_of(found.path, data)
        for found, data in gathered.files
        if found.kind is not Kind.SCHEMA
    ]
    return Inputs(
        documents=tuple(schemas),
        tables=tuple(tables),
        context=tuple(read_bytes(path, data) for path, data in gathered.siblings),
        baselines=compared.inputs,
        problems=(*(_unreadable(one) for one in gathered.unreadable), *compared.problems),
        alone=gathered.alone,
        mirrors=tuple(source_of(path, data) for path, data in gathered.mirrors),
        named=frozenset(found.path for found, _ in gathered.files if found.named),
    )


def read_baseline(
    baseline: Baseline, wanted: Mapping[str, str]
) -> tuple[tuple[Document, ...], tuple[SourceText, ...]]:
    """Read files of a baseline, by path there; the values are what they are called here.

    Raises BaselineError where one cannot be read.
    """
    schemas: list[Document] = []
    tables: list[SourceText] = []
    for theirs, content in baseline.tree.read_many(wanted):
        path = wanted[theirs]
        if isinstance(content, Unreadable):
            raise BaselineError(f"`{baseline.spec}`: `{theirs}` {content.message}")
        if kind_of(theirs) is Kind.SCHEMA:
            schemas.append(read_bytes(path, content, baseline.name))
        else:
            tables.append(source_of(path, content, baseline.name))
    return tuple(schemas), tuple(tables)


def _unreadable(one: Unreadable) -> Problem:
    place = Location(SourceText(one.path, ""), None)
    return Problem("unreadable-file", Finding(place, f"`{one.path}` {one.message}"))
