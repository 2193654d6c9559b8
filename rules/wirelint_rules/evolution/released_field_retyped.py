"""A field has another type in a released version.

## What it finds

A field whose type changed in a version that the baseline has released, types of one width included:
`int64` and `float64`, `int8` and `bool`, `string` and `bytes`. `int32` against `uint32` and `int16`
against `uint16` are a warning, since most values read the same. `bytes` against `records` is no
change.

## Why it matters

A wider or narrower value moves everything behind it. A value of the same width is read, and means
something else: a count becomes a tiny fraction. There is no compatible widening on the wire.

## Bad

```json baseline
{
  "type": "data", "name": "PingState",
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [
    { "name": "Lag", "type": "int32", "versions": "0+" },
    { "name": "Round", "type": "int32", "versions": "0+" }
  ]
}
```

```json current
{
  "type": "data", "name": "PingState",
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [
    { "name": "Lag", "type": "int64", "versions": "0+" },
    //                       ^^^^^^^ released-field-retyped
    { "name": "Round", "type": "int32", "versions": "0+" }
  ]
}
```

```json fixed
{
  "type": "data", "name": "PingState",
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [
    { "name": "Lag", "type": "int32", "versions": "0+" },
    { "name": "Round", "type": "int32", "versions": "0+" }
  ]
}
```

## Good

The old field ends, under a name of its own, and one of the new type takes its place in a new
version.

```json baseline
{
  "type": "data", "name": "PongState",
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [
    { "name": "Lag", "type": "int32", "versions": "0+" },
    { "name": "Round", "type": "int32", "versions": "0+" }
  ]
}
```

```json current
{
  "type": "data", "name": "PongState",
  "validVersions": "0-1", "flexibleVersions": "0+",
  "fields": [
    { "name": "LagLegacy", "type": "int32", "versions": "0" },
    { "name": "Lag", "type": "int64", "versions": "1+", "ignorable": true },
    { "name": "Round", "type": "int32", "versions": "0+" }
  ]
}
```

## Fix safety

Unsafe: the field gets the type of the baseline.
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Severity
from wirelint.evolution.changes import FieldRetyped
from wirelint.evolution.versions import hull, spelled
from wirelint.evolution.words import fix, misread, next_version, of, restore, then
from wirelint.rule import rule
from wirelint.schema.model import Message


@rule(
    id="released-field-retyped",
    category=Category.EVOLUTION,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=FieldRetyped,
    family="released-layout-changed",
)
def released_field_retyped(change: FieldRetyped) -> Iterator[Finding]:
    pair, before, after = change.pair, change.before, change.after
    if pair.after is None:
        return
    fixes = fix(f"Make it `{before.type}` again", restore(after.origin, before.origin, "type"))
    yield Finding(
        after.origin.value("type"),
        f"{of(pair, after)} is `{after.type}` in {spelled(change.versions)} and was "
        f"`{before.type}`{_effect(change, pair.after)}",
        help=f"Keep the type, end the field with version {pair.released.high}, and give a field of "
        f"the new type version {next_version(pair)}",
        related=(then(before.origin, "type", f"the baseline: `{before.type}`"),),
        fixes=fixes,
        versions=hull(change.versions),
        severity=Severity.WARNING if change.only_sign else None,
    )


def _effect(change: FieldRetyped, after: Message) -> str:
    if change.only_sign:
        return ": the same bytes, read with another sign"
    old, new = change.old, change.new
    if old is None or new is None or old.element or new.element:
        return f"; {misread(after)}"
    if old.kind.size is None or old.kind.size != new.kind.size:
        widths = [one.kind.size for one in (old, new)]
        if None not in widths:
            return f", {widths[1]} bytes in place of {widths[0]}; {misread(after)}"
        return f"; {misread(after)}"
    return f": the same bytes with another meaning; {misread(after)}"
