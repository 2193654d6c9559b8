"""A supported level demands a version that the schema has dropped.

## What it finds

A supported level whose version of a request or record is below `validVersions` of its schema.

## Why it matters

A cluster finalized at that level has nothing to talk in: the leader cannot speak the version that every
follower must use. Raise the supported minimum of the feature together with the minimum of the schema.
Kafka 4.0 raised `metadata.version` to 3.3-IV3 before it dropped the old versions of Fetch.

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
    2 from 1
#   ^ level-needs-truncated-version
    3 from 2
  }
}
```

```json current
{
  "apiKey": 950, "type": "request", "listeners": ["broker"], "name": "MooringRequest",
  "validVersions": "3", "flexibleVersions": "0+",
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
    2 from 1
    3 from 2
  }
}
```

```json current
{
  "apiKey": 950, "type": "request", "listeners": ["broker"], "name": "MooringRequest",
  "validVersions": "2-3", "flexibleVersions": "0+",
  "fields": [ { "name": "Berth", "type": "int32", "versions": "0+" } ]
}
```

## References

KIP-896.
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Related, Severity
from wirelint.project.gate_effects import subject_of
from wirelint.project.gated import GatedLadder, levels_text
from wirelint.rule import rule


@rule(
    id="level-needs-truncated-version",
    category=Category.GATED_SCHEMAS,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=GatedLadder,
)
def level_needs_truncated_version(ladder: GatedLadder) -> Iterator[Finding]:
    valid = ladder.schema.valid_versions
    for version, levels in ladder.given.items():
        if not valid or version >= valid.low:
            continue
        yield Finding(
            ladder.place(version),
            f"{levels_text(ladder, levels)} gives {subject_of(ladder.use)} version {version}, and "
            f"`{ladder.schema.name}` begins at {valid.low}",
            help="Raise the supported minimum of the feature, or keep the version",
            related=(Related(ladder.schema.origin.value("validVersions"), "the versions it has"),),
        )
