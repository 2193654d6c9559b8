"""A tagged field with fields of its own leaves `versions` out.

## What it finds

A struct field with inline `fields` that gives `taggedVersions` but no `versions`. Kafka before 4.0 took
the tagged versions instead; with `dialect = "2.x"` this is a warning.

## Why it matters

For a field without sub-fields the generator still takes the tagged versions. With sub-fields it checks
them as a struct, which must state its versions.

## Bad

```json current
{
  "type": "data", "name": "ParcelNote", "validVersions": "0-3", "flexibleVersions": "0+",
  "fields": [
    { "name": "Sender", "type": "Sender", "taggedVersions": "0+", "tag": 0, "fields": [
//  ^ tagged-struct-without-versions
      { "name": "Depot", "type": "string", "versions": "0+" }
    ]}
  ]
}
```

```json fixed
{
  "type": "data", "name": "ParcelNote", "validVersions": "0-3", "flexibleVersions": "0+",
  "fields": [
    { "name": "Sender", "type": "Sender", "versions": "0+", "taggedVersions": "0+", "tag": 0, "fields": [
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
    { "name": "Sender", "type": "Sender", "versions": "0+", "taggedVersions": "0+", "tag": 0, "fields": [
      { "name": "Depot", "type": "string", "versions": "0+" }
    ]}
  ]
}
```

## References

KAFKA-16469, Kafka class `FieldSpec`.
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Edit, Finding, Fix, Severity
from wirelint.rule import rule
from wirelint.schema.generator import is_blank
from wirelint.schema.model import FieldSite
from wirelint.syntax.origin import JsonPlace, Part


@rule(
    id="tagged-struct-without-versions",
    category=Category.SCHEMA,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=FieldSite,
    keys=("taggedVersions",),
    generation="3.x",
)
def tagged_struct_without_versions(site: FieldSite) -> Iterator[Finding]:
    field, origin = site.field, site.origin
    if not field.fields or not field.type.is_struct or not field.tagged_versions:
        return
    if not is_blank(origin, "versions"):
        return
    fixes: tuple[Fix, ...] = ()
    if not origin.has("versions") and origin.has("type"):
        behind = JsonPlace(origin.document, (*origin.path, "type"), Part.AFTER)
        edit = Edit(behind, f', "versions": "{field.tagged_versions}"')
        fixes = (Fix(f"Say that it exists in {field.tagged_versions}", (edit,), safe=True),)
    yield Finding(
        origin.value("versions"),
        f"`{field.name}` has fields of its own, but no `versions`",
        fixes=fixes,
    )
