"""A message without valid versions still has fields.

## What it finds

Fields in a message whose `validVersions` is `none` or upside down (`3-1`).

## Why it matters

`"validVersions": "none"` keeps the api key of an API that was removed, so that nobody takes it
again. Such a stub has no layout. Generators before Kafka 4.0 refuse the file; later ones drop the
fields without a word.

## Bad

```json current
{
  "apiKey": 700, "type": "request", "name": "ParcelListRequest",
  "validVersions": "none", "flexibleVersions": "none",
  //               ^^^^^^ fields-without-versions
  "fields": [ { "name": "Depot", "type": "string", "versions": "0+" } ]
}
```

## Good

```json current
{
  "apiKey": 700, "type": "request", "name": "ParcelListRequest", "validVersions": "none"
}
```

## References

KIP-896.
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Severity
from wirelint.rule import rule
from wirelint.schema.generator import is_readable
from wirelint.schema.model import Message


@rule(
    id="fields-without-versions",
    category=Category.SCHEMA,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=Message,
    keys=("validVersions",),
)
def fields_without_versions(message: Message) -> Iterator[Finding]:
    if message.is_tombstone and message.fields and is_readable(message.origin, "validVersions"):
        yield Finding(
            message.origin.value("validVersions"),
            f"`{message.name}` has fields, but no version to hold them",
        )
