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
from wirelint.schema.generator import holds_struct
from wirelint.schema.model import FieldSite


@rule(
    id="tag-gap",
    category=Category.SCHEMA,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=FieldSite,
    keys=("tag",),
)
def tag_gap(site: FieldSite) -> Iterator[Finding]:
    tag = site.field.tag
    if tag is None or tag < 1 or not holds_struct(site.owner):
        return
    tags = {one.tag for one in site.owner.fields if one.tag is not None and one.tag >= 0}
    missing = next(number for number in range(len(tags) + 1) if number not in tags)
    if missing < tag and tag == min(one for one in tags if one > missing):
        yield Finding(
            site.origin.value("tag"),
            f"tag {tag} is used, but tag {missing} is not",
            help=f"The tags of a struct count from 0 without a gap: take {missing}",
        )
