"""A request, response or metadata record has no api key.

## What it finds

A message of type `request`, `response` or `metadata` without `apiKey`.

## Why it matters

The key is what stands on the wire for the message: in the request header, and in front of each
record of the metadata log. Kafka's generator fails as soon as it puts the messages of a folder
together.

## Bad

```json current
{
  "type": "metadata", "name": "KnobRecord",
  //      ^^^^^^^^^^ missing-api-key
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [ { "name": "Id", "type": "int32", "versions": "0+" } ]
}
```

## Good

```json current
{
  "apiKey": 904, "type": "metadata", "name": "KnobRecord",
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [ { "name": "Id", "type": "int32", "versions": "0+" } ]
}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from wirelint.diagnostics import Category, Finding, Severity
from wirelint.project import Project
from wirelint.rule import rule
from wirelint.schema.model import MessageType

_KEYED: Final = (MessageType.REQUEST, MessageType.RESPONSE, MessageType.METADATA)


@rule(
    id="missing-api-key",
    category=Category.REPOSITORY,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=Project,
)
def missing_api_key(project: Project) -> Iterator[Finding]:
    for message in project.messages:
        if message.api_key is None and message.type in _KEYED:
            if message.origin.json.get("apiKey") not in (None, "", "null"):
                continue  # there is one that cannot be read, which is an error of its own
            yield Finding(
                message.origin.value("type"),
                f"the {message.type.value} `{message.name}` has no `apiKey`",
            )
