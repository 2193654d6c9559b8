"""A tagged field of a released version is gone.

## What it finds

A tagged field that the baseline writes and the checked schema does not know, or knows under another
number.

## Why it matters

Readers skip a tag they do not know, so nothing fails, and what old peers say under it is lost. The
number must stay retired: given to another field, it makes peers misread each other (`tag-reused`).

## Bad

```json baseline
{
  "type": "data", "name": "PingState",
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [
    { "name": "Id", "type": "int32", "versions": "0+" },
    { "name": "Ttl", "type": "int32", "versions": "0+", "taggedVersions": "0+", "tag": 0 }
  ]
}
```

```json current
{
  "type": "data", "name": "PingState",
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [
//^^^^^^^^ released-tag-removed
    { "name": "Id", "type": "int32", "versions": "0+" }
  ]
}
```

## Good

The field stays, with its number, and nobody writes it any more.

```json baseline
{
  "type": "data", "name": "PongState",
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [
    { "name": "Ttl", "type": "int32", "versions": "0+", "taggedVersions": "0+", "tag": 0 }
  ]
}
```

```json current
{
  "type": "data", "name": "PongState",
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [
    { "name": "Ttl", "type": "int32", "versions": "0+", "taggedVersions": "0+", "tag": 0,
      "about": "No longer written." }
  ]
}
```

## References

KIP-482.
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Severity
from wirelint.evolution.changes import TagRemoved
from wirelint.evolution.versions import hull, spelled
from wirelint.evolution.words import at, gone_field, of, then
from wirelint.rule import rule


@rule(
    id="released-tag-removed",
    category=Category.EVOLUTION,
    severity=Severity.WARNING,
    since="0.1",
    looks_at=TagRemoved,
)
def released_tag_removed(change: TagRemoved) -> Iterator[Finding]:
    pair, field, now = change.pair, change.field, change.now
    if now is None:
        place, what = gone_field(change.parent, field), "is gone from"
    elif now.tag is not None and now.tag != field.tag:
        place, what = at(now.origin, "tag"), f"has tag {now.tag} now and is gone from"
    else:
        place, what = at(now.origin, "taggedVersions"), "is no longer in"
    yield Finding(
        place,
        f"{of(pair, field)}, tag {field.tag}, {what} {spelled(change.versions)}; what old peers "
        "say under that number is skipped",
        help=f"Keep the field, or keep number {field.tag} retired",
        related=(then(field.origin, "tag", f"the baseline: tag {field.tag}"),),
        versions=hull(change.versions),
    )
