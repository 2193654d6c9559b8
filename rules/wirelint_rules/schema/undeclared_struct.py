"""A field's type begins with a capital and names no struct, so the field is an empty struct.

## What it finds

A type such as `Int32` or `[]Shelf` for which there are neither fields nor a common struct. To
Kafka's generator every name that begins with a capital is a struct, and one that nothing declares
has no fields. An explicit `"fields": []` says that this is meant. In a common struct, and for a name
that Java has a class for (`String`), the generator or javac refuses it, which is an error of its own
(`inline-struct-in-common-struct`, `struct-name-not-java`).

## Why it matters

Mostly it is a primitive type or the name of a common struct, misspelt. The generator says nothing,
and the field carries no data: no byte in old versions, an empty tag section in flexible ones; of an
array, only how long it is. Once released it cannot be mended without a new version.

## Bad

```json current
{
  "type": "data", "name": "PingState",
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [ { "name": "Id", "type": "Int32", "versions": "0+" } ]
  //                                  ^^^^^^^ undeclared-struct
}
```

```json fixed
{
  "type": "data", "name": "PingState",
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [ { "name": "Id", "type": "int32", "versions": "0+" } ]
}
```

## Good

```json current
{
  "type": "data", "name": "PingState",
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [
    { "name": "Home", "type": "Shelf", "versions": "0+" },
    { "name": "Others", "type": "[]Shelf", "versions": "0+" },
    { "name": "Nothing", "type": "Emptiness", "versions": "0+", "fields": [] }
  ],
  "commonStructs": [
    { "name": "Shelf", "versions": "0+", "fields": [
      { "name": "Number", "type": "int32", "versions": "0+" }
    ]}
  ]
}
```

## Fix safety

Unsafe: the field gains bytes. The fix takes the nearest type or struct of the message.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from wirelint.diagnostics import Category, Finding, Severity
from wirelint.rule import rule
from wirelint.schema.coerce import written
from wirelint.schema.java import is_free_class
from wirelint.schema.model import Field, Message, Struct
from wirelint.schema.types import PRIMITIVES
from wirelint.spelling import nearest


@rule(
    id="undeclared-struct",
    category=Category.SCHEMA,
    severity=Severity.WARNING,
    since="0.1",
    looks_at=Message,
    keys=("fields",),
)
def undeclared_struct(message: Message) -> Iterator[Finding]:
    # Not in common structs: there, and where Java has no class of that name, an error says so.
    declared: set[str] | None = None
    fine: dict[str, bool] = {}
    compared = 0
    stack = [*message.fields]
    while stack:
        field = stack.pop()
        if field.fields:
            stack += field.fields
        elif field.type.is_struct and not field.origin.has("fields"):
            if declared is None:
                declared = _declared(message)
            name = field.type.name
            if name in declared:
                continue
            if name not in fine:
                fine[name] = is_free_class(message, name)
            if fine[name]:
                compared += len(message.common_structs)
                yield _finding(field, message.common_structs if compared < _ENOUGH else ())


# A name is compared with so many others in one file, then only with the few that are Kafka's own.
_ENOUGH: Final = 100_000


def _finding(field: Field, structs: tuple[Struct, ...]) -> Finding:
    name, prefix = field.type.name, "[]" if field.type.is_array else ""
    meant = nearest(name, [*PRIMITIVES, *(one.name for one in structs)])
    what = "an array of empty structs" if prefix else "an empty struct"
    return Finding(
        field.origin.value("type"),
        f"nothing declares the struct `{name}`, so `{field.name}` is {what}",
        fixes=written(field.origin.value("type"), None if meant is None else f"{prefix}{meant}"),
    )


def _declared(message: Message) -> set[str]:
    """Common structs, and those that fields declare: using one again is an error of its own."""
    names = {one.name for one in message.common_structs}
    stack = [*message.fields]
    while stack:
        field = stack.pop()
        if field.fields:
            names.add(field.type.name)
            stack += field.fields
    return names
