"""A production level gives a version that is marked unstable.

## What it finds

A level up to the production level whose version of a request is the one that `latestVersionUnstable`
holds back.

## Why it matters

Nodes do not serve an unstable version unless told to, but every node of a cluster at that level sends it:
replication stops at the first fetch. Clear the flag before the level becomes production.

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
    3 from 2
#   ^ production-uses-unstable
  }
}
```

```json current
{
  "apiKey": 950, "type": "request", "listeners": ["broker"], "name": "MooringRequest",
  "validVersions": "0-3", "flexibleVersions": "0+", "latestVersionUnstable": true,
  "fields": [ { "name": "Berth", "type": "int32", "versions": "0+" } ]
}
```

## Good

```gates current
gates 1
feature metadata.version {
  absent = 1
  supports 1 to 1 unstable to 2
  level 1 in 1.0.0 metadata
  level 2 unstable metadata
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
  "validVersions": "0-3", "flexibleVersions": "0+", "latestVersionUnstable": true,
  "fields": [ { "name": "Berth", "type": "int32", "versions": "0+" } ]
}
```

## References

Kafka: KAFKA-17018, KAFKA-17319 and KAFKA-17336.
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Related, Severity
from wirelint.project.gate_effects import subject_of
from wirelint.project.gated import GatedLadder, is_unstable
from wirelint.rule import rule


@rule(
    id="production-uses-unstable",
    category=Category.GATED_SCHEMAS,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=GatedLadder,
)
def production_uses_unstable(ladder: GatedLadder) -> Iterator[Finding]:
    schema, feature = ladder.schema, ladder.feature
    for version, levels in ladder.given.items():
        advertised = [one for one in levels if feature.is_advertised(one)]
        if not advertised or not is_unstable(schema, version):
            continue
        yield Finding(
            ladder.place(version),
            f"{ladder.label(advertised[0])} is production and gives {subject_of(ladder.use)} "
            f"version {version}, which is unstable",
            help="Clear `latestVersionUnstable` first, or keep the level out of production",
            related=(
                Related(schema.origin.value("latestVersionUnstable"), "held back here"),
                Related(feature.production_at, "the production level"),
            ),
        )
