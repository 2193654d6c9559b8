"""An array holds records.

## What it finds

A field of type `[]records` in a version of the message.

## Why it matters

`records` is one batch of log records, handed through without being read. The generator has no code
for several and stops. An array of structs with a records field inside says the same.

## Bad

```json current
{
  "type": "data", "name": "ParcelNote", "validVersions": "0-3", "flexibleVersions": "0+",
  "fields": [
    { "name": "Batches", "type": "[]records", "versions": "0+" }
    //                           ^^^^^^^^^^^ array-of-records
  ]
}
```

## Good

```json current
{
  "type": "data", "name": "ParcelNote", "validVersions": "0-3", "flexibleVersions": "0+",
  "fields": [
    { "name": "Batches", "type": "[]Batch", "versions": "0+", "fields": [
      { "name": "Records", "type": "records", "versions": "0+" }
    ]}
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
    id="array-of-records",
    category=Category.SCHEMA,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=FieldSite,
    keys=("type",),
)
def array_of_records(site: FieldSite) -> Iterator[Finding]:
    field = site.field
    if not field.type.is_array or field.type.name != "records":
        return
    if field.versions & versions_around(site) and is_generated(site):
        yield Finding(site.origin.value("type"), f"`{field.name}` is an array of records")
