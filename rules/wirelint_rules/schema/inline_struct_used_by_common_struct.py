"""A common struct uses an inline struct of the message.

## What it finds

A field of a common struct whose type is a struct that a field of the message declares inline.

## Why it matters

The generator finds the struct, but writes its class twice, once for the message and once for the common
struct. javac refuses the second.

## Bad

```json current
{
  "type": "data", "name": "ParcelNote", "validVersions": "0-3", "flexibleVersions": "0+",
  "commonStructs": [
    { "name": "Depot", "versions": "0+", "fields": [
      { "name": "Main", "type": "Shelf", "versions": "0+" }
      //                        ^^^^^^^ inline-struct-used-by-common-struct
    ]}
  ],
  "fields": [
    { "name": "Depots", "type": "[]Depot", "versions": "0+" },
    { "name": "Shelf", "type": "Shelf", "versions": "0+", "fields": [
      { "name": "Id", "type": "int32", "versions": "0+" }
    ]}
  ]
}
```

## Good

```json current
{
  "type": "data", "name": "ParcelNote", "validVersions": "0-3", "flexibleVersions": "0+",
  "commonStructs": [
    { "name": "Depot", "versions": "0+", "fields": [
      { "name": "Main", "type": "Shelf", "versions": "0+" }
    ]},
    { "name": "Shelf", "versions": "0+", "fields": [
      { "name": "Id", "type": "int32", "versions": "0+" }
    ]}
  ],
  "fields": [
    { "name": "Depots", "type": "[]Depot", "versions": "0+" },
    { "name": "Shelf", "type": "Shelf", "versions": "0+" }
  ]
}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Related, Severity
from wirelint.rule import rule
from wirelint.schema.generator import in_common_struct, inline_structs, is_generated
from wirelint.schema.model import FieldSite


@rule(
    id="inline-struct-used-by-common-struct",
    category=Category.SCHEMA,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=FieldSite,
    keys=("type",),
)
def inline_struct_used_by_common_struct(site: FieldSite) -> Iterator[Finding]:
    message, type_ = site.message, site.field.type
    if not type_.is_struct or not in_common_struct(site) or not is_generated(site):
        return
    if message.struct(type_.name) is not None:
        return
    for inline in inline_structs(message):
        if inline.type.name == type_.name:
            yield Finding(
                site.origin.value("type"),
                f"`{type_.name}` is an inline struct of `{message.name}`",
                help=f"Declare `{type_.name}` in `commonStructs`",
                related=(Related(inline.origin.value("type"), "declared here"),),
            )
            return
