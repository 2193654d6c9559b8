"""A request has no response of its api key.

## What it finds

A request for whose `apiKey` its folder (or the folders joined with it) has no response. ApiVersions,
key 18, is exempt, as in Kafka's generator. Where a file of the folder cannot be read nothing is said.

## Why it matters

Kafka's generator pairs the two by key and stops where one is missing. A response with another key,
or in another folder, belongs to nothing.

## Bad

```json current
{
  "apiKey": 901, "type": "request", "listeners": ["broker"], "name": "PingRequest",
  //        ^^^ request-without-response
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

# ApiMessageTypeGenerator gives the header of its response by hand.
_API_VERSIONS_KEY = 18


@rule(
    id="request-without-response",
    category=Category.REPOSITORY,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=Project,
)
def request_without_response(project: Project) -> Iterator[Finding]:
    for message in project.messages:
        if message.type is not MessageType.REQUEST or message.api_key is None:
            continue
        if message.api_key == _API_VERSIONS_KEY:
            continue
        space = project.key_space(message)
        if space is None or project.holders(space.opposite, message.api_key):
            continue
        if project.is_whole(message) and not project.twin_lacks_key(message):
            yield Finding(
                message.origin.value("apiKey"),
                f"no response in this folder has the api key {message.api_key} of `{message.name}`",
            )
