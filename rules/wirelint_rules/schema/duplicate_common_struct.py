"""Two common structs of a message have the same name.

## What it finds

A common struct whose name an earlier one has.

## Why it matters

A field names its struct; which of the two would be meant? The generator refuses the second.

## Bad

```json current
{
  "type": "data", "name": "ParcelNote", "validVersions": "0-3", "flexibleVersions": "0+",
  "commonStructs": [
    { "name": "Depot", "versions": "0+", "fields": [
      { "name": "Id", "type": "int32", "versions": "0+" }
    ]},
    { "name": "Depot", "versions": "0+", "fields": [
    //        ^^^^^^^ duplicate-common-struct
      { "name": "Id", "type": "int64", "versions": "0+" }
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
    ]},
    { "name": "Shelf", "versions": "0+", "fields": [
      { "name": "Id", "type": "int32", "versions": "0+" }
    ]}
  ],
  "fields": [
    { "name": "Depots", "type": "[]Depot", "versions": "0+" },
    { "name": "Shelves", "type": "[]Shelf", "versions": "0+" }
  ]
}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Related, Severity
from wirelint.rule import rule
from wirelint.schema.model import Message, Struct


@rule(
    id="duplicate-common-struct",
    category=Category.SCHEMA,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=Message,
    keys=("commonStructs",),
)
def duplicate_common_struct(message: Message) -> Iterator[Finding]:
    first: dict[str, Struct] = {}
    for struct in message.common_structs:
        earlier = first.setdefault(struct.name, struct)
        if earlier is not struct and struct.name:
            yield Finding(
                struct.origin.value("name"),
                f"the common struct `{struct.name}` is there already",
                related=(Related(earlier.origin.value("name"), "the first one"),),
            )
