"""A fresh cluster starts above what foreign nodes support.

## What it finds

A default level above the top that a declared `foreign` product supports. Without a `foreign` line
nothing is said.

## Why it matters

A node of the other product does not know the feature and reads it as [0, 0]. As a controller it
halts when it replays a higher level, as a broker it cannot register.

## Bad

```gates current
gates 1
feature krabka.version {
  absent = 0
  supports 0 to 1
  bootstrap at 1
#              ^ boot-above-foreign
  foreign kafka supports 0
  level 0 in 1.0.0
  level 1 in 1.1.0 enables cranes
}
```

## Good

```gates current
gates 1
feature krabka.version {
  absent = 0
  supports 0 to 1
  bootstrap at 0
  foreign kafka supports 0
  level 0 in 1.0.0
  level 1 in 1.1.0 enables cranes
}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Related, Severity
from wirelint.project.gate_defaults import fresh_level
from wirelint.project.gates import FeatureSite
from wirelint.rule import rule


@rule(
    id="boot-above-foreign",
    category=Category.GATES,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=FeatureSite,
)
def boot_above_foreign(site: FeatureSite) -> Iterator[Finding]:
    bootstrap = site.feature.bootstrap
    if bootstrap is None:
        return
    start = fresh_level(site)
    for foreign in site.feature.foreign:
        top = site.number(foreign.top)
        if start is not None and top is not None and start > top:
            place = bootstrap.origin if bootstrap.level is None else bootstrap.level.origin
            yield Finding(
                place,
                f"a fresh cluster starts at level {start} of `{site.name}`, and "
                f"`{foreign.product.value}` supports {top}: its nodes halt or cannot register",
                help="Start at a level that every node may read, and raise it on purpose",
                related=(Related(foreign.origin, "what the other product supports"),),
            )
            return
