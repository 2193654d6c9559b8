"""A new version of a message is not flexible.

## What it finds

A new highest version that is not in `flexibleVersions`. Coordinator keys, headers, frozen messages
and messages without any valid version are left alone.

## Why it matters

A version that is not flexible cannot carry tagged fields (KIP-482): every later detail, however
optional, costs another bump on all peers. Becoming flexible needs a new version, so a new version is
the time for it.

## Bad

```json baseline
{
  "type": "data", "name": "PingState",
  "validVersions": "0", "flexibleVersions": "none",
  "fields": [ { "name": "Id", "type": "int32", "versions": "0+" } ]
}
```

```json current
{
  "type": "data", "name": "PingState",
  "validVersions": "0-1", "flexibleVersions": "none",
  //               ^^^^^ non-flexible-version-bumped
  "fields": [
    { "name": "Id", "type": "int32", "versions": "0+" },
    { "name": "Ttl", "type": "int32", "versions": "1+", "ignorable": true }
  ]
}
```

```json fixed
{
  "type": "data", "name": "PingState",
  "validVersions": "0-1", "flexibleVersions": "1+",
  "fields": [
    { "name": "Id", "type": "int32", "versions": "0+" },
    { "name": "Ttl", "type": "int32", "versions": "1+", "ignorable": true }
  ]
}
```

## Good

```json baseline
{
  "type": "data", "name": "PongState",
  "validVersions": "0", "flexibleVersions": "none",
  "fields": [ { "name": "Id", "type": "int32", "versions": "0+" } ]
}
```

```json current
{
  "type": "data", "name": "PongState",
  "validVersions": "0-1", "flexibleVersions": "1+",
  "fields": [
    { "name": "Id", "type": "int32", "versions": "0+" },
    { "name": "Ttl", "type": "int32", "versions": "1+", "ignorable": true }
  ]
}
```

## Fix safety

Unsafe: the new version becomes flexible, in both halves of an RPC.

## References

KIP-482.
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Fix, Severity
from wirelint.evolution.news import NewVersions
from wirelint.evolution.settings import listed
from wirelint.evolution.words import at, put, then
from wirelint.rule import rule
from wirelint.schema.model import Message, MessageType


@rule(
    id="non-flexible-version-bumped",
    category=Category.EVOLUTION,
    severity=Severity.WARNING,
    since="0.1",
    looks_at=NewVersions,
)
def non_flexible_version_bumped(new: NewVersions) -> Iterator[Finding]:
    before, after = new.before, new.after
    if new.versions.high in after.flexible or _stays_classic(after):
        return
    if listed(before.name, new.pair.settings.frozen) is not None:
        return
    yield Finding(
        at(after.origin, "validVersions"),
        f"version {new.versions.high} of `{after.name}` is new and not flexible: nothing can be "
        "added to it later without another version",
        help="Let it be the first flexible version",
        related=(then(before.origin, "validVersions", f"the baseline: {before.valid_versions}"),),
        fixes=_be_flexible(new),
        versions=new.versions,
    )


def _stays_classic(message: Message) -> bool:
    if message.type in (MessageType.HEADER, MessageType.COORDINATOR_KEY):
        return True
    # Before Kafka 4.1 the keys of coordinator records were data.
    return message.type is MessageType.DATA and message.name.endswith("Key")


def _be_flexible(new: NewVersions) -> tuple[Fix, ...]:
    start = f'"{new.versions.high}+"'
    edits = tuple(
        put(half.origin, "flexibleVersions", start, behind="validVersions")
        for half in (new.after, new.pair.partner_after)
        if half is not None and not half.flexible & half.valid_versions
    )
    return (Fix(f"Be flexible from version {new.versions.high} on", edits),) if edits else ()
