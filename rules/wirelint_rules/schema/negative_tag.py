"""A tag is negative.

## What it finds

A `tag` below 0.

## Why it matters

A tag is written as an unsigned varint; -1 would take five bytes and come back as 4294967295. The
generator refuses it. Tags of one struct are 0, 1, 2 and so on.

## Bad

```json current
{
  "type": "data", "name": "ParcelNote", "validVersions": "0-3", "flexibleVersions": "0+",
  "fields": [
    { "name": "Depot", "type": "string", "versions": "0+", "taggedVersions": "0+", "tag": -1 }
    //                                                                                    ^^ negative-tag
  ]
}
```

## Good

```json current
{
  "type": "data", "name": "ParcelNote", "validVersions": "0-3", "flexibleVersions": "0+",
  "fields": [
    { "name": "Depot", "type": "string", "versions": "0+", "taggedVersions": "0+", "tag": 0 }
  ]
}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Severity
from wirelint.rule import rule
from wirelint.schema.model import FieldSite


@rule(
    id="negative-tag",
    category=Category.SCHEMA,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=FieldSite,
    keys=("tag",),
)
def negative_tag(site: FieldSite) -> Iterator[Finding]:
    tag = site.field.tag
    if tag is not None and tag < 0:
        yield Finding(site.origin.value("tag"), f"the tag of `{site.field.name}` is {tag}")
