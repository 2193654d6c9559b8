"""A common struct holds itself.

## What it finds

A common struct that reaches itself through its fields, in arrays or nullable ones too, from its first
version on.

## Why it matters

While the generator writes the schema of a struct, that schema does not exist yet: it stops with a
NullPointerException that names nothing.

## Bad

```json current
{
  "type": "data", "name": "ParcelNote", "validVersions": "0-3", "flexibleVersions": "0+",
  "commonStructs": [
    { "name": "Depot", "versions": "0+", "fields": [
      { "name": "Id", "type": "int32", "versions": "0+" },
      { "name": "Branches", "type": "[]Depot", "versions": "0+" }
      //                            ^^^^^^^^^ recursive-struct
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
      { "name": "Id", "type": "int32", "versions": "0+" },
      { "name": "BranchIds", "type": "[]int32", "versions": "0+" }
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

from wirelint.diagnostics import Category, Finding, Severity
from wirelint.rule import rule
from wirelint.schema.floors import dangling
from wirelint.schema.model import Message


@rule(
    id="recursive-struct",
    category=Category.SCHEMA,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=Message,
    keys=("commonStructs",),
)
def recursive_struct(message: Message) -> Iterator[Finding]:
    for one in dangling(message):
        if one.is_recursive:
            yield Finding(
                one.field.origin.value("type"),
                f"`{one.field.type.name}` holds itself through `{one.field.name}`",
            )
