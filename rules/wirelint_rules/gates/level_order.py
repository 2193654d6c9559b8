"""Levels of a feature do not stand in the order of their numbers.

## What it finds

A level below one that stands before it in the table.

## Why it matters

Kafka compares the places of levels in the table (`MetadataVersion.isAtLeast`), not their numbers.
Out of order, a newer level counts as an older one and what it gates stays off.

## Bad

```gates current
gates 1
feature harbor.version {
  absent = 0
  supports 0 to 2
  level 0 in 1.0.0
  level 2 in 1.2.0 enables pilots
  level 1 in 1.1.0 enables cranes
#       ^ level-order
}
```

## Good

```gates current
gates 1
feature harbor.version {
  absent = 0
  supports 0 to 2
  level 0 in 1.0.0
  level 1 in 1.1.0 enables cranes
  level 2 in 1.2.0 enables pilots
}
```

## References

Kafka: `MetadataVersion.isAtLeast` (`compareTo` of an enum is its ordinal).
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Related, Severity
from wirelint.gates.model import Level
from wirelint.project.gates import FeatureSite
from wirelint.rule import rule


@rule(
    id="level-order",
    category=Category.GATES,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=FeatureSite,
)
def level_order(site: FeatureSite) -> Iterator[Finding]:
    highest: Level | None = None
    seen: set[int] = set()
    for row in site.feature.levels:
        number = row.number
        if number is None:
            continue
        if highest is not None and number < (highest.number or 0) and number not in seen:
            yield Finding(
                row.number_at,
                f"level {number} of `{site.name}` stands behind level {highest.number}",
                help="Sort the rows by number",
                related=(Related(highest.origin, f"level {highest.number}"),),
            )
        elif highest is None or number > (highest.number or 0):
            highest = row
        seen.add(number)
