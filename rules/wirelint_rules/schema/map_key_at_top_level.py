"""A field of the message itself is marked as a map key.

## What it finds

`"mapKey": true` on a field that is not inside a struct.

## Why it matters

A map key says by which field the elements of an array are found. The message itself is no element
of anything; the generator refuses it.

## Bad

```json current
{
  "type": "data", "name": "ParcelNote", "validVersions": "0", "flexibleVersions": "0+",
  "fields": [
    { "name": "Text", "type": "string", "versions": "0+", "mapKey": true }
    //                                                              ^^^^ map-key-at-top-level
  ]
}
```

```json fixed
{
  "type": "data", "name": "ParcelNote", "validVersions": "0", "flexibleVersions": "0+",
  "fields": [
    { "name": "Text", "type": "string", "versions": "0+" }
  ]
}
```

## Good

```json current
{
  "type": "data", "name": "ParcelNote", "validVersions": "0", "flexibleVersions": "0+",
  "fields": [
    { "name": "Lines", "type": "[]Line", "versions": "0+", "fields": [
      { "name": "Text", "type": "string", "versions": "0+", "mapKey": true }
    ]}
  ]
}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Edit, Finding, Fix, Severity
from wirelint.rule import rule
from wirelint.schema.model import FieldSite, Message
from wirelint.syntax.origin import JsonPlace, Part


@rule(
    id="map-key-at-top-level",
    category=Category.SCHEMA,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=FieldSite,
    keys=("mapKey",),
)
def map_key_at_top_level(site: FieldSite) -> Iterator[Finding]:
    if not site.field.map_key or not isinstance(site.owner, Message) or site.message.is_tombstone:
        return
    at = site.origin.value("mapKey")
    remove = Edit(JsonPlace(at.document, at.path, Part.REMOVAL), "")
    yield Finding(
        at,
        f"`{site.field.name}` is a key, but the message is no element of a list",
        fixes=(Fix("Remove the mark", (remove,), safe=True),),
    )
