"""A new id or epoch is zero where it is missing.

## What it finds

A whole-number field of a new version that names something (`...Id`, `...Epoch`, or of an entity type
such as `brokerId`) and has no explicit default.

## Why it matters

Zero is a valid id. A reader of an older version takes the implicit default for broker 0, or for the
first epoch, where "not there" is meant. Kafka writes `-1` for that throughout.

## Bad

```json baseline
{
  "type": "data", "name": "PingState",
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [ { "name": "Note", "type": "string", "versions": "0+" } ]
}
```

```json current
{
  "type": "data", "name": "PingState",
  "validVersions": "0-1", "flexibleVersions": "0+",
  "fields": [
    { "name": "Note", "type": "string", "versions": "0+" },
    { "name": "OwnerEpoch", "type": "int32", "versions": "1+", "ignorable": true }
    //        ^^^^^^^^^^^^ identity-field-without-default
  ]
}
```

```json fixed
{
  "type": "data", "name": "PingState",
  "validVersions": "0-1", "flexibleVersions": "0+",
  "fields": [
    { "name": "Note", "type": "string", "versions": "0+" },
    { "name": "OwnerEpoch", "type": "int32", "versions": "1+", "default": "-1", "ignorable": true }
  ]
}
```

## Good

A zero that is meant is written down.

```json baseline
{
  "type": "data", "name": "PongState",
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [ { "name": "Note", "type": "string", "versions": "0+" } ]
}
```

```json current
{
  "type": "data", "name": "PongState",
  "validVersions": "0-1", "flexibleVersions": "0+",
  "fields": [
    { "name": "Note", "type": "string", "versions": "0+" },
    { "name": "ShardId", "type": "int32", "versions": "1+", "default": "0", "ignorable": true }
  ]
}
```

## Fix safety

Unsafe: where the field is missing, it reads as -1.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from wirelint.diagnostics import Category, Finding, Severity
from wirelint.evolution.news import NewField
from wirelint.evolution.versions import spelled
from wirelint.evolution.words import at, fix, of, put
from wirelint.rule import rule
from wirelint.schema.model import Field

_INTEGERS: Final = frozenset(("int8", "int16", "int32", "int64"))
_ENTITIES: Final = frozenset(("brokerId", "producerId"))


@rule(
    id="identity-field-without-default",
    category=Category.EVOLUTION,
    severity=Severity.WARNING,
    since="0.1",
    looks_at=NewField,
)
def identity_field_without_default(new: NewField) -> Iterator[Finding]:
    field = new.field
    if not new.absent or not _is_identity(field) or field.origin.has("default"):
        return
    yield Finding(
        at(field.origin, "default"),
        f"{of(new.pair, field)} has no default: in {spelled(new.absent)} readers see 0, which is a "
        "valid one",
        help="Say what stands for none, as a rule -1",
        fixes=fix("Let the default be -1", (put(field.origin, "default", '"-1"'),)),
        versions=new.site.versions,
    )


def _is_identity(field: Field) -> bool:
    if field.type.is_array or field.type.name not in _INTEGERS:
        return False
    return field.name.endswith(("Id", "Epoch")) or field.entity_type in _ENTITIES
