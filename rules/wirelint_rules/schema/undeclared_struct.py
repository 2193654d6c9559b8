"""A field's type begins with a capital and names no struct, so the field is an empty struct.

## What it finds

A type such as `Int32` or `[]Shelf` for which there are neither fields nor a common struct. To
Kafka's generator every name that begins with a capital is a struct, and one that nothing declares
has no fields. An explicit `"fields": []` says that this is meant.

## Why it matters

Mostly it is a primitive type or the name of a common struct, misspelt. The generator says nothing,
and the field carries no data: no byte in old versions, an empty tag section in flexible ones. Once
released it cannot be mended without a new version.

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

from wirelint.diagnostics import Category, Edit, Finding, Fix, Severity
from wirelint.rule import rule
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
                fine[name] = _is_fine(message, name)
            if fine[name]:
                compared += len(message.common_structs)
                yield _finding(field, message.common_structs if compared < _ENOUGH else ())


# A name is compared with so many others in one file, then only with the few that are Kafka's own.
_ENOUGH: Final = 100_000


def _finding(field: Field, structs: tuple[Struct, ...]) -> Finding:
    name, prefix = field.type.name, "[]" if field.type.is_array else ""
    meant = nearest(name, [*PRIMITIVES, *(one.name for one in structs)])
    place = field.origin.value("type")
    edits = (Edit(place, f'"{prefix}{meant}"'),)
    return Finding(
        place,
        f"nothing declares the struct `{name}`, so `{field.name}` is an empty struct",
        fixes=(Fix(f"Write `{prefix}{meant}`", edits),) if meant is not None else (),
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


def _is_fine(message: Message, name: str) -> bool:
    """Whether Java has a class of that name for the empty struct; if not, an error says so."""
    from wirelint.schema import java  # noqa: PLC0415 - hardly any schema needs it

    if not java.is_identifier(name) or java.is_java_lang(name):
        return False
    return name not in java.POSSIBLE_CLASSES or name not in java.classes_used_by(message)
