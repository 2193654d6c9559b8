"""Sentences of the changelog, without the message they are about."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, TypeAlias

from wirelint.evolution.changes import (
    Change,
    DefaultChanged,
    EncodingChanged,
    FieldAdded,
    FieldBecameTagged,
    FieldBecameUntagged,
    FieldMoved,
    FieldRemoved,
    FieldRetyped,
    FieldsSwapped,
    FlexibleChanged,
    IgnorableDropped,
    LayoutUnexplained,
    NullabilityChanged,
    TagAdded,
    TagRemoved,
    TagReused,
    TagVersionsMoved,
)
from wirelint.evolution.news import NewField
from wirelint.evolution.versions import spelled
from wirelint.evolution.words import path_of
from wirelint.schema.model import Field, Message, sites
from wirelint.versions import VersionRange

_BREAKING: Final = "breaking"
_ROLLOUT: Final = "rollout"
_SAFE: Final = "safe"

# Kind, effect, text.
Told: TypeAlias = tuple[str, str, str]


def plain(name: str) -> str:
    """A name of the schema that can stand in backticks."""
    return name.replace("`", "'").replace("\n", " ")


def code(field: Field) -> str:
    return f"`{plain(path_of(field))}`"


def change_text(change: Change) -> Told | None:
    """What a change of a released version is called, what it weighs, and how it is told."""
    teller = _TELLERS.get(type(change))
    return None if teller is None else teller(change, spelled(change.versions))


def new_version_text(message: Message, version: int, fields: Iterable[NewField]) -> str:
    """What a new version brings, "" when no field comes or goes."""
    come = [one for one in fields if one.site.versions.low == version]
    inner = {id(one.site.field) for one in come}
    adds = [
        f"{code(one.field)} ({_typed(one.field, version)})"
        for one in come
        if not any(id(parent) in inner for parent in one.site.parents)
    ]
    last = [site for site in sites(message) if _ends(site.versions, version)]
    outer = {id(site.field) for site in last}
    ends = [
        code(site.field) for site in last if not any(id(parent) in outer for parent in site.parents)
    ]
    parts = []
    if message.flexible and message.flexible.low == version:
        parts.append("is flexible")
    if adds:
        parts.append(f"adds {_listed(adds)}")
    if ends:
        parts.append(f"ends {_listed(ends)}")
    return ", ".join(parts)


def _ends(versions: VersionRange, version: int) -> bool:
    return bool(versions) and versions.high == version - 1


def _typed(field: Field, version: int) -> str:
    tagged = f", tag {field.tag}" if version in field.tagged_versions else ""
    null = ", nullable" if version in field.nullable_versions else ""
    return f"{_type(field)}{null}{tagged}"


def _type(field: Field) -> str:
    return f"`{plain(str(field.type))}`"


def _listed(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def _flexible(change: FlexibleChanged, versions: str) -> Told:
    now = "flexible, was classic" if change.gained else "classic, was flexible"
    return "flexible-changed", _BREAKING, f"released {versions} is {now}"


def _added(change: FieldAdded, versions: str) -> Told:
    text = f"{code(change.field)} ({_type(change.field)}) added to released {versions}"
    return "field-added", _BREAKING, text


def _removed(change: FieldRemoved, versions: str) -> Told:
    return "field-removed", _BREAKING, f"{code(change.field)} removed from released {versions}"


def _moved(change: FieldMoved, versions: str) -> Told:
    return "field-moved", _BREAKING, f"{code(change.after)} moved in released {versions}"


def _retyped(change: FieldRetyped, versions: str) -> Told:
    old, new = _type(change.before), _type(change.after)
    effect = _ROLLOUT if change.only_sign else _BREAKING
    text = f"{code(change.after)} is {new} in released {versions}, was {old}"
    return "field-retyped", effect, text


def _nullability(change: NullabilityChanged, versions: str) -> Told:
    now = "may be null" if change.gained else "may no longer be null"
    text = f"{code(change.after)} {now} in released {versions}"
    return "nullability-changed", _BREAKING, text


def _encoding(change: EncodingChanged, versions: str) -> Told:
    now = "compact" if change.compact else "classic"
    text = f"the length of {code(change.after)} is {now} in released {versions}"
    return "encoding-changed", _BREAKING, text


def _tagged(change: FieldBecameTagged, versions: str) -> Told:
    text = f"{code(change.after)} became tag {change.after.tag} in released {versions}"
    return "field-tagged", _BREAKING, text


def _untagged(change: FieldBecameUntagged, versions: str) -> Told:
    text = f"{code(change.after)}, was tag {change.before.tag}, is untagged in released {versions}"
    return "field-untagged", _BREAKING, text


def _tag_versions(change: TagVersionsMoved, versions: str) -> Told:
    now = "refused" if change.lost else "refused by old readers"
    text = f"tag {change.before.tag} ({code(change.after)}) {now} in released {versions}"
    return "tag-versions-moved", _BREAKING, text


def _tag_reused(change: TagReused, versions: str) -> Told:
    effect = _ROLLOUT if change.same_bytes else _BREAKING
    text = (
        f"tag {change.tag} is {code(change.after)} in released {versions}, "
        f"was {code(change.before)}"
    )
    return "tag-reused", effect, text


def _tag_added(change: TagAdded, versions: str) -> Told:
    field = change.field
    text = f"tagged field {code(field)} ({_type(field)}, tag {field.tag}) added to {versions}"
    return "tag-added", _SAFE, text


def _tag_removed(change: TagRemoved, versions: str) -> Told:
    field = change.field
    text = f"tagged field {code(field)} (tag {field.tag}) removed from released {versions}"
    return "tag-removed", _ROLLOUT, text


def _swapped(change: FieldsSwapped, versions: str) -> Told:
    names = _listed([code(after) for _, after in change.fields])
    return "fields-swapped", _BREAKING, f"{names} changed places in released {versions}"


def _default(change: DefaultChanged, versions: str) -> Told:
    old, new = (plain(one.default) or "the type's own" for one in (change.before, change.after))
    matters = change.is_tagged or bool(change.absent) or change.after.ignorable
    text = f"the default of {code(change.after)} is {new} in {versions}, was {old}"
    return "default-changed", _ROLLOUT if matters else _SAFE, text


def _ignorable(change: IgnorableDropped, _versions: str) -> Told:
    text = f"{code(change.after)} may no longer be left out in {spelled(change.absent)}"
    return "ignorable-dropped", _ROLLOUT, text


def _unexplained(_change: LayoutUnexplained, versions: str) -> Told:
    return "layout-changed", _BREAKING, f"released {versions} laid out otherwise"


_TELLERS: Final[dict[type[Change], Callable[..., Told]]] = {
    FlexibleChanged: _flexible,
    FieldAdded: _added,
    FieldRemoved: _removed,
    FieldMoved: _moved,
    FieldRetyped: _retyped,
    NullabilityChanged: _nullability,
    EncodingChanged: _encoding,
    FieldBecameTagged: _tagged,
    FieldBecameUntagged: _untagged,
    TagVersionsMoved: _tag_versions,
    TagReused: _tag_reused,
    TagAdded: _tag_added,
    TagRemoved: _tag_removed,
    FieldsSwapped: _swapped,
    DefaultChanged: _default,
    IgnorableDropped: _ignorable,
    LayoutUnexplained: _unexplained,
}
