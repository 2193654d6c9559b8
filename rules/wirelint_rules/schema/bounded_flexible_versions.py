"""`flexibleVersions` of a message has an end.

## What it finds

A message whose `flexibleVersions` is neither `none` nor open (`2+`).

## Why it matters

A message that became flexible stays flexible. A version that went back would need other code for
every string, array and header, so the generator refuses a range that ends.

## Bad

```json current
{
  "apiKey": 700, "type": "request", "name": "ParcelListRequest",
  "validVersions": "0-3", "flexibleVersions": "2-3", "fields": []
  //                                          ^^^^^ bounded-flexible-versions
}
```

```json fixed
{
  "apiKey": 700, "type": "request", "name": "ParcelListRequest",
  "validVersions": "0-3", "flexibleVersions": "2+", "fields": []
}
```

## Good

```json current
{
  "apiKey": 700, "type": "request", "name": "ParcelListRequest",
  "validVersions": "0-3", "flexibleVersions": "2+", "fields": []
}
```

## Fix safety

Safe where the range reaches the highest valid version; else versions beyond it become flexible.
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Edit, Finding, Fix, Severity
from wirelint.rule import rule
from wirelint.schema.model import Message


@rule(
    id="bounded-flexible-versions",
    category=Category.SCHEMA,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=Message,
    keys=("flexibleVersions",),
)
def bounded_flexible_versions(message: Message) -> Iterator[Finding]:
    flexible = message.flexible_versions
    if not flexible or flexible.is_open or message.is_tombstone:
        return
    at = message.origin.value("flexibleVersions")
    safe = message.valid_versions.high <= flexible.high
    yield Finding(
        at,
        f"`flexibleVersions` stops at version {flexible.high}",
        fixes=(Fix(f"Write `{flexible.low}+`", (Edit(at, f'"{flexible.low}+"'),), safe=safe),),
    )
