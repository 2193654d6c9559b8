"""A text or fraction where a whole number is meant.

## What it finds

An `apiKey` or `tag` written as text (`"tag": "0"`), with an exponent or with a fraction, which the
generator cuts off.

## Why it matters

Kafka's generator converts such values without a word. Readers in other languages refuse the file,
or see a field without a tag and expect its bytes among the plain fields.

## Bad

```json current
{
  "type": "data", "name": "PingState",
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [
    { "name": "Ttl", "type": "int32", "versions": "0+", "taggedVersions": "0+", "tag": "0" }
    //                                                                                 ^^^ quoted-number
  ]
}
```

```json fixed
{
  "type": "data", "name": "PingState",
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [
    { "name": "Ttl", "type": "int32", "versions": "0+", "taggedVersions": "0+", "tag": 0 }
  ]
}
```

## Good

```json current
{
  "type": "data", "name": "PingState",
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [
    { "name": "Ttl", "type": "int32", "versions": "0+", "taggedVersions": "0+", "tag": 0 }
  ]
}
```

## Fix safety

Safe: the generator reads the same value.
"""

from __future__ import annotations

from wirelint.diagnostics import Category, Severity
from wirelint.rule import reader_rule

quoted_number = reader_rule(
    id="quoted-number",
    category=Category.SCHEMA,
    severity=Severity.WARNING,
    since="0.1",
    module=__name__,
)
