"""Two fields have an inline struct of one name.

## What it finds

A field whose type is an inline struct that an earlier field of the message has, with or without fields
of its own, anywhere in the message, in the same versions or others.

## Why it matters

An inline struct becomes a Java class inside the message's class, and there can be one of a name. The
generator refuses the second. Only a common struct can be used twice.

## Bad

```json current
{
  "type": "data", "name": "ParcelNote", "validVersions": "0-3", "flexibleVersions": "0+",
  "fields": [
    { "name": "Sender", "type": "Party", "versions": "0+", "fields": [
      { "name": "Depot", "type": "string", "versions": "0+" }
    ]},
    { "name": "Receiver", "type": "Party", "versions": "0+" }
    //                            ^^^^^^^ struct-name-reused
  ]
}
```

## Good

```json current
{
  "type": "data", "name": "ParcelNote", "validVersions": "0-3", "flexibleVersions": "0+",
  "fields": [
    { "name": "Sender", "type": "Sender", "versions": "0+", "fields": [
      { "name": "Depot", "type": "string", "versions": "0+" }
    ]},
    { "name": "Receiver", "type": "Receiver", "versions": "0+", "fields": [
      { "name": "Depot", "type": "string", "versions": "0+" }
    ]}
  ]
}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Related, Severity
from wirelint.rule import rule
from wirelint.schema.generator import inline_structs
from wirelint.schema.model import Field, Message


@rule(
    id="struct-name-reused",
    category=Category.SCHEMA,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=Message,
    keys=("fields",),
)
def struct_name_reused(message: Message) -> Iterator[Finding]:
    first: dict[str, Field] = {}
    for field in inline_structs(message):
        earlier = first.setdefault(field.type.name, field)
        if earlier is not field:
            yield Finding(
                field.origin.value("type"),
                f"`{earlier.name}` has an inline struct `{field.type.name}` already",
                help="To use a struct twice, declare it in `commonStructs`",
                related=(Related(earlier.origin.value("type"), "the first one"),),
            )
