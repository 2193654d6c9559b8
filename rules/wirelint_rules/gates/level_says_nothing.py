"""A level has no effect and is not declared `empty`.

## What it finds

A level of a `.gates` file without any rung, capability, variant, flag, dependency, default or
honoured request. The lowest level is the start and needs none.

## Why it matters

The next author takes it for free and gives it a meaning that older nodes do not know.

## Bad

```gates current
gates 1
feature harbor.version {
  absent = 0
  supports 0 to 2
  level 0 in 1.0.0
  level 1 in 1.0.0
#       ^ level-says-nothing
  level 2 in 1.1.0 enables cranes
}
```

## Good

```gates current
gates 1
feature harbor.version {
  absent = 0
  supports 0 to 2
  level 0 in 1.0.0
  level 1 in 1.0.0 empty "reserved"
  level 2 in 1.1.0 enables cranes
}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Severity
from wirelint.gates.model import Language
from wirelint.project.gate_effects import effects
from wirelint.project.gates import FeatureSite
from wirelint.rule import rule


@rule(
    id="level-says-nothing",
    category=Category.GATES,
    severity=Severity.INFO,
    since="0.1",
    looks_at=FeatureSite,
)
def level_says_nothing(site: FeatureSite) -> Iterator[Finding]:
    if site.table.language is not Language.GATES:
        return  # code has no word for `empty`
    low = site.feature.low
    for row in site.feature.levels:
        number = row.number
        if number is None or row.is_empty or row.is_unstable or number <= (low or 0):
            continue
        if not any(effects(site, number)):
            yield Finding(
                row.number_at,
                f"level {row.label} of `{site.name}` has no effect and is not declared `empty`",
                help="Declare it `empty`, or say what it `enables`",
            )
