# A property that could not be read has a finding of its own, and nothing is known of its new value. To
# compare the value that stands in for it would say a second, wrong thing of the same mistake.
"""A message in which what could not be read stands as it was released."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any, Final, TypeVar

from wirelint.diagnostics import Problem
from wirelint.lazy_dataclass import replace
from wirelint.schema.model import Field, Message, Struct
from wirelint.syntax.document import Path
from wirelint.syntax.origin import JsonPlace

_REFUSED: Final = frozenset(
    (
        "invalid-version-range",
        "missing-property",
        "unknown-field-type",
        "unknown-word",
        "wrong-value",
    )
)
_NEEDED: Final = ("type", "versions", "validVersions")
_ATTRIBUTES: Final = {
    "apiKey": "api_key",
    "default": "default",
    "deprecatedVersions": "deprecated_versions",
    "entityType": "entity_type",
    "flexibleVersions": "flexible_versions",
    "ignorable": "ignorable",
    "latestVersionUnstable": "latest_version_unstable",
    "listeners": "listeners",
    "mapKey": "map_key",
    "nullableVersions": "nullable_versions",
    "tag": "tag",
    "taggedVersions": "tagged_versions",
    "type": "type",
    "validVersions": "valid_versions",
    "versions": "versions",
    "zeroCopy": "zero_copy",
}

N = TypeVar("N", bound=Message | Struct | Field)


def unread_in(problems: Iterable[Problem]) -> frozenset[Path]:
    """The paths of properties that were refused, and of objects that lack one they need."""
    paths = (
        one.finding.at.path
        for one in problems
        if one.rule in _REFUSED and isinstance(one.finding.at, JsonPlace)
    )
    return frozenset(path[:1] if path[:1] == ("listeners",) else path for path in paths)


def as_released(before: Message, after: Message, unread: Collection[Path]) -> Message:
    """`after` with the old value of each property of `unread`, for objects that `before` has too."""
    return _mended(before, after, unread) if unread else after


def _mended(before: N, after: N, unread: Collection[Path]) -> N:
    path = after.origin.path
    lacks = path in unread
    values: dict[str, Any] = {
        attribute: getattr(before, attribute)
        for key, attribute in _ATTRIBUTES.items()
        if hasattr(before, attribute)
        and ((*path, key) in unread or (lacks and key in _NEEDED and not after.origin.has(key)))
    }
    values["fields"] = _children(before.fields, after.fields, unread)
    if isinstance(after, Message) and isinstance(before, Message):
        values["common_structs"] = _children(before.common_structs, after.common_structs, unread)
    return replace(after, **values)


def _children(before: Iterable[N], after: Iterable[N], unread: Collection[Path]) -> tuple[N, ...]:
    old = {one.name: one for one in before}
    return tuple(_mended(old[one.name], one, unread) if one.name in old else one for one in after)
