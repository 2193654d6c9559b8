"""A format variant is written without a level.

## What it finds

A variant without `by FEATURE LEVEL` that is not the lowest of its format.

## Why it matters

The first node of a rolling upgrade writes it, and the others cannot read it.

## Bad

```gates current
gates 1
feature harbor.version {
  absent = 0
  supports 0 to 2
  level 0 in 1.0.0
  level 1 in 1.1.0 enables cranes
  level 2 in 1.2.0 enables pilots
}
format chart {
  in "charts"
  variant 0 by harbor.version 0 readable-since 1.0.0
  variant 1 readable-since 1.2.0
#         ^ format-variant-ungated
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
format chart {
  in "charts"
  variant 0 readable-since 1.0.0
  variant 1 by harbor.version 2 readable-since 1.2.0
}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Severity
from wirelint.project.gates import FormatSite
from wirelint.rule import rule


@rule(
    id="format-variant-ungated",
    category=Category.GATES,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=FormatSite,
)
def format_variant_ungated(site: FormatSite) -> Iterator[Finding]:
    lowest = min((one.number for one in site.format.variants), default=0)
    for variant in site.format.variants:
        if variant.feature is None and variant.number > lowest:
            yield Finding(
                variant.number_at,
                f"variant {variant.number} of `{site.name}` is written at every level",
                help="Write it `by` a feature, from a new level on",
            )
