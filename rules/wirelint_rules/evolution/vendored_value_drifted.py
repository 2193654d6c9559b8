"""A copied field has another default than upstream, or may not be ignored where upstream's may.

## What it finds

With `--upstream`: a field of a copied message whose default is another value than upstream's, or
that is not ignorable although upstream's is and some version lacks it. Another spelling of the same
value is no drift.

## Why it matters

The bytes are the same, what they mean is not: where the field is not on the wire, because the
version lacks it or because a tagged field stands at its default, this side reads another value than
every other. Copies kept by hand lose defaults most easily, and nothing fails.

## Bad

```json upstream
{
  "apiKey": 900, "type": "data", "name": "CraneState",
  "validVersions": "0-1", "flexibleVersions": "none",
  "fields": [
    { "name": "Near", "type": "int32", "versions": "1+", "default": "-1", "ignorable": true }
  ]
}
```

```json current
{
  "apiKey": 900, "type": "data", "name": "CraneState",
  "validVersions": "0-1", "flexibleVersions": "none",
  "fields": [
    { "name": "Near", "type": "int32", "versions": "1+", "ignorable": true }
    //        ^^^^^^ vendored-value-drifted
  ]
}
```

```json fixed
{
  "apiKey": 900, "type": "data", "name": "CraneState",
  "validVersions": "0-1", "flexibleVersions": "none",
  "fields": [
    { "name": "Near", "type": "int32", "versions": "1+", "default": "-1", "ignorable": true }
  ]
}
```

## Good

```json upstream
{
  "apiKey": 900, "type": "data", "name": "CraneState",
  "validVersions": "0-1", "flexibleVersions": "none",
  "fields": [
    { "name": "Near", "type": "int32", "versions": "1+", "default": "15", "ignorable": true }
  ]
}
```

```json current
{
  "apiKey": 900, "type": "data", "name": "CraneState",
  "validVersions": "0-1", "flexibleVersions": "none",
  "fields": [
    { "name": "Near", "type": "int32", "versions": "1+", "default": "0xf", "ignorable": true }
  ]
}
```

## Fix safety

Unsafe: the property gets what upstream has.
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Severity
from wirelint.evolution.changes import DefaultChanged, IgnorableDropped
from wirelint.evolution.upstream import Drift
from wirelint.evolution.versions import hull
from wirelint.evolution.words import at, fix, path_of, restore, then
from wirelint.rule import rule
from wirelint.schema.model import Field


@rule(
    id="vendored-value-drifted",
    category=Category.EVOLUTION,
    severity=Severity.WARNING,
    since="0.1",
    looks_at=Drift,
)
def vendored_value_drifted(drift: Drift) -> Iterator[Finding]:
    change = drift.change
    if not isinstance(change, DefaultChanged | IgnorableDropped):
        return
    before, after = change.before, change.after
    name = f"`{path_of(after)}` of the copied `{change.pair.name}`"
    severity: Severity | None = None
    if isinstance(change, DefaultChanged):
        key, theirs = "default", f"upstream: {_told(before)}"
        what = f"the default of {name} is {_told(after)} and upstream {_told(before)}"
        if not (change.is_tagged or change.absent or after.ignorable):
            severity = Severity.INFO  # only code that does not set the field sends another value
    else:
        key, theirs = "ignorable", "upstream: ignorable"
        what = f"{name} is not ignorable and upstream's is"
    yield Finding(
        at(after.origin, key),
        what,
        help="Copy it as upstream has it",
        related=(then(before.origin, key, theirs),),
        fixes=fix("Make it as upstream", restore(after.origin, before.origin, key)),
        versions=hull(change.versions),
        severity=severity,
    )


def _told(field: Field) -> str:
    return f"`{field.default}`" if field.default else "the type's own"
