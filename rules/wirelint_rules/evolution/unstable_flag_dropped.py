"""A version that was released as unstable is stable now, and no gate covers it.

## What it finds

A version that `latestVersionUnstable` held back in the baseline and that the checked schema offers as
stable, where no gate table decides who sends it.

## Why it matters

Dropping the flag is the normal end of an unstable version. But nodes of the last release do not serve
it unless told to, and what they know under its number may be another layout. A sender that asks for
versions first finds out; one that is pinned, as replication is, needs a rung in a gate table, and
what is pinned without one fails while the cluster rolls.

## Bad

```json baseline
{
  "apiKey": 901, "type": "request", "listeners": ["broker"], "name": "PingRequest",
  "validVersions": "0-2", "flexibleVersions": "0+", "latestVersionUnstable": true,
  "fields": [ { "name": "Id", "type": "int32", "versions": "0+" } ]
}
```

```json baseline
{
  "apiKey": 901, "type": "response", "name": "PingResponse",
  "validVersions": "0-2", "flexibleVersions": "0+",
  "fields": [ { "name": "Id", "type": "int32", "versions": "0+" } ]
}
```

```json current
{
  "apiKey": 901, "type": "request", "listeners": ["broker"], "name": "PingRequest",
  "validVersions": "0-2", "flexibleVersions": "0+", "latestVersionUnstable": false,
  //                                                                         ^^^^^ unstable-flag-dropped
  "fields": [ { "name": "Id", "type": "int32", "versions": "0+" } ]
}
```

```json current
{
  "apiKey": 901, "type": "response", "name": "PingResponse",
  "validVersions": "0-2", "flexibleVersions": "0+",
  "fields": [ { "name": "Id", "type": "int32", "versions": "0+" } ]
}
```

## Good

The flag stays until the version is done.

```json baseline
{
  "apiKey": 902, "type": "request", "listeners": ["broker"], "name": "PongRequest",
  "validVersions": "0-2", "flexibleVersions": "0+", "latestVersionUnstable": true,
  "fields": [ { "name": "Id", "type": "int32", "versions": "0+" } ]
}
```

```json baseline
{
  "apiKey": 902, "type": "response", "name": "PongResponse",
  "validVersions": "0-2", "flexibleVersions": "0+",
  "fields": [ { "name": "Id", "type": "int32", "versions": "0+" } ]
}
```

```json current
{
  "apiKey": 902, "type": "request", "listeners": ["broker"], "name": "PongRequest",
  "validVersions": "0-2", "flexibleVersions": "0+", "latestVersionUnstable": true,
  "fields": [ { "name": "Id", "type": "int64", "versions": "2+", "ignorable": true },
    { "name": "OldId", "type": "int32", "versions": "0-1" } ]
}
```

```json current
{
  "apiKey": 902, "type": "response", "name": "PongResponse",
  "validVersions": "0-2", "flexibleVersions": "0+",
  "fields": [ { "name": "Id", "type": "int32", "versions": "0+" } ]
}
```

## References

KIP-848 and KIP-932 introduced RPCs under this flag.
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Severity
from wirelint.evolution.pairing import MessagePair
from wirelint.evolution.words import at, then
from wirelint.rule import rule
from wirelint.schema.model import Message, MessageType
from wirelint.versions import VersionRange


@rule(
    id="unstable-flag-dropped",
    category=Category.EVOLUTION,
    severity=Severity.WARNING,
    since="0.1",
    looks_at=MessagePair,
)
def unstable_flag_dropped(pair: MessagePair) -> Iterator[Finding]:
    before, after = pair.before, pair.after
    version = pair.unstable if before is not None and before.type is MessageType.REQUEST else None
    if before is None or after is None or version is None:
        return
    if not _is_stable(after, version) or pair.settings.is_gated(after, version):
        return
    yield Finding(
        at(after.origin, "latestVersionUnstable"),
        f"version {version} of `{after.name}` was released as unstable and is stable now; peers of "
        "the baseline reject it, and no gate decides who sends it",
        help="Let senders between nodes choose the version by a gate, or ask for it first",
        related=(then(before.origin, "latestVersionUnstable", "the baseline: unstable"),),
        versions=VersionRange(version, version),
    )


def _is_stable(after: Message, version: int) -> bool:
    unstable = after.latest_version_unstable and after.valid_versions.high == version
    return version in after.valid_versions and not unstable
