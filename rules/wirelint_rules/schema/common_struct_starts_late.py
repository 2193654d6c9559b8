"""A field uses a common struct in versions that the struct does not have yet.

## What it finds

A field whose versions begin before those of its common struct, within the versions of the message. The
generator decides by the versions in which it first came upon the struct, so a struct that is used by
another common struct may be cut to that one's versions.

## Why it matters

The generator looks for a schema of the struct at each version and stops with a NullPointerException
where there is none. A struct that ends too early is not noticed.

## Bad

```json current
{
  "type": "data", "name": "ParcelNote", "validVersions": "0-3", "flexibleVersions": "0+",
  "commonStructs": [
    { "name": "Depot", "versions": "2+", "fields": [
      { "name": "Id", "type": "int32", "versions": "2+" }
    ]}
  ],
  "fields": [
    { "name": "Depots", "type": "[]Depot", "versions": "0+" }
    //                          ^^^^^^^^^ common-struct-starts-late
  ]
}
```

## Good

```json current
{
  "type": "data", "name": "ParcelNote", "validVersions": "0-3", "flexibleVersions": "0+",
  "commonStructs": [
    { "name": "Depot", "versions": "2+", "fields": [
      { "name": "Id", "type": "int32", "versions": "2+" }
    ]}
  ],
  "fields": [
    { "name": "Depots", "type": "[]Depot", "versions": "2+" }
  ]
}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Related, Severity
from wirelint.rule import rule
from wirelint.schema.floors import dangling
from wirelint.schema.generator import is_readable
from wirelint.schema.model import Message


@rule(
    id="common-struct-starts-late",
    category=Category.SCHEMA,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=Message,
    keys=("commonStructs",),
)
def common_struct_starts_late(message: Message) -> Iterator[Finding]:
    for one in dangling(message):
        struct = message.struct(one.field.type.name)
        if one.is_recursive or struct is None or not is_readable(struct.origin, "versions"):
            continue
        if not struct.versions or not is_readable(one.field.origin, "versions", "taggedVersions"):
            continue
        yield Finding(
            one.field.origin.value("type"),
            f"`{one.field.name}` is there in version {one.version}, `{struct.name}` is not",
            related=(Related(struct.origin.value("versions"), f"versions of `{struct.name}`"),),
        )
