"""A released field has another default.

## What it finds

A field whose default value changed, another spelling of the same value aside. It is a warning where
a reader takes the default for what was not sent: the field is missing from some valid version, is
tagged, or is ignorable. Elsewhere it is an info: only code that leaves the field alone is touched.

## Why it matters

A tagged field at its default is not written at all, so old and new peers read different values from
the same bytes. In a version without the field, a reader sees the new default where the sender meant
the old one.

## Bad

```json baseline
{
  "type": "data", "name": "PingState",
  "validVersions": "0-1", "flexibleVersions": "none",
  "fields": [
    { "name": "Id", "type": "int32", "versions": "0+" },
    { "name": "Limit", "type": "int32", "versions": "1+", "default": "1" }
  ]
}
```

```json current
{
  "type": "data", "name": "PingState",
  "validVersions": "0-1", "flexibleVersions": "none",
  "fields": [
    { "name": "Id", "type": "int32", "versions": "0+" },
    { "name": "Limit", "type": "int32", "versions": "1+", "default": "-1" }
    //                                                               ^^^^ released-default-changed
  ]
}
```

```json fixed
{
  "type": "data", "name": "PingState",
  "validVersions": "0-1", "flexibleVersions": "none",
  "fields": [
    { "name": "Id", "type": "int32", "versions": "0+" },
    { "name": "Limit", "type": "int32", "versions": "1+", "default": "1" }
  ]
}
```

## Good

Another spelling is no other value.

```json baseline
{
  "type": "data", "name": "PongState",
  "validVersions": "0-1", "flexibleVersions": "none",
  "fields": [ { "name": "Limit", "type": "int32", "versions": "1+", "default": "2147483647" } ]
}
```

```json current
{
  "type": "data", "name": "PongState",
  "validVersions": "0-1", "flexibleVersions": "none",
  "fields": [ { "name": "Limit", "type": "int32", "versions": "1+", "default": "0x7fffffff" } ]
}
```

## Fix safety

Unsafe: the field gets the default of the baseline.
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Severity
from wirelint.evolution.changes import DefaultChanged
from wirelint.evolution.versions import hull, spelled
from wirelint.evolution.words import at, fix, of, restore, then
from wirelint.rule import rule
from wirelint.schema.model import Field


@rule(
    id="released-default-changed",
    category=Category.EVOLUTION,
    severity=Severity.WARNING,
    since="0.1",
    looks_at=DefaultChanged,
)
def released_default_changed(change: DefaultChanged) -> Iterator[Finding]:
    before, after = change.before, change.after
    if change.is_tagged:
        effect = "left off the wire, it reads as another value on the other side"
    elif change.absent:
        effect = f"readers at {spelled(change.absent)}, without the field, see the new value"
    elif after.ignorable:
        effect = "where it is ignored, the other side sees another value"
    else:
        effect = "code that does not set it sends another value"
    matters = change.is_tagged or bool(change.absent) or after.ignorable
    yield Finding(
        at(after.origin, "default"),
        f"the default of {of(change.pair, after)} is {_told(after)} and was {_told(before)}; {effect}",
        help="Keep the default, and set another value where it is wanted",
        related=(then(before.origin, "default", f"the baseline: {_told(before)}"),),
        fixes=fix(
            f"Make it {_told(before)} again", restore(after.origin, before.origin, "default")
        ),
        versions=hull(change.versions),
        severity=None if matters else Severity.INFO,
    )


def _told(field: Field) -> str:
    return f"`{field.default}`" if field.default else "the type's own"
