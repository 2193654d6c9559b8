"""A field may be null in a released version where it could not, or no longer.

## What it finds

A string, bytes, records, array or struct field whose `nullableVersions` gained or lost a version
that the baseline has released. A range that reaches beyond the field's own is not looked at.

## Why it matters

Where null becomes possible, a peer of the baseline gets a null mark that it refuses, or that its
code never expected. Where it is taken away, a new reader refuses what old peers send. A struct that
becomes nullable also gains a byte before it, so everything behind moves.

## Bad

```json baseline
{
  "type": "data", "name": "PingState",
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [
    { "name": "Id", "type": "int32", "versions": "0+" },
    { "name": "Note", "type": "string", "versions": "0+" }
  ]
}
```

```json current
{
  "type": "data", "name": "PingState",
  "validVersions": "0-1", "flexibleVersions": "0+",
  "fields": [
    { "name": "Id", "type": "int32", "versions": "0+" },
    { "name": "Note", "type": "string", "versions": "0+", "nullableVersions": "0+" }
    //                                                                        ^^^^ released-nullability-changed
  ]
}
```

```json fixed
{
  "type": "data", "name": "PingState",
  "validVersions": "0-1", "flexibleVersions": "0+",
  "fields": [
    { "name": "Id", "type": "int32", "versions": "0+" },
    { "name": "Note", "type": "string", "versions": "0+", "nullableVersions": "1+" }
  ]
}
```

## Good

```json baseline
{
  "type": "data", "name": "PongState",
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [ { "name": "Note", "type": "string", "versions": "0+" } ]
}
```

```json current
{
  "type": "data", "name": "PongState",
  "validVersions": "0-1", "flexibleVersions": "0+",
  "fields": [
    { "name": "Note", "type": "string", "versions": "0+", "nullableVersions": "1+" }
  ]
}
```

## Fix safety

Unsafe: null starts, or ends, with a version that the baseline has not released, which is made valid
in both halves of an RPC.
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Edit, Finding, Fix, Severity
from wirelint.evolution.changes import NullabilityChanged
from wirelint.evolution.versions import hull, spelled
from wirelint.evolution.words import at, bump, fix, next_version, of, restore, then
from wirelint.rule import rule
from wirelint.schema.model import Message, MessageType
from wirelint.versions import MAX_VERSION, VersionRange


@rule(
    id="released-nullability-changed",
    category=Category.EVOLUTION,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=NullabilityChanged,
    family="released-layout-changed",
)
def released_nullability_changed(change: NullabilityChanged) -> Iterator[Finding]:
    pair, before, after = change.pair, change.before, change.after
    if pair.after is None:
        return
    now = "may be null" if change.gained else "may no longer be null"
    yield Finding(
        at(after.origin, "nullableVersions"),
        f"{of(pair, after)} {now} in {spelled(change.versions)}; {_effect(change, pair.after)}",
        help=f"Let that begin with version {next_version(pair)}",
        related=(
            then(
                before.origin,
                "nullableVersions",
                f"the baseline: nullable in {before.nullable_versions}",
            ),
        ),
        fixes=_fixes(change),
        versions=hull(change.versions),
    )


def _effect(change: NullabilityChanged, message: Message) -> str:
    if change.is_struct:
        return "a mark before the struct comes or goes, and all behind it moves"
    reads = "old clients" if message.type is MessageType.RESPONSE else "old readers"
    if change.gained:
        return f"{reads} get a null they never accepted"
    return "a null that old peers send is refused"


def _fixes(change: NullabilityChanged) -> tuple[Fix, ...]:
    pair, before, after = change.pair, change.before, change.after
    version = next_version(pair)
    if change.gained and not before.nullable_versions:
        start = VersionRange(version, MAX_VERSION)
        edits = (Edit(after.origin.value("nullableVersions"), f'"{start}"'), *bump(pair, version))
        return fix(f"Allow null from version {version} on", edits)
    return fix(
        f"Allow null in {before.nullable_versions} again",
        restore(after.origin, before.origin, "nullableVersions"),
    )
