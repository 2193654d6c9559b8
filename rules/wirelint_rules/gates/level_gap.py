"""A number between two levels is neither a level nor retired.

## What it finds

A gap in the numbers of a feature's levels. A feature may number in steps (`step 2`). Against a
baseline that has the level, `level-removed` says so instead.

## Why it matters

A level that was deleted in silence may be finalized somewhere, and whoever adds the next level may
take its number.

## Bad

```gates current
gates 1
feature harbor.version {
  absent = 7
  supports 7 to 9
  level 7 in 1.0.0
  level 9 in 1.1.0 enables cranes
#       ^ level-gap
}
```

## Good

```gates current
gates 1
feature harbor.version {
  absent = 7
  supports 7 to 9
  retired 8 "dropped before 1.1.0"
  level 7 in 1.0.0
  level 9 in 1.1.0 enables cranes
}
```

```gates current
gates 1
feature harbor.version {
  absent = 2
  supports 2 to 4
  step 2
  level 2 in 1.0.0
  level 4 in 1.1.0 enables cranes
}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from wirelint.diagnostics import Category, Finding, Related, Severity
from wirelint.project.gates import FeatureSite
from wirelint.rule import rule

_MOST: Final = 1000


@rule(
    id="level-gap",
    category=Category.GATES,
    severity=Severity.WARNING,
    since="0.1",
    looks_at=FeatureSite,
)
def level_gap(site: FeatureSite) -> Iterator[Finding]:
    feature = site.feature
    step = max(1, feature.step.value) if feature.step is not None else 1
    rows = {row.number: row for row in feature.levels if row.number is not None}
    numbers = sorted(rows)
    for below, above in pairwise(numbers):
        missing = [
            number
            for number in range(below + step, min(above, below + _MOST), step)
            if not feature.is_retired(number)
            and (site.before is None or site.before.row(number) is None)
        ]
        if missing:
            what = str(missing[0]) if len(missing) == 1 else f"{missing[0]} to {missing[-1]}"
            yield Finding(
                rows[above].number_at,
                f"`{site.name}` has no level {what}, and it is not retired",
                help=f"Say `retired {missing[0]}` with the reason, or use the number",
                related=(Related(rows[below].origin, f"level {below}"),),
            )
