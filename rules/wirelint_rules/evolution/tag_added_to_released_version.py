"""A tagged field is added to a version that peers already speak.

## What it finds

A tagged field that the baseline lacks, in a flexible version that it has released.

## Why it matters

This is what tagged fields are for (KIP-482): no new version is needed, peers that do not know the
tag skip it. It is worth knowing in a review, since from the next release on the number, its type and
its versions are promised, and since nobody can tell whether a peer read the field.

## Bad

```json baseline
{
  "type": "data", "name": "PingState",
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [ { "name": "Id", "type": "int32", "versions": "0+" } ]
}
```

```json current
{
  "type": "data", "name": "PingState",
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [
    { "name": "Id", "type": "int32", "versions": "0+" },
    { "name": "Ttl", "type": "int32", "versions": "0+", "taggedVersions": "0+", "tag": 0 }
    //                                                                                 ^ tag-added-to-released-version
  ]
}
```

## Good

```json baseline
{
  "type": "data", "name": "PongState",
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [ { "name": "Id", "type": "int32", "versions": "0+" } ]
}
```

```json current
{
  "type": "data", "name": "PongState",
  "validVersions": "0-1", "flexibleVersions": "0+",
  "fields": [
    { "name": "Id", "type": "int32", "versions": "0+" },
    { "name": "Ttl", "type": "int32", "versions": "1+", "taggedVersions": "1+", "tag": 0 }
  ]
}
```

## References

KIP-482.
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Severity
from wirelint.evolution.changes import TagAdded
from wirelint.evolution.versions import hull, spelled
from wirelint.evolution.words import at, of
from wirelint.rule import rule


@rule(
    id="tag-added-to-released-version",
    category=Category.EVOLUTION,
    severity=Severity.INFO,
    since="0.1",
    looks_at=TagAdded,
)
def tag_added_to_released_version(change: TagAdded) -> Iterator[Finding]:
    field = change.field
    yield Finding(
        at(field.origin, "tag"),
        f"{of(change.pair, field)} is new under tag {field.tag} in {spelled(change.versions)}; "
        "old peers skip it",
        versions=hull(change.versions),
    )
