"""A field is gone from a version that peers still write it in.

## What it finds

An untagged field that the baseline has in a released version and the checked schema has not, be it
deleted or its range closed too early.

## Why it matters

Old peers go on writing the field's bytes. A new reader takes them for the next field and misreads
everything behind; records that old nodes wrote stay in the log and are misread from that field on.
A field can only leave by a new version: its range ends where the baseline's versions end.

## Bad

```json baseline
{
  "type": "data", "name": "PingState",
  "validVersions": "0-1", "flexibleVersions": "0+",
  "fields": [
    { "name": "Id", "type": "int32", "versions": "0+" },
    { "name": "Round", "type": "int32", "versions": "0+" },
    { "name": "Ttl", "type": "int32", "versions": "0+" }
  ]
}
```

```json current
{
  "type": "data", "name": "PingState",
  "validVersions": "0-2", "flexibleVersions": "0+",
  "fields": [
//^^^^^^^^ field-removed-from-released-version
    { "name": "Id", "type": "int32", "versions": "0+" },
    { "name": "Ttl", "type": "int32", "versions": "0" }
    //                                            ^^^ field-removed-from-released-version
  ]
}
```

```json fixed
{
  "type": "data", "name": "PingState",
  "validVersions": "0-2", "flexibleVersions": "0+",
  "fields": [
    { "name": "Id", "type": "int32", "versions": "0+" },
    { "name": "Round", "type": "int32", "versions": "0-1" },
    { "name": "Ttl", "type": "int32", "versions": "0-1" }
  ]
}
```

## Good

The range is closed at the last released version.

```json baseline
{
  "type": "data", "name": "PongState",
  "validVersions": "0-1", "flexibleVersions": "0+",
  "fields": [
    { "name": "Id", "type": "int32", "versions": "0+" },
    { "name": "Round", "type": "int32", "versions": "0+" }
  ]
}
```

```json current
{
  "type": "data", "name": "PongState",
  "validVersions": "0-2", "flexibleVersions": "0+",
  "fields": [
    { "name": "Id", "type": "int32", "versions": "0+" },
    { "name": "Round", "type": "int32", "versions": "0-1" }
  ]
}
```

## Fix safety

Unsafe: what is gone is put back as the baseline has it, and ends with the last released version where
there is a newer one; a range that was closed too early is closed there.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Final

from wirelint.diagnostics import Category, Edit, Finding, Fix, Severity
from wirelint.evolution.changes import FieldRemoved
from wirelint.evolution.versions import hull, spelled
from wirelint.evolution.words import (
    at_versions,
    element_named,
    gone_field,
    misread,
    of,
    stood,
    then,
)
from wirelint.rule import rule
from wirelint.schema.model import Field
from wirelint.syntax.origin import JsonPlace, Origin, Part, value_at
from wirelint.syntax.values import Value
from wirelint.versions import VersionRange


@rule(
    id="field-removed-from-released-version",
    category=Category.EVOLUTION,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=FieldRemoved,
    family="released-layout-changed",
)
def field_removed_from_released_version(change: FieldRemoved) -> Iterator[Finding]:
    pair, field, now = change.pair, change.field, change.now
    if pair.after is None:
        return
    versions = spelled(change.versions)
    last = pair.released.high
    if now is None:
        yield Finding(
            gone_field(change.parent, field),
            f"{of(pair, field)} ({field.type}) is gone from {versions}; {misread(pair.after)}",
            help=f"Put it back and close its range: `{VersionRange(field.versions.low, last)}` ends "
            f"it with the last released version; a new version can do without it",
            related=(stood(field),),
            fixes=_put_back(change),
            versions=hull(change.versions),
        )
        return
    yield Finding(
        at_versions(now),
        f"{of(pair, now)} no longer stands in {versions}: {field.versions} became {now.versions}; "
        f"{misread(pair.after)}",
        help=f"Close its range at version {last}, the last released one, and make a new version",
        related=(then(field.origin, "versions", f"the baseline: {field.versions}"),),
        fixes=_keep(change, now),
        versions=hull(change.versions),
    )


def _put_back(change: FieldRemoved) -> tuple[Fix, ...]:
    """Write the field as the baseline has it, behind the field that it stood behind."""
    pair, field, parent = change.pair, change.field, change.parent
    left = parent.json.get("fields")
    if pair.after is None or not isinstance(left, list):
        return ()
    ends = pair.after.valid_versions.high > pair.released.high
    kept = VersionRange(field.versions.low, pair.released.high) if ends else field.versions
    written = {**field.origin.json, "versions": str(kept)}
    text = ", ".join(f'"{key}": {json.dumps(value)}' for key, value in written.items())
    path = (*parent.path, "fields")
    behind = _left_before(field, left)
    if behind is None:
        return ()
    if behind >= 0:
        place = JsonPlace(parent.document, (*path, behind), Part.AFTER)
        edit = Edit(place, f",\n{_indent(parent, behind)}{{ {text} }}")
    else:
        comma = "," if left else ""
        place = JsonPlace(parent.document, path, Part.INSIDE_START)
        edit = Edit(place, f"\n{_indent(parent, 0)}{{ {text} }}{comma}")
    return (Fix(f"Put it back in versions {kept}", (edit,)),)


# With so many fields gone in front of one, putting back this one alone is no repair.
_FAR: Final = 100


def _left_before(field: Field, left: list[Value]) -> int | None:
    """Where in `left` the nearest field stands that is before this one in the baseline.

    -1 where none is, None where that cannot be told.
    """
    path = field.origin.path
    around = value_at(field.origin.document.value, path[:-1])
    index = path[-1] if path else None
    if not isinstance(around, list) or not isinstance(index, int):
        return -1
    for before in reversed(around[max(0, index - _FAR) : index]):
        at = element_named(left, before.get("name")) if isinstance(before, dict) else None
        if at is not None:
            return at
    return -1 if index <= _FAR else None


def _indent(parent: Origin, index: int) -> str:
    """What stands before a field on its line, if that is blank."""
    span = JsonPlace(parent.document, (*parent.path, "fields", index)).span
    if span is None:
        return "    "
    line, column = parent.source.line_column(span.start)
    before = parent.source.line_text(line)[:column]
    return before if not before.strip() else ""


def _keep(change: FieldRemoved, now: Field) -> tuple[Fix, ...]:
    low = min(now.versions.low, change.versions[0].low) if now.versions else change.versions[0].low
    high = max(now.versions.high, change.versions[-1].high)
    kept = VersionRange(low, high)
    return (Fix(f"Keep it in versions {kept}", (Edit(at_versions(now), f'"{kept}"'),)),)
