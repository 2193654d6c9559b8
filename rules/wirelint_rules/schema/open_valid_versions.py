"""A message has no highest version.

## What it finds

A `validVersions` that is open (`0+`) or ends at 32767.

## Why it matters

Peers agree on a version by the highest one that both know, and each version is a promise of one
layout. An open range would promise all versions to come; the generator refuses it.

## Bad

```json current
{
  "apiKey": 700, "type": "request", "name": "ParcelListRequest",
  "validVersions": "0+", "flexibleVersions": "0+", "fields": []
  //               ^^^^ open-valid-versions
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

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Severity
from wirelint.rule import rule
from wirelint.schema.model import Message


@rule(
    id="open-valid-versions",
    category=Category.SCHEMA,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=Message,
    keys=("validVersions",),
)
def open_valid_versions(message: Message) -> Iterator[Finding]:
    if message.valid_versions.is_open:
        yield Finding(
            message.origin.value("validVersions"), f"`{message.name}` has no highest version"
        )
