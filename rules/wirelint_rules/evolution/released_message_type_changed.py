"""A released message is of another kind.

## What it finds

A message whose `type` is not the one of the baseline. A record that went from `data` to
`coordinator-key` or `coordinator-value` is left alone: Kafka 4.1 named them so without changing a
byte.

## Why it matters

The kind decides what stands before the message, which numbers name it and who handles it. A request
that is a response now cannot be sent at all.

## Bad

```json baseline
{
  "apiKey": 901, "type": "metadata", "name": "PingRecord",
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [ { "name": "Id", "type": "int32", "versions": "0+" } ]
}
```

```json current
{
  "apiKey": 901, "type": "data", "name": "PingRecord",
  //                     ^^^^^^ released-message-type-changed
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [ { "name": "Id", "type": "int32", "versions": "0+" } ]
}
```

```json fixed
{
  "apiKey": 901, "type": "metadata", "name": "PingRecord",
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [ { "name": "Id", "type": "int32", "versions": "0+" } ]
}
```

## Good

```json baseline
{
  "type": "data", "name": "PongValue",
  "validVersions": "0-1", "flexibleVersions": "1+",
  "fields": [ { "name": "Id", "type": "int32", "versions": "0+" } ]
}
```

```json current
{
  "apiKey": 4, "type": "coordinator-value", "name": "PongValue",
  "validVersions": "0-1", "flexibleVersions": "1+",
  "fields": [ { "name": "Id", "type": "int32", "versions": "0+" } ]
}
```

## Fix safety

Unsafe: the message gets its old type.
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Severity
from wirelint.evolution.pairing import MessagePair
from wirelint.evolution.words import at, fix, restore, then
from wirelint.rule import rule
from wirelint.schema.model import MessageType

_COORDINATOR = (MessageType.COORDINATOR_KEY, MessageType.COORDINATOR_VALUE)


@rule(
    id="released-message-type-changed",
    category=Category.EVOLUTION,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=MessagePair,
)
def released_message_type_changed(pair: MessagePair) -> Iterator[Finding]:
    before, after = pair.before, pair.after
    if before is None or after is None or not pair.released or before.type is after.type:
        return
    if before.type is MessageType.DATA and after.type in _COORDINATOR:
        return
    old, new = before.type.value, after.type.value
    yield Finding(
        at(after.origin, "type"),
        f"`{after.name}` is a {new} message and was released as {old}",
        help=f"Keep it {old}, and give the other kind a message of its own",
        related=(then(before.origin, "type", f"the baseline: {old}"),),
        fixes=fix(f"Make it {old} again", restore(after.origin, before.origin, "type")),
        versions=pair.released,
    )
