"""A constant names a version that the schema does not have.

## What it finds

`exactly N` or `atleast N` on a path, or `record NAME exactly N`, where N is not among `validVersions`.

## Why it matters

No request can be built: the sender fails before it sends anything, or no peer serves what it sends.
Constants outlive the schema when its minimum is raised.

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
  Mooring exactly 1
#                 ^ pin-outside-schema
}
```

```json current
{
  "apiKey": 950, "type": "request", "listeners": ["broker"], "name": "MooringRequest",
  "validVersions": "2-4", "flexibleVersions": "0+",
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
  Mooring exactly 4
}
```

```json current
{
  "apiKey": 950, "type": "request", "listeners": ["broker"], "name": "MooringRequest",
  "validVersions": "2-4", "flexibleVersions": "0+",
  "fields": [ { "name": "Berth", "type": "int32", "versions": "0+" } ]
}
```

## References

KIP-896 raised the minimum of OffsetForLeaderEpoch to 2.
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Related, Severity
from wirelint.gates.model import SelectionKind
from wirelint.project.gated import Pin
from wirelint.rule import rule


@rule(
    id="pin-outside-schema",
    category=Category.GATED_SCHEMAS,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=Pin,
)
def pin_outside_schema(pin: Pin) -> Iterator[Finding]:
    valid = pin.schema.valid_versions
    if pin.kind is SelectionKind.FALLBACK or pin.version in valid:
        return
    done = "written" if pin.path is None else "sent"
    has = f"has versions {valid}" if valid else "has no version any more"
    yield Finding(
        pin.at,
        f"`{pin.rpc}` is {done} in version {pin.version}, and `{pin.schema.name}` {has}",
        help="Name a version that the schema has",
        related=(Related(pin.schema.origin.value("validVersions"), "the versions it has"),),
    )
