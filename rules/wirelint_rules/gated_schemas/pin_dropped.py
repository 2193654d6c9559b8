"""The version of an RPC was chosen on a path, and is not any more.

## What it finds

An RPC that the baseline sent on a path in a constant version or by a ladder, and that goes out in any
version now. An error where the sender asks nobody (`blind`), an info where it asks for versions first.

## Why it matters

The pin kept nodes of two releases together. A sender that asks nobody now sends the newest version it
knows, and nodes of the last release close the connection.

## Bad

```gates baseline
gates 1
feature metadata.version {
  absent = 1
  supports 1 to 2
  level 1 in 1.0.0 metadata
  level 2 in 1.1.0 metadata
}
path replica from broker to broker blind {
  Mooring exactly by metadata.version {
    1 from 1
  }
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
path replica from broker to broker blind {
  Mooring any
#         ^^^ pin-dropped
# ^^^^^^^ blind-uncapped
}
```

```json current
{
  "apiKey": 950, "type": "request", "listeners": ["broker"], "name": "MooringRequest",
  "validVersions": "0-1", "flexibleVersions": "0+",
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
path replica from broker to broker discover {
  Mooring exactly 1
}
```

```gates current
gates 1
feature metadata.version {
  absent = 1
  supports 1 to 3
  level 1 in 1.0.0 metadata
  level 2 in 1.1.0 metadata
  level 3 in 1.2.0 metadata
}
path replica from broker to broker discover {
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

## References

Kafka 4.2.0: WriteTxnMarkers lost its pin when version 2 came.
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Related, Severity
from wirelint.gates.model import SelectionKind
from wirelint.project.gated_changes import EntryChange
from wirelint.rule import rule


@rule(
    id="pin-dropped",
    category=Category.GATED_SCHEMAS,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=EntryChange,
)
def pin_dropped(change: EntryChange) -> Iterator[Finding]:
    before, after = change.before, change.after
    if before.kind is SelectionKind.ANY or after.kind is not SelectionKind.ANY:
        return
    blind = after.path.is_blind
    yield Finding(
        after.at,
        f"`{after.rpc}` was `{before.kind.value}` on path `{after.path.name}` and is `any` now",
        help="Keep the pin, and give the new version from a new level on" if blind else None,
        related=(Related(before.at, "the baseline: chosen here"),),
        severity=None if blind else Severity.INFO,
    )
