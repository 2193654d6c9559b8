"""A tagged bytes field shall be read without a copy.

## What it finds

`"zeroCopy": true` on a bytes field that is tagged in a version of the message.

## Why it matters

The generator takes it, but the code that it writes for tagged bytes asks a ByteBuffer for its
`length`: javac refuses it.

## Bad

```json current
{
  "type": "data", "name": "ParcelNote", "validVersions": "0-3", "flexibleVersions": "0+",
  "fields": [
    { "name": "Scan", "type": "bytes", "versions": "0+", "taggedVersions": "0+", "tag": 0,
      "zeroCopy": true }
      //          ^^^^ tagged-zero-copy
  ]
}
```

```json fixed
{
  "type": "data", "name": "ParcelNote", "validVersions": "0-3", "flexibleVersions": "0+",
  "fields": [
    { "name": "Scan", "type": "bytes", "versions": "0+", "taggedVersions": "0+", "tag": 0 }
  ]
}
```

## Good

```json current
{
  "type": "data", "name": "ParcelNote", "validVersions": "0-3", "flexibleVersions": "0+",
  "fields": [
    { "name": "Scan", "type": "bytes", "versions": "0+", "taggedVersions": "0+", "tag": 0 }
  ]
}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Edit, Finding, Fix, Severity
from wirelint.rule import rule
from wirelint.schema.generator import is_generated, versions_around
from wirelint.schema.model import FieldSite
from wirelint.syntax.origin import JsonPlace, Part


@rule(
    id="tagged-zero-copy",
    category=Category.SCHEMA,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=FieldSite,
    keys=("zeroCopy",),
)
def tagged_zero_copy(site: FieldSite) -> Iterator[Finding]:
    field = site.field
    if not field.zero_copy or field.type.name != "bytes" or field.type.is_array:
        return
    tagged = field.tagged_versions & field.versions & site.message.flexible
    if not tagged & versions_around(site) or not is_generated(site):
        return
    at = site.origin.value("zeroCopy")
    remove = Edit(JsonPlace(at.document, at.path, Part.REMOVAL), "")
    yield Finding(
        at,
        f"`{field.name}` is tagged, and tagged bytes are always copied",
        fixes=(Fix("Remove the mark", (remove,), safe=True),),
    )
