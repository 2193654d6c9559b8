"""`latestVersionUnstable` stands on a message that is no request.

## What it finds

`"latestVersionUnstable": true` on a response, header, data or metadata message.

## Why it matters

The request decides for the pair: a broker leaves an unstable version out of what it advertises. On
anything else the generator refuses the property, and no version would be held back.

## Bad

```json current
{
  "apiKey": 700, "type": "response", "name": "ParcelListResponse", "latestVersionUnstable": true,
  //                                                                                        ^^^^ unstable-outside-request
  "validVersions": "0-1", "flexibleVersions": "0+", "fields": []
}
```

```json fixed
{
  "apiKey": 700, "type": "response", "name": "ParcelListResponse",
  "validVersions": "0-1", "flexibleVersions": "0+", "fields": []
}
```

## Good

```json current
{
  "apiKey": 700, "type": "request", "name": "ParcelListRequest", "latestVersionUnstable": true,
  "validVersions": "0-1", "flexibleVersions": "0+", "fields": []
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
    id="unstable-outside-request",
    category=Category.SCHEMA,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=Message,
    keys=("latestVersionUnstable",),
)
def unstable_outside_request(message: Message) -> Iterator[Finding]:
    if not message.latest_version_unstable or message.type is MessageType.REQUEST:
        return
    if message.is_tombstone or not has_known_kind(message):
        return
    at = message.origin.value("latestVersionUnstable")
    remove = Edit(JsonPlace(at.document, at.path, Part.REMOVAL), "")
    yield Finding(
        at,
        f"only a request can have an unstable version, this is a {message.type.value} message",
        fixes=(Fix("Remove the property", (remove,)),),
    )
