"""A retired number is a level again.

## What it finds

A level whose number the table lists as `retired`, or the baseline did.

## Why it matters

The number stays taken: clusters and nodes exist that know it by its old meaning.

## Bad

```gates current
gates 1
feature harbor.version {
  absent = 17
  supports 17 to 19
  retired 18 "was dropped before 3.8"
  level 17 in 3.7.0
  level 18 in 3.9.0 enables cranes
#       ^^ retired-number-reused
  level 19 in 3.9.0 enables pilots
}
```

## Good

```gates current
gates 1
feature harbor.version {
  absent = 17
  supports 17 to 19
  retired 18 "was dropped before 3.8"
  level 17 in 3.7.0
  level 19 in 3.9.0 enables pilots
}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Related, Severity
from wirelint.project.gates import FeatureSite
from wirelint.rule import rule


@rule(
    id="retired-number-reused",
    category=Category.GATES,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=FeatureSite,
)
def retired_number_reused(site: FeatureSite) -> Iterator[Finding]:
    before = site.before.feature.retired if site.before is not None else ()
    retired = (*site.feature.retired, *before)
    for row in site.feature.levels:
        number = row.number
        entry = next((one for one in retired if number is not None and number in one), None)
        if entry is not None:
            yield Finding(
                row.number_at,
                f"{number} is retired and a level of `{site.name}` again",
                help="Take the next number",
                related=(Related(entry.origin, "retired here"),),
            )
