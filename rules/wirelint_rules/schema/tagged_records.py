"""Records are written as a tagged field.

## What it finds

A `records` field that is tagged in a version of the message.

## Why it matters

A tagged field is written with its size in front, and the size of records that are handed through is
not known when it is due. The generator refuses it.

## Bad

```json current
{
  "type": "data", "name": "ParcelNote", "validVersions": "0-3", "flexibleVersions": "0+",
  "fields": [
    { "name": "Batch", "type": "records", "versions": "0+", "nullableVersions": "0+",
      "taggedVersions": "0+", "tag": 0 }
      //                ^^^^ tagged-records
  ]
}
```

## Good

```json current
{
  "type": "data", "name": "ParcelNote", "validVersions": "0-3", "flexibleVersions": "0+",
  "fields": [
    { "name": "Batch", "type": "records", "versions": "0+", "nullableVersions": "0+" }
  ]
}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Severity
from wirelint.rule import rule
from wirelint.schema.generator import is_generated, versions_around
from wirelint.schema.model import FieldSite


@rule(
    id="tagged-records",
    category=Category.SCHEMA,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=FieldSite,
    keys=("taggedVersions",),
)
def tagged_records(site: FieldSite) -> Iterator[Finding]:
    field = site.field
    if field.type.name != "records" or field.type.is_array or field.tag is None:
        return
    tagged = field.tagged_versions & field.versions & site.message.flexible
    if tagged & versions_around(site) and is_generated(site):
        yield Finding(
            site.origin.value("taggedVersions"), f"`{field.name}` is a tagged field of records"
        )
