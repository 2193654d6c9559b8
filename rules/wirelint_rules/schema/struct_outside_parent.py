"""A struct is there in no version of what holds it.

## What it finds

A field of struct type, inline, whose versions have none in common with those of the struct or message
around it.

## Why it matters

The class of the struct could read no version at all; the generator refuses it. Fields of other types may
lie outside, nobody asks.

## Bad

```json current
{
  "type": "data", "name": "ParcelNote", "validVersions": "0-3", "flexibleVersions": "0+",
  "fields": [
    { "name": "Sender", "type": "Sender", "versions": "5+", "fields": [
    //                                                ^^^^ struct-outside-parent
      { "name": "Depot", "type": "string", "versions": "5+" }
    ]}
  ]
}
```

## Good

```json current
{
  "type": "data", "name": "ParcelNote", "validVersions": "0-3", "flexibleVersions": "0+",
  "fields": [
    { "name": "Sender", "type": "Sender", "versions": "3+", "fields": [
      { "name": "Depot", "type": "string", "versions": "3+" }
    ]}
  ]
}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Severity
from wirelint.rule import rule
from wirelint.schema.generator import (
    in_common_struct,
    is_blank,
    is_generated,
    is_readable,
    versions_around,
)
from wirelint.schema.model import FieldSite


@rule(
    id="struct-outside-parent",
    category=Category.SCHEMA,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=FieldSite,
    keys=("type",),
)
def struct_outside_parent(site: FieldSite) -> Iterator[Finding]:
    field = site.field
    if site.versions or not field.type.is_struct or in_common_struct(site):
        return
    around = versions_around(site)
    if not around or site.message.struct(field.type.name) is not None or not is_generated(site):
        return
    keys = ("versions", "taggedVersions")
    if is_readable(site.origin, *keys) and not all(is_blank(site.origin, key) for key in keys):
        yield Finding(
            site.origin.value("versions"),
            f"`{field.name}` is there in {field.versions}, but what holds it in {around}",
        )
