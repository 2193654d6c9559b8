"""A copied schema has other bytes than the schema upstream.

## What it finds

With `--upstream`: a message that upstream has too, and a version that both sides have, in which a
field is missing, added, moved, of another type, nullable or encoded otherwise, or flexible where
upstream is not. A tagged field of upstream that the copy lacks is a warning, for readers skip it. A
copy is found by its path, else by its type and name, in whatever folder and under whatever file name
upstream keeps it. Upstream's unstable version counts like any other.

## Why it matters

The copy is what code here encodes and decodes by; the peer goes by upstream's. One forgotten range,
in a schema transcribed by hand or merged in a hurry, and every field behind it is misread, often only
in versions that no test speaks.

## Bad

```json upstream
{
  "apiKey": 900, "type": "data", "name": "CraneState",
  "validVersions": "0-6", "flexibleVersions": "none",
  "fields": [
    { "name": "Id", "type": "int32", "versions": "0+" },
    { "name": "Note", "type": "string", "versions": "6+", "ignorable": true }
  ]
}
```

```json current
{
  "apiKey": 900, "type": "data", "name": "CraneState",
  "validVersions": "0-6", "flexibleVersions": "none",
  "fields": [
    { "name": "Id", "type": "int32", "versions": "0+" },
    { "name": "Note", "type": "string", "versions": "0+", "ignorable": true }
    //                                              ^^^^ vendored-layout-drifted
  ]
}
```

```json fixed
{
  "apiKey": 900, "type": "data", "name": "CraneState",
  "validVersions": "0-6", "flexibleVersions": "none",
  "fields": [
    { "name": "Id", "type": "int32", "versions": "0+" },
    { "name": "Note", "type": "string", "versions": "6+", "ignorable": true }
  ]
}
```

## Good

Another name, another spelling of a range, comments and texts are nobody's business.

```json upstream
{
  "apiKey": 900, "type": "data", "name": "CraneState",
  "validVersions": "0-6", "flexibleVersions": "none",
  "fields": [
    { "name": "Id", "type": "int32", "versions": "0+" },
    { "name": "Note", "type": "string", "versions": "6+", "ignorable": true }
  ]
}
```

```json current
{
  "apiKey": 900, "type": "data", "name": "CraneState",
  "validVersions": "0-6", "flexibleVersions": "none",
  "fields": [
    { "name": "CraneId", "type": "int32", "versions": "0+" },
    { "name": "Note", "type": "string", "versions": "6", "ignorable": true }
  ]
}
```

## Fix safety

Unsafe: the property gets what upstream has.
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Related, Severity
from wirelint.evolution.changes import (
    Change,
    EncodingChanged,
    FieldAdded,
    FieldBecameTagged,
    FieldBecameUntagged,
    FieldMoved,
    FieldRemoved,
    FieldRetyped,
    FieldsSwapped,
    FlexibleChanged,
    LayoutUnexplained,
    NullabilityChanged,
    TagRemoved,
    TagVersionsMoved,
)
from wirelint.evolution.pairing import MessagePair
from wirelint.evolution.upstream import Drift
from wirelint.evolution.versions import hull, spelled
from wirelint.evolution.words import at, at_versions, fix, gone_field, path_of, restore, then
from wirelint.lazy_dataclass import dataclass
from wirelint.rule import rule
from wirelint.schema.model import Field
from wirelint.syntax.origin import Origin
from wirelint.text import Place


@dataclass(frozen=True, slots=True)
class _Told:
    """A drift in words: `keys` are the properties that would have to be as upstream."""

    place: Place
    what: str
    ours: Origin | None = None
    theirs: Origin | None = None
    keys: tuple[str, ...] = ()
    severity: Severity | None = None


@rule(
    id="vendored-layout-drifted",
    category=Category.EVOLUTION,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=Drift,
)
def vendored_layout_drifted(drift: Drift) -> Iterator[Finding]:
    change = drift.change
    told = _told(drift)
    if told is None:
        return
    related: tuple[Related, ...] = ()
    edits = []
    if told.theirs is not None and told.ours is not None:
        shown = [key for key in told.keys if told.theirs.has(key)] or ["name"]
        raw = told.theirs.raw(shown[0])
        related = (then(told.theirs, shown[0], f"upstream: {raw}"),)
        edits = [
            edit
            for key in told.keys
            for edit in restore(told.ours, told.theirs, key)
            if told.ours.raw(key) != told.theirs.raw(key)
        ]
    yield Finding(
        told.place,
        f"{told.what} in {spelled(change.versions)}",
        help="Copy it as upstream has it; a change of your own needs a message of your own",
        related=related,
        fixes=fix("Make it as upstream", edits),
        versions=hull(change.versions),
        severity=told.severity,
    )


def _told(drift: Drift) -> _Told | None:
    change = drift.change
    pair = change.pair
    before, after = pair.before, pair.after
    if before is None or after is None:
        return None
    match change:
        case FlexibleChanged(gained=gained):
            what = f"the copied `{pair.name}` is {_than(gained, 'flexible', 'classic')}"
            ours, theirs = after.origin, before.origin
            return _Told(at(ours, "flexibleVersions"), what, ours, theirs, ("flexibleVersions",))
        case FieldAdded(field=field, was=None):
            return _Told(at_versions(field), f"{_copied(pair, field)} is no field of upstream's")
        case FieldAdded(field=field, was=was):
            assert was is not None
            what = f"{_copied(pair, field)} stands, unlike upstream's ({was.versions}),"
            keys = ("versions", "taggedVersions", "tag")
            return _Told(at_versions(field), what, field.origin, was.origin, keys)
        case FieldRemoved(field=field, now=None, parent=parent):
            what = f"`{path_of(field)}` ({field.type}) is missing from the copied `{pair.name}`"
            return _Told(gone_field(parent, field), what)
        case FieldRemoved(field=field, now=now):
            assert now is not None
            what = f"{_copied(pair, now)} is missing, unlike upstream's ({field.versions}),"
            keys = ("versions", "taggedVersions", "tag")
            return _Told(at_versions(now), what, now.origin, field.origin, keys)
        case TagRemoved(field=field, now=None, parent=parent):
            what = (
                f"`{path_of(field)}`, tag {field.tag}, is missing from the copied `{pair.name}`, "
                "which skips it"
            )
            return _Told(gone_field(parent, field), what, severity=Severity.WARNING)
        case TagRemoved(field=field, now=now):
            assert now is not None
            what = f"{_copied(pair, now)} lacks upstream's tag {field.tag}"
            keys = ("tag", "taggedVersions", "versions")
            return _Told(at(now.origin, "tag"), what, now.origin, field.origin, keys)
        case LayoutUnexplained():
            what = f"the copied `{pair.name}` has other bytes than upstream"
            return _Told(after.origin.value("name"), what)
        case _:
            return _of_both(change)


def _of_both(change: Change) -> _Told | None:
    """A drift of a field that both sides have; None for those that have rules of their own."""
    pair = change.pair
    match change:
        case FieldMoved(before=theirs_, after=field):
            return _Told(
                field.origin.value("name"),
                f"{_copied(pair, field)} stands elsewhere among its neighbours than upstream",
                field.origin,
                theirs_.origin,
            )
        case FieldsSwapped(fields=((theirs_, field), *_)):
            return _Told(
                field.origin.value("name"),
                f"{_copied(pair, field)} stands where upstream has another field of its type",
                field.origin,
                theirs_.origin,
            )
        case FieldRetyped(before=theirs_, after=field, only_sign=only_sign):
            what = f"{_copied(pair, field)} is `{field.type}` and upstream `{theirs_.type}`"
            severity = Severity.WARNING if only_sign else None
            ours, theirs = field.origin, theirs_.origin
            return _Told(ours.value("type"), what, ours, theirs, ("type",), severity)
        case NullabilityChanged(before=theirs_, after=field, gained=gained):
            what = f"{_copied(pair, field)} {_than(gained, 'may be null', 'may not be null')}"
            ours, theirs = field.origin, theirs_.origin
            return _Told(at(ours, "nullableVersions"), what, ours, theirs, ("nullableVersions",))
        case EncodingChanged(before=theirs_, after=field, compact=compact):
            what = f"{_copied(pair, field)} is {_than(compact, 'compact', 'classic')}"
            ours, theirs = field.origin, theirs_.origin
            return _Told(at(ours, "flexibleVersions"), what, ours, theirs, ("flexibleVersions",))
        case FieldBecameTagged(before=theirs_, after=field):
            what = f"{_copied(pair, field)} is tagged and upstream's is not"
            keys = ("tag", "taggedVersions", "versions")
            return _Told(at(field.origin, "tag"), what, field.origin, theirs_.origin, keys)
        case FieldBecameUntagged(before=theirs_, after=field):
            what = f"{_copied(pair, field)} is not tagged and upstream's is"
            keys = ("tag", "taggedVersions", "versions")
            return _Told(at_versions(field), what, field.origin, theirs_.origin, keys)
        case TagVersionsMoved(before=theirs_, after=field):
            what = f"{_copied(pair, field)} is tagged otherwise than upstream's ({theirs_.tagged_versions})"
            ours, theirs = field.origin, theirs_.origin
            place = at(ours, "taggedVersions")
            return _Told(place, what, ours, theirs, ("taggedVersions", "versions"))
        case _:
            return None


def _copied(pair: MessagePair, field: Field) -> str:
    return f"`{path_of(field)}` of the copied `{pair.name}`"


def _than(ours: bool, yes: str, no: str) -> str:  # noqa: FBT001 - reads as a sentence
    return f"{yes} (upstream: {no})" if ours else f"{no} (upstream: {yes})"
