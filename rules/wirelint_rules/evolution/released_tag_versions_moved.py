"""A tag is known for other versions than those in which peers write it.

## What it finds

A tagged field whose `taggedVersions` moved, so that in a released version one side writes the tag and
the other knows it only for other versions.

## Why it matters

A reader skips a tag that its schema does not know. One that it knows, and not for this version, it
refuses: the generated code throws, and the whole message is lost. So a tag may be deleted, or be
added, in a released version, but its versions may not move there.

## Bad

```json baseline
{
  "type": "data", "name": "PingState",
  "validVersions": "0-1", "flexibleVersions": "0+",
  "fields": [
    { "name": "Ttl", "type": "int32", "versions": "0+", "taggedVersions": "0+", "tag": 0 }
  ]
}
```

```json current
{
  "type": "data", "name": "PingState",
  "validVersions": "0-1", "flexibleVersions": "0+",
  "fields": [
    { "name": "Ttl", "type": "int32", "versions": "1+", "taggedVersions": "1+", "tag": 0 }
    //                                                                    ^^^^ released-tag-versions-moved
  ]
}
```

```json fixed
{
  "type": "data", "name": "PingState",
  "validVersions": "0-1", "flexibleVersions": "0+",
  "fields": [
    { "name": "Ttl", "type": "int32", "versions": "0+", "taggedVersions": "0+", "tag": 0 }
  ]
}
```

## Good

```json baseline
{
  "type": "data", "name": "PongState",
  "validVersions": "1-2", "flexibleVersions": "0+",
  "fields": [
    { "name": "Ttl", "type": "int32", "versions": "0+", "taggedVersions": "0+", "tag": 0 }
  ]
}
```

```json current
{
  "type": "data", "name": "PongState",
  "validVersions": "1-2", "flexibleVersions": "0+",
  "fields": [
    { "name": "Ttl", "type": "int32", "versions": "1+", "taggedVersions": "1+", "tag": 0 }
  ]
}
```

## Fix safety

Unsafe: the field gets the ranges of the baseline.
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Severity
from wirelint.evolution.changes import TagVersionsMoved
from wirelint.evolution.versions import hull, spelled
from wirelint.evolution.words import at, fix, of, restore, then
from wirelint.rule import rule


@rule(
    id="released-tag-versions-moved",
    category=Category.EVOLUTION,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=TagVersionsMoved,
    family="released-layout-changed",
)
def released_tag_versions_moved(change: TagVersionsMoved) -> Iterator[Finding]:
    pair, before, after = change.pair, change.before, change.after
    if change.lost:
        effect = "new readers refuse it from old peers, since they know it for other versions"
        now = "no longer has"
    else:
        effect = "old readers refuse it, since they know it for other versions"
        now = "now has"
    edits = [
        edit
        for key in ("versions", "taggedVersions")
        for edit in restore(after.origin, before.origin, key)
        if before.origin.raw(key) != after.origin.raw(key)
    ]
    yield Finding(
        at(after.origin, "taggedVersions"),
        f"{of(pair, after)} {now} tag {before.tag} in {spelled(change.versions)}: "
        f"{before.tagged_versions} became {after.tagged_versions}; {effect}",
        help="Keep the versions of a released tag as they are",
        related=(then(before.origin, "taggedVersions", f"the baseline: {before.tagged_versions}"),),
        fixes=fix(f"Tag it in versions {before.tagged_versions} again", edits),
        versions=hull(change.versions),
    )
