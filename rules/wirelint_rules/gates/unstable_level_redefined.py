"""A level that released nodes know as unstable means something else now.

## What it finds

A level above the production level of the baseline that has another name, other flags, other
capabilities, or other values of ladders and predicates. One finding per level. Kafka allows that by
declared policy.

## Why it matters

Nodes of the baseline accept the number where unstable levels are enabled. In such a cluster old and
new nodes differ at the same level.

## Bad

```gates baseline
gates 1
feature harbor.version {
  absent = 0
  supports 0 to 1 unstable to 2
  level 0 in 1.0.0
  level 1 in 1.1.0 enables cranes
  level 2 unstable enables pilots
}
```

```gates current
gates 1
feature harbor.version {
  absent = 0
  supports 0 to 1 unstable to 2
  level 0 in 1.0.0
  level 1 in 1.1.0 enables cranes
  level 2 unstable enables tugs
#                          ^^^^ unstable-level-redefined
}
```

## Good

```gates baseline
gates 1
feature harbor.version {
  absent = 0
  supports 0 to 1 unstable to 2
  level 0 in 1.0.0
  level 1 in 1.1.0 enables cranes
  level 2 unstable enables pilots
}
```

```gates current
gates 1
feature harbor.version {
  absent = 0
  supports 0 to 2 unstable to 3
  level 0 in 1.0.0
  level 1 in 1.1.0 enables cranes
  level 2 in 1.2.0 enables pilots
  level 3 unstable enables tugs
}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Related, Severity
from wirelint.project.gate_changes import Change, FeatureChanges
from wirelint.rule import rule


@rule(
    id="unstable-level-redefined",
    category=Category.GATES,
    severity=Severity.INFO,
    since="0.1",
    looks_at=FeatureChanges,
)
def unstable_level_redefined(changes: FeatureChanges) -> Iterator[Finding]:
    for one in changes.levels:
        if one.change is Change.REUSED and not one.advertised:
            yield Finding(
                one.at,
                f"level {one.before.label} of `{changes.name}` {' and '.join(one.what)}; "
                "nodes of the baseline know it as unstable, with its old meaning",
                help="Use a new number where somebody may have finalized this one",
                related=(Related(one.before.origin, "what it meant"),),
            )
