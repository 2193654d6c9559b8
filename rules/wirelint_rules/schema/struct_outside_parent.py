"""A struct is there in no version of what holds it.

## What it finds

A field of struct type, inline, whose versions have none in common with those of the struct or message
around it.

## Why it matters

The class of the struct could read no version at all; the generator refuses it. Fields of other types may
lie outside, nobody asks.

## Bad

```json current
{
  "type": "data", "name": "ParcelNote", "validVersions": "0-3", "flexibleVersions": "0+",
  "fields": [
    { "name": "Sender", "type": "Sender", "versions": "5+", "fields": [
    //                                                ^^^^ struct-outside-parent
      { "name": "Depot", "type": "string", "versions": "5+" }
    ]}
  ]
}
```

## Good

```json current
{
  "type": "data", "name": "ParcelNote", "validVersions": "0-3", "flexibleVersions": "0+",
  "fields": [
    { "name": "Sender", "type": "Sender", "versions": "3+", "fields": [
      { "name": "Depot", "type": "string", "versions": "3+" }
    ]}
  ]
}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Severity
from wirelint.rule import rule
from wirelint.schema.generator import is_blank, is_readable
from wirelint.schema.model import Field, Message
from wirelint.versions import VersionRange


@rule(
    id="struct-outside-parent",
    category=Category.SCHEMA,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=Message,
    keys=("fields",),
)
def struct_outside_parent(message: Message) -> Iterator[Finding]:
    yield from _outside(message, message.fields, message.valid_versions)


def _outside(
    message: Message, fields: tuple[Field, ...], around: VersionRange
) -> Iterator[Finding]:
    for field in fields:
        if not field.type.is_struct or message.struct(field.type.name) is not None:
            continue
        within = field.versions & around
        if field.fields:
            yield from _outside(message, field.fields, within)
        if within or not around:
            continue
        keys, origin = ("versions", "taggedVersions"), field.origin
        if is_readable(origin, *keys) and not all(is_blank(origin, key) for key in keys):
            yield Finding(
                origin.value("versions"),
                f"`{field.name}` is there in {field.versions}, but what holds it in {around}",
            )
