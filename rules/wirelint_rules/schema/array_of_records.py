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
from wirelint.schema.generator import all_fields, is_generated, versions_around
from wirelint.schema.model import Field, Message, sites


@rule(
    id="array-of-records",
    category=Category.SCHEMA,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=Message,
)
def array_of_records(message: Message) -> Iterator[Finding]:
    if not any(_is_array_of_records(field) for field in all_fields(message)):
        return
    for site in sites(message):
        field = site.field
        is_there = _is_array_of_records(field) and is_generated(site)
        if is_there and field.versions & versions_around(site):
            yield Finding(site.origin.value("type"), f"`{field.name}` is an array of records")


def _is_array_of_records(field: Field) -> bool:
    return field.type.is_array and field.type.name == "records"
