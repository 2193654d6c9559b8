# "Accept fast, explain slowly": the builder decides what is refused and where; this module only
# adds words, from the descriptions in the JSON Schema that editors use too. So jsonschema is
# imported only when something is wrong already, and its absence costs nothing but these words.
"""Explain where a schema file has the wrong shape."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING, Any

from wirelint.diagnostics import Problem
from wirelint.lazy_dataclass import replace
from wirelint.schema.build import SHAPE_RULES
from wirelint.syntax.document import Path
from wirelint.syntax.origin import JsonPlace
from wirelint.syntax.values import Missing, Number, Value

if TYPE_CHECKING:  # the import costs 60 ms, and only `explain` pays it
    from jsonschema import ValidationError


def explain(value: Value | Missing) -> Mapping[Path, str]:
    """What may stand at each place whose shape is wrong, by path; {} where all is well.

    The path of an unknown property ends in its name; what is missing is said at the object that
    lacks it. Empty as well when jsonschema is not installed.
    """
    if isinstance(value, Missing):
        return {}
    try:
        from jsonschema import Draft202012Validator  # noqa: PLC0415 - see above
    except ImportError:
        return {}
    schema = message_schema()
    helps: dict[Path, str] = {}
    try:
        for error in Draft202012Validator(schema).iter_errors(plain(value)):
            for path in _places(error):
                text = _description(schema, path)
                if text is not None:
                    helps.setdefault(path, text)
    except RecursionError:  # jsonschema takes many frames for each level
        return {}
    return helps


def explained(problems: tuple[Problem, ...], value: Value | Missing) -> tuple[Problem, ...]:
    """The builder's problems, those of shape with words of help where they had none.

    What several properties lack in one object is said with the first.
    """
    silent = [one for one in problems if one.rule in SHAPE_RULES and one.finding.help is None]
    helps = explain(value) if silent else {}
    left = dict(helps)
    return tuple(_with_help(one, left) if one.finding.help is None else one for one in problems)


def _with_help(problem: Problem, helps: dict[Path, str]) -> Problem:
    at = problem.finding.at
    text = helps.pop(at.path, None) if isinstance(at, JsonPlace) else None
    return (
        problem if text is None else replace(problem, finding=replace(problem.finding, help=text))
    )


def message_schema() -> dict[str, Any]:
    """The JSON Schema (2020-12) of one message, as it ships in the package."""
    import json  # noqa: PLC0415 - only to explain
    from importlib.resources import files  # noqa: PLC0415 - only to explain

    text = files("wirelint.schema").joinpath("message.schema.json").read_text("utf-8")
    schema: dict[str, Any] = json.loads(text)
    return schema


def plain(value: Value) -> Any:
    """The value as jsonschema takes it: whole numbers as int, all others as Decimal."""
    if isinstance(value, Number):
        try:
            return Decimal(value) if any(char in value for char in ".eE") else int(value)
        except (InvalidOperation, ValueError):
            # An exponent beyond counting: a number, and none that is asked for.
            return Decimal("0.5")
    if isinstance(value, list):
        return [plain(one) for one in value]
    if isinstance(value, dict):
        return {key: plain(one) for key, one in value.items()}
    return value


def _places(error: ValidationError) -> Iterator[Path]:
    path: Path = tuple(error.absolute_path)
    if error.validator == "additionalProperties" and isinstance(error.instance, dict):
        known = error.schema.get("properties", {}) if isinstance(error.schema, dict) else {}
        for key in error.instance:
            if key not in known:
                yield (*path, key)
    else:
        yield path


def _description(schema: Mapping[str, Any], path: Path) -> str | None:
    """The description of the property at a path, else of the object that holds it."""
    names = [step for step in path if isinstance(step, str)]
    if not names:
        return _text(schema)
    owner = _object(schema, names[-2] if len(names) > 1 else None)
    element = isinstance(path[-1], int)
    if names[-1] in owner["properties"] and not element:
        return _text(owner["properties"][names[-1]])
    return _text(_object(schema, names[-1]) if element else owner)


def _object(schema: Mapping[str, Any], holder: str | None) -> Mapping[str, Any]:
    """The kind of object in the list of that name; the message for any other."""
    kind = {"fields": "field", "commonStructs": "commonStruct"}.get(holder or "")
    found: Mapping[str, Any] = schema if kind is None else schema["$defs"][kind]
    return found


def _text(schema: Mapping[str, Any]) -> str | None:
    text = schema.get("description")
    return text if isinstance(text, str) else None
