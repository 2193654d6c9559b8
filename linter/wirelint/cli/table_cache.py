# A table costs a good part of what a whole check does, and changes rarely. So each is kept as
# plain data under the hash of its text, in the folder of the other results and as safe to delete.
"""Gate tables that were read before."""

from __future__ import annotations

import json
import os
from typing import Any, cast

from wirelint.cli.cache import cache_folder, is_ours, key_of
from wirelint.diagnostics import Problem
from wirelint.engine.tables import ReadTable
from wirelint.gates.model import GateTable
from wirelint.gates.readers import read_table
from wirelint.gates.store import SHAPE, dump, restore
from wirelint.text import SourceText


def remembering(folder: str | None) -> ReadTable:
    """A reader of gate tables that keeps what it read in a folder; None is the user's own."""
    chosen = cache_folder(None) if folder is None else folder
    if chosen is not None and os.path.isdir(chosen) and not is_ours(chosen):
        chosen = None

    def read(source: SourceText) -> tuple[GateTable, tuple[Problem, ...]]:
        if chosen is None:
            return read_table(source)
        data = source.text.encode("utf-8", "surrogatepass")
        path = os.path.join(chosen, f"table-{key_of((SHAPE,), [(source.path, data)])[:32]}.json")
        try:
            with open(path, encoding="utf-8") as file:
                kept = restore(json.load(file), source)
            # Any: a damaged file restores to anything.
            table, problems = cast("tuple[Any, Any]", kept)
            if isinstance(table, GateTable) and isinstance(problems, tuple):
                return table, problems
        except (OSError, ValueError, TypeError, LookupError, AttributeError, RecursionError):
            pass
        found = read_table(source)
        _keep(chosen, path, dump(*found))
        return found

    return read


def _keep(folder: str, path: str, data: object) -> None:
    temporary = f"{path}.{os.getpid()}"
    try:
        os.makedirs(folder, mode=0o700, exist_ok=True)
        with open(temporary, "x", encoding="utf-8") as file:
            json.dump(data, file)
        os.replace(temporary, path)
    except (OSError, ValueError):
        _remove(temporary)


def _remove(path: str) -> None:
    try:
        os.unlink(path)
    except OSError:
        return
