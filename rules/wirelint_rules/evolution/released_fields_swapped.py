"""Fields of one type change places in a released version.

## What it finds

Two or more fields with the same bytes that stand in each other's places, or under each other's tags.
All names stand on both sides, so it is no rename.

## Why it matters

No layout comparison sees it, and no reader fails. A peer of the baseline takes every id for an epoch
and every epoch for an id.

## Bad

```json baseline
{
  "type": "data", "name": "PingState",
  "validVersions": "0", "flexibleVersions": "none",
  "fields": [
    { "name": "OwnerId", "type": "int32", "versions": "0+" },
    { "name": "OwnerEpoch", "type": "int32", "versions": "0+" }
  ]
}
```

```json current
{
  "type": "data", "name": "PingState",
  "validVersions": "0", "flexibleVersions": "none",
  "fields": [
    { "name": "OwnerEpoch", "type": "int32", "versions": "0+" },
    { "name": "OwnerId", "type": "int32", "versions": "0+" }
    //        ^^^^^^^^^ released-fields-swapped
  ]
}
```

## Good

Tagged fields may stand in any order.

```json baseline
{
  "type": "data", "name": "PongState",
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [
    { "name": "Start", "type": "int64", "versions": "0+", "taggedVersions": "0+", "tag": 0 },
    { "name": "End", "type": "int64", "versions": "0+", "taggedVersions": "0+", "tag": 1 }
  ]
}
```

```json current
{
  "type": "data", "name": "PongState",
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [
    { "name": "End", "type": "int64", "versions": "0+", "taggedVersions": "0+", "tag": 1 },
    { "name": "Start", "type": "int64", "versions": "0+", "taggedVersions": "0+", "tag": 0 }
  ]
}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Severity
from wirelint.evolution.changes import FieldsSwapped
from wirelint.evolution.versions import hull, spelled
from wirelint.evolution.words import path_of, stood
from wirelint.rule import rule


@rule(
    id="released-fields-swapped",
    category=Category.EVOLUTION,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=FieldsSwapped,
    family="released-layout-changed",
)
def released_fields_swapped(change: FieldsSwapped) -> Iterator[Finding]:
    names = [f"`{path_of(after)}`" for _, after in change.fields]
    _, first = change.fields[0]
    yield Finding(
        first.origin.value("tag" if first.tag is not None else "name"),
        f"{', '.join(names[:-1])} and {names[-1]} of `{change.pair.name}` stand in each other's "
        f"places in {spelled(change.versions)}; the bytes are the same, and old peers take one for "
        "the other",
        help="Put them back in the order of the baseline",
        related=tuple(stood(before) for before, _ in change.fields),
        versions=hull(change.versions),
    )
