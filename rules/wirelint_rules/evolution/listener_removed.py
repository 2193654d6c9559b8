"""A request is no longer served on a listener.

## What it finds

A request of the baseline that lost one of its `listeners`. `zkBroker` is an info: Kafka 4.0 took it
from all schemas, together with ZooKeeper.

## Why it matters

A node answers only the requests of its listener; on others it closes the connection or says that the
request is unsupported. Whoever used to send it there is cut off, whatever the versions say.

## Bad

```json baseline
{
  "apiKey": 901, "type": "request", "listeners": ["broker", "controller"], "name": "PingRequest",
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [ { "name": "Id", "type": "int32", "versions": "0+" } ]
}
```

```json baseline
{
  "apiKey": 901, "type": "response", "name": "PingResponse",
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [ { "name": "Id", "type": "int32", "versions": "0+" } ]
}
```

```json current
{
  "apiKey": 901, "type": "request", "listeners": ["broker"], "name": "PingRequest",
  //                                             ^^^^^^^^^^ listener-removed
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [ { "name": "Id", "type": "int32", "versions": "0+" } ]
}
```

```json current
{
  "apiKey": 901, "type": "response", "name": "PingResponse",
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [ { "name": "Id", "type": "int32", "versions": "0+" } ]
}
```

## Good

```json baseline
{
  "apiKey": 902, "type": "request", "listeners": ["broker"], "name": "PongRequest",
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [ { "name": "Id", "type": "int32", "versions": "0+" } ]
}
```

```json baseline
{
  "apiKey": 902, "type": "response", "name": "PongResponse",
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [ { "name": "Id", "type": "int32", "versions": "0+" } ]
}
```

```json current
{
  "apiKey": 902, "type": "request", "listeners": ["controller", "broker"], "name": "PongRequest",
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [ { "name": "Id", "type": "int32", "versions": "0+" } ]
}
```

```json current
{
  "apiKey": 902, "type": "response", "name": "PongResponse",
  "validVersions": "0", "flexibleVersions": "0+",
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


@rule(
    id="listener-removed",
    category=Category.EVOLUTION,
    severity=Severity.WARNING,
    since="0.1",
    looks_at=MessagePair,
)
def listener_removed(pair: MessagePair) -> Iterator[Finding]:
    before, after = pair.before, pair.after
    # A stub is served nowhere, and its versions are reported as removed.
    if before is None or after is None or not pair.shared:
        return
    gone = [one for one in dict.fromkeys(before.listeners) if one not in after.listeners]
    if gone:
        yield Finding(
            at(after.origin, "listeners"),
            f"`{after.name}` is no longer served on listener {', '.join(gone)}; whoever sends it "
            "there is refused",
            help="Keep the listener while peers of the baseline are about",
            related=(
                then(before.origin, "listeners", f"the baseline: {', '.join(before.listeners)}"),
            ),
            severity=Severity.INFO if gone == ["zkBroker"] else None,
        )
