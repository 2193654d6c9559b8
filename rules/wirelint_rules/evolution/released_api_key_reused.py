"""An api key that belongs to another released message.

## What it finds

A message with an api key under which the baseline has another message of the same kind in the same
folder, one that has moved to another key.

## Why it matters

A released peer that gets the new message under the old number reads it as the message it knows. A
key once released stays with its message, or stays retired.

## Bad

```json baseline PingRecord.json
{
  "apiKey": 901, "type": "metadata", "name": "PingRecord",
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [ { "name": "Id", "type": "int32", "versions": "0+" } ]
}
```

```json current PingRecord.json
{
  "apiKey": 902, "type": "metadata", "name": "PingRecord",
  //        ^^^ released-api-key-changed
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [ { "name": "Id", "type": "int32", "versions": "0+" } ]
}
```

```json current PongRecord.json
{
  "apiKey": 901, "type": "metadata", "name": "PongRecord",
  //        ^^^ released-api-key-reused
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [ { "name": "Note", "type": "string", "versions": "0+" } ]
}
```

## Good

```json baseline PingRecord.json
{
  "apiKey": 901, "type": "metadata", "name": "PingRecord",
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [ { "name": "Id", "type": "int32", "versions": "0+" } ]
}
```

```json current PingRecord.json
{
  "apiKey": 901, "type": "metadata", "name": "PingRecord",
  "validVersions": "0-1", "flexibleVersions": "0+",
  "fields": [ { "name": "Id", "type": "int32", "versions": "0+" } ]
}
```

```json current PongRecord.json
{
  "apiKey": 902, "type": "metadata", "name": "PongRecord",
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [ { "name": "Note", "type": "string", "versions": "0+" } ]
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
    id="released-api-key-reused",
    category=Category.EVOLUTION,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=MessagePair,
)
def released_api_key_reused(pair: MessagePair) -> Iterator[Finding]:
    after = pair.after
    owner = pair.former_owner
    if after is None or owner is None:
        return
    yield Finding(
        at(after.origin, "apiKey"),
        f"api key {after.api_key} of `{after.name}` was released as that of `{owner.name}`; "
        "released peers read one as the other",
        help="Take a key that no release has used",
        related=(then(owner.origin, "apiKey", f"the baseline: `{owner.name}`"),),
        versions=after.valid_versions,
    )
