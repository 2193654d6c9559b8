"""Levels become a default in another order than their own.

## What it finds

A level whose `default from` names a lower level of the driving feature than an earlier level's.

## Why it matters

Kafka walks the levels upwards and stops at the first one that does not qualify
(`Feature.defaultLevel`), so a later, lower mapping is dead.

## Bad

```gates current
gates 1
feature metadata.version {
  absent = 1
  supports 1 to 2
  level 1 4.0-IV0 in 4.0.0
  level 2 4.2-IV0 in 4.2.0
}
feature harbor.version {
  absent = 0
  supports 0 to 2
  bootstrap by metadata.version
  level 0 in 4.0.0
  level 1 in 4.0.0 default from metadata.version 4.2-IV0
  level 2 in 4.0.0 default from metadata.version 4.0-IV0
#                                                ^^^^^^^ default-not-monotone
}
```

## Good

```gates current
gates 1
feature metadata.version {
  absent = 1
  supports 1 to 2
  level 1 4.0-IV0 in 4.0.0
  level 2 4.2-IV0 in 4.2.0
}
feature harbor.version {
  absent = 0
  supports 0 to 2
  bootstrap by metadata.version
  level 0 in 4.0.0
  level 1 in 4.0.0 default from metadata.version 4.0-IV0
  level 2 in 4.0.0 default from metadata.version 4.0-IV0
}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Related, Severity
from wirelint.gates.model import Level
from wirelint.project.gates import FeatureSite
from wirelint.rule import rule


@rule(
    id="default-not-monotone",
    category=Category.GATES,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=FeatureSite,
)
def default_not_monotone(site: FeatureSite) -> Iterator[Finding]:
    highest: dict[str, tuple[int, Level]] = {}
    for row in sorted(site.feature.levels, key=lambda row: row.number or 0):
        default = row.default_from
        if default is None:
            continue
        number = site.gates.resolve(default.feature, default.level)
        if number is None:
            continue
        known = highest.get(default.feature.value)
        if known is not None and number < known[0]:
            yield Finding(
                default.level.origin,
                f"level {row.label} of `{site.name}` is a default from level {number} of "
                f"`{default.feature.value}`, level {known[1].label} only from {known[0]}",
                help="Let a higher level become the default later, or at the same level",
                related=(Related(known[1].origin, f"level {known[1].label}"),),
            )
        else:
            highest[default.feature.value] = (number, row)
