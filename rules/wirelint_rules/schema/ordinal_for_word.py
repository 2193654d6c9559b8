"""The place of a word in the generator's list instead of the word.

## What it finds

A message `type`, an `entityType` or a listener given by its number: `"type": 0` is a request.

## Why it matters

The numbers are those of an enum in one version of Kafka's generator. They move when a word is added
or, as `zkBroker` was in Kafka 4.0, removed, and no other reader knows them.

## Bad

```json current
{
  "type": 4, "name": "PingState",
  //      ^ ordinal-for-word
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [ { "name": "Id", "type": "int32", "versions": "0+" } ]
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
  "fields": [ { "name": "Id", "type": "int32", "versions": "0+" } ]
}
```

## Fix safety

Safe: the generator reads the same word.
"""

from __future__ import annotations

from wirelint.diagnostics import Category, Severity
from wirelint.rule import reader_rule

ordinal_for_word = reader_rule(
    id="ordinal-for-word",
    category=Category.SCHEMA,
    severity=Severity.WARNING,
    since="0.1",
    module=__name__,
)
