"""A level that is declared `empty` changes something.

## What it finds

A level with `empty` that has a rung, a capability, a format variant, a dependency or `metadata`.
The default of another feature may hang on an empty level: that changes no format.

## Why it matters

`empty` is a promise: nodes that advertise the level do nothing at it, and never will. What is
attached to it is switched on in clusters whose nodes do not know it.

## Bad

```gates current
gates 1
feature harbor.version {
  absent = 0
  supports 0 to 2
  level 0 in 1.0.0
  level 1 in 1.0.0 empty enables cranes
#                                ^^^^^^ empty-level-has-effect
  level 2 in 1.1.0 empty
}
path replica from broker to broker blind {
  Fetch exactly by harbor.version {
    3 from 0
    4 from 2
#   ^^^^^^^^ empty-level-has-effect
  }
}
```

## Good

```gates current
gates 1
feature harbor.version {
  absent = 0
  supports 0 to 2
  level 0 in 1.0.0
  level 1 in 1.0.0 empty "1.0.0 nodes advertise it"
  level 2 in 1.1.0 enables cranes
}
feature pilot.version {
  absent = 0
  supports 0 to 1
  bootstrap by harbor.version
  level 0 in 1.0.0
  level 1 in 1.0.0 default from harbor.version 1
}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Related, Severity
from wirelint.gates.model import Flag
from wirelint.project.gate_effects import format_effects
from wirelint.project.gates import FeatureSite
from wirelint.rule import rule


@rule(
    id="empty-level-has-effect",
    category=Category.GATES,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=FeatureSite,
)
def empty_level_has_effect(site: FeatureSite) -> Iterator[Finding]:
    for row in site.feature.levels:
        if row.number is None or not row.is_empty:
            continue
        for effect in format_effects(site, row.number):
            yield Finding(
                effect.at,
                f"level {row.label} of `{site.name}` is declared `empty` and {effect.what}",
                help="Use the next free level",
                related=(Related(row.place_of(Flag.EMPTY), "declared empty here"),),
            )
