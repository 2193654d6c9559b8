"""A map key is tagged.

## What it finds

`"mapKey": true` on a field with a tag, inside a struct.

## Why it matters

A tagged field may be left out, and an element without its key cannot be found. The generator refuses
it.

## Bad

```json current
{
  "type": "data", "name": "ParcelNote", "validVersions": "0-3", "flexibleVersions": "0+",
  "fields": [
    { "name": "Lines", "type": "[]Line", "versions": "0+", "fields": [
      { "name": "Text", "type": "string", "versions": "0+", "mapKey": true,
      //                                                              ^^^^ tagged-map-key
        "taggedVersions": "0+", "tag": 0 }
    ]}
  ]
}
```

## Good

```json current
{
  "type": "data", "name": "ParcelNote", "validVersions": "0-3", "flexibleVersions": "0+",
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

from wirelint.diagnostics import Category, Finding, Severity
from wirelint.rule import rule
from wirelint.schema.model import FieldSite, Message


@rule(
    id="tagged-map-key",
    category=Category.SCHEMA,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=FieldSite,
    keys=("mapKey",),
)
def tagged_map_key(site: FieldSite) -> Iterator[Finding]:
    if site.field.map_key and site.field.tag is not None and not isinstance(site.owner, Message):
        yield Finding(
            site.origin.value("mapKey"), f"`{site.field.name}` is a key and tagged at once"
        )
