"""A tagged field says nothing about its `versions`.

## What it finds

A field with `taggedVersions` and no `versions`. A struct with inline fields is refused then, which
`missing-property` or another error says; this rule is about the rest.

## Why it matters

Kafka's generator falls back to `taggedVersions`. Readers in other languages refuse the field or
leave it out in all versions, and lose the data that peers send under its tag.

## Bad

```json current
{
  "type": "data", "name": "PingState",
  "validVersions": "0-1", "flexibleVersions": "0+",
  "fields": [
    { "name": "Ttl", "type": "int32", "taggedVersions": "1+", "tag": 0 }
    //                                                  ^^^^ tagged-field-without-versions
  ]
}
```

```json fixed
{
  "type": "data", "name": "PingState",
  "validVersions": "0-1", "flexibleVersions": "0+",
  "fields": [
    { "name": "Ttl", "type": "int32", "versions": "1+", "taggedVersions": "1+", "tag": 0 }
  ]
}
```

## Good

```json current
{
  "type": "data", "name": "PingState",
  "validVersions": "0-1", "flexibleVersions": "0+",
  "fields": [
    { "name": "Ttl", "type": "int32", "versions": "1+", "taggedVersions": "1+", "tag": 0 }
  ]
}
```

## Fix safety

Safe: the fix writes down what the generator reads.
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Edit, Finding, Fix, Severity
from wirelint.rule import rule
from wirelint.schema.model import FieldSite


@rule(
    id="tagged-field-without-versions",
    category=Category.SCHEMA,
    severity=Severity.WARNING,
    since="0.1",
    looks_at=FieldSite,
    keys=("taggedVersions",),
)
def tagged_field_without_versions(site: FieldSite) -> Iterator[Finding]:
    field = site.field
    written = field.origin.json.get("versions")
    if written is not None and str(written).strip():
        return
    if field.fields or not field.tagged_versions:
        return  # an error says so
    fixes: tuple[Fix, ...] = ()
    if written is None and not field.origin.has("versions"):
        key = field.origin.key("taggedVersions")
        edit = Edit(key, f'"versions": "{field.tagged_versions}", "taggedVersions"')
        fixes = (Fix("Write its versions", (edit,), safe=True),)
    yield Finding(
        field.origin.value("taggedVersions"),
        f"`{field.name}` has no `versions`, only tagged ones",
        fixes=fixes,
        versions=field.tagged_versions,
    )
