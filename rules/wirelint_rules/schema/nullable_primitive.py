"""A field can be null although its type has no null.

## What it finds

A `nullableVersions` on a field of type bool, int8, int16, uint16, int32, uint32, int64, uuid or
float64.

## Why it matters

Null is written as a length of -1 or a mark in front of the value. Numbers, booleans and uuids have
neither, so there are no bytes for null, and the generator refuses the file. Reserve a value, such as
-1, or make the field a tagged one that may be left out.

## Bad

```json current
{
  "type": "data", "name": "ParcelNote", "validVersions": "0-3", "flexibleVersions": "0+",
  "fields": [
    { "name": "Depot", "type": "int32", "versions": "0+", "nullableVersions": "2+" }
    //                                                                        ^^^^ nullable-primitive
  ]
}
```

## Good

```json current
{
  "type": "data", "name": "ParcelNote", "validVersions": "0-3", "flexibleVersions": "0+",
  "fields": [
    { "name": "Depot", "type": "string", "versions": "0+", "nullableVersions": "2+" }
  ]
}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Severity
from wirelint.rule import rule
from wirelint.schema.generator import has_known_type
from wirelint.schema.model import FieldSite


@rule(
    id="nullable-primitive",
    category=Category.SCHEMA,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=FieldSite,
    keys=("nullableVersions",),
)
def nullable_primitive(site: FieldSite) -> Iterator[Finding]:
    field = site.field
    if field.nullable_versions and not field.type.can_be_nullable and has_known_type(field):
        yield Finding(
            site.origin.value("nullableVersions"), f"a field of type {field.type} cannot be null"
        )
