"""A number or boolean as default without quotes.

## What it finds

A `default` that is not written as text. Every default is text in this format, whatever the type of
its field.

## Why it matters

Kafka's generator takes the value as it is written. A typed reader that expects text refuses the
file, and one that reads numbers may lose digits of a large one.

## Bad

```json current
{
  "type": "data", "name": "PingState",
  "validVersions": "0-1", "flexibleVersions": "0+",
  "fields": [
    { "name": "Id", "type": "int32", "versions": "0+" },
    { "name": "Ttl", "type": "int32", "versions": "1+", "default": -1 }
    //                                                             ^^ unquoted-default
  ]
}
```

```json fixed
{
  "type": "data", "name": "PingState",
  "validVersions": "0-1", "flexibleVersions": "0+",
  "fields": [
    { "name": "Id", "type": "int32", "versions": "0+" },
    { "name": "Ttl", "type": "int32", "versions": "1+", "default": "-1" }
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
    { "name": "Ttl", "type": "int32", "versions": "1+", "default": "-1" }
  ]
}
```

## Fix safety

Safe: the generator reads the same text.
"""

from __future__ import annotations

from wirelint.diagnostics import Category, Severity
from wirelint.rule import reader_rule

unquoted_default = reader_rule(
    id="unquoted-default",
    category=Category.SCHEMA,
    severity=Severity.INFO,
    since="0.1",
    module=__name__,
)
