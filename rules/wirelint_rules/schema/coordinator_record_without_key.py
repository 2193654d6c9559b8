"""A coordinator record has no api key.

## What it finds

A message of type `coordinator-key` or `coordinator-value` without `apiKey`.

## Why it matters

The key of a coordinator's record begins with this number; a coordinator that loads its log tells by
it what the record is. The generator refuses a record without one.

## Bad

```json current
  {
//^ coordinator-record-without-key
    "type": "coordinator-value", "name": "DepotLeaseValue",
    "validVersions": "0", "flexibleVersions": "0+", "fields": []
  }
```

## Good

```json current
{
  "apiKey": 40, "type": "coordinator-value", "name": "DepotLeaseValue",
  "validVersions": "0", "flexibleVersions": "0+", "fields": []
}
```

## References

KAFKA-18301.
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Severity
from wirelint.rule import rule
from wirelint.schema.generator import is_blank
from wirelint.schema.model import Message, MessageType


@rule(
    id="coordinator-record-without-key",
    category=Category.SCHEMA,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=Message,
)
def coordinator_record_without_key(message: Message) -> Iterator[Finding]:
    if message.type not in {MessageType.COORDINATOR_KEY, MessageType.COORDINATOR_VALUE}:
        return
    if message.api_key is None and is_blank(message.origin, "apiKey"):
        yield Finding(
            message.origin.value("apiKey"),
            f"the {message.type.value} message `{message.name}` has no `apiKey`",
        )
