"""A field has fields of its own although its type holds none.

## What it finds

Non-empty `fields` on a field whose type is neither a struct nor an array.

## Why it matters

The generator refuses it. Most often the type was meant to be a struct.

## Bad

```json current
{
  "type": "data", "name": "ParcelNote", "validVersions": "0-3", "flexibleVersions": "0+",
  "fields": [
    { "name": "Sender", "type": "string", "versions": "0+", "fields": [
    //                                                      ^^^^^^^^ fields-on-primitive
      { "name": "Depot", "type": "string", "versions": "0+" }
    ]}
  ]
}
```

## Good

```json current
{
  "type": "data", "name": "ParcelNote", "validVersions": "0-3", "flexibleVersions": "0+",
  "fields": [
    { "name": "Sender", "type": "Sender", "versions": "0+", "fields": [
      { "name": "Depot", "type": "string", "versions": "0+" }
    ]}
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
    id="fields-on-primitive",
    category=Category.SCHEMA,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=FieldSite,
    keys=("fields",),
)
def fields_on_primitive(site: FieldSite) -> Iterator[Finding]:
    field = site.field
    if not field.fields or field.type.is_struct or field.type.is_array:
        return
    if has_known_type(field):
        yield Finding(site.origin.key("fields"), f"a field of type {field.type} has no fields")
