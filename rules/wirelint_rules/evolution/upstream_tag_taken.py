"""A copied message has a tag of its own where upstream gives out the numbers.

## What it finds

With `--upstream`: a tagged field in a message that upstream has too, under a number that upstream
uses for another field (error), or that upstream has not given out (warning). Numbers from 1000 up,
which a generator without Kafka's rule on gaps allows, are taken for a space of one's own.

## Why it matters

Tags carry no name. A peer that follows upstream reads the bytes as its own field of that number, or
will as soon as upstream gives out the next one, which is usually the lowest that is free.

## Bad

```json upstream
{
  "apiKey": 900, "type": "data", "name": "CraneState",
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [
    { "name": "Lane", "type": "string", "versions": "0+", "tag": 0, "taggedVersions": "0+" }
  ]
}
```

```json current
{
  "apiKey": 900, "type": "data", "name": "CraneState",
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [
    { "name": "Lane", "type": "string", "versions": "0+", "tag": 0, "taggedVersions": "0+" },
    { "name": "Zone", "type": "int32", "versions": "0+", "tag": 1, "taggedVersions": "0+" }
    //                                                          ^ upstream-tag-taken
  ]
}
```

## Good

What is one's own goes into a message of one's own, or into the record that already is.

```json upstream
{
  "apiKey": 900, "type": "data", "name": "CraneState",
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [
    { "name": "Lane", "type": "string", "versions": "0+", "tag": 0, "taggedVersions": "0+" }
  ]
}
```

```json current
{
  "apiKey": 900, "type": "data", "name": "CraneState",
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [
    { "name": "Lane", "type": "string", "versions": "0+", "tag": 0, "taggedVersions": "0+" }
  ]
}
```

```json current
{
  "type": "data", "name": "CraneZoneState",
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [
    { "name": "Zone", "type": "int32", "versions": "0+", "tag": 0, "taggedVersions": "0+" }
  ]
}
```

## References

KIP-482. Kafka's generator refuses gaps between tag numbers (`tag-gap`), so a tree that uses it has no
numbers of its own to give.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from wirelint.diagnostics import Category, Finding, Severity
from wirelint.evolution.changes import TagAdded, TagReused
from wirelint.evolution.upstream import Drift
from wirelint.evolution.versions import hull
from wirelint.evolution.words import path_of, then
from wirelint.rule import rule

_OWN_FROM: Final = 1000  # by custom: private api keys begin there too


@rule(
    id="upstream-tag-taken",
    category=Category.EVOLUTION,
    severity=Severity.WARNING,
    since="0.1",
    looks_at=Drift,
)
def upstream_tag_taken(drift: Drift) -> Iterator[Finding]:
    change = drift.change
    if isinstance(change, TagReused):
        ours, theirs = change.after, change.before
        related = [then(theirs.origin, "tag", f"upstream: `{theirs.name}`, {theirs.type}")]
        text = f"and of `{path_of(theirs)}` upstream"
        severity = Severity.WARNING if change.same_bytes else Severity.ERROR
    elif isinstance(change, TagAdded) and (change.field.tag or 0) < _OWN_FROM:
        ours, related = change.field, []
        text = "which upstream has not given out"
        severity = Severity.WARNING
    else:
        return
    yield Finding(
        ours.origin.value("tag"),
        f"tag {ours.tag} of `{change.pair.name}` is the number of `{path_of(ours)}`, {text}",
        help="Put the field into a message of your own",
        related=tuple(related),
        versions=hull(change.versions),
        severity=severity,
    )
