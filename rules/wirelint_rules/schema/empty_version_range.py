"""An upside-down version range, which holds no version.

## What it finds

A range whose lower bound is above its upper one, such as `3-1`, where Kafka's generator accepts it
as empty. Where it does not, another rule says so.

## Why it matters

The bounds are probably exchanged, and the property then has no effect in any version. The generator
says nothing; readers in other languages refuse the range or take it the other way round.

## Bad

```json current
{
  "type": "data", "name": "PingState",
  "validVersions": "0-3", "flexibleVersions": "0+",
  "fields": [
    { "name": "Label", "type": "string", "versions": "0+", "nullableVersions": "3-1" }
    //                                                                         ^^^^^ empty-version-range
  ]
}
```

```json fixed
{
  "type": "data", "name": "PingState",
  "validVersions": "0-3", "flexibleVersions": "0+",
  "fields": [
    { "name": "Label", "type": "string", "versions": "0+", "nullableVersions": "none" }
  ]
}
```

## Good

```json current
{
  "type": "data", "name": "PingState",
  "validVersions": "0-3", "flexibleVersions": "0+",
  "fields": [
    { "name": "Label", "type": "string", "versions": "0+", "nullableVersions": "1-3" }
  ]
}
```

## Fix safety

Safe: the fix writes down what the generator reads. Look whether the bounds were exchanged instead.
"""

from __future__ import annotations

from wirelint.diagnostics import Category, Severity
from wirelint.rule import reader_rule

empty_version_range = reader_rule(
    id="empty-version-range",
    category=Category.SCHEMA,
    severity=Severity.WARNING,
    since="0.1",
    module=__name__,
)
