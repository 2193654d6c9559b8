"""`taggedVersions` of a field has an end.

## What it finds

A `taggedVersions` that is not open (`2+`) on a field with a tag.

## Why it matters

A field that became tagged stays tagged. In a version where it were plain again, a reader of either
kind would misread everything behind it; the generator refuses a range that ends. A tagged field that
is no longer used is kept, or marked as deprecated in its text.

## Bad

```json current
{
  "type": "data", "name": "ParcelNote", "validVersions": "0-3", "flexibleVersions": "0+",
  "fields": [
    { "name": "Depot", "type": "string", "versions": "0+", "taggedVersions": "0-3", "tag": 0 }
    //                                                                       ^^^^^ bounded-tagged-versions
  ]
}
```

```json fixed
{
  "type": "data", "name": "ParcelNote", "validVersions": "0-3", "flexibleVersions": "0+",
  "fields": [
    { "name": "Depot", "type": "string", "versions": "0+", "taggedVersions": "0+", "tag": 0 }
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

## Fix safety

Safe where the range reaches the highest valid version; else later versions become tagged.
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Edit, Finding, Fix, Severity
from wirelint.rule import rule
from wirelint.schema.model import FieldSite


@rule(
    id="bounded-tagged-versions",
    category=Category.SCHEMA,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=FieldSite,
    keys=("taggedVersions",),
)
def bounded_tagged_versions(site: FieldSite) -> Iterator[Finding]:
    tagged = site.field.tagged_versions
    if site.field.tag is None or not tagged or tagged.is_open:
        return
    at = site.origin.value("taggedVersions")
    safe = site.message.valid_versions.high <= tagged.high
    yield Finding(
        at,
        f"`taggedVersions` of `{site.field.name}` stops at version {tagged.high}",
        fixes=(Fix(f"Write `{tagged.low}+`", (Edit(at, f'"{tagged.low}+"'),), safe=safe),),
    )
