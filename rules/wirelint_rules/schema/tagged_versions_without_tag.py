"""A field is tagged in some versions, but has no tag.

## What it finds

A non-empty `taggedVersions` on a field without `tag`.

## Why it matters

The tag is what a reader goes by: without the number nothing can be written. The generator refuses
it.

## Bad

```json current
{
  "type": "data", "name": "ParcelNote", "validVersions": "0-3", "flexibleVersions": "0+",
  "fields": [
    { "name": "Depot", "type": "string", "versions": "0+", "taggedVersions": "0+" }
    //                                                                       ^^^^ tagged-versions-without-tag
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

Unsafe: the number is the next free one of the struct, and it is for ever.
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Edit, Finding, Fix, Severity
from wirelint.rule import rule
from wirelint.schema.generator import is_blank
from wirelint.schema.model import FieldSite
from wirelint.syntax.origin import JsonPlace, Part


@rule(
    id="tagged-versions-without-tag",
    category=Category.SCHEMA,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=FieldSite,
    keys=("taggedVersions",),
)
def tagged_versions_without_tag(site: FieldSite) -> Iterator[Finding]:
    field = site.field
    if not field.tagged_versions or field.tag is not None:
        return
    raw = site.origin.raw("tag")
    if not is_blank(site.origin, "tag") and raw != "null":
        return  # the builder says that it is no number
    at = site.origin.value("taggedVersions")
    fixes: tuple[Fix, ...] = ()
    if not site.origin.has("tag"):
        tags = [one.tag for one in site.owner.fields if one.tag is not None]
        free = max((-1, *tags)) + 1
        edit = Edit(JsonPlace(at.document, at.path, Part.AFTER), f', "tag": {free}')
        fixes = (Fix(f"Give it tag {free}", (edit,)),)
    yield Finding(
        at, f"`{field.name}` is tagged in {field.tagged_versions} without a tag", fixes=fixes
    )
