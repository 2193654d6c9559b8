"""Listeners are named on a message that no listener serves.

## What it finds

A non-empty `listeners` on a message that is no request.

## Why it matters

Listeners say where a request is served: broker or controller. The generator refuses them elsewhere.

## Bad

```json current
{
  "type": "header", "name": "ParcelHeader", "listeners": ["broker"],
  //                                                     ^^^^^^^^^^ listeners-outside-request
  "validVersions": "0", "flexibleVersions": "0+", "fields": []
}
```

```json fixed
{
  "type": "header", "name": "ParcelHeader",
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

from collections.abc import Iterator

from wirelint.diagnostics import Category, Edit, Finding, Fix, Severity
from wirelint.rule import rule
from wirelint.schema.generator import has_known_kind
from wirelint.schema.model import Message, MessageType
from wirelint.syntax.origin import JsonPlace, Part


@rule(
    id="listeners-outside-request",
    category=Category.SCHEMA,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=Message,
    keys=("listeners",),
)
def listeners_outside_request(message: Message) -> Iterator[Finding]:
    if message.type is MessageType.REQUEST or message.is_tombstone:
        return
    raw = message.origin.raw("listeners")
    if raw is None or raw == [] or not has_known_kind(message):
        return
    at = message.origin.value("listeners")
    remove = Edit(JsonPlace(at.document, at.path, Part.REMOVAL), "")
    yield Finding(
        at,
        f"a {message.type.value} message has no listeners",
        fixes=(Fix("Remove the listeners", (remove,), safe=True),),
    )
