# One way in for every language. A language's modules come in only when a file of it is really
# read; whether one is worth reading is guessed from its text.
"""Readers of gate tables: `.gates` files and code in Java, Scala, Rust and Python."""

from __future__ import annotations

import re
from importlib import import_module
from typing import Final

from wirelint.diagnostics import Problem
from wirelint.gates.model import GateTable
from wirelint.text import SourceText

__all__ = ["holds_gate_table", "read_table"]

# By suffix: the module whose `read` takes the file, and what a file with a gate table has in it, all
# of it. Patterns without a choice that looks far ahead: they run over every file of a tree.
_READERS: Final = {
    ".gates": ("wirelint.gates.readers.statement", (r"(?m)^[ \t]*gates[ \t]+\d",)),
    ".java": (
        "wirelint.gates.readers.java",
        (
            r"""(?x) \benum\s+\w*Version\b | \bFeatureVersion\b | \benum\s+Features?\b
                | Version\.latestTesting\( | _API_VERSIONS_RESPONSE_MIN_VERSION\b""",
            r"""(?x) FEATURE_NAME | \bLATEST | \bMINIMUM | MIN_VERSION | isAtLeast | featureLevel
                | latestTesting | "[a-z][a-z.]*\.version" """,
        ),
    ),
    ".scala": (
        "wirelint.gates.readers.scala",
        (
            r"""(?x) \bobject\s+ApiVersion\b | \bcase\s+object\s+\w+_IV\d+\b
                | \b(interBrokerProtocolVersion|apiVersion)\s*(>=|<|\.onOrAfter)
                | Version\.latestTesting\b""",
        ),
    ),
    ".rs": (
        "wirelint.gates.readers.rust",
        (
            r"""(?x) FEATURE(?:_NAME)?\s*:\s*&(?:'static\s+)?str\s*=\s*"[a-z][a-z0-9-]*\.
                | fn\s+supported_range\s*\( | const\s+\w+_MIN_LEVEL\s*:
                | const\s+API_KEY_\w+\s*:\s*[iu]\d+\s*=\s*\d{4} | min_version:\s*\d
                | fn\s+\w{0,60}version\w{0,60}\s*\([^()]{0,200}\b(?!api_|request_)\w+_version:\s*i16
                | \[\([\w:]+,\s*[iu]\d+,\s*[iu]\d+\)""",
        ),
    ),
    ".py": ("wirelint.gates.readers.mirror", (r"(?m)^LATEST_STABLE_\w+_VERSION\s*=",)),
}


def read_table(source: SourceText) -> tuple[GateTable, tuple[Problem, ...]]:
    """Read what a file says about gates, and what in it could not be understood.

    The file's ending tells its language; one of no language, and one that says nothing about gates,
    gives an empty table. Never raises, whatever the text. Pure: the same text gives the same table.
    """
    reader = _READERS.get(_suffix(source.path))
    if reader is None:
        return GateTable(source=source), ()
    table: tuple[GateTable, tuple[Problem, ...]] = import_module(reader[0]).read(source)
    return table


def holds_gate_table(source: SourceText) -> bool:
    """Whether a file is likely to say something about gates. Cheap: no reader is loaded."""
    reader = _READERS.get(_suffix(source.path))
    return reader is not None and all(re.search(one, source.text) for one in reader[1])


def _suffix(path: str) -> str:
    name = path.rpartition("/")[2]
    return f".{name.rpartition('.')[2].lower()}" if "." in name else ""
