"""A released field may no longer be left out.

## What it finds

A field whose `ignorable` went from true to false though some valid version has no such field. Where
the field stands in every version the property has no effect.

## Why it matters

A value that is set cannot be written in a version without the field: the generated code throws, and
the request or the answer is never sent. What used to reach old peers, less one field, now fails.

## Bad

```json baseline
{
  "type": "data", "name": "PingState",
  "validVersions": "0-1", "flexibleVersions": "none",
  "fields": [
    { "name": "Id", "type": "int32", "versions": "0+" },
    { "name": "Ttl", "type": "int32", "versions": "1+", "ignorable": true }
  ]
}
```

```json current
{
  "type": "data", "name": "PingState",
  "validVersions": "0-1", "flexibleVersions": "none",
  "fields": [
    { "name": "Id", "type": "int32", "versions": "0+" },
    { "name": "Ttl", "type": "int32", "versions": "1+", "ignorable": false }
    //                                                               ^^^^^ released-field-no-longer-ignorable
  ]
}
```

```json fixed
{
  "type": "data", "name": "PingState",
  "validVersions": "0-1", "flexibleVersions": "none",
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
  "validVersions": "0-1", "flexibleVersions": "none",
  "fields": [ { "name": "Id", "type": "int32", "versions": "0+", "ignorable": true } ]
}
```

```json current
{
  "type": "data", "name": "PongState",
  "validVersions": "0-1", "flexibleVersions": "none",
  "fields": [ { "name": "Id", "type": "int32", "versions": "0+" } ]
}
```

## Fix safety

Unsafe: the field becomes ignorable again.
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Severity
from wirelint.evolution.changes import IgnorableDropped
from wirelint.evolution.versions import hull, spelled
from wirelint.evolution.words import at, fix, of, put, then
from wirelint.rule import rule


@rule(
    id="released-field-no-longer-ignorable",
    category=Category.EVOLUTION,
    severity=Severity.WARNING,
    since="0.1",
    looks_at=IgnorableDropped,
)
def released_field_no_longer_ignorable(change: IgnorableDropped) -> Iterator[Finding]:
    before, after = change.before, change.after
    yield Finding(
        at(after.origin, "ignorable"),
        f"{of(change.pair, after)} is no longer ignorable: a message in which it is set cannot be "
        f"written in {spelled(change.absent)}",
        help="Keep it ignorable, or clear it in code for peers that do not know it",
        related=(then(before.origin, "ignorable", "the baseline: ignorable"),),
        fixes=fix("Make it ignorable again", (put(after.origin, "ignorable", "true"),)),
        versions=hull(change.absent),
    )
