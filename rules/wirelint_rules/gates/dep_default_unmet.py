"""The levels of a fresh cluster do not satisfy their own dependencies.

## What it finds

A bootstrap level of the driving feature at which the levels that other features take by default
`need` more than the cluster then has. Every level that may be chosen is looked at, not only the
newest.

## Why it matters

`format` builds a cluster that cannot start.

## Bad

```gates current
gates 1
feature metadata.version {
  absent = 1
  supports 1 to 3
  level 1 3.9-IV0 in 3.9.0
  level 2 4.0-IV0 in 4.0.0 metadata enables cranes
  level 3 4.0-IV1 in 4.0.0 metadata enables pilots
}
feature harbor.version {
  absent = 0
  supports 0 to 1
  bootstrap by metadata.version
  level 0 in 3.9.0
  level 1 in 4.0.0 needs metadata.version >= 4.0-IV1 default from metadata.version 4.0-IV0
#                                                                                  ^^^^^^^ dep-default-unmet
}
```

## Good

```gates current
gates 1
feature metadata.version {
  absent = 1
  supports 1 to 3
  level 1 3.9-IV0 in 3.9.0
  level 2 4.0-IV0 in 4.0.0 metadata enables cranes
  level 3 4.0-IV1 in 4.0.0 metadata enables pilots
}
feature harbor.version {
  absent = 0
  supports 0 to 1
  bootstrap by metadata.version
  level 0 in 3.9.0
  level 1 in 4.0.0 needs metadata.version >= 4.0-IV0 default from metadata.version 4.0-IV1
}
```

## References

Kafka: `Feature.validateDefaultValueAndLatestProductionValue`, KIP-1022.
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Related, Severity
from wirelint.gates.model import Feature, Level, Need
from wirelint.project.gate_defaults import default_at
from wirelint.project.gates import FeatureSite, same_feature
from wirelint.rule import rule


@rule(
    id="dep-default-unmet",
    category=Category.GATES,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=FeatureSite,
)
def dep_default_unmet(site: FeatureSite) -> Iterator[Finding]:
    for row in site.feature.levels:
        default = row.default_from
        if default is None or row.number is None:
            continue
        driver = site.gates.feature(default.feature)
        if driver is None or same_feature(driver, site.feature):
            continue
        for need in row.needs:
            bad = next(_unmet(site, row, need, driver), None)
            if bad is not None:
                at, has = bad
                yield Finding(
                    default.level.origin,
                    f"a cluster formatted at `{driver.name}` {at} takes level {row.label} of "
                    f"`{site.name}`, which needs `{need.feature.value}` {need.level.text}; "
                    f"it has {has}",
                    help="Make the level a default only from where its dependencies hold",
                    related=(Related(need.origin, "the dependency"),),
                )
                break


def _unmet(site: FeatureSite, row: Level, need: Need, driver: Feature) -> Iterator[tuple[str, int]]:
    """The levels of the driver at which the level is chosen and the dependency does not hold."""
    wanted = site.gates.resolve(need.feature, need.level)
    for chosen in driver.production_levels():
        number = chosen.number
        if number is None or wanted is None or default_at(site, driver.name, number) != row.number:
            continue
        if need.feature.value == driver.name:
            has = number
        else:
            other = site.view.feature(need.feature, site.table)
            if other is None:
                return
            has = default_at(other, driver.name, number)
        if has < wanted:
            yield chosen.label, has
