"""A struct has the name of the message's class.

## What it finds

An inline or common struct called like the generated class of its message: the message's name, for
requests, responses and headers with `Data` behind it.

## Why it matters

The class of a struct lies inside that of the message and cannot have its name. The generator stops
with a NullPointerException, or javac refuses the class.

## Bad

```json current
{
  "type": "data", "name": "ParcelNote", "validVersions": "0", "flexibleVersions": "0+",
  "fields": [
    { "name": "Notes", "type": "[]ParcelNote", "versions": "0+", "fields": [
    //                         ^^^^^^^^^^^^^^ struct-named-as-message
      { "name": "Text", "type": "string", "versions": "0+" }
    ]}
  ]
}
```

## Good

```json current
{
  "type": "data", "name": "ParcelNote", "validVersions": "0", "flexibleVersions": "0+",
  "fields": [
    { "name": "Notes", "type": "[]Note", "versions": "0+", "fields": [
      { "name": "Text", "type": "string", "versions": "0+" }
    ]}
  ]
}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Severity
from wirelint.rule import rule
from wirelint.schema.generator import data_class_name, inline_structs
from wirelint.schema.model import Message


@rule(
    id="struct-named-as-message",
    category=Category.SCHEMA,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=Message,
    keys=("fields", "commonStructs"),
)
def struct_named_as_message(message: Message) -> Iterator[Finding]:
    name = data_class_name(message)
    said = f"the class of `{message.name}` is called `{name}`, too"
    for struct in message.common_structs:
        if struct.name == name:
            yield Finding(struct.origin.value("name"), said)
    for field in inline_structs(message):
        if field.type.name == name:
            yield Finding(field.origin.value("type"), said)
            return
