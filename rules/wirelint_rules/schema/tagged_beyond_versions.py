"""A field is tagged in versions in which it does not exist.

## What it finds

An open `taggedVersions` that is not inside the field's `versions`.

## Why it matters

The two ranges contradict each other, and the generator refuses them. As tagged versions never end,
neither may `versions`.

## Bad

```json current
{
  "type": "data", "name": "ParcelNote", "validVersions": "0-3", "flexibleVersions": "0+",
  "fields": [
    { "name": "Depot", "type": "string", "versions": "1-3",
    //                                               ^^^^^ tagged-beyond-versions
      "taggedVersions": "2+", "tag": 0 }
  ]
}
```

```json fixed
{
  "type": "data", "name": "ParcelNote", "validVersions": "0-3", "flexibleVersions": "0+",
  "fields": [
    { "name": "Depot", "type": "string", "versions": "1+",
      "taggedVersions": "2+", "tag": 0 }
  ]
}
```

## Good

```json current
{
  "type": "data", "name": "ParcelNote", "validVersions": "0-3", "flexibleVersions": "0+",
  "fields": [
    { "name": "Depot", "type": "string", "versions": "1+",
      "taggedVersions": "2+", "tag": 0 }
  ]
}
```

## Fix safety

Unsafe: the field comes to versions where it was not.
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Edit, Finding, Fix, Severity
from wirelint.rule import rule
from wirelint.schema.generator import is_readable
from wirelint.schema.model import FieldSite


@rule(
    id="tagged-beyond-versions",
    category=Category.SCHEMA,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=FieldSite,
    keys=("taggedVersions",),
)
def tagged_beyond_versions(site: FieldSite) -> Iterator[Finding]:
    field = site.field
    versions, tagged = field.versions, field.tagged_versions
    if field.tag is None or not tagged.is_open or versions.contains(tagged):
        return
    if not is_readable(site.origin, "versions"):
        return
    at = site.origin.value("versions")
    low = min(versions.low, tagged.low) if versions else tagged.low
    yield Finding(
        at,
        f"`{field.name}` is tagged in {tagged}, but exists in {versions}",
        fixes=(Fix(f"Let it exist in {low}+", (Edit(at, f'"{low}+"'),)),),
    )
