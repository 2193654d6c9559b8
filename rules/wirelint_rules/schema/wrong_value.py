"""A value of a kind that its property does not take.

## What it finds

A list where a text is due, a number with a fraction where a boolean is due, a tag that is no whole
number, an `apiKey` beyond 16 bits, a field that is no object, and the like.

## Why it matters

The generator refuses the file.

## Bad

```json current
{
  "apiKey": 70000, "type": "request", "name": "ParcelListRequest",
  //        ^^^^^ wrong-value
  "validVersions": "0", "flexibleVersions": "0+", "fields": []
}
```

## Good

```json current
{
  "apiKey": 700, "type": "request", "name": "ParcelListRequest",
  "validVersions": "0", "flexibleVersions": "0+", "fields": []
}
```
"""

from __future__ import annotations

from wirelint.diagnostics import Category, Severity
from wirelint.rule import reader_rule

wrong_value = reader_rule(
    id="wrong-value",
    category=Category.SCHEMA,
    severity=Severity.ERROR,
    since="0.1",
    module=__name__,
)
