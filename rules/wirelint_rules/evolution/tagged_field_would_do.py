"""A new version adds only what a tagged field could carry.

## What it finds

A new version of a message that was flexible already, whose only change is new untagged fields that
are all `ignorable`, with nothing more in the other half of an RPC.

## Why it matters

What a peer may miss can be a tagged field (KIP-482), in the versions that are released: no bump, no
rung in a gate table, and it reaches peers of every flexible version.

## Bad

```json baseline
{
  "type": "data", "name": "PingState",
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [ { "name": "Id", "type": "int32", "versions": "0+" } ]
}
```

```json current
{
  "type": "data", "name": "PingState",
  "validVersions": "0-1", "flexibleVersions": "0+",
  //               ^^^^^ tagged-field-would-do
  "fields": [
    { "name": "Id", "type": "int32", "versions": "0+" },
    { "name": "Hint", "type": "string", "versions": "1+", "ignorable": true }
  ]
}
```

## Good

```json baseline
{
  "type": "data", "name": "PongState",
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [ { "name": "Id", "type": "int32", "versions": "0+" } ]
}
```

```json current
{
  "type": "data", "name": "PongState",
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [
    { "name": "Id", "type": "int32", "versions": "0+" },
    { "name": "Hint", "type": "string", "versions": "0+", "taggedVersions": "0+", "tag": 0 }
  ]
}
```

## References

KIP-482.
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Severity
from wirelint.evolution.news import NewVersions, changes_nothing, only_adds_ignorable
from wirelint.evolution.words import at, path_of
from wirelint.rule import rule


@rule(
    id="tagged-field-would-do",
    category=Category.EVOLUTION,
    severity=Severity.INFO,
    since="0.1",
    looks_at=NewVersions,
)
def tagged_field_would_do(new: NewVersions) -> Iterator[Finding]:
    if new.before.valid_versions.high not in new.before.flexible or not new.fields:
        return
    partner = new.pair.partner_after
    if partner is not None and not changes_nothing(partner, new.versions):
        return
    if only_adds_ignorable(new):
        names = ", ".join(f"`{path_of(one.field)}`" for one in new.fields)
        yield Finding(
            at(new.after.origin, "validVersions"),
            f"version {new.versions} of `{new.after.name}` only adds {names}, which peers may miss: "
            "a tagged field needs no new version",
            help="Add it as a tagged field, unless its presence tells what a peer can do",
            versions=new.versions,
        )
