"""A common struct holds an inline struct.

## What it finds

A field of a common struct whose type is a struct that is not common itself, with or without fields.

## Why it matters

The generator registers inline structs of the message alone, finds no specification for this one, and
refuses the message, even when nobody uses the common struct. A common struct may hold other common
structs.

## Bad

```json current
{
  "type": "data", "name": "ParcelNote", "validVersions": "0-3", "flexibleVersions": "0+",
  "commonStructs": [
    { "name": "Depot", "versions": "0+", "fields": [
      { "name": "Shelves", "type": "[]Shelf", "versions": "0+", "fields": [
      //                           ^^^^^^^^^ inline-struct-in-common-struct
        { "name": "Id", "type": "int32", "versions": "0+" }
      ]}
    ]}
  ],
  "fields": [
    { "name": "Depots", "type": "[]Depot", "versions": "0+" }
  ]
}
```

A primitive type with a capital is such a struct too:

```json current
{
  "type": "data", "name": "ParcelNote", "validVersions": "0", "flexibleVersions": "0+",
  "commonStructs": [
    { "name": "Depot", "versions": "0+", "fields": [
      { "name": "Id", "type": "Int32", "versions": "0+" }
      //                      ^^^^^^^ inline-struct-in-common-struct
    ]}
  ],
  "fields": [
    { "name": "Depots", "type": "[]Depot", "versions": "0+" }
  ]
}
```

```json fixed
{
  "type": "data", "name": "ParcelNote", "validVersions": "0", "flexibleVersions": "0+",
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
      { "name": "Shelves", "type": "[]Shelf", "versions": "0+" }
    ]},
    { "name": "Shelf", "versions": "0+", "fields": [
      { "name": "Id", "type": "int32", "versions": "0+" }
    ]}
  ],
  "fields": [
    { "name": "Depots", "type": "[]Depot", "versions": "0+" }
  ]
}
```

## Fix safety

Unsafe: the field gains bytes. There is one where a primitive type may have been meant.
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Severity
from wirelint.rule import rule
from wirelint.schema.coerce import misspelt_type
from wirelint.schema.generator import inline_structs
from wirelint.schema.model import Message


@rule(
    id="inline-struct-in-common-struct",
    category=Category.SCHEMA,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=Message,
    keys=("commonStructs",),
)
def inline_struct_in_common_struct(message: Message) -> Iterator[Finding]:
    # Known, but not from a common struct: `inline-struct-used-by-common-struct`.
    inline = {one.type.name for one in inline_structs(message)}
    for struct in message.common_structs:
        for field in struct.fields:
            name = field.type.name
            if not field.type.is_struct or message.struct(name) is not None or name in inline:
                continue
            fixes = misspelt_type(field)
            yield Finding(
                field.origin.value("type"),
                f"the common struct `{struct.name}` holds `{name}`, which is no common struct",
                help=None if fixes else f"Declare `{name}` in `commonStructs`",
                fixes=fixes,
            )
