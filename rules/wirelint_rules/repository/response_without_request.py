"""A response has no request of its api key.

## What it finds

A response for whose `apiKey` its folder (or the folders joined with it) has no request. Where a file
of the folder cannot be read nothing is said.

## Why it matters

Kafka's generator makes one constant for each request and its response, and fails on a response
alone. No peer can ever ask for it.

## Bad

```json current
{
  "apiKey": 901, "type": "response", "name": "PingResponse",
  //        ^^^ response-without-request
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [ { "name": "Id", "type": "int32", "versions": "0+" } ]
}
```

## Good

```json current
{
  "apiKey": 901, "type": "request", "listeners": ["broker"], "name": "PingRequest",
  "validVersions": "0-2", "flexibleVersions": "1+",
  "fields": [ { "name": "Id", "type": "int32", "versions": "0+" } ]
}
```

```json current
{
  "apiKey": 901, "type": "response", "name": "PingResponse",
  "validVersions": "0-2", "flexibleVersions": "1+",
  "fields": [ { "name": "Id", "type": "int32", "versions": "0+" } ]
}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Severity
from wirelint.project import Project
from wirelint.rule import rule
from wirelint.schema.model import MessageType


@rule(
    id="response-without-request",
    category=Category.REPOSITORY,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=Project,
)
def response_without_request(project: Project) -> Iterator[Finding]:
    for message in project.messages:
        if message.type is not MessageType.RESPONSE or message.api_key is None:
            continue
        space = project.key_space(message)
        if space is None or project.holders(space.opposite, message.api_key):
            continue
        if project.is_whole(message) and not project.twin_lacks_key(message):
            yield Finding(
                message.origin.value("apiKey"),
                f"no request in this folder has the api key {message.api_key} of `{message.name}`",
            )
