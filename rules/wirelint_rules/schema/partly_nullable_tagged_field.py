"""A tagged field can be null in some of its tagged versions only.

## What it finds

A field with a tag whose `nullableVersions` meets `taggedVersions` without covering them.

## Why it matters

One tag has one encoding. A version in which null has to be told from the default and one in which it
has not would need two; the generator refuses it.

## Bad

```json current
{
  "type": "data", "name": "ParcelNote", "validVersions": "0-3", "flexibleVersions": "0+",
  "fields": [
    { "name": "Depot", "type": "string", "versions": "0+", "taggedVersions": "0+", "tag": 0,
      "nullableVersions": "2+" }
      //                  ^^^^ partly-nullable-tagged-field
  ]
}
```

## Good

```json current
{
  "type": "data", "name": "ParcelNote", "validVersions": "0-3", "flexibleVersions": "0+",
  "fields": [
    { "name": "Depot", "type": "string", "versions": "0+", "taggedVersions": "0+", "tag": 0,
      "nullableVersions": "0+" }
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
    id="partly-nullable-tagged-field",
    category=Category.SCHEMA,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=FieldSite,
    keys=("nullableVersions",),
)
def partly_nullable_tagged_field(site: FieldSite) -> Iterator[Finding]:
    field = site.field
    tagged = field.tagged_versions
    nullable = field.nullable_versions & tagged
    if field.tag is None or not nullable or nullable == tagged or not tagged.is_open:
        return
    if has_known_type(field) and field.type.can_be_nullable:
        yield Finding(
            site.origin.value("nullableVersions"),
            f"`{field.name}` is tagged in {tagged}, but can be null only in {nullable}",
        )
