"""ApiVersions has no version 0 any more.

## What it finds

`validVersions` of ApiVersionsRequest or ApiVersionsResponse that do not begin at 0.

## Why it matters

A peer that knows no common version of ApiVersions gets its answer in version 0, with the error
UNSUPPORTED_VERSION and the range to try again with. It is the one failure of negotiation that a client can
mend by itself. Without version 0 the connection is closed, and the client never learns why.

## Bad

```json current
{
  "apiKey": 18, "type": "request", "listeners": ["broker"], "name": "ApiVersionsRequest",
  "validVersions": "3-5", "flexibleVersions": "3+",
//                 ^^^^^ apiversions-v0-lost
  "fields": [ { "name": "ClientSoftwareName", "type": "string", "versions": "3+" } ]
}
```

## Good

```json current
{
  "apiKey": 18, "type": "request", "listeners": ["broker"], "name": "ApiVersionsRequest",
  "validVersions": "0-5", "flexibleVersions": "3+",
  "fields": [ { "name": "ClientSoftwareName", "type": "string", "versions": "3+" } ]
}
```

## References

KIP-511; Kafka: `ApiVersionsRequest.getErrorResponse`.
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Severity
from wirelint.rule import rule
from wirelint.schema.model import Message


@rule(
    id="apiversions-v0-lost",
    category=Category.SCHEMA,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=Message,
    keys=("validVersions",),
)
def apiversions_v0_lost(message: Message) -> Iterator[Finding]:
    if message.name not in {"ApiVersionsRequest", "ApiVersionsResponse"} or (
        0 in message.valid_versions
    ):
        return
    yield Finding(
        message.origin.value("validVersions"),
        f"`{message.name}` has versions {message.valid_versions}: the answer to a peer that knows no "
        "common version is version 0",
        help="Keep version 0 valid",
    )
