# Reading code costs some 50 ms a file, a table of plain data little. The model's
# classes are written field by field in their order, so a change of the model is a change of `SHAPE`,
# and data of another shape is nobody's table.
"""Gate tables as plain data, for a cache by the hash of the text."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import Enum
from typing import Any, Final, TypeAlias

from wirelint.diagnostics import Edit, Finding, Fix, Problem, Related, Severity
from wirelint.gates import model
from wirelint.lazy_dataclass import fields, is_dataclass
from wirelint.text import Location, Place, SourceText, Span
from wirelint.versions import VersionRange

Plain: TypeAlias = None | bool | int | str | list["Plain"]

_NAMES: Final = sorted(name for name in model.__all__ if isinstance(getattr(model, name), type))
_MODEL: Final[tuple[type[Any], ...]] = tuple(
    one
    for one in (getattr(model, name) for name in _NAMES)
    if is_dataclass(one) or issubclass(one, Enum)
)
_CLASSES: Final[tuple[type[Any], ...]] = (
    *_MODEL,
    VersionRange,
    Span,
    Problem,
    Finding,
    Related,
    Fix,
    Edit,
    Severity,
)
_CODES: Final = {one: code for code, one in enumerate(_CLASSES)}
_FIELDS: Final = tuple(
    () if issubclass(one, Enum) else tuple(each.name for each in fields(one)) for one in _CLASSES
)

# Marks in front of what is no class.
_TUPLE: Final = -1
_SET: Final = -2
_PLACE: Final = -3
_SOURCE: Final = -4
_NOWHERE: Final = -5
_COMMENT: Final = -6

SHAPE: Final = ";".join(
    f"{one.__name__}({','.join(names)})" for one, names in zip(_CLASSES, _FIELDS, strict=True)
)
"""What the data looks like. Data of another shape cannot be restored."""


def dump(table: model.GateTable, problems: tuple[Problem, ...] = ()) -> Plain:
    """Return a table, and what its reader found, as data that JSON can hold."""
    return [_dump(table), _dump(problems)]


def restore(data: Plain, source: SourceText) -> tuple[model.GateTable, tuple[Problem, ...]]:
    """Return what was dumped, with its places in `source`: the same text, wherever it lies now.

    Raises `ValueError`, `LookupError` or `TypeError` on data that `dump` of this `SHAPE` did not make.
    """
    if not isinstance(data, list) or len(data) != 2:
        raise ValueError("no gate table")
    rebuild = _restorer(source)
    return rebuild(data[0]), rebuild(data[1])


def _dump(value: object) -> Plain:
    if value is None or isinstance(value, bool | str):
        return value
    if isinstance(value, Enum):
        return [_CODES[type(value)], value.value]
    if isinstance(value, int):
        return value
    if isinstance(value, tuple):
        return [_TUPLE, *map(_dump, value)]
    if isinstance(value, frozenset):
        return [_SET, *sorted(map(_dump, value), key=repr)]
    if isinstance(value, SourceText):
        return [_SOURCE]
    if isinstance(value, model.Comment):
        return [_COMMENT, value.span.start, value.span.end]
    kind = type(value)
    if kind in _CODES:
        code = _CODES[kind]
        return [code, *(_dump(getattr(value, name)) for name in _FIELDS[code])]
    return _place(value)  # type: ignore[arg-type]  # whatever else is in a table is a place


def _place(place: Place) -> Plain:
    if place is model.NOWHERE:
        return [_NOWHERE]
    span = place.span
    if span is None:
        return [_PLACE, None, None, place.property]
    return [_PLACE, span.start, span.end, place.property]


def _restorer(source: SourceText) -> Callable[[Plain], Any]:
    text, nowhere = source.text, model.NOWHERE

    def rebuild(data: Plain) -> Any:
        if not isinstance(data, list):
            return data
        code: Any = data[0]
        if code == _PLACE:
            start, end, name = data[1:]
            span = None if start is None else Span(start, end)  # type: ignore[arg-type]  # as dumped
            return Location(source, span, name)  # type: ignore[arg-type]
        if code >= 0:
            return _MAKERS[code](map(rebuild, data[1:]))
        if code == _TUPLE:
            return tuple(map(rebuild, data[1:]))
        if code == _NOWHERE:
            return nowhere
        if code == _COMMENT:
            span = Span(data[1], data[2])  # type: ignore[arg-type]
            return model.Comment(text[span.start : span.end], span)
        if code == _SOURCE:
            return source
        if code == _SET:
            return frozenset(map(rebuild, data[1:]))
        raise ValueError("no gate table")

    return rebuild


def _maker(kind: type[Any], names: tuple[str, ...]) -> Callable[[Iterator[Any]], Any]:
    """Return what makes an object of the values of its fields."""
    if issubclass(kind, Enum) or not any(each.kw_only for each in fields(kind)):
        return lambda values: kind(*values)
    return lambda values: kind(**dict(zip(names, values, strict=True)))


_MAKERS: Final = tuple(_maker(kind, names) for kind, names in zip(_CLASSES, _FIELDS, strict=True))
