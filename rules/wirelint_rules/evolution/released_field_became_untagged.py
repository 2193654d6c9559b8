"""A tagged field moves out of the tag section of a released version.

## What it finds

A field that the baseline writes in the tag section and the checked schema in its place among the
others, in a version that the baseline has released.

## Why it matters

A new reader expects bytes that peers of the baseline write elsewhere, or do not write at all while
the field has its default. Where the number is still known for other versions, it refuses the tag
besides.

## Bad

```json baseline
{
  "type": "data", "name": "PingState",
  "validVersions": "0-1", "flexibleVersions": "0+",
  "fields": [
    { "name": "Id", "type": "int32", "versions": "0+" },
    { "name": "Ttl", "type": "int32", "versions": "0+", "taggedVersions": "0+", "tag": 0 }
  ]
}
```

```json current
{
  "type": "data", "name": "PingState",
  "validVersions": "0-1", "flexibleVersions": "0+",
  "fields": [
    { "name": "Id", "type": "int32", "versions": "0+" },
    { "name": "Ttl", "type": "int32", "versions": "0+", "taggedVersions": "1+", "tag": 0 }
    //                                                                    ^^^^ released-field-became-untagged
  ]
}
```

```json fixed
{
  "type": "data", "name": "PingState",
  "validVersions": "0-1", "flexibleVersions": "0+",
  "fields": [
    { "name": "Id", "type": "int32", "versions": "0+" },
    { "name": "Ttl", "type": "int32", "versions": "0+", "taggedVersions": "0+", "tag": 0 }
  ]
}
```

## Good

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
    { "name": "TtlMs", "type": "int32", "versions": "0+", "taggedVersions": "0+", "tag": 0 },
    //                                                                                   ^ tag-reused
    { "name": "Note", "type": "string", "versions": "0+", "taggedVersions": "0+", "tag": 1 }
  ]
}
```

## Fix safety

Unsafe: the field is tagged where the baseline has it so.
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Edit, Finding, Severity
from wirelint.evolution.changes import FieldBecameUntagged
from wirelint.evolution.versions import hull, spelled
from wirelint.evolution.words import at_versions, fix, misread, of, put, then
from wirelint.rule import rule


@rule(
    id="released-field-became-untagged",
    category=Category.EVOLUTION,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=FieldBecameUntagged,
    family="released-layout-changed",
)
def released_field_became_untagged(change: FieldBecameUntagged) -> Iterator[Finding]:
    pair, before, after = change.pair, change.before, change.after
    if pair.after is None:
        return
    tagged = f'"{before.tagged_versions}"'
    edits = [put(after.origin, "taggedVersions", tagged)]
    if not after.origin.has("taggedVersions"):
        edits = [Edit(edit.at, f'{edit.replacement}, "tag": {before.tag}') for edit in edits]
    yield Finding(
        after.origin.value("taggedVersions")
        if after.origin.has("taggedVersions")
        else at_versions(after),
        f"{of(pair, after)} is not tagged in {spelled(change.versions)} and was tag {before.tag}; "
        f"{misread(pair.after)}",
        help="Keep it tagged in every version in which it was",
        related=(
            then(
                before.origin, "taggedVersions", f"the baseline: tagged in {before.tagged_versions}"
            ),
        ),
        fixes=fix(f"Tag it in versions {before.tagged_versions} again", edits),
        versions=hull(change.versions),
    )
