"""A field has a tag, but no version in which it is tagged.

## What it finds

A `tag` on a field whose `taggedVersions` is absent or empty.

## Why it matters

Without tagged versions the field is a plain one in every version, and the number says nothing. The
generator refuses it.

## Bad

```json current
{
  "type": "data", "name": "ParcelNote", "validVersions": "0-3", "flexibleVersions": "0+",
  "fields": [
    { "name": "Depot", "type": "string", "versions": "0+", "tag": 0 }
    //                                                            ^ tag-without-tagged-versions
  ]
}
```

## Good

```json current
{
  "type": "data", "name": "ParcelNote", "validVersions": "0-3", "flexibleVersions": "0+",
  "fields": [
    { "name": "Depot", "type": "string", "versions": "0+", "taggedVersions": "0+", "tag": 0 }
  ]
}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Severity
from wirelint.rule import rule
from wirelint.schema.generator import is_readable
from wirelint.schema.model import FieldSite


@rule(
    id="tag-without-tagged-versions",
    category=Category.SCHEMA,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=FieldSite,
    keys=("tag",),
)
def tag_without_tagged_versions(site: FieldSite) -> Iterator[Finding]:
    field = site.field
    if field.tag is None or field.tagged_versions:
        return
    if is_readable(site.origin, "taggedVersions"):
        yield Finding(
            site.origin.value("tag"), f"`{field.name}` has a tag, but is tagged in no version"
        )
