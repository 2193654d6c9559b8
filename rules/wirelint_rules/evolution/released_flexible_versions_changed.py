"""A released version becomes flexible, or ceases to be.

## What it finds

A version that the baseline has released in which `flexibleVersions` of the message turned on or off.

## Why it matters

A flexible version ends every struct with a tag section, writes lengths in the compact form, and of a
request or response also changes the header. Nothing of that version can be read by a peer that
knows it otherwise, although no field line changed.

## Bad

```json baseline
{
  "type": "data", "name": "PingState",
  "validVersions": "0-1", "flexibleVersions": "none",
  "fields": [ { "name": "Note", "type": "string", "versions": "0+" } ]
}
```

```json current
{
  "type": "data", "name": "PingState",
  "validVersions": "0-2", "flexibleVersions": "0+",
  //                                          ^^^^ released-flexible-versions-changed
  "fields": [ { "name": "Note", "type": "string", "versions": "0+" } ]
}
```

```json fixed
{
  "type": "data", "name": "PingState",
  "validVersions": "0-2", "flexibleVersions": "2+",
  "fields": [ { "name": "Note", "type": "string", "versions": "0+" } ]
}
```

## Good

```json baseline
{
  "type": "data", "name": "PongState",
  "validVersions": "0", "flexibleVersions": "none",
  "fields": [ { "name": "Note", "type": "string", "versions": "0+" } ]
}
```

```json current
{
  "type": "data", "name": "PongState",
  "validVersions": "0-1", "flexibleVersions": "1+",
  "fields": [ { "name": "Note", "type": "string", "versions": "0+" } ]
}
```

## Fix safety

Unsafe: flexible versions start where they did, or with the first version that is not released.

## References

KIP-482.
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Edit, Finding, Fix, Severity
from wirelint.evolution.changes import FlexibleChanged
from wirelint.evolution.versions import hull, spelled
from wirelint.evolution.words import at, fix, misread, next_version, restore, then
from wirelint.rule import rule
from wirelint.schema.model import Message


@rule(
    id="released-flexible-versions-changed",
    category=Category.EVOLUTION,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=FlexibleChanged,
    family="released-layout-changed",
)
def released_flexible_versions_changed(change: FlexibleChanged) -> Iterator[Finding]:
    before, after = change.pair.before, change.pair.after
    if before is None or after is None:
        return
    if change.gained:
        now = "becomes flexible: compact lengths and tag sections where there were none"
    else:
        now = "is no longer flexible: classic lengths and no tag sections"
    said = spelled(change.versions)
    yield Finding(
        at(after.origin, "flexibleVersions"),
        f"{said} of `{after.name}` {now}; {misread(after)}",
        help=f"Let flexible versions begin with {_start(change, before)}",
        related=(then(before.origin, "flexibleVersions", f"the baseline: {before.flexible}"),),
        fixes=_fixes(change, before, after),
        versions=hull(change.versions),
    )


def _start(change: FlexibleChanged, before: Message) -> int:
    shared = before.flexible & before.valid_versions
    return shared.low if shared else next_version(change.pair)


def _fixes(change: FlexibleChanged, before: Message, after: Message) -> tuple[Fix, ...]:
    start = _start(change, before)
    if start in after.valid_versions and after.origin.has("flexibleVersions"):
        edit = Edit(after.origin.value("flexibleVersions"), f'"{start}+"')
        return (Fix(f"Be flexible from version {start} on", (edit,)),)
    return fix(
        "Write the `flexibleVersions` of the baseline",
        restore(after.origin, before.origin, "flexibleVersions"),
    )
