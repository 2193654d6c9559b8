"""A record is declared as one of a coordinator.

## What it finds

A message that went from `data` to `coordinator-key` or `coordinator-value`.

## Why it matters

No byte changes, so nobody has to do anything: Kafka 4.1 did this to 35 files. Generators and
libraries that read the schemas must know the new types, and the `apiKey` that comes with them is the
version number in front of such records, so it must be the one that was always written there.

## Bad

```json baseline
{
  "type": "data", "name": "PingValue",
  "validVersions": "0-1", "flexibleVersions": "1+",
  "fields": [ { "name": "Id", "type": "int32", "versions": "0+" } ]
}
```

```json current
{
  "apiKey": 4, "type": "coordinator-value", "name": "PingValue",
  //                   ^^^^^^^^^^^^^^^^^^^ coordinator-type-declared
  "validVersions": "0-1", "flexibleVersions": "1+",
  "fields": [ { "name": "Id", "type": "int32", "versions": "0+" } ]
}
```

## Good

```json baseline
{
  "apiKey": 4, "type": "coordinator-value", "name": "PongValue",
  "validVersions": "0-1", "flexibleVersions": "1+",
  "fields": [ { "name": "Id", "type": "int32", "versions": "0+" } ]
}
```

```json current
{
  "apiKey": 4, "type": "coordinator-value", "name": "PongValue",
  "validVersions": "0-2", "flexibleVersions": "1+",
  "fields": [ { "name": "Id", "type": "int32", "versions": "0+" } ]
}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Severity
from wirelint.evolution.pairing import MessagePair
from wirelint.evolution.words import at, then
from wirelint.rule import rule
from wirelint.schema.model import MessageType

_COORDINATOR = (MessageType.COORDINATOR_KEY, MessageType.COORDINATOR_VALUE)


@rule(
    id="coordinator-type-declared",
    category=Category.EVOLUTION,
    severity=Severity.INFO,
    since="0.1",
    looks_at=MessagePair,
)
def coordinator_type_declared(pair: MessagePair) -> Iterator[Finding]:
    before, after = pair.before, pair.after
    if before is None or after is None or not pair.released:
        return
    if before.type is MessageType.DATA and after.type in _COORDINATOR:
        yield Finding(
            at(after.origin, "type"),
            f"`{after.name}` is {after.type.value} and was data; the bytes stay the same",
            related=(then(before.origin, "type", "the baseline: data"),),
        )
