"""A level that a release advertises lies above the production level.

## What it finds

A level with a release (`in 1.1.3`) that is above the production level of its feature and not marked
`unstable`.

## Why it matters

Nodes advertise up to the production level. What lies above can never be finalized, so what it gates
stays off for ever.

## Bad

```gates current
gates 1
feature harbor.version {
  absent = 0
  supports 0 to 1
#               ^ production-below-used
  level 0 in 1.0.0
  level 1 in 1.0.0 empty
  level 2 in 1.1.3 enables cranes
}
```

## Good

```gates current
gates 1
feature harbor.version {
  absent = 0
  supports 0 to 2 unstable to 3
  level 0 in 1.0.0
  level 1 in 1.0.0 empty
  level 2 in 1.1.3 enables cranes
  level 3 unstable enables pilots
}
```

## References

Kafka: the comment on `MetadataVersion.LATEST_PRODUCTION`.
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Related, Severity
from wirelint.project.gates import FeatureSite
from wirelint.rule import rule


@rule(
    id="production-below-used",
    category=Category.GATES,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=FeatureSite,
)
def production_below_used(site: FeatureSite) -> Iterator[Finding]:
    production = site.feature.production
    if production is None or site.feature.level(production) is None:
        return
    if site.before is not None and (site.before.feature.production or 0) > production:
        return  # production-lowered
    used = [
        row
        for row in site.feature.levels
        if (row.number or 0) > production and row.stamp is not None and not row.is_unstable
    ]
    if used:
        labels = ", ".join(row.label for row in used)
        yield Finding(
            site.feature.production_at,
            f"`{site.name}` is advertised up to {production}, and level {labels} has a release",
            help="Raise the production level, or mark the levels above it `unstable`",
            related=tuple(Related(row.origin, f"level {row.label}") for row in used),
        )
