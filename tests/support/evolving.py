"""Two states of some schemas, given as texts or as fields, and what is found between them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from typing import Any

from wirelint.diagnostics import Category, Diagnostic
from wirelint.engine.evolve import check_evolution
from wirelint.engine.load import load
from wirelint.engine.policy import Dispatch, Policy
from wirelint.evolution.pairing import Side, Trees
from wirelint.evolution.settings import DEFAULT_SETTINGS, EvolutionSettings
from wirelint.schema.dialect import DEFAULT_DIALECT
from wirelint.schema.model import Message
from wirelint.syntax.document import read
from wirelint.text import SourceText
from wirelint_rules import load_rules


def schema(name: str = "PingState", *fields: dict[str, Any], **head: Any) -> str:
    """A data message, version 0, never flexible, unless the head says otherwise."""
    base = {"type": "data", "name": name, "validVersions": "0", "flexibleVersions": "none"}
    return json.dumps({**base, **head, "fields": list(fields)})


def field(name: str, type: str = "int32", versions: str = "0+", **rest: Any) -> dict[str, Any]:
    return {"name": name, "type": type, "versions": versions, **rest}


def struct(name: str, *fields: object, type: str | None = None, **rest: Any) -> dict[str, Any]:
    """A field with fields, of a type with its own name unless told."""
    return field(name, type or name, fields=list(fields), **rest)


def tagged(
    name: str, tag: int, type: str = "int32", versions: str = "0+", **rest: Any
) -> dict[str, Any]:
    return field(name, type, versions, **{"taggedVersions": versions, "tag": tag, **rest})


def flexible(*fields: dict[str, Any], **head: Any) -> str:
    return schema("P", *fields, **{"flexibleVersions": "0+", **head})


def spot(*fields: object) -> dict[str, Any]:
    """A common struct, for the head of a schema."""
    return {"commonStructs": [{"name": "Spot", "versions": "0+", "fields": list(fields)}]}


def trees(
    before: Mapping[str, str],
    after: Mapping[str, str],
    settings: EvolutionSettings = DEFAULT_SETTINGS,
) -> Trees:
    """Files by path; those of equal text are the unchanged ones."""
    same = {path for path, text in after.items() if before.get(path) == text}
    return Trees(
        before=tuple(_side(path, before[path], "1.0.0") for path in before if path not in same),
        after=tuple(_side(path, after[path]) for path in after if path not in same),
        unchanged=tuple(_side(path, after[path]) for path in after if path in same),
        settings=settings,
    )


def evolved(
    before: Mapping[str, str] | str,
    after: Mapping[str, str] | str,
    settings: EvolutionSettings = DEFAULT_SETTINGS,
) -> list[Diagnostic]:
    """What the rules of evolution find; a single text is the file `PingState.json`."""
    old = {"PingState.json": before} if isinstance(before, str) else before
    new = {"PingState.json": after} if isinstance(after, str) else after
    return list(check_evolution(trees(old, new, settings), _dispatch()))


def rules(found: list[Diagnostic]) -> list[str]:
    return sorted(one.rule for one in found)


@cache
def _dispatch() -> Dispatch:
    return Dispatch(Policy(), load_rules((Category.EVOLUTION,)))


def _side(path: str, text: str, revision: str | None = None) -> Side:
    def message() -> Message | None:
        return load(read(SourceText(path, text, revision)), DEFAULT_DIALECT).message

    return Side(path, message)
