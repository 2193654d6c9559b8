"""One value where a list is meant.

## What it finds

`fields`, `commonStructs` or `listeners` with an object or a word instead of a list of one.

## Why it matters

Kafka's generator makes a list of it. Readers in other languages refuse the file, or go through the
letters of the word or the properties of the object.

## Bad

```json current
{
  "apiKey": 901, "type": "request", "listeners": "broker", "name": "PingRequest",
  //                                ^^^^^^^^^^^ single-value-for-list
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [ { "name": "Id", "type": "int32", "versions": "0+" } ]
}
```

```json fixed
{
  "apiKey": 901, "type": "request", "listeners": ["broker"], "name": "PingRequest",
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [ { "name": "Id", "type": "int32", "versions": "0+" } ]
}
```

## Good

```json current
{
  "apiKey": 901, "type": "request", "listeners": ["broker"], "name": "PingRequest",
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [ { "name": "Id", "type": "int32", "versions": "0+" } ]
}
```

## Fix safety

Safe: the generator reads the same list. There is no fix for an object.
"""

from __future__ import annotations

from wirelint.diagnostics import Category, Severity
from wirelint.rule import reader_rule

single_value_for_list = reader_rule(
    id="single-value-for-list",
    category=Category.SCHEMA,
    severity=Severity.WARNING,
    since="0.1",
    module=__name__,
)
