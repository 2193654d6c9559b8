"""The tags of a struct leave a number out.

## What it finds

Tags of one struct that are not 0, 1, 2 and so on, in any order.

## Why it matters

Small numbers take fewer bytes, and a gap looks like a tag that was taken away, whose number must never
come back. The generator refuses it.

## Bad

```json current
{
  "type": "data", "name": "ParcelNote", "validVersions": "0-3", "flexibleVersions": "0+",
  "fields": [
    { "name": "Depot", "type": "string", "versions": "0+", "taggedVersions": "0+", "tag": 0 },
    { "name": "Note", "type": "string", "versions": "1+", "taggedVersions": "1+", "tag": 2 }
    //                                                                                   ^ tag-gap
  ]
}
```

## Good

```json current
{
  "type": "data", "name": "ParcelNote", "validVersions": "0-3", "flexibleVersions": "0+",
  "fields": [
    { "name": "Depot", "type": "string", "versions": "0+", "taggedVersions": "0+", "tag": 0 },
    { "name": "Note", "type": "string", "versions": "1+", "taggedVersions": "1+", "tag": 1 }
  ]
}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Severity
from wirelint.rule import rule
from wirelint.schema.generator import all_fields, holds_struct, owners
from wirelint.schema.model import Message


@rule(
    id="tag-gap",
    category=Category.SCHEMA,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=Message,
)
def tag_gap(message: Message) -> Iterator[Finding]:
    if all(field.tag is None for field in all_fields(message)):
        return
    for owner in owners(message):
        if not holds_struct(owner):
            continue
        tags = {one.tag for one in owner.fields if one.tag is not None and one.tag >= 0}
        missing = next(number for number in range(len(tags) + 1) if number not in tags)
        above = min((one for one in tags if one > missing), default=None)
        for field in owner.fields:
            if above is not None and field.tag == above:
                yield Finding(
                    field.origin.value("tag"),
                    f"tag {above} is used, but tag {missing} is not",
                    help=f"The tags of a struct count from 0 without a gap: take {missing}",
                )
