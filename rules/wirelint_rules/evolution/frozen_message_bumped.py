"""A frozen message gets a new version.

## What it finds

A raised maximum of a message that is listed as frozen (`[[frozen]]` in the configuration). Kafka's
SaslHandshake is on the list in every tree.

## Why it matters

Some messages are exchanged before the two sides know each other's versions, so nobody negotiates
them: deployed clients send the highest version that they or the broker know. A new version locks
them out.

## Bad

```json baseline
{
  "apiKey": 17, "type": "request", "listeners": ["broker"], "name": "SaslHandshakeRequest",
  "validVersions": "0-1", "flexibleVersions": "none",
  "fields": [ { "name": "Mechanism", "type": "string", "versions": "0+" } ]
}
```

```json baseline
{
  "apiKey": 17, "type": "response", "name": "SaslHandshakeResponse",
  "validVersions": "0-1", "flexibleVersions": "none",
  "fields": [ { "name": "ErrorCode", "type": "int16", "versions": "0+" } ]
}
```

```json current
{
  "apiKey": 17, "type": "request", "listeners": ["broker"], "name": "SaslHandshakeRequest",
  // Version 2 is the same as version 1.
  "validVersions": "0-2", "flexibleVersions": "none",
  //               ^^^^^ frozen-message-bumped
  "fields": [ { "name": "Mechanism", "type": "string", "versions": "0+" } ]
}
```

```json current
{
  "apiKey": 17, "type": "response", "name": "SaslHandshakeResponse",
  // Version 2 is the same as version 1.
  "validVersions": "0-2", "flexibleVersions": "none",
  //               ^^^^^ frozen-message-bumped
  "fields": [ { "name": "ErrorCode", "type": "int16", "versions": "0+" } ]
}
```

## Good

```json baseline
{
  "apiKey": 902, "type": "metadata", "name": "PongRecord",
  "validVersions": "0-1", "flexibleVersions": "0+",
  "fields": [ { "name": "Id", "type": "int32", "versions": "0+" } ]
}
```

```json current
{
  "apiKey": 902, "type": "metadata", "name": "PongRecord",
  "validVersions": "0-2", "flexibleVersions": "0+",
  "fields": [ { "name": "Id", "type": "int32", "versions": "0+" } ]
}
```

## References

KAFKA-9577.
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Severity
from wirelint.evolution.pairing import MessagePair
from wirelint.evolution.settings import listed
from wirelint.evolution.words import at, then
from wirelint.rule import rule


@rule(
    id="frozen-message-bumped",
    category=Category.EVOLUTION,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=MessagePair,
)
def frozen_message_bumped(pair: MessagePair) -> Iterator[Finding]:
    before, after = pair.before, pair.after
    if before is None or after is None or not pair.new_versions:
        return
    entry = listed(before.name, pair.settings.frozen)
    if entry is not None:
        yield Finding(
            at(after.origin, "validVersions"),
            f"`{after.name}` gets version {pair.new_versions} and is frozen at "
            f"{before.valid_versions.high}: {entry.reason or 'the configuration says so'}",
            help="Carry what is new in another message",
            related=(
                then(before.origin, "validVersions", f"the baseline: {before.valid_versions}"),
            ),
            versions=pair.new_versions,
        )
