"""The name of a level is spelled unlike all others of its feature.

## What it finds

A level name of another pattern than at least four fifths of its neighbours, in a feature with five
or more named levels.

## Why it matters

Names are typed by operators and parsed by tools: `4.0-IVO` with the letter O was merged into Kafka
once, and no tool found the level under its right name.

## Bad

```gates current
gates 1
feature harbor.version {
  absent = 1
  supports 1 to 5
  level 1 1.0-IV0 in 1.0.0
  level 2 1.1-IV0 in 1.1.0 enables cranes
  level 3 1.1-IV1 in 1.1.0 enables pilots
  level 4 1.2-IVO in 1.2.0 enables tugs
#         ^^^^^^^ level-name-format
  level 5 1.2-IV1 in 1.2.0 enables lights
}
```

## Good

```gates current
gates 1
feature harbor.version {
  absent = 1
  supports 1 to 5
  level 1 1.0-IV0 in 1.0.0
  level 2 1.1-IV0 in 1.1.0 enables cranes
  level 3 1.1-IV1 in 1.1.0 enables pilots
  level 4 1.2-IV0 in 1.2.0 enables tugs
  level 5 1.10-IV10 in 1.10.0 enables lights
}
```
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Final

from wirelint.diagnostics import Category, Finding, Severity
from wirelint.project.gates import FeatureSite
from wirelint.rule import rule

_LEAST_NAMES: Final = 5
_DIGITS: Final = re.compile(r"[0-9]+")


@rule(
    id="level-name-format",
    category=Category.GATES,
    severity=Severity.WARNING,
    since="0.1",
    looks_at=FeatureSite,
)
def level_name_format(site: FeatureSite) -> Iterator[Finding]:
    named = [(row, row.name) for row in site.feature.levels if row.name is not None]
    if len(named) < _LEAST_NAMES:
        return
    shapes = [_DIGITS.sub("0", name) for _, name in named]
    usual, count = Counter(shapes).most_common(1)[0]
    if count * 5 < len(named) * 4:
        return
    for (row, name), shape in zip(named, shapes, strict=True):
        if shape != usual:
            pattern = usual.replace("0", "N")
            yield Finding(
                row.name_at,
                f"level {row.number} of `{site.name}` is called `{name}`, the others `{pattern}`",
                help="Spell it as its neighbours",
            )
