"""A word that is none of those its property takes.

## What it finds

A message `type`, an `entityType` or a listener that the dialect does not know. Words are
case-sensitive. A profile may add the entity types and listeners of a fork.

## Why it matters

The generator refuses the file: the word decides which class and which entry of which table is made.

## Bad

```json current
{
  "apiKey": 700, "type": "Request", "name": "ParcelListRequest",
  //                     ^^^^^^^^^ unknown-word
  "validVersions": "0", "flexibleVersions": "0+", "fields": []
}
```

```json fixed
{
  "apiKey": 700, "type": "request", "name": "ParcelListRequest",
  "validVersions": "0", "flexibleVersions": "0+", "fields": []
}
```

## Good

```json current
{
  "apiKey": 700, "type": "request", "name": "ParcelListRequest", "listeners": ["broker"],
  "validVersions": "0", "flexibleVersions": "0+", "fields": []
}
```
"""

from __future__ import annotations

from wirelint.diagnostics import Category, Severity
from wirelint.rule import reader_rule

unknown_word = reader_rule(
    id="unknown-word",
    category=Category.SCHEMA,
    severity=Severity.ERROR,
    since="0.1",
    module=__name__,
)
