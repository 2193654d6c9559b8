"""A production level needs a level that is not production.

## What it finds

A level that nodes advertise and that `needs` a level above the production level of its feature.

## Why it matters

Where unstable levels are off, the dependency can never be finalized, and so neither can this level.

## Bad

```gates current
gates 1
feature metadata.version {
  absent = 1
  supports 1 to 2 unstable to 3
  level 1 4.0-IV0 in 4.0.0
  level 2 4.1-IV0 in 4.1.0 metadata enables cranes
  level 3 4.2-IV0 unstable metadata enables pilots
}
feature harbor.version {
  absent = 0
  supports 0 to 1
  level 0 in 4.0.0
  level 1 in 4.1.0 needs metadata.version >= 4.2-IV0
#                                            ^^^^^^^ dep-not-production
}
```

## Good

```gates current
gates 1
feature metadata.version {
  absent = 1
  supports 1 to 2 unstable to 3
  level 1 4.0-IV0 in 4.0.0
  level 2 4.1-IV0 in 4.1.0 metadata enables cranes
  level 3 4.2-IV0 unstable metadata enables pilots
}
feature harbor.version {
  absent = 0
  supports 0 to 1
  level 0 in 4.0.0
  level 1 in 4.1.0 needs metadata.version >= 4.1-IV0
}
```

## References

Kafka: `Feature.validateDefaultValueAndLatestProductionValue`, KIP-1022.
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Related, Severity
from wirelint.project.gates import FeatureSite
from wirelint.rule import rule


@rule(
    id="dep-not-production",
    category=Category.GATES,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=FeatureSite,
)
def dep_not_production(site: FeatureSite) -> Iterator[Finding]:
    for row in site.feature.production_levels():
        if row.is_unstable:
            continue
        for need in row.needs:
            feature = site.gates.feature(need.feature)
            number = None if feature is None else feature.resolve(need.level)
            if feature is None or number is None or feature.production is None:
                continue
            if feature.level(number) is not None and number > feature.production:
                yield Finding(
                    need.level.origin,
                    f"level {row.label} of `{site.name}` is advertised and needs "
                    f"`{feature.name}` {need.level.text}, which is not production",
                    help="Make the dependency production first",
                    related=(Related(feature.production_at, "the production level"),),
                )
