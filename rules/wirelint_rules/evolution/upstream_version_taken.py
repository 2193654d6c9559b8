"""A copied message has a version that upstream does not have yet.

## What it finds

With `--upstream`: a message that upstream has too, whose highest valid version is above upstream's.

## Why it matters

Version numbers of the message are upstream's to give. The next version there will have another
layout under the same number, and from then on the two sides agree on a version by its number and
misread each other, with no way back for either: both have released it. What a fork adds goes into a
message of its own.

## Bad

```json upstream
{
  "apiKey": 900, "type": "data", "name": "CraneState",
  "validVersions": "0-1", "flexibleVersions": "none",
  "fields": [ { "name": "Id", "type": "int32", "versions": "0+" } ]
}
```

```json current
{
  "apiKey": 900, "type": "data", "name": "CraneState",
  "validVersions": "0-2", "flexibleVersions": "none",
  //               ^^^^^ upstream-version-taken
  "fields": [
    { "name": "Id", "type": "int32", "versions": "0+" },
    { "name": "Lane", "type": "int32", "versions": "2", "ignorable": true }
  ]
}
```

## Good

```json upstream
{
  "apiKey": 900, "type": "data", "name": "CraneState",
  "validVersions": "0-1", "flexibleVersions": "none",
  "fields": [ { "name": "Id", "type": "int32", "versions": "0+" } ]
}
```

```json current
{
  "apiKey": 900, "type": "data", "name": "CraneState",
  "validVersions": "0-1", "flexibleVersions": "none",
  "fields": [ { "name": "Id", "type": "int32", "versions": "0+" } ]
}
```

```json current
{
  "type": "data", "name": "CraneLaneState",
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [
    { "name": "Id", "type": "int32", "versions": "0+" },
    { "name": "Lane", "type": "int32", "versions": "0+" }
  ]
}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Severity
from wirelint.evolution.upstream import VendoredMessage
from wirelint.evolution.versions import spelled
from wirelint.evolution.words import then
from wirelint.rule import rule
from wirelint.versions import VersionRange


@rule(
    id="upstream-version-taken",
    category=Category.EVOLUTION,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=VendoredMessage,
)
def upstream_version_taken(copied: VendoredMessage) -> Iterator[Finding]:
    ours, theirs = copied.copy.valid_versions, copied.upstream.valid_versions
    if not ours or not theirs or ours.high <= theirs.high:
        return
    above = VersionRange(max(theirs.high + 1, ours.low), ours.high)
    yield Finding(
        copied.copy.origin.value("validVersions"),
        f"`{copied.name}` has {spelled((above,))}, which upstream has not given out",
        help="Take a message of your own, or compare with the release that has the version",
        related=(then(copied.upstream.origin, "validVersions", f"upstream: {theirs}"),),
        versions=above,
    )
