"""A common struct is there in no version.

## What it finds

A common struct whose `versions` is `none` or upside down.

## Why it matters

The class of a struct must be able to read some version; the generator refuses it, used or not.

## Bad

```json current
{
  "type": "data", "name": "ParcelNote", "validVersions": "0-3", "flexibleVersions": "0+",
  "commonStructs": [
    { "name": "Depot", "versions": "none", "fields": [
    //                             ^^^^^^ common-struct-without-versions
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
from wirelint.schema.generator import is_blank, is_readable
from wirelint.schema.model import Struct


@rule(
    id="common-struct-without-versions",
    category=Category.SCHEMA,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=Struct,
    keys=("versions",),
)
def common_struct_without_versions(struct: Struct) -> Iterator[Finding]:
    if struct.versions or is_blank(struct.origin, "versions"):
        return
    if is_readable(struct.origin, "versions"):
        yield Finding(
            struct.origin.value("versions"), f"the struct `{struct.name}` is there in no version"
        )
