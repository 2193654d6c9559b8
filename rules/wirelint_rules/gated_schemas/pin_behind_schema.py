"""A constant names an older version than the schema has.

## What it finds

`exactly N` on a path, or `record NAME exactly N`, where the schema has a newer stable version than N.

## Why it matters

Nothing will ever use the newer version between nodes. Raising the constant is no way: nodes of the last
release do not serve the new version yet. It takes a ladder that gives the new version from a new level on.
A version that is meant for clients only may be waived.

## Bad

```gates current
gates 1
feature metadata.version {
  absent = 1
  supports 1 to 2
  level 1 in 1.0.0 metadata
  level 2 in 1.1.0 metadata
}
path replica from broker to broker blind {
  Mooring exactly 4
#                 ^ pin-behind-schema
}
```

```json current
{
  "apiKey": 950, "type": "request", "listeners": ["broker"], "name": "MooringRequest",
  "validVersions": "2-5", "flexibleVersions": "0+",
  "fields": [ { "name": "Berth", "type": "int32", "versions": "0+" } ]
}
```

## Good

```gates current
gates 1
feature metadata.version {
  absent = 1
  supports 1 to 2
  level 1 in 1.0.0 metadata
  level 2 in 1.1.0 metadata
}
path replica from broker to broker blind {
  Mooring exactly by metadata.version {
    4 from 1
    5 from 2
  }
}
```

```json current
{
  "apiKey": 950, "type": "request", "listeners": ["broker"], "name": "MooringRequest",
  "validVersions": "2-5", "flexibleVersions": "0+",
  "fields": [ { "name": "Berth", "type": "int32", "versions": "0+" } ]
}
```

## References

Kafka: `OffsetsForLeaderEpochRequest.Builder.forFollower`.
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Related, Severity
from wirelint.gates.model import SelectionKind
from wirelint.project.gated import Pin, stable_high
from wirelint.rule import rule
from wirelint.versions import VersionRange


@rule(
    id="pin-behind-schema",
    category=Category.GATED_SCHEMAS,
    severity=Severity.WARNING,
    since="0.1",
    looks_at=Pin,
)
def pin_behind_schema(pin: Pin) -> Iterator[Finding]:
    newest = stable_high(pin.schema)
    if pin.kind is not SelectionKind.EXACTLY or pin.version not in pin.schema.valid_versions:
        return
    if newest <= pin.version:
        return
    yield Finding(
        pin.at,
        f"`{pin.rpc}` stays at version {pin.version}, and `{pin.schema.name}` has {newest}",
        help=f"Give {newest} from a new level on",
        related=(Related(pin.schema.origin.value("validVersions"), "the versions it has"),),
        versions=VersionRange(pin.version + 1, newest),
    )
