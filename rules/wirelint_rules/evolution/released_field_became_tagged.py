"""An untagged field moves into the tag section of a released version.

## What it finds

A field that the baseline writes in its place and the checked schema as a tagged field, in a version
that the baseline has released.

## Why it matters

A peer of the baseline writes the bytes where the new reader expects the next field, and finds none
where it looks for them.

## Bad

```json baseline
{
  "type": "data", "name": "PingState",
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [
    { "name": "Id", "type": "int32", "versions": "0+" },
    { "name": "Ttl", "type": "int32", "versions": "0+" }
  ]
}
```

```json current
{
  "type": "data", "name": "PingState",
  "validVersions": "0-1", "flexibleVersions": "0+",
  "fields": [
    { "name": "Id", "type": "int32", "versions": "0+" },
    { "name": "Ttl", "type": "int32", "versions": "0+", "taggedVersions": "0+", "tag": 0 }
    //                                                                    ^^^^ released-field-became-tagged
  ]
}
```

```json fixed
{
  "type": "data", "name": "PingState",
  "validVersions": "0-1", "flexibleVersions": "0+",
  "fields": [
    { "name": "Id", "type": "int32", "versions": "0+" },
    { "name": "Ttl", "type": "int32", "versions": "0+", "taggedVersions": "1+", "tag": 0 }
  ]
}
```

## Good

From a new version on it may be tagged.

```json baseline
{
  "type": "data", "name": "PongState",
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [ { "name": "Ttl", "type": "int32", "versions": "0+" } ]
}
```

```json current
{
  "type": "data", "name": "PongState",
  "validVersions": "0-1", "flexibleVersions": "0+",
  "fields": [
    { "name": "Ttl", "type": "int32", "versions": "0+", "taggedVersions": "1+", "tag": 0 }
  ]
}
```

## Fix safety

Unsafe: the field is tagged from a version that the baseline has not released, which is made valid in
both halves of an RPC.
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Edit, Finding, Severity
from wirelint.evolution.changes import FieldBecameTagged
from wirelint.evolution.versions import hull, spelled
from wirelint.evolution.words import bump, fix, misread, next_version, of, stood
from wirelint.rule import rule


@rule(
    id="released-field-became-tagged",
    category=Category.EVOLUTION,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=FieldBecameTagged,
    family="released-layout-changed",
)
def released_field_became_tagged(change: FieldBecameTagged) -> Iterator[Finding]:
    pair, after = change.pair, change.after
    if pair.after is None:
        return
    version = next_version(pair)
    place = after.origin.value("taggedVersions")
    # Where `versions` is missing the tagged range is the whole range, and no such repair.
    edits = (Edit(place, f'"{version}+"'), *bump(pair, version))
    yield Finding(
        place,
        f"{of(pair, after)} is tagged in {spelled(change.versions)} and was not; "
        f"{misread(pair.after)}",
        help=f"Tag it from version {version} on",
        related=(stood(change.before),),
        fixes=fix(
            f"Tag it from version {version} on", edits if after.origin.has("versions") else ()
        ),
        versions=hull(change.versions),
    )
