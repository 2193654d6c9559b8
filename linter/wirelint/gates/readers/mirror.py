"""Constants in Python that follow a production level (Kafka: `tests/kafkatest/version.py`)."""

from __future__ import annotations

import re
from typing import Final

from wirelint.diagnostics import Problem
from wirelint.gates.model import GateTable, Mirror, Said
from wirelint.text import Location, SourceText, Span

MIRROR: Final = re.compile(
    r"^(LATEST_STABLE_(\w+_VERSION))[ \t]*=[ \t]*(?:([\"'])([^\"'\r\n]*)\3|(\d+))", re.MULTILINE
)


def read(source: SourceText) -> tuple[GateTable, tuple[Problem, ...]]:
    """Read the mirrors of a file, each with the value that it has there."""
    mirrors = tuple(_mirror(source, matched) for matched in MIRROR.finditer(source.text))
    return GateTable(source=source, mirrors=mirrors), ()


def _mirror(source: SourceText, matched: re.Match[str]) -> Mirror:
    value = matched[5] or matched[4]
    start, end = matched.span(5 if matched[5] else 4)
    label = f"mirror[{matched[1]}]"
    at = Location(source, Span(*matched.span(1)), label)
    return Mirror(
        name=matched[1],
        where=Said(source.path, at),
        feature=Said(matched[2].lower().replace("_", "."), at),
        value=Said(value, Location(source, Span(start, end), label)),
        origin=at,
    )
