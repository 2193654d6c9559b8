"""What a node reads when nothing is finalized is not said, or no level it supports.

## What it finds

A feature of a `.gates` file that gives its range and no `absent`, or whose `absent` is neither 0
nor a supported level.

## Why it matters

A cluster image without a finalized level must mean one level. Where two places in the code read it
in two ways, the feature is half on.

## Bad

```gates current
gates 1
feature harbor.version {
  absent = 2
#          ^ absent-outside-range
  supports 3 to 4
  level 2 in 0.9.0
  level 3 in 1.0.0
  level 4 in 1.1.0 enables cranes
}
```

```gates current
gates 1
feature harbor.version {
#       ^^^^^^^^^^^^^^ absent-outside-range
  supports 0 to 1
  level 0 in 1.0.0
  level 1 in 1.1.0 enables cranes
}
```

## Good

```gates current
gates 1
feature harbor.version {
  absent = 3
  supports 3 to 4
  level 3 in 1.0.0
  level 4 in 1.1.0 enables cranes
}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Severity
from wirelint.gates.model import Language
from wirelint.project.gates import FeatureSite
from wirelint.rule import rule


@rule(
    id="absent-outside-range",
    category=Category.GATES,
    severity=Severity.WARNING,
    since="0.1",
    looks_at=FeatureSite,
)
def absent_outside_range(site: FeatureSite) -> Iterator[Finding]:
    feature = site.feature
    if feature.absent is None:
        if site.table.language is Language.GATES and feature.supports is not None:
            yield Finding(
                feature.name_at,
                f"`{site.name}` does not say which level an image without one stands for",
                help="Say `absent = N`",
            )
        return
    number = site.number(feature.absent)
    if number is None or number == 0 or feature.level(number) is None:
        return
    low, highest = feature.low, feature.highest
    if (low is not None and number < low) or (highest is not None and number > highest):
        yield Finding(
            feature.absent.origin,
            f"an image without a level reads as {number}, and `{site.name}` supports {low} to {highest}",
            help="Let it be a supported level, or 0 for off",
        )
