"""A common struct has one user.

## What it finds

A struct in `commonStructs` that one field of the message uses, and no other. Structs that only
another common struct uses are left alone: those cannot hold inline fields.

## Why it matters

`commonStructs` is for what several fields share. With one user, a reader has to look in two places
for one structure.

## Bad

```json current
{
  "type": "data", "name": "PingState",
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [ { "name": "Home", "type": "Shelf", "versions": "0+" } ],
  "commonStructs": [
    { "name": "Shelf", "versions": "0+", "fields": [
    //        ^^^^^^^ common-struct-used-once
      { "name": "Number", "type": "int32", "versions": "0+" }
    ]}
  ]
}
```

## Good

```json current
{
  "type": "data", "name": "PingState",
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [
    { "name": "Home", "type": "Shelf", "versions": "0+" },
    { "name": "Others", "type": "[]Shelf", "versions": "0+" }
  ],
  "commonStructs": [
    { "name": "Shelf", "versions": "0+", "fields": [
      { "name": "Number", "type": "int32", "versions": "0+" }
    ]}
  ]
}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Related, Severity
from wirelint.rule import rule
from wirelint.schema.model import FieldSite, Message, Struct, sites


@rule(
    id="common-struct-used-once",
    category=Category.SCHEMA,
    severity=Severity.INFO,
    since="0.1",
    looks_at=Message,
    keys=("commonStructs",),
)
def common_struct_used_once(message: Message) -> Iterator[Finding]:
    users: dict[str, list[FieldSite]] = {}
    for site in sites(message):
        if site.field.type.is_struct and not site.field.fields:
            users.setdefault(site.field.type.name, []).append(site)
    for struct in message.common_structs:
        using = users.get(struct.name, [])
        if len(using) == 1 and not isinstance(using[0].owner, Struct):
            yield Finding(
                struct.origin.value("name"),
                f"only `{using[0].field.name}` uses the common struct `{struct.name}`",
                related=(Related(using[0].origin.value("type"), "used here"),),
            )
