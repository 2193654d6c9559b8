# The shape that scripts read. It follows the model name by name, so that a new property appears by
# itself; places, comments and what is not there are left out.
"""Gate tables as plain data for JSON."""

from __future__ import annotations

from enum import Enum
from typing import TypeAlias

from wirelint.gates.model import (
    UNDEFINED,
    AllOf,
    AnyOf,
    Case,
    FromLevel,
    Gates,
    GateTable,
    Guard,
    Holds,
    Ladder,
    LevelRef,
    Not,
    OnLevels,
    Outcome,
    Predicate,
    Said,
)
from wirelint.gates.truth import predicate_table, truth_table
from wirelint.lazy_dataclass import fields, is_dataclass
from wirelint.versions import VersionRange

Json: TypeAlias = None | bool | int | str | list["Json"] | dict[str, "Json"]


def to_json(table: GateTable, gates: Gates | None = None) -> dict[str, Json]:
    """Return a table as plain data.

    Level references are `{"level": 27, "name": "4.1-IV1"}`; a ladder has its `cases` in the order
    they are asked and its `values` by level. `gates` are the tables of the tree, where the features
    may be defined in another file.
    """
    around = gates if gates is not None else Gates((table,))
    found: dict[str, Json] = {"path": table.source.path, "language": table.language.value}
    return found | _object(table, around.seen_from(table))


def _json(value: object, gates: Gates) -> Json:
    match value:
        case None | bool() | int() | str():
            return value
        case Said(inner):
            return _json(inner, gates)
        case Enum():
            return str(value.value)
        case VersionRange():
            return str(value)
        case LevelRef():
            return _level(value)
        case Ladder():
            return _object(value, gates) | {
                "values": {
                    str(level): _outcome(one) for level, one in truth_table(value, gates).items()
                }
            }
        case Case():
            version: dict[str, Json] = {
                "when": _guard(value.guard),
                "version": _outcome(value.version),
            }
            return version | ({"doc": value.doc} if value.doc else {})
        case Predicate():
            return _object(value, gates) | {
                "when": _guard(value.guard),
                "values": {str(level): one for level, one in predicate_table(value, gates).items()},
            }
        case tuple() | frozenset():
            return [_json(one, gates) for one in value]
        case _:
            return _object(value, gates)


def _object(value: object, gates: Gates) -> dict[str, Json]:
    """Return what a model object says, by the names of its properties."""
    if not is_dataclass(value):
        raise TypeError(f"no part of the model: {type(value).__name__}")
    found: dict[str, Json] = {}
    for one in fields(value):
        inner = getattr(value, one.name)
        is_guard = isinstance(value, Predicate) and one.name == "guard"  # `when` says it
        if one.compare and not is_guard and inner not in (None, (), ""):
            found[one.name] = _json(inner, gates)
    return found


def _level(ref: LevelRef) -> Json:
    found: dict[str, Json] = {}
    if ref.number is not None:
        found["level"] = ref.number
    if ref.name is not None:
        found["name"] = ref.name
    return found


def _outcome(version: Outcome) -> Json:
    return version.value if version is UNDEFINED else version


def _guard(guard: Guard) -> Json:
    match guard:
        case FromLevel(level):
            return {"from": _level(level)}
        case OnLevels(levels):
            return {"at": [_level(one) for one in levels]}
        case Holds(name):
            return {"holds": name}
        case Not(inner):
            return {"not": _guard(inner)}
        case AllOf(guards):
            return {"all": [_guard(one) for one in guards]}
        case AnyOf(guards):
            return {"any": [_guard(one) for one in guards]}
