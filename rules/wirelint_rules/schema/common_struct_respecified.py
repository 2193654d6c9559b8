"""A field gives fields to a common struct.

## What it finds

A field of the message whose type is a common struct and that has `fields` of its own.

## Why it matters

The fields of a common struct are said once, in `commonStructs`. The generator refuses a second list,
even the same one.

## Bad

```json current
{
  "type": "data", "name": "ParcelNote", "validVersions": "0-3", "flexibleVersions": "0+",
  "commonStructs": [
    { "name": "Depot", "versions": "0+", "fields": [
      { "name": "Id", "type": "int32", "versions": "0+" }
    ]}
  ],
  "fields": [
    { "name": "Depots", "type": "[]Depot", "versions": "0+", "fields": [
    //                                                       ^^^^^^^^ common-struct-respecified
      { "name": "Id", "type": "int32", "versions": "0+" }
    ] }
  ]
}
```

```json fixed
{
  "type": "data", "name": "ParcelNote", "validVersions": "0-3", "flexibleVersions": "0+",
  "commonStructs": [
    { "name": "Depot", "versions": "0+", "fields": [
      { "name": "Id", "type": "int32", "versions": "0+" }
    ]}
  ],
  "fields": [
    { "name": "Depots", "type": "[]Depot", "versions": "0+" }
  ]
}
```

## Good

```json current
{
  "type": "data", "name": "ParcelNote", "validVersions": "0-3", "flexibleVersions": "0+",
  "commonStructs": [
    { "name": "Depot", "versions": "0+", "fields": [
      { "name": "Id", "type": "int32", "versions": "0+" }
    ]}
  ],
  "fields": [
    { "name": "Depots", "type": "[]Depot", "versions": "0+" }
  ]
}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Edit, Finding, Fix, Related, Severity
from wirelint.rule import rule
from wirelint.schema.generator import in_common_struct, is_generated
from wirelint.schema.model import Field, FieldSite, Struct
from wirelint.syntax.origin import JsonPlace, Part


@rule(
    id="common-struct-respecified",
    category=Category.SCHEMA,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=FieldSite,
    keys=("fields",),
)
def common_struct_respecified(site: FieldSite) -> Iterator[Finding]:
    field = site.field
    if not field.fields or not field.type.is_struct or in_common_struct(site):
        return
    struct = site.message.struct(field.type.name)
    if struct is None or not is_generated(site):
        return
    remove = Edit(JsonPlace(site.origin.document, (*site.origin.path, "fields"), Part.REMOVAL), "")
    yield Finding(
        site.origin.key("fields"),
        f"the fields of the common struct `{struct.name}` are said already",
        related=(Related(struct.origin.value("name"), "the common struct"),),
        fixes=(Fix("Take the fields of the common struct", (remove,), safe=_same(field, struct)),),
    )


def _same(field: Field, struct: Struct) -> bool:
    return field.fields == struct.fields
