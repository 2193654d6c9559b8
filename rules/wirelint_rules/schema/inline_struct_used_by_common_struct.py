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
from wirelint.schema.generator import inline_structs
from wirelint.schema.model import Message


@rule(
    id="inline-struct-used-by-common-struct",
    category=Category.SCHEMA,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=Message,
    keys=("commonStructs",),
)
def inline_struct_used_by_common_struct(message: Message) -> Iterator[Finding]:
    used = [
        field
        for struct in message.common_structs
        for field in struct.fields
        if field.type.is_struct and message.struct(field.type.name) is None
    ]
    if not used:
        return
    inline = {one.type.name: one for one in inline_structs(message)}
    for field in used:
        declared = inline.get(field.type.name)
        if declared is not None:
            yield Finding(
                field.origin.value("type"),
                f"`{field.type.name}` is an inline struct of `{message.name}`",
                help=f"Declare `{field.type.name}` in `commonStructs`",
                related=(Related(declared.origin.value("type"), "declared here"),),
            )
