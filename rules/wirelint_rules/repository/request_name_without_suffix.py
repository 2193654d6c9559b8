"""A request's name does not end in `Request`.

## What it finds

A message of type `request` whose `name` has another ending. What a response is called is free as
long as there is a request of its key.

## Why it matters

Kafka's generator names the API by the request without that ending and fails where it is missing;
so do tools that find `Fetch` by `FetchRequest`.

## Bad

```json current
{
  "apiKey": 901, "type": "request", "listeners": ["broker"], "name": "Ping",
  //                                                                 ^^^^^^ request-name-without-suffix
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

```json fixed Ping.json
{
  "apiKey": 901, "type": "request", "listeners": ["broker"], "name": "PingRequest",
  "validVersions": "0-2", "flexibleVersions": "1+",
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

## Fix safety

Unsafe: the file should be renamed with it. Names do not travel.
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Edit, Finding, Fix, Severity
from wirelint.project import Project
from wirelint.rule import rule
from wirelint.schema.model import MessageType


@rule(
    id="request-name-without-suffix",
    category=Category.REPOSITORY,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=Project,
)
def request_name_without_suffix(project: Project) -> Iterator[Finding]:
    for message in project.messages:
        name = message.name
        if message.type is not MessageType.REQUEST or name.endswith("Request"):
            continue
        if not message.origin.has("name"):
            continue
        place = message.origin.value("name")
        edit = Edit(place, f'"{name}Request"')
        yield Finding(
            place,
            f"the name of the request `{name}` does not end in `Request`",
            fixes=(Fix(f"Call it `{name}Request`", (edit,)),) if name.isalnum() else (),
        )
