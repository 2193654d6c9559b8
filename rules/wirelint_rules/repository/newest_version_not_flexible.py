"""The newest version of an API is not flexible.

## What it finds

A request whose highest valid version is not in `flexibleVersions`. Messages that the configuration
lists as frozen are left alone.

## Why it matters

Tagged fields need a flexible version (KIP-482). Without one, the API can be extended in no way but by
a new version, and every optional detail costs a bump on all peers.

## Bad

```json current
{
  "apiKey": 901, "type": "request", "listeners": ["broker"], "name": "PingRequest",
  "validVersions": "0-1", "flexibleVersions": "none",
  //                                          ^^^^^^ newest-version-not-flexible
  "fields": [ { "name": "Id", "type": "int32", "versions": "0+" } ]
}
```

```json current
{
  "apiKey": 901, "type": "response", "name": "PingResponse",
  "validVersions": "0-1", "flexibleVersions": "none",
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
from wirelint.versions import VersionRange


@rule(
    id="newest-version-not-flexible",
    category=Category.REPOSITORY,
    severity=Severity.INFO,
    since="0.1",
    looks_at=Project,
)
def newest_version_not_flexible(project: Project) -> Iterator[Finding]:
    frozen = {one.message for one in project.settings.frozen}
    for message in project.messages:
        if message.type is not MessageType.REQUEST or message.name in frozen:
            continue
        newest = message.valid_versions.high
        if message.valid_versions and newest not in message.flexible:
            yield Finding(
                message.origin.value("flexibleVersions"),
                f"version {newest}, the newest of `{message.name}`, is not flexible",
                versions=VersionRange(newest, newest),
            )
