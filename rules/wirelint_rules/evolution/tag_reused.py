"""A tag number is given to another field.

## What it finds

A tagged field whose number belonged to a field of another name in the baseline. It is an error where
the two differ on the wire or are tagged in different versions. Where they have the same bytes it is a
warning: it may be a rename, which no bytes can tell.

## Why it matters

The number is all that a reader has to go by. Old peers read the new field's bytes as the old field,
and new ones read what old peers, or an old log, say of the old field as the new one. A number once
released stays with its field, or stays retired.

## Bad

```json baseline
{
  "type": "data", "name": "SlotState",
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [
    { "name": "Leaving", "type": "[]int32", "versions": "0+", "taggedVersions": "0+", "tag": 0 }
  ]
}
```

```json current
{
  "type": "data", "name": "SlotState",
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [
    { "name": "Shelves", "type": "[]uuid", "versions": "0+", "taggedVersions": "0+", "tag": 0 }
    //                                                                                      ^ tag-reused
  ]
}
```

Of one type, it is a warning.

```json baseline
{
  "type": "data", "name": "SpanState",
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [
    { "name": "Start", "type": "int64", "versions": "0+", "taggedVersions": "0+", "tag": 0 }
  ]
}
```

```json current
{
  "type": "data", "name": "SpanState",
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [
    { "name": "End", "type": "int64", "versions": "0+", "taggedVersions": "0+", "tag": 0 }
    //                                                                                 ^ tag-reused
  ]
}
```

## Good

The old field keeps its number; nobody need write it any more.

```json baseline
{
  "type": "data", "name": "SlotState",
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [
    { "name": "Leaving", "type": "[]int32", "versions": "0+", "taggedVersions": "0+", "tag": 0 }
  ]
}
```

```json current
{
  "type": "data", "name": "SlotState",
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [
    { "name": "Leaving", "type": "[]int32", "versions": "0+", "taggedVersions": "0+", "tag": 0 },
    { "name": "Shelves", "type": "[]uuid", "versions": "0+", "taggedVersions": "0+", "tag": 1 }
  ]
}
```

## References

KIP-482.
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Severity
from wirelint.evolution.changes import TagReused
from wirelint.evolution.versions import hull, spelled
from wirelint.evolution.words import path_of, then
from wirelint.rule import rule


@rule(
    id="tag-reused",
    category=Category.EVOLUTION,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=TagReused,
    family="released-layout-changed",
)
def tag_reused(change: TagReused) -> Iterator[Finding]:
    pair, before, after = change.pair, change.before, change.after
    if change.same_bytes:
        effect = "the bytes cannot tell a rename from another field"
    elif before.type != after.type:
        effect = f"`{before.type}` became `{after.type}`, and old and new peers misread each other"
    else:
        effect = "old and new peers refuse or misread each other's"
    yield Finding(
        after.origin.value("tag"),
        f"tag {change.tag} of `{pair.name}` is `{path_of(after)}` and was `{path_of(before)}` in "
        f"{spelled(change.versions)}; {effect}",
        help=f"Keep `{before.name}` under its number and take the next free one",
        related=(then(before.origin, "tag", f"the baseline: `{before.name}`, {before.type}"),),
        versions=hull(change.versions),
        severity=Severity.WARNING if change.same_bytes else None,
    )
