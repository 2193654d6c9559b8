"""The listener `zkBroker` in a tree of Kafka 4.

## What it finds

`zkBroker` among the `listeners` of a request, where the configured `dialect` is 4.0 or later or the
tree holds what only such a generator takes: messages without a valid version, coordinator keys and
values.

## Why it matters

Kafka 4.0 has no ZooKeeper brokers, and its generator refuses the word. On an API that is new it also
says that an author copied an old schema, so the other listeners deserve a look.

## Bad

```json current
{
  "apiKey": 901, "type": "request", "listeners": ["zkBroker", "broker"], "name": "PingRequest",
  //                                              ^^^^^^^^^^ zk-broker-listener
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

```toml current
dialect = "4.1"
```

```json fixed
{
  "apiKey": 901, "type": "request", "listeners": ["broker"], "name": "PingRequest",
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

```json current
{
  "apiKey": 901, "type": "response", "name": "PingResponse",
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [ { "name": "Id", "type": "int32", "versions": "0+" } ]
}
```

```toml current
dialect = "4.1"
```

## Fix safety

Unsafe: an API without any other listener is served nowhere, so that case has no fix.
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Edit, Finding, Fix, Severity
from wirelint.project import Project
from wirelint.rule import rule
from wirelint.schema.model import Message
from wirelint.syntax.origin import JsonPlace, Part


@rule(
    id="zk-broker-listener",
    category=Category.REPOSITORY,
    severity=Severity.WARNING,
    since="0.1",
    looks_at=Project,
)
def zk_broker_listener(project: Project) -> Iterator[Finding]:
    having = [one for one in project.messages if "zkBroker" in one.listeners]
    if not having or project.generation not in ("4.0", "4.1"):
        return
    for message in having:
        yield _finding(message)


def _finding(message: Message) -> Finding:
    listed = message.origin.json.get("listeners")
    path: tuple[str | int, ...] = ("listeners",)
    fixes: tuple[Fix, ...] = ()
    if isinstance(listed, list) and "zkBroker" in listed:
        path = ("listeners", listed.index("zkBroker"))
        if len(listed) > 1:
            removal = JsonPlace(message.origin.document, path, Part.REMOVAL)
            fixes = (Fix("Remove it", (Edit(removal, ""),)),)
    return Finding(
        JsonPlace(message.origin.document, path),
        f"`{message.name}` is for `zkBroker`, which Kafka 4.0 removed",
        fixes=fixes,
    )
