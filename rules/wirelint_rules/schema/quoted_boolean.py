"""A text or number where a boolean is meant.

## What it finds

`"ignorable": "true"`, `"mapKey": 1` and the like, on every property that is a boolean.

## Why it matters

Kafka's generator turns such values into booleans. Readers in other languages refuse the file, or
take the text `"false"` for true because it is not empty.

## Bad

```json current
{
  "type": "data", "name": "PingState",
  "validVersions": "0-1", "flexibleVersions": "0+",
  "fields": [
    { "name": "Id", "type": "int32", "versions": "0+" },
    { "name": "Ttl", "type": "int32", "versions": "1+", "ignorable": "true" }
    //                                                               ^^^^^^ quoted-boolean
  ]
}
```

```json fixed
{
  "type": "data", "name": "PingState",
  "validVersions": "0-1", "flexibleVersions": "0+",
  "fields": [
    { "name": "Id", "type": "int32", "versions": "0+" },
    { "name": "Ttl", "type": "int32", "versions": "1+", "ignorable": true }
  ]
}
```

## Good

```json current
{
  "type": "data", "name": "PingState",
  "validVersions": "0-1", "flexibleVersions": "0+",
  "fields": [
    { "name": "Id", "type": "int32", "versions": "0+" },
    { "name": "Ttl", "type": "int32", "versions": "1+", "ignorable": true }
  ]
}
```

## Fix safety

Safe: the generator reads the same value.
"""

from __future__ import annotations

from wirelint.diagnostics import Category, Severity
from wirelint.rule import reader_rule

quoted_boolean = reader_rule(
    id="quoted-boolean",
    category=Category.SCHEMA,
    severity=Severity.WARNING,
    since="0.1",
    module=__name__,
)
