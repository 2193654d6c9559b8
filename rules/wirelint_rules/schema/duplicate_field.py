"""Two fields of one struct have the same name.

## What it finds

A field whose name an earlier field of the same struct has, whatever their versions.

## Why it matters

The name is what code and tools know a field by; the generator refuses the second. A field that comes
back in a later version with another type needs another name.

## Bad

```json current
{
  "type": "data", "name": "ParcelNote", "validVersions": "0-3", "flexibleVersions": "0+",
  "fields": [
    { "name": "Depot", "type": "string", "versions": "0" },
    { "name": "Depot", "type": "int32", "versions": "1+" }
    //        ^^^^^^^ duplicate-field
  ]
}
```

## Good

```json current
{
  "type": "data", "name": "ParcelNote", "validVersions": "0-3", "flexibleVersions": "0+",
  "fields": [
    { "name": "Depot", "type": "string", "versions": "0" },
    { "name": "DepotId", "type": "int32", "versions": "1+" }
  ]
}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Related, Severity
from wirelint.rule import rule
from wirelint.schema.generator import holds_struct, owners
from wirelint.schema.model import Field, Message


@rule(
    id="duplicate-field",
    category=Category.SCHEMA,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=Message,
)
def duplicate_field(message: Message) -> Iterator[Finding]:
    for owner in owners(message):
        fields = owner.fields
        if not holds_struct(owner):
            continue
        if len({one.name for one in fields}) == len(fields):
            continue
        first: dict[str, Field] = {}
        for one in fields:
            earlier = first.setdefault(one.name, one)
            if earlier is not one and one.name:
                yield Finding(
                    one.origin.value("name"),
                    f"`{owner.name}` has a field `{one.name}` already",
                    related=(Related(earlier.origin.value("name"), "the first one"),),
                )
