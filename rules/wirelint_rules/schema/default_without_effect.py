"""A default that can mean nothing.

## What it finds

A `default` on a field of type `records`, and an empty one on a field that is no string.

## Why it matters

Kafka's generator ignores what is written for `records`, whose default is always null, and takes an
empty default for none. Readers believe the value that is written there.

## Bad

```json current
{
  "type": "data", "name": "PingState",
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [
    { "name": "Batch", "type": "records", "versions": "0+", "nullableVersions": "0+", "default": "none" }
    //                                                                                           ^^^^^^ default-without-effect
  ]
}
```

```json fixed
{
  "type": "data", "name": "PingState",
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [
    { "name": "Batch", "type": "records", "versions": "0+", "nullableVersions": "0+" }
  ]
}
```

## Good

```json current
{
  "type": "data", "name": "PingState",
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [
    { "name": "Label", "type": "string", "versions": "0+", "default": "" },
    { "name": "Batch", "type": "records", "versions": "0+", "nullableVersions": "0+", "default": "null" }
  ]
}
```

## Fix safety

Safe: the generator reads no default either way.
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Edit, Finding, Fix, Severity
from wirelint.rule import rule
from wirelint.schema.model import FieldSite
from wirelint.syntax.origin import JsonPlace, Part


@rule(
    id="default-without-effect",
    category=Category.SCHEMA,
    severity=Severity.INFO,
    since="0.1",
    looks_at=FieldSite,
    keys=("default",),
)
def default_without_effect(site: FieldSite) -> Iterator[Finding]:
    field = site.field
    text = field.default
    is_records = field.type.name == "records" and not field.type.is_array
    if text if not is_records else text == "null":
        return
    if not is_records and (field.type.name == "string" and not field.type.is_array):
        return
    if field.origin.json["default"] is None:
        return
    reason = "records are null by default" if is_records else "an empty default is none"
    removal = JsonPlace(field.origin.document, (*field.origin.path, "default"), Part.REMOVAL)
    yield Finding(
        field.origin.value("default"),
        f"the default of `{field.name}` has no effect: {reason}",
        fixes=(Fix("Remove the default", (Edit(removal, ""),), safe=True),),
    )
