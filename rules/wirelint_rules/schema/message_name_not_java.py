"""The name of a message is no name for a Java class.

## What it finds

A message whose generated class cannot have its name: no Java identifier, or, where no `Data` is put
behind it, a keyword or the name of a class that the generated code uses.

## Why it matters

The generator takes any name and writes the class; javac refuses it.

## Bad

```json current Parcel-Note.json
{
  "type": "data", "name": "Parcel-Note", "validVersions": "0", "flexibleVersions": "0+",
  //                      ^^^^^^^^^^^^^ message-name-not-java
  "fields": []
}
```

## Good

```json current
{
  "type": "data", "name": "ParcelNote", "validVersions": "0", "flexibleVersions": "0+",
  "fields": []
}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Severity
from wirelint.rule import rule
from wirelint.schema.generator import data_class_name, has_known_kind
from wirelint.schema.java import KEYWORDS, POSSIBLE_CLASSES, classes_used_by, is_identifier
from wirelint.schema.model import Message


@rule(
    id="message-name-not-java",
    category=Category.SCHEMA,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=Message,
    keys=("name",),
)
def message_name_not_java(message: Message) -> Iterator[Finding]:
    name = data_class_name(message).lstrip(" \t\f\r\n")
    if name.isascii() and name.isalpha() and name not in POSSIBLE_CLASSES | KEYWORDS:
        return
    if message.is_tombstone or not has_known_kind(message):
        return
    if not isinstance(message.origin.raw("name"), (str, bool)):
        return
    if not is_identifier(name):
        yield Finding(message.origin.value("name"), f"`{name}` is no name of a Java class")
    elif name in POSSIBLE_CLASSES and name in classes_used_by(message):
        yield Finding(
            message.origin.value("name"),
            f"the Java code of the message uses another class `{name}`",
        )
