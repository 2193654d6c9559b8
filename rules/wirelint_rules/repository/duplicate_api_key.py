"""Two messages of one kind share an api key.

## What it finds

Two requests, two responses, two metadata records, or two coordinator keys or values with one
`apiKey` in one folder, or in folders that the configuration joins (`joined-key-spaces`). The finding
stands on the later file in path order.

## Why it matters

The key is all that tells a receiver what the bytes are. Kafka's generator refuses the folder; where
the two files are in different hands, each build passes and the peers read one message as the other.

## Bad

```json current
{
  "apiKey": 904, "type": "metadata", "name": "KnobRecord",
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [ { "name": "Id", "type": "int32", "versions": "0+" } ]
}
```

```json current
{
  "apiKey": 904, "type": "metadata", "name": "LeverRecord",
  //        ^^^ duplicate-api-key
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [ { "name": "Id", "type": "int32", "versions": "0+" } ]
}
```

## Good

A request and a response share a key, and kinds do not get into each other's way.

```json current
{
  "apiKey": 901, "type": "metadata", "name": "KnobRecord",
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [ { "name": "Id", "type": "int32", "versions": "0+" } ]
}
```

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

from wirelint.diagnostics import Category, Finding, Related, Severity
from wirelint.project import Project
from wirelint.rule import rule


@rule(
    id="duplicate-api-key",
    category=Category.REPOSITORY,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=Project,
)
def duplicate_api_key(project: Project) -> Iterator[Finding]:
    for space, holders in project.key_spaces.items():
        for key, messages in holders.items():
            first, *others = messages
            for message in others:
                yield Finding(
                    message.origin.value("apiKey"),
                    f"`{message.name}` has the api key {key} of the {space.kind.value} "
                    f"`{first.name}`",
                    related=(Related(first.origin.value("apiKey"), f"`{first.name}`"),),
                )
