"""A fresh cluster would take a level above the production level.

## What it finds

A level above its feature's production level that is a default from a level which the driving
feature advertises.

## Why it matters

`format` builds a cluster with a level that its own nodes do not advertise, and they refuse it.

## Bad

```gates current
gates 1
feature metadata.version {
  absent = 1
  supports 1 to 2
  level 1 3.6-IV0 in 3.6.0
  level 2 3.7-IV0 in 3.7.0
}
feature harbor.version {
  absent = 0
  supports 0 to 0 unstable to 1
  bootstrap by metadata.version
  level 0 in 3.6.0
  level 1 unstable default from metadata.version 3.7-IV0
#                                                ^^^^^^^ default-ahead-of-production
}
```

## Good

```gates current
gates 1
feature metadata.version {
  absent = 1
  supports 1 to 1 unstable to 2
  level 1 3.6-IV0 in 3.6.0
  level 2 3.7-IV0 unstable
}
feature harbor.version {
  absent = 0
  supports 0 to 0 unstable to 1
  bootstrap by metadata.version
  level 0 in 3.6.0
  level 1 unstable default from metadata.version 3.7-IV0
}
```

## References

Kafka: `Feature.validateDefaultValueAndLatestProductionValue`, KIP-1022.
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Related, Severity
from wirelint.project.gates import FeatureSite, same_feature
from wirelint.rule import rule


@rule(
    id="default-ahead-of-production",
    category=Category.GATES,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=FeatureSite,
)
def default_ahead_of_production(site: FeatureSite) -> Iterator[Finding]:
    own = site.feature.production
    for row in site.feature.levels:
        default = row.default_from
        if default is None or own is None or (row.number or 0) <= own:
            continue
        driver = site.gates.feature(default.feature)
        if driver is None or same_feature(driver, site.feature) or driver.production is None:
            continue
        number = driver.resolve(default.level)
        if number is not None and number <= driver.production:
            yield Finding(
                default.level.origin,
                f"level {row.label} is a default from `{default.feature.value}` "
                f"{default.level.text} on, and `{site.name}` is advertised up to {own}",
                help="Make the level production first, or the default later",
                related=(Related(site.feature.production_at, "the production level"),),
            )
