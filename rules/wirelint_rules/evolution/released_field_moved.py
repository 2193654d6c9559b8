"""A field changes its place among its neighbours in a released version.

## What it finds

A field of a released version that stands before or behind other fields than it did. Fields whose
ranges do not meet may change places, tagged fields too: neither moves a byte.

## Why it matters

The order of fields is the layout. A peer of the baseline reads the bytes of one field as another's.

## Bad

```json baseline
{
  "type": "data", "name": "PingState",
  "validVersions": "0", "flexibleVersions": "none",
  "fields": [
    { "name": "Id", "type": "int32", "versions": "0+" },
    { "name": "Host", "type": "string", "versions": "0+" },
    { "name": "Port", "type": "int32", "versions": "0+" }
  ]
}
```

```json current
{
  "type": "data", "name": "PingState",
  "validVersions": "0", "flexibleVersions": "none",
  "fields": [
    { "name": "Id", "type": "int32", "versions": "0+" },
    { "name": "Port", "type": "int32", "versions": "0+" },
    { "name": "Host", "type": "string", "versions": "0+" }
    //        ^^^^^^ released-field-moved
  ]
}
```

## Good

```json baseline
{
  "type": "data", "name": "PongState",
  "validVersions": "0-1", "flexibleVersions": "none",
  "fields": [
    { "name": "Name", "type": "string", "versions": "0" },
    { "name": "Code", "type": "uuid", "versions": "1+" }
  ]
}
```

```json current
{
  "type": "data", "name": "PongState",
  "validVersions": "0-1", "flexibleVersions": "none",
  "fields": [
    { "name": "Code", "type": "uuid", "versions": "1+" },
    { "name": "Name", "type": "string", "versions": "0" }
  ]
}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Severity
from wirelint.evolution.changes import FieldMoved
from wirelint.evolution.versions import hull, spelled
from wirelint.evolution.words import misread, of, stood
from wirelint.rule import rule


@rule(
    id="released-field-moved",
    category=Category.EVOLUTION,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=FieldMoved,
    family="released-layout-changed",
)
def released_field_moved(change: FieldMoved) -> Iterator[Finding]:
    pair = change.pair
    if pair.after is None:
        return
    yield Finding(
        change.after.origin.value("name"),
        f"{of(pair, change.after)} stands in another place in {spelled(change.versions)}; "
        f"{misread(pair.after)}",
        help="Put the fields back in the order of the baseline",
        related=(stood(change.before),),
        versions=hull(change.versions),
    )
