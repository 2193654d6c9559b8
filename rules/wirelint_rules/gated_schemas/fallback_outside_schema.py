"""A fallback names a version that the schema does not have.

## What it finds

`fallback N` on a path, where N is not among `validVersions`.

## Why it matters

The fallback is taken in a rare case, long after every test has passed: then the request cannot be built,
or the peer closes the connection.

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
  Mooring exactly by metadata.version {
    4 from 1
    5 from 2
  }
  Mooring fallback 3 "while berths have no ids"
#                  ^ fallback-outside-schema
}
```

```json current
{
  "apiKey": 950, "type": "request", "listeners": ["broker"], "name": "MooringRequest",
  "validVersions": "4-5", "flexibleVersions": "0+",
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
  Mooring fallback 4 "while berths have no ids"
}
```

```json current
{
  "apiKey": 950, "type": "request", "listeners": ["broker"], "name": "MooringRequest",
  "validVersions": "4-5", "flexibleVersions": "0+",
  "fields": [ { "name": "Berth", "type": "int32", "versions": "0+" } ]
}
```

## References

Kafka: `RemoteLeaderEndPoint` falls back to Fetch 12.
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Related, Severity
from wirelint.gates.model import SelectionKind
from wirelint.project.gated import Pin
from wirelint.rule import rule


@rule(
    id="fallback-outside-schema",
    category=Category.GATED_SCHEMAS,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=Pin,
)
def fallback_outside_schema(pin: Pin) -> Iterator[Finding]:
    valid = pin.schema.valid_versions
    if pin.kind is not SelectionKind.FALLBACK or pin.version in valid:
        return
    yield Finding(
        pin.at,
        f"`{pin.rpc}` falls back to version {pin.version}, and `{pin.schema.name}` has "
        f"{f'versions {valid}' if valid else 'no version any more'}",
        help="Fall back to a version that every peer serves",
        related=(Related(pin.schema.origin.value("validVersions"), "the versions it has"),),
    )
