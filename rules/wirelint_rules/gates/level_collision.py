"""Two branches give one new number two meanings.

## What it finds

A level that is new since the released baseline, and that a second baseline, the branch to be merged
into, has with another name or meaning. It takes two baselines: the first is what is released, the
second the target of the merge.

## Why it matters

Both branches took the next free number. After the merge one table wins, and nodes built from the
other one understand the number differently.

## Bad

```gates baseline
gates 1
feature harbor.version {
  absent = 0
  supports 0 to 2
  level 0 in 1.0.0
  level 1 in 1.0.0 empty
  level 2 in 1.1.3 enables cranes
}
```

```gates built-on
gates 1
feature harbor.version {
  absent = 0
  supports 0 to 2 unstable to 3
  level 0 in 1.0.0
  level 1 in 1.0.0 empty
  level 2 in 1.1.3 enables cranes
  level 3 unstable enables tugs
}
```

```gates current
gates 1
feature harbor.version {
  absent = 0
  supports 0 to 2 unstable to 3
  level 0 in 1.0.0
  level 1 in 1.0.0 empty
  level 2 in 1.1.3 enables cranes
  level 3 unstable enables pilots
#                          ^^^^^^ level-collision
}
```

## Good

```gates baseline
gates 1
feature harbor.version {
  absent = 0
  supports 0 to 2
  level 0 in 1.0.0
  level 1 in 1.0.0 empty
  level 2 in 1.1.3 enables cranes
}
```

```gates built-on
gates 1
feature harbor.version {
  absent = 0
  supports 0 to 2 unstable to 3
  level 0 in 1.0.0
  level 1 in 1.0.0 empty
  level 2 in 1.1.3 enables cranes
  level 3 unstable enables tugs
}
```

```gates current
gates 1
feature harbor.version {
  absent = 0
  supports 0 to 2 unstable to 4
  level 0 in 1.0.0
  level 1 in 1.0.0 empty
  level 2 in 1.1.3 enables cranes
  level 3 unstable enables tugs
  level 4 unstable enables pilots
}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Related, Severity
from wirelint.project.gate_changes import Change, FeatureChanges
from wirelint.rule import rule


@rule(
    id="level-collision",
    category=Category.GATES,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=FeatureChanges,
)
def level_collision(changes: FeatureChanges) -> Iterator[Finding]:
    for one in changes.levels:
        if one.change is Change.COLLIDES:
            yield Finding(
                one.at,
                f"level {one.before.label} of `{changes.name}` is new on both branches, and here it "
                f"{' and '.join(one.what)}",
                help="Whoever merges second takes the next number",
                related=(Related(one.before.origin, "the other branch's level"),),
            )
