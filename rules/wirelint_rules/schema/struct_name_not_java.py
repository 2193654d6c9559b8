"""The name of a struct is no name for a Java class.

## What it finds

A struct whose name is no Java identifier, or that of a class which the code of its message uses, such as
`String`, `List` or `Field`.

## Why it matters

The generator takes any name that begins with a capital, and writes a class of that name inside the
message's class. javac refuses it, or takes it where the other class was meant.

## Bad

```json current
{
  "type": "data", "name": "ParcelNote", "validVersions": "0-3", "flexibleVersions": "0+",
  "fields": [
    { "name": "Tags", "type": "[]List", "versions": "0+", "fields": [
    //                        ^^^^^^^^ struct-name-not-java
      { "name": "Text", "type": "string", "versions": "0+" }
    ]}
  ]
}
```

A primitive type with a capital is such a struct too:

```json current
{
  "type": "data", "name": "ParcelNote", "validVersions": "0", "flexibleVersions": "0+",
  "fields": [ { "name": "Depot", "type": "String", "versions": "0+" } ]
  //                                     ^^^^^^^^ struct-name-not-java
}
```

```json fixed
{
  "type": "data", "name": "ParcelNote", "validVersions": "0", "flexibleVersions": "0+",
  "fields": [ { "name": "Depot", "type": "string", "versions": "0+" } ]
}
```

## Good

```json current
{
  "type": "data", "name": "ParcelNote", "validVersions": "0-3", "flexibleVersions": "0+",
  "fields": [
    { "name": "Tags", "type": "[]TagList", "versions": "0+", "fields": [
      { "name": "Text", "type": "string", "versions": "0+" }
    ]}
  ]
}
```

## Fix safety

Unsafe: the field gains bytes. There is one where a primitive type may have been meant.
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Severity
from wirelint.rule import rule
from wirelint.schema.coerce import misspelt_type
from wirelint.schema.generator import inline_structs
from wirelint.schema.java import is_free_class, is_identifier
from wirelint.schema.model import Message


@rule(
    id="struct-name-not-java",
    category=Category.SCHEMA,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=Message,
    keys=("fields", "commonStructs"),
)
def struct_name_not_java(message: Message) -> Iterator[Finding]:
    seen: set[str] = set()
    for struct in message.common_structs:
        name = struct.name
        if name not in seen and name[:1].isupper() and not is_free_class(message, name):
            yield Finding(struct.origin.value("name"), _said(name))
        seen.add(name)
    for field in inline_structs(message):
        name = field.type.name
        if name not in seen and not is_free_class(message, name):
            place = field.origin.value("type")
            yield Finding(place, _said(name), fixes=misspelt_type(field))
        seen.add(name)


def _said(name: str) -> str:
    if is_identifier(name):
        return f"the Java code of the message uses another class `{name}`"
    return f"`{name}` is no name of a Java class"
