"""A field's `about` says no more than its name.

## What it finds

An `about` whose words are those of the field's name, articles aside.

## Why it matters

The text becomes the documentation of the protocol, where the name stands already. What a reader
needs is the unit, what the special values mean, whose it is.

## Bad

```json current
{
  "type": "data", "name": "PingState",
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [
    { "name": "LeaseTime", "type": "int32", "versions": "0+", "about": "The lease time." }
    //                                                                 ^^^^^^^^^^^^^^^^^ about-repeats-name
  ]
}
```

## Good

```json current
{
  "type": "data", "name": "PingState",
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [
    { "name": "LeaseTime", "type": "int32", "versions": "0+",
      "about": "The lease time in seconds, or -1 for no end." }
  ]
}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from wirelint.diagnostics import Category, Finding, Severity
from wirelint.rule import rule
from wirelint.schema.model import Message


@rule(
    id="about-repeats-name",
    category=Category.SCHEMA,
    severity=Severity.INFO,
    since="0.1",
    looks_at=Message,
    keys=("fields",),
)
def about_repeats_name(message: Message) -> Iterator[Finding]:
    stack = [*message.fields]
    for struct in message.common_structs:
        stack += struct.fields
    while stack:
        field = stack.pop()
        stack += field.fields
        about = field.about
        # Most texts are too long to say nothing, and this looks at every field.
        if len(about) <= 2 * len(field.name) + 8 and _says_only(about, field.name):
            yield Finding(
                field.origin.value("about"), f"`about` only repeats the name `{field.name}`"
            )


@lru_cache(maxsize=4096)
def _says_only(about: str, name: str) -> bool:
    words = "".join(char if char.isalnum() else " " for char in about.lower()).split()
    bare = "".join(word for word in words if word not in {"the", "a", "an"})
    return bare != "" and bare == name.lower()
