"""A new version has the bytes of the one before it.

## What it finds

A new version of a message that changes no byte, in neither half of an RPC, and that no comment
mentions. The finding stands on the request.

## Why it matters

A bump may mean another behaviour or new error codes; a comment says so. Without one nobody can tell
a promise from a slip: Kafka once released a version that nothing implemented (KAFKA-17144).

## Bad

```json baseline
{
  "type": "data", "name": "PingState",
  "validVersions": "0-1", "flexibleVersions": "0+",
  "fields": [ { "name": "Id", "type": "int32", "versions": "0+" } ]
}
```

```json current
{
  "type": "data", "name": "PingState",
  "validVersions": "0-2", "flexibleVersions": "0+",
  //               ^^^^^ version-changes-nothing
  "fields": [ { "name": "Id", "type": "int32", "versions": "0+" } ]
}
```

## Good

```json baseline
{
  "type": "data", "name": "PongState",
  "validVersions": "0-1", "flexibleVersions": "0+",
  "fields": [ { "name": "Id", "type": "int32", "versions": "0+" } ]
}
```

```json current
{
  "type": "data", "name": "PongState",
  // Version 2 is the same as version 1: the sender can be fenced.
  "validVersions": "0-2", "flexibleVersions": "0+",
  "fields": [ { "name": "Id", "type": "int32", "versions": "0+" } ]
}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Severity
from wirelint.evolution.news import NewVersions, changes_nothing, is_mentioned
from wirelint.evolution.words import at
from wirelint.rule import rule
from wirelint.schema.model import MessageType


@rule(
    id="version-changes-nothing",
    category=Category.EVOLUTION,
    severity=Severity.INFO,
    since="0.1",
    looks_at=NewVersions,
)
def version_changes_nothing(new: NewVersions) -> Iterator[Finding]:
    partner = new.pair.partner_after
    if partner is not None and (
        new.after.type is MessageType.RESPONSE or not changes_nothing(partner, new.versions)
    ):
        return
    if not changes_nothing(new.after, new.versions):
        return
    if not all(is_mentioned(new.after, version) for version in new.versions):
        yield Finding(
            at(new.after.origin, "validVersions"),
            f"version {new.versions} of `{new.after.name}` has the bytes of version "
            f"{new.versions.low - 1}, and no comment says what it is for",
            help="Say in a comment what the version means",
            versions=new.versions,
        )
