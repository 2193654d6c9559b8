"""`wirelint gates`."""

from __future__ import annotations

import argparse
import json

import wirelint
from wirelint.cli.output import complain, say
from wirelint.cli.tables import TableFile, find_tables
from wirelint.diagnostics import Finding
from wirelint.engine.report import JsonObject, place
from wirelint.errors import UsageError
from wirelint.gates.compare import differences
from wirelint.gates.export import to_json
from wirelint.gates.language import write_gates
from wirelint.gates.model import Feature, Gates, GateTable, LevelRef, Said
from wirelint.lazy_dataclass import fields, replace
from wirelint.reporters.words import count, inert
from wirelint.sources.discovery import path_of


def run(args: argparse.Namespace) -> int:
    """Print the gate tables in normal form, or compare a statement of intent with them."""
    if args.check is not None:
        return _check(args)
    found = find_tables(args)
    tables = [one.table for one in found]
    if args.format == "json":
        gates = Gates(tuple(tables))
        data = {
            "wirelint": wirelint.__version__,
            "schema": 1,
            "tables": [to_json(one, gates) for one in tables],
        }
        say(json.dumps(data, indent=1) + "\n")
    else:
        text = write_gates(_together(tables))
        say(f"```gates\n{text}```\n" if args.format == "markdown" else text)
    for one in found:
        if one.problems:
            path = inert(one.source.path)
            complain(
                f"wirelint: {path}: {count(len(one.problems), 'part')} could not be read; "
                f"`wirelint check {path}` shows where\n"
            )
    return 0


def _check(args: argparse.Namespace) -> int:
    """Compare; 1 where the statement and the code disagree."""
    stated = path_of(args.check)
    if not stated.endswith(".gates"):
        raise UsageError(f"--check {args.check}: a statement of intent is a .gates file")
    statement = find_tables(argparse.Namespace(**{**vars(args), "paths": [stated]}))
    code = [one for one in find_tables(args) if not one.source.path.endswith(".gates")]
    if not code:
        raise UsageError("there is no gate table in code to compare with; name its file")
    found = differences(
        Gates(tuple(one.table for one in statement)), Gates(tuple(one.table for one in code))
    )
    if args.format == "json":
        data = {
            "wirelint": wirelint.__version__,
            "schema": 1,
            "differences": [_json(one) for one in found],
        }
        say(json.dumps(data, indent=1) + "\n")
        return int(bool(found))
    for one in found:
        say(f"{inert(_where(one.at))}: {inert(one.message)}\n")
        for related in one.related:
            say(f"  = {inert(_where(related.at))}: {inert(related.message)}\n")
    what = f"{count(len(found), 'difference')} between" if found else "no difference between"
    say(f"{what} {inert(stated)} and {_names(code)}\n")
    return int(bool(found))


def _together(tables: list[GateTable]) -> GateTable:
    """One table that says what all of them say."""
    merged: dict[str, tuple[object, ...]] = {}
    for one in fields(GateTable):
        values = [getattr(table, one.name) for table in tables]
        if isinstance(values[0], tuple):
            merged[one.name] = tuple(part for value in values for part in value)
    gates = Gates(tuple(tables))
    features = tuple(_spelled_out(one, gates) for one in gates.features)
    return replace(tables[0], **{**merged, "features": features, "parts": ()})  # type: ignore[arg-type] # by the fields' names


def _spelled_out(feature: Feature, gates: Gates) -> Feature:
    """The feature with levels of others by their own names, not by constants of code."""

    def level(ref: LevelRef, of: Said[str]) -> LevelRef:
        row = gates.level(of, ref)
        return ref if row is None else row.ref

    return replace(
        feature,
        rows=tuple(
            replace(
                row,
                needs=tuple(replace(one, level=level(one.level, one.feature)) for one in row.needs),
                default_from=None
                if row.default_from is None
                else replace(
                    row.default_from, level=level(row.default_from.level, row.default_from.feature)
                ),
            )
            for row in feature.rows
        ),
    )


def _json(finding: Finding) -> JsonObject:
    return {
        **place(finding.at),
        "property": finding.at.property,
        "message": finding.message,
        "related": [
            {**place(one.at), "property": one.at.property, "message": one.message}
            for one in finding.related
        ],
    }


def _where(at: object) -> str:
    row = place(at)  # type: ignore[arg-type] # a Place
    start = row["range"]["start"] if row["range"] else None
    return str(row["path"]) if start is None else f"{row['path']}:{start['line']}:{start['column']}"


def _names(files: list[TableFile]) -> str:
    return ", ".join(inert(one.source.path) for one in files)
