"""Blanks around a word of the format.

## What it finds

A field type, message type, entity type or listener with blanks around it, or behind the `[]` of an
array type.

## Why it matters

Kafka's generator trims such words. Readers that compare them as they are refuse the file, or take
the field for one of an unknown struct.

## Bad

```json current
{
  "type": "data", "name": "PingState",
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [ { "name": "Ids", "type": "[] int32", "versions": "0+" } ]
  //                                   ^^^^^^^^^^ padded-word
}
```

```json fixed
{
  "type": "data", "name": "PingState",
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [ { "name": "Ids", "type": "[]int32", "versions": "0+" } ]
}
```

## Good

```json current
{
  "type": "data", "name": "PingState",
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [ { "name": "Ids", "type": "[]int32", "versions": "0+" } ]
}
```

## Fix safety

Safe: the generator reads the same word.
"""

from __future__ import annotations

from wirelint.diagnostics import Category, Severity
from wirelint.rule import reader_rule

padded_word = reader_rule(
    id="padded-word",
    category=Category.SCHEMA,
    severity=Severity.WARNING,
    since="0.1",
    module=__name__,
)
