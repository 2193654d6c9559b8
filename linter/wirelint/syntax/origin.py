# Models keep the path of each object in its file, not positions. A path becomes a span when a
# finding, a fix or the editor asks.
"""From JSON paths to places."""

from __future__ import annotations

from enum import Enum
from typing import Final

from wirelint.lazy_dataclass import dataclass
from wirelint.syntax.document import Document, Path
from wirelint.syntax.values import MISSING, Missing, Value
from wirelint.text import SourceText, Span


class Part(Enum):
    """Which part of the JSON at a path is meant."""

    VALUE = "value"
    KEY = "key"  # the quoted property name
    MEMBER = "member"  # from the key to the end of the value
    REMOVAL = "removal"  # the member or element with the comma and white space that go with it
    AFTER = "after"  # the empty place behind the value
    INSIDE_START = "inside-start"  # the empty place behind the opening bracket
    INSIDE_END = "inside-end"  # the empty place behind the last element, or behind the bracket


@dataclass(frozen=True, slots=True)
class JsonPlace:
    """A `text.Place` in a schema, resolved when its span is asked for."""

    document: Document
    path: Path
    part: Part = Part.VALUE

    @property
    def source(self) -> SourceText:
        return self.document.source

    @property
    def span(self) -> Span | None:
        return self.document.tree.span(self.path, self.part)

    @property
    def property(self) -> str | None:
        return property_name(self.document.value, self.path)


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a model object was written: the path of its JSON object, and that object."""

    document: Document
    path: Path
    json: dict[str, Value]

    @property
    def source(self) -> SourceText:
        return self.document.source

    @property
    def whole(self) -> JsonPlace:
        """The whole object."""
        return JsonPlace(self.document, self.path)

    def value(self, key: str) -> JsonPlace:
        """The value of `key`, or the whole object where it is absent."""
        return JsonPlace(self.document, (*self.path, key)) if self.has(key) else self.whole

    def key(self, key: str) -> JsonPlace:
        """The property name itself, or the whole object where it is absent."""
        return (
            JsonPlace(self.document, (*self.path, key), Part.KEY) if self.has(key) else self.whole
        )

    def has(self, key: str) -> bool:
        return key in self.json

    def raw(self, key: str) -> Value | Missing:
        """The JSON value of `key` as written, before any coercion, or `MISSING`."""
        return self.json.get(key, MISSING)


def value_at(value: Value | Missing, path: Path) -> Value | Missing:
    for step in path:
        if isinstance(value, dict):
            value = value.get(step, MISSING) if isinstance(step, str) else MISSING
        elif isinstance(value, list):
            value = value[step] if isinstance(step, int) and step < len(value) else MISSING
        else:
            return MISSING
    return value


def property_name(value: Value | Missing, path: Path) -> str | None:
    """The `property` of a path, by names: `fields[Topics].fields[Name].versions`.

    The second field of one name is `fields[Name#2]`, one without a name `fields[#1]` (from 1).
    """
    parts: list[str] = []
    for step in path:
        if isinstance(step, int):
            name = _element_name(value, step)
            parts[-1] += f"[{name}]"
            value = value[step] if isinstance(value, list) and step < len(value) else MISSING
        else:
            single = isinstance(value, dict) and isinstance(value.get(step), dict)
            if isinstance(value, dict):
                value = value.get(step, MISSING)
            parts.append(step)
            if single and step in {"fields", "commonStructs"} and isinstance(value, dict):
                parts[-1] += f"[{value.get('name', '#1')}]"  # one object where a list may stand
    return ".".join(parts) or None


def _element_name(value: Value | Missing, index: int) -> str:
    if not isinstance(value, list):
        return f"#{index + 1}"
    if index >= len(value):
        return f"#{index + 1}"
    if index < _SHORT:
        return _names(value[: index + 1])[index]
    # A list with thousands of mistakes is asked thousands of times; its values do not change.
    known = _last[0] if _last else None
    if known is None or known[0] is not value or len(known[1]) != len(value):
        known = (value, _names(value))
        _last[:] = [known]
    return known[1][index]


_SHORT: Final = 50
_last: Final[list[tuple[list[Value], list[str]]]] = []


def _names(value: list[Value]) -> list[str]:
    """What each element is called: its name, numbered from the second of one name on."""
    counts: dict[str, int] = {}
    names: list[str] = []
    for index, one in enumerate(value):
        name = one.get("name") if isinstance(one, dict) else None
        if not isinstance(name, str):
            names.append(f"#{index + 1}")
            continue
        nth = counts[name] = counts.get(name, 0) + 1
        names.append(name if nth == 1 else f"{name}#{nth}")
    return names
