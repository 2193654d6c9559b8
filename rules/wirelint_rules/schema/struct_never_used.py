"""A common struct is declared and no field uses it.

## What it finds

A struct in `commonStructs` that no field of the message reaches, directly or through other common
structs.

## Why it matters

Mostly the field that was to use it names another struct, or a refactoring left it behind. Kafka's
generator emits a class for it that nothing uses, and readers take it for part of the message.

## Bad

```json current
{
  "type": "data", "name": "PingState",
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [ { "name": "Id", "type": "int32", "versions": "0+" } ],
  "commonStructs": [
    { "name": "Shelf", "versions": "0+", "fields": [
    //        ^^^^^^^ struct-never-used
      { "name": "Number", "type": "int32", "versions": "0+" }
    ]}
  ]
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
    { "name": "Others", "type": "[]Shelf", "versions": "0+" }
  ],
  "commonStructs": [
    { "name": "Shelf", "versions": "0+", "fields": [
      { "name": "Number", "type": "int32", "versions": "0+" }
    ]}
  ]
}
```

## Fix safety

Unsafe: the struct may be what a misspelt type was to name. No version changes on the wire.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from wirelint.diagnostics import Category, Edit, Finding, Fix, Severity
from wirelint.rule import rule
from wirelint.schema.model import Field, Message
from wirelint.syntax.origin import JsonPlace, Part


@rule(
    id="struct-never-used",
    category=Category.SCHEMA,
    severity=Severity.WARNING,
    since="0.1",
    looks_at=Message,
    keys=("commonStructs",),
)
def struct_never_used(message: Message) -> Iterator[Finding]:
    used = _reached(message)
    unused = [one for one in message.common_structs if one.name not in used]
    all_unused = len(unused) == len(message.common_structs)
    for struct in unused:
        if not struct.versions or not struct.name[:1].isupper():
            continue  # an error says so, and no field can name it
        path = ("commonStructs",) if all_unused else struct.origin.path
        edit = Edit(JsonPlace(struct.origin.document, path, Part.REMOVAL), "")
        yield Finding(
            struct.origin.value("name"),
            f"no field uses the common struct `{struct.name}`",
            fixes=(
                Fix("Remove it" if len(unused) == 1 or not all_unused else "Remove them", (edit,)),
            ),
        )


def _reached(message: Message) -> set[str]:
    reached: set[str] = set()
    waiting = _named(message.fields)
    while waiting:
        name = waiting.pop()
        if name not in reached:
            reached.add(name)
            struct = message.struct(name)
            if struct is not None:
                waiting |= _named(struct.fields)
    return reached


def _named(fields: Iterable[Field]) -> set[str]:
    """The structs that these fields, and fields below them, are made of."""
    names: set[str] = set()
    stack = [*fields]
    while stack:
        field = stack.pop()
        if field.type.is_struct:
            names.add(field.type.name)
        stack += field.fields
    return names
