"""At one level two releases send different versions.

## What it finds

A request on a path where nobody asks (`blind`) for which this tree and a release with a promised
rolling upgrade choose different versions at a level that both support, though each serves the other's.
A changed rung of a ladder is `ladder-rung-changed`, a version that a peer does not serve
`pinned-peer-mismatch`.

## Why it matters

The level no longer means one thing: whether replication works in the new way depends on which release
a node happens to run, and not on what the operator finalized. A change that needs all nodes at once is
on for some of them.

## Bad

```gates baseline
gates 1
feature metadata.version {
  absent = 1
  supports 1 to 2
  level 1 in 1.0.0 metadata
  level 2 in 1.0.0 metadata
}
path replica from broker to broker blind {
  Mooring exactly 1
}
```

```json baseline
{
  "apiKey": 950, "type": "request", "listeners": ["broker"], "name": "MooringRequest",
  "validVersions": "0-2", "flexibleVersions": "0+",
  "fields": [ { "name": "Berth", "type": "int32", "versions": "0+" } ]
}
```

```gates current
gates 1
feature metadata.version {
  absent = 1
  supports 1 to 2
  level 1 in 1.0.0 metadata
  level 2 in 1.0.0 metadata
}
path replica from broker to broker blind {
  Mooring exactly 2
# ^^^^^^^ rollout-values-differ
}
```

```json current
{
  "apiKey": 950, "type": "request", "listeners": ["broker"], "name": "MooringRequest",
  "validVersions": "0-2", "flexibleVersions": "0+",
  "fields": [ { "name": "Berth", "type": "int32", "versions": "0+" } ]
}
```

```toml current
[gates]
upgrade-window = ["1.0"]
```

## Good

```gates baseline
gates 1
feature metadata.version {
  absent = 1
  supports 1 to 2
  level 1 in 1.0.0 metadata
  level 2 in 1.0.0 metadata
}
path replica from broker to broker blind {
  Mooring exactly 1
}
```

```json baseline
{
  "apiKey": 950, "type": "request", "listeners": ["broker"], "name": "MooringRequest",
  "validVersions": "0-2", "flexibleVersions": "0+",
  "fields": [ { "name": "Berth", "type": "int32", "versions": "0+" } ]
}
```

```gates current
gates 1
feature metadata.version {
  absent = 1
  supports 1 to 3
  level 1 in 1.0.0 metadata
  level 2 in 1.0.0 metadata
  level 3 in 1.1.0 metadata
}
path replica from broker to broker blind {
  Mooring exactly by metadata.version {
    1 from 1
    2 from 3
  }
}
```

```json current
{
  "apiKey": 950, "type": "request", "listeners": ["broker"], "name": "MooringRequest",
  "validVersions": "0-2", "flexibleVersions": "0+",
  "fields": [ { "name": "Berth", "type": "int32", "versions": "0+" } ]
}
```

```toml current
[gates]
upgrade-window = ["1.0"]
```

## References

Kafka: RemoteLeaderEndPoint pins OffsetForLeaderEpoch, and its comment asks for a gate when that moves.
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Severity
from wirelint.rollout.promise import PromisedUpgrade
from wirelint.rule import rule


@rule(
    id="rollout-values-differ",
    category=Category.ROLLOUT,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=PromisedUpgrade,
)
def rollout_values_differ(upgrade: PromisedUpgrade) -> Iterator[Finding]:
    told: set[tuple[str, str]] = set()
    for link in upgrade.links:
        forth, back = link.forth, link.back
        if link.is_rung or back is None or (link.path.name, link.rpc) in told:
            continue
        if not (forth.outcome.is_fine and back.outcome.is_fine) or forth.version == back.version:
            continue
        told.add((link.path.name, link.rpc))
        yield Finding(
            link.entry.rpc.origin,
            f"`{link.rpc}` goes out in version {forth.version}{link.at} on path `{link.path.name}`,"
            f" and from nodes of {upgrade.before.name} in version {back.version}",
            help="Choose the new version from a new level on",
        )
