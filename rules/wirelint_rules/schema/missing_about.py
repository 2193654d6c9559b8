"""A field does not say what it is for.

## What it finds

A field without `about`, or with an empty one.

## Why it matters

`about` becomes the documentation of the protocol and of the generated class. Those who write
another client have nothing else to go by.

## Bad

```json current
{
  "type": "data", "name": "PingState",
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [ { "name": "Ttl", "type": "int32", "versions": "0+" } ]
  //                    ^^^^^ missing-about
}
```

## Good

```json current
{
  "type": "data", "name": "PingState",
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [
    { "name": "Ttl", "type": "int32", "versions": "0+",
      "about": "How long the entry is kept, in seconds." }
  ]
}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Severity
from wirelint.rule import rule
from wirelint.schema.model import Message


@rule(
    id="missing-about",
    category=Category.SCHEMA,
    severity=Severity.INFO,
    since="0.1",
    looks_at=Message,
    keys=("fields",),
)
def missing_about(message: Message) -> Iterator[Finding]:
    stack = [*message.fields]
    for struct in message.common_structs:
        stack += struct.fields
    while stack:
        field = stack.pop()
        stack += field.fields
        if not field.about.strip() and field.name:
            yield Finding(field.origin.value("name"), f"`{field.name}` has no `about`")
