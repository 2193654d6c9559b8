"""The name of a common struct does not begin with a capital.

## What it finds

A common struct whose name is empty or begins with anything but an upper-case letter.

## Why it matters

A type that begins with a small letter is a primitive, so no field could use the struct. The generator
refuses it.

## Bad

```json current
{
  "type": "data", "name": "ParcelNote", "validVersions": "0-3", "flexibleVersions": "0+",
  "commonStructs": [
    { "name": "depot", "versions": "0+", "fields": [
    //        ^^^^^^^ uncapitalized-struct
      { "name": "Id", "type": "int32", "versions": "0+" }
    ]}
  ],
  "fields": [
    { "name": "Id", "type": "int32", "versions": "0+" }
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

from wirelint.diagnostics import Category, Finding, Severity
from wirelint.rule import rule
from wirelint.schema.model import Struct


@rule(
    id="uncapitalized-struct",
    category=Category.SCHEMA,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=Struct,
    keys=("name",),
)
def uncapitalized_struct(struct: Struct) -> Iterator[Finding]:
    first = struct.name[:1]
    if first.isupper() and first <= "\uffff":
        return
    if isinstance(struct.origin.raw("name"), (str, bool)):
        yield Finding(
            struct.origin.value("name"), f"the struct `{struct.name}` does not begin with a capital"
        )
