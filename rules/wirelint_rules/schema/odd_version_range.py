"""A version range in an unusual spelling.

## What it finds

Leading zeros, plus signs, blanks, digits of other scripts (`007`, `+1+`, `1-+2`) in a range that
Kafka's generator reads all the same.

## Why it matters

The generator uses Java's number parser. Readers in other languages refuse the range, or read
another one.

## Bad

```json current
{
  "type": "data", "name": "PingState",
  "validVersions": "0-01", "flexibleVersions": "0+",
  //               ^^^^^^ odd-version-range
  "fields": [ { "name": "Id", "type": "int32", "versions": "0+" } ]
}
```

```json fixed
{
  "type": "data", "name": "PingState",
  "validVersions": "0-1", "flexibleVersions": "0+",
  "fields": [ { "name": "Id", "type": "int32", "versions": "0+" } ]
}
```

## Good

```json current
{
  "type": "data", "name": "PingState",
  "validVersions": "0-1", "flexibleVersions": "0+",
  "fields": [ { "name": "Id", "type": "int32", "versions": "0+" } ]
}
```

## Fix safety

Safe: the generator reads the same range.
"""

from __future__ import annotations

from wirelint.diagnostics import Category, Severity
from wirelint.rule import reader_rule

odd_version_range = reader_rule(
    id="odd-version-range",
    category=Category.SCHEMA,
    severity=Severity.WARNING,
    since="0.1",
    module=__name__,
)
