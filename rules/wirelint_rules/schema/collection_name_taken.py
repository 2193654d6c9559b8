"""A struct has the name of the collection of another one.

## What it finds

A struct `LineCollection` in a message with a struct `Line` that has a map key.

## Why it matters

For a struct with a map key the generator writes a second class with `Collection` behind its name. javac
refuses the second class of one name.

## Bad

```json current
{
  "type": "data", "name": "ParcelNote", "validVersions": "0-3", "flexibleVersions": "0+",
  "fields": [
    { "name": "Lines", "type": "[]Line", "versions": "0+", "fields": [
      { "name": "Text", "type": "string", "versions": "0+", "mapKey": true }
    ]},
    { "name": "Others", "type": "LineCollection", "versions": "0+", "fields": [
    //                          ^^^^^^^^^^^^^^^^ collection-name-taken
      { "name": "Count", "type": "int32", "versions": "0+" }
    ]}
  ]
}
```

## Good

```json current
{
  "type": "data", "name": "ParcelNote", "validVersions": "0-3", "flexibleVersions": "0+",
  "fields": [
    { "name": "Lines", "type": "[]Line", "versions": "0+", "fields": [
      { "name": "Text", "type": "string", "versions": "0+", "mapKey": true }
    ]},
    { "name": "Others", "type": "OtherLines", "versions": "0+", "fields": [
      { "name": "Count", "type": "int32", "versions": "0+" }
    ]}
  ]
}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Severity
from wirelint.rule import rule
from wirelint.schema.generator import inline_structs
from wirelint.schema.model import Message


@rule(
    id="collection-name-taken",
    category=Category.SCHEMA,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=Message,
    keys=("fields", "commonStructs"),
)
def collection_name_taken(message: Message) -> Iterator[Finding]:
    places = {one.name: one.origin.value("name") for one in message.common_structs}
    keyed = {one.name for one in message.common_structs if any(f.map_key for f in one.fields)}
    for field in inline_structs(message):
        places.setdefault(field.type.name, field.origin.value("type"))
        if any(one.map_key for one in field.fields):
            keyed.add(field.type.name)
    for name in sorted(keyed):
        at = places.get(f"{name}Collection")
        if at is not None:
            yield Finding(at, f"the collection of `{name}` is called `{name}Collection`, too")
