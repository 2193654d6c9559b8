"""A new API is served whatever level is finalized.

## What it finds

A request that the baseline does not have, in a tree whose table says by `honour` from which level on
brokers answer others, and that no `honour` block names. APIs that need nothing from the cluster may be
waived.

## Why it matters

The request is listed and delivered before the cluster has agreed to the feature behind it: a client that
finds the API uses it while half of the brokers cannot.

## Bad

```gates baseline
gates 1
feature metadata.version {
  absent = 1
  supports 1 to 2
  level 1 in 1.0.0 metadata
  level 2 in 1.1.0 metadata
}
feature harbor.version {
  absent = 0
  supports 0 to 1
  level 0 in 1.0.0
  level 1 in 1.1.0
}
honour harbor.version >= 1 {
  Mooring
}
```

```json baseline
{
  "apiKey": 950, "type": "request", "listeners": ["broker"], "name": "MooringRequest",
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [ { "name": "Berth", "type": "int32", "versions": "0+" } ]
}
```

```gates current
gates 1
feature metadata.version {
  absent = 1
  supports 1 to 2
  level 1 in 1.0.0 metadata
  level 2 in 1.1.0 metadata
}
feature harbor.version {
  absent = 0
  supports 0 to 1
  level 0 in 1.0.0
  level 1 in 1.1.0
}
honour harbor.version >= 1 {
  Mooring
}
```

```json current
{
  "apiKey": 950, "type": "request", "listeners": ["broker"], "name": "MooringRequest",
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [ { "name": "Berth", "type": "int32", "versions": "0+" } ]
}
```

```json current
{
  "apiKey": 953, "type": "request", "listeners": ["broker"], "name": "TowingRequest",
//          ^^^ honour-gate-missing
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [ { "name": "Berth", "type": "int32", "versions": "0+" } ]
}
```

## Good

```gates baseline
gates 1
feature metadata.version {
  absent = 1
  supports 1 to 2
  level 1 in 1.0.0 metadata
  level 2 in 1.1.0 metadata
}
feature harbor.version {
  absent = 0
  supports 0 to 1
  level 0 in 1.0.0
  level 1 in 1.1.0
}
honour harbor.version >= 1 {
  Mooring
}
```

```json baseline
{
  "apiKey": 950, "type": "request", "listeners": ["broker"], "name": "MooringRequest",
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [ { "name": "Berth", "type": "int32", "versions": "0+" } ]
}
```

```gates current
gates 1
feature metadata.version {
  absent = 1
  supports 1 to 2
  level 1 in 1.0.0 metadata
  level 2 in 1.1.0 metadata
}
feature harbor.version {
  absent = 0
  supports 0 to 1
  level 0 in 1.0.0
  level 1 in 1.1.0
}
honour harbor.version >= 1 {
  Mooring, Towing
}
```

```json current
{
  "apiKey": 950, "type": "request", "listeners": ["broker"], "name": "MooringRequest",
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [ { "name": "Berth", "type": "int32", "versions": "0+" } ]
}
```

```json current
{
  "apiKey": 953, "type": "request", "listeners": ["broker"], "name": "TowingRequest",
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [ { "name": "Berth", "type": "int32", "versions": "0+" } ]
}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Severity
from wirelint.project.gated import stable_high
from wirelint.project.gated_changes import GatedChange
from wirelint.rule import rule
from wirelint.schema.model import MessageType


@rule(
    id="honour-gate-missing",
    category=Category.GATED_SCHEMAS,
    severity=Severity.WARNING,
    since="0.1",
    looks_at=GatedChange,
)
def honour_gate_missing(change: GatedChange) -> Iterator[Finding]:
    message, gates = change.after, change.tree.view.gates
    if change.before is not None or message.type is not MessageType.REQUEST:
        return
    if not message.valid_versions or stable_high(message) < message.valid_versions.low:
        return
    if not any(table.honours for table in gates.tables) or gates.honours_of(message.name):
        return
    if set(message.listeners) == {"controller"} or gates.rpc(message.name) is not None:
        return  # it does not come from clients
    yield Finding(
        message.origin.value("apiKey"),
        f"`{message.name}` is new, and no `honour` block says from which level on it is answered",
        help="Name it in an `honour` block, or waive the rule if it needs nothing from the cluster",
    )
