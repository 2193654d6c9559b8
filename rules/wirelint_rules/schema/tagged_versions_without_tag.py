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
from wirelint.schema.generator import all_fields, is_blank, owners
from wirelint.schema.model import Message, Owner
from wirelint.syntax.origin import JsonPlace, Part


@rule(
    id="tagged-versions-without-tag",
    category=Category.SCHEMA,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=Message,
)
def tagged_versions_without_tag(message: Message) -> Iterator[Finding]:
    if all(field.tag is not None or not field.tagged_versions for field in all_fields(message)):
        return
    for owner in owners(message):
        yield from _untagged(owner)


def _untagged(owner: Owner) -> Iterator[Finding]:
    free = max((-1, *(one.tag for one in owner.fields if one.tag is not None))) + 1
    for field in owner.fields:
        if not field.tagged_versions or field.tag is not None:
            continue
        if not is_blank(field.origin, "tag") and field.origin.raw("tag") != "null":
            continue  # the builder says that it is no number
        at = field.origin.value("taggedVersions")
        fixes: tuple[Fix, ...] = ()
        if not field.origin.has("tag"):
            edit = Edit(JsonPlace(at.document, at.path, Part.AFTER), f', "tag": {free}')
            fixes = (Fix(f"Give it tag {free}", (edit,)),)
        yield Finding(
            at, f"`{field.name}` is tagged in {field.tagged_versions} without a tag", fixes=fixes
        )
