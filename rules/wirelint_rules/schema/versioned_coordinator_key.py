"""The key of a coordinator's record has versions of its own.

## What it finds

A message of type `coordinator-key` whose `validVersions` is not `0`, or with flexible versions.

## Why it matters

Compaction keeps the newest record of each key, byte by byte. A second spelling of a key would be
another key: the old value would never be replaced or deleted. So a key has version 0 and the classic
encoding for ever, and the generator refuses anything else.

## Bad

```json current
{
  "apiKey": 40, "type": "coordinator-key", "name": "DepotLeaseKey",
  "validVersions": "0-1", "flexibleVersions": "none",
  //               ^^^^^ versioned-coordinator-key
  "fields": [ { "name": "Depot", "type": "string", "versions": "0+" } ]
}
```

## Good

```json current
{
  "apiKey": 40, "type": "coordinator-key", "name": "DepotLeaseKey",
  "validVersions": "0", "flexibleVersions": "none",
  "fields": [ { "name": "Depot", "type": "string", "versions": "0" } ]
}
```

## References

KAFKA-18301.
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Severity
from wirelint.rule import rule
from wirelint.schema.model import Message, MessageType
from wirelint.versions import VersionRange


@rule(
    id="versioned-coordinator-key",
    category=Category.SCHEMA,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=Message,
    keys=("type",),
)
def versioned_coordinator_key(message: Message) -> Iterator[Finding]:
    if message.type is not MessageType.COORDINATOR_KEY:
        return
    valid, flexible = message.valid_versions, message.flexible_versions
    if valid and valid != VersionRange(0, 0) and not valid.is_open:
        yield Finding(
            message.origin.value("validVersions"),
            f"a coordinator key has version 0 alone, not {valid}",
        )
    if flexible and flexible.is_open:
        at = message.origin.value("flexibleVersions")
        yield Finding(at, f"a coordinator key is never flexible, this one is in {flexible}")
