"""A level needs one of another feature that may be lowered again behind its back.

## What it finds

A `needs` on a level that is neither `metadata` nor `barrier`. Where a source cannot say `metadata`,
nothing is said. A controller that checks dependants before it lowers a level makes the rule
needless: switch it off for the repository.

## Why it matters

Kafka allows `metadata.version` down across levels that changed no metadata, and does not look at
other features that need them (`FeatureControlManager.updateMetadataVersion`). The dependent level
then stays on without its dependency.

## Bad

```gates current
gates 1
feature metadata.version {
  absent = 1
  supports 1 to 2
  level 1 in 1.0.0
  level 2 in 1.1.0 enables cranes
}
feature harbor.version {
  absent = 0
  supports 0 to 1
  level 0 in 1.0.0
  level 1 in 1.1.0 needs metadata.version >= 2
#                                            ^ dep-downgrade-unsafe
}
```

## Good

```gates current
gates 1
feature metadata.version {
  absent = 1
  supports 1 to 2
  level 1 in 1.0.0
  level 2 in 1.1.0 metadata enables cranes
}
feature harbor.version {
  absent = 0
  supports 0 to 1
  level 0 in 1.0.0
  level 1 in 1.1.0 needs metadata.version >= 2
}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Related, Severity
from wirelint.gates.model import Carrier, Flag
from wirelint.project.gates import FeatureSite
from wirelint.rule import rule


@rule(
    id="dep-downgrade-unsafe",
    category=Category.GATES,
    severity=Severity.WARNING,
    since="0.1",
    looks_at=FeatureSite,
)
def dep_downgrade_unsafe(site: FeatureSite) -> Iterator[Finding]:
    for row in site.feature.levels:
        for need in row.needs:
            feature = site.gates.feature(need.feature)
            level = None if feature is None else feature.level(need.level)
            if feature is None or level is None or Flag.METADATA in level.unknown:
                continue
            if feature.carrier is not None and feature.carrier.value is Carrier.CONFIG:
                continue  # every node has its own switch, no controller guards it
            if feature.highest is not None and (level.number or 0) > feature.highest:
                continue
            if feature.production is not None and not site.feature.is_advertised(row.number or 0):
                continue
            if (level.number or 0) <= (feature.low or 0) or level.is_metadata or level.is_barrier:
                continue
            yield Finding(
                need.level.origin,
                f"`{feature.name}` may go below {level.label} again while level {row.label} of "
                f"`{site.name}` stays",
                help="Depend on a `metadata` level, or check dependants before a downgrade",
                related=(Related(level.origin, "neither `metadata` nor `barrier`"),),
            )
