"""A number or boolean where text is meant.

## What it finds

`"versions": 0`, `"name": 5` and the like. Defaults have a rule of their own, `unquoted-default`.

## Why it matters

Kafka's generator takes the value as it is written. A typed reader refuses the file, and one that
reads numbers may make `1.0` of a version.

## Bad

```json current
{
  "type": "data", "name": "PingState",
  "validVersions": 0, "flexibleVersions": "0+",
  //               ^ unquoted-text
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

Safe: the generator reads the same text.
"""

from __future__ import annotations

from wirelint.diagnostics import Category, Severity
from wirelint.rule import reader_rule

unquoted_text = reader_rule(
    id="unquoted-text",
    category=Category.SCHEMA,
    severity=Severity.WARNING,
    since="0.1",
    module=__name__,
)
