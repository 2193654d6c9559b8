"""A negative api key.

## What it finds

An `apiKey` below zero on a request or response.

## Why it matters

Kafka's generator accepts it, a unit test of Kafka's (ApiMessageTypeTest) does not: code that keeps
tables by api key uses it as an index, and -1 stands for "no key".

## Bad

```json current
{
  "apiKey": -1, "type": "request", "listeners": ["broker"], "name": "PingRequest",
  //        ^^ negative-api-key
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [ { "name": "Id", "type": "int32", "versions": "0+" } ]
}
```

## Good

```json current
{
  "apiKey": 901, "type": "request", "listeners": ["broker"], "name": "PingRequest",
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [ { "name": "Id", "type": "int32", "versions": "0+" } ]
}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Severity
from wirelint.rule import rule
from wirelint.schema.model import Message, MessageType


@rule(
    id="negative-api-key",
    category=Category.SCHEMA,
    severity=Severity.WARNING,
    since="0.1",
    looks_at=Message,
    keys=("apiKey",),
)
def negative_api_key(message: Message) -> Iterator[Finding]:
    key = message.api_key
    if key is None or key >= 0:
        return
    if message.type in (MessageType.REQUEST, MessageType.RESPONSE):
        yield Finding(message.origin.value("apiKey"), f"the api key {key} is negative")
