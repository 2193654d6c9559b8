"""A fresh cluster is formatted above the production level.

## What it finds

A `bootstrap at` level above what nodes of this table advertise.

## Why it matters

Every node refuses a finalized level that it does not support: the new cluster never starts.

## Bad

```gates current
gates 1
feature harbor.version {
  absent = 1
  supports 1 to 2 unstable to 3
  bootstrap at 3
#              ^ boot-above-production
  level 1 in 1.0.0
  level 2 in 1.1.0 enables cranes
  level 3 unstable enables pilots
}
```

## Good

```gates current
gates 1
feature harbor.version {
  absent = 1
  supports 1 to 2 unstable to 3
  bootstrap production
  level 1 in 1.0.0
  level 2 in 1.1.0 enables cranes
  level 3 unstable enables pilots
}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Related, Severity
from wirelint.project.gates import FeatureSite
from wirelint.rule import rule


@rule(
    id="boot-above-production",
    category=Category.GATES,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=FeatureSite,
)
def boot_above_production(site: FeatureSite) -> Iterator[Finding]:
    bootstrap, production = site.feature.bootstrap, site.feature.production
    if bootstrap is None or bootstrap.level is None or production is None:
        return
    number = site.number(bootstrap.level)
    if number is not None and number > production and site.row(number) is not None:
        yield Finding(
            bootstrap.level.origin,
            f"a fresh cluster starts at level {number} of `{site.name}`; nodes support {production}",
            help="Format at a production level",
            related=(Related(site.feature.production_at, "the production level"),),
        )
