"""A released message has another api key.

## What it finds

A request, response, metadata or coordinator record whose `apiKey` is not the one of the baseline, or
is gone. A key that a message gains, where it had none, is no change of anything released.

## Why it matters

The key is how a peer says which message it sends. Under another number the message is unknown to
released peers, and the old number reads as nothing, or as something else.

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
  "apiKey": 902, "type": "metadata", "name": "PingRecord",
  //        ^^^ released-api-key-changed
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

The name may change; it does not travel.

```json baseline
{
  "apiKey": 901, "type": "metadata", "name": "PingRecord",
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [ { "name": "Id", "type": "int32", "versions": "0+" } ]
}
```

```json current
{
  "apiKey": 901, "type": "metadata", "name": "PongRecord",
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [ { "name": "Id", "type": "int32", "versions": "0+" } ]
}
```

## Fix safety

Unsafe: the message gets its old key.
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Severity
from wirelint.evolution.pairing import MessagePair
from wirelint.evolution.words import at, fix, put, then
from wirelint.rule import rule
from wirelint.schema.model import MessageType

_WITHOUT_KEY = (MessageType.HEADER, MessageType.DATA)


@rule(
    id="released-api-key-changed",
    category=Category.EVOLUTION,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=MessagePair,
)
def released_api_key_changed(pair: MessagePair) -> Iterator[Finding]:
    before, after = pair.before, pair.after
    if before is None or after is None or not pair.released or before.type is not after.type:
        return
    old, new = before.api_key, after.api_key
    if old is None or old == new or before.type in _WITHOUT_KEY:
        return
    now = "no api key" if new is None else f"api key {new}"
    yield Finding(
        at(after.origin, "apiKey"),
        f"`{after.name}` has {now} and was released with {old}; released peers know it by that",
        help=f"Keep {old}, and give a new message a new key",
        related=(then(before.origin, "apiKey", f"the baseline: {old}"),),
        fixes=fix(f"Make it {old} again", (put(after.origin, "apiKey", str(old), behind="name"),)),
        versions=pair.released,
    )
