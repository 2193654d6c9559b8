"""Two fields of one struct have the same tag.

## What it finds

A field whose `tag` an earlier field of the same struct has, even when no version has both.

## Why it matters

A reader knows a tagged field by its number alone. The generator refuses the second.

## Bad

```json current
{
  "type": "data", "name": "ParcelNote", "validVersions": "0-3", "flexibleVersions": "0+",
  "fields": [
    { "name": "Depot", "type": "string", "versions": "0+", "taggedVersions": "0+", "tag": 0 },
    { "name": "Note", "type": "string", "versions": "1+", "taggedVersions": "1+", "tag": 0 }
    //                                                                                   ^ duplicate-tag
  ]
}
```

```json fixed
{
  "type": "data", "name": "ParcelNote", "validVersions": "0-3", "flexibleVersions": "0+",
  "fields": [
    { "name": "Depot", "type": "string", "versions": "0+", "taggedVersions": "0+", "tag": 0 },
    { "name": "Note", "type": "string", "versions": "1+", "taggedVersions": "1+", "tag": 1 }
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

## Fix safety

Unsafe: the number is the next free one of the struct, and it is for ever.
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Edit, Finding, Fix, Related, Severity
from wirelint.rule import rule
from wirelint.schema.generator import all_fields, holds_struct, owners
from wirelint.schema.model import Field, Message, Owner


@rule(
    id="duplicate-tag",
    category=Category.SCHEMA,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=Message,
)
def duplicate_tag(message: Message) -> Iterator[Finding]:
    if all(field.tag is None for field in all_fields(message)):
        return
    for owner in owners(message):
        if holds_struct(owner):
            yield from _duplicates(owner)


def _duplicates(owner: Owner) -> Iterator[Finding]:
    free = max((one.tag for one in owner.fields if one.tag is not None), default=0) + 1
    first: dict[int, Field] = {}
    for field in owner.fields:
        if field.tag is None:
            continue
        one = first.setdefault(field.tag, field)
        if one is field:
            continue
        at = field.origin.value("tag")
        yield Finding(
            at,
            f"`{field.name}` has tag {field.tag}, as `{one.name}` has",
            related=(Related(one.origin.value("tag"), f"the tag of `{one.name}`"),),
            fixes=(Fix(f"Give it tag {free}", (Edit(at, str(free)),)),),
        )
