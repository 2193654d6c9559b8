"""A level moved to another number.

## What it finds

A level of the baseline whose name, or whose meaning where it has no name, stands under another
number. Where no node of the baseline advertises it, it is a warning.

## Why it matters

The number is what clusters store and nodes exchange. A cluster finalized at the old number means
another level to the new nodes.

## Bad

```gates baseline
gates 1
feature metadata.version {
  absent = 26
  supports 26 to 27 unstable to 28
  level 26 4.1-IV0 in 4.1.0
  level 27 4.1-IV1 in 4.1.0 enables cranes
  level 28 4.2-IV0 unstable enables pilots
}
```

```gates current
gates 1
feature metadata.version {
  absent = 26
  supports 26 to 28 unstable to 29
  level 26 4.1-IV0 in 4.1.0
  level 27 4.1-IV2 in 4.1.0 enables tugs
  level 28 4.1-IV1 in 4.1.0 enables cranes
#       ^^ level-renumbered
  level 29 4.2-IV0 unstable enables pilots
#       ^^ level-renumbered
}
```

## Good

```gates baseline
gates 1
feature metadata.version {
  absent = 26
  supports 26 to 27 unstable to 28
  level 26 4.1-IV0 in 4.1.0
  level 27 4.1-IV1 in 4.1.0 enables cranes
  level 28 4.2-IV0 unstable enables pilots
}
```

```gates current
gates 1
feature metadata.version {
  absent = 26
  supports 26 to 28 unstable to 29
  level 26 4.1-IV0 in 4.1.0
  level 27 4.1-IV1 in 4.1.0 enables cranes
  level 28 4.2-IV0 in 4.2.0 enables pilots
  level 29 4.2-IV1 unstable enables tugs
}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Related, Severity
from wirelint.project.gate_changes import Change, FeatureChanges
from wirelint.rule import rule


@rule(
    id="level-renumbered",
    category=Category.GATES,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=FeatureChanges,
)
def level_renumbered(changes: FeatureChanges) -> Iterator[Finding]:
    for one in changes.levels:
        if one.change is not Change.RENUMBERED or one.after is None:
            continue
        what = one.before.name or ", ".join(name.value for name in one.before.enables)
        yield Finding(
            one.at,
            f"`{what}` of `{changes.name}` was level {one.before.number} and is {one.after.number}",
            help="Leave every number as it is and append new levels",
            related=(Related(one.before.origin, "the number it had"),),
            severity=None if one.advertised else Severity.WARNING,
        )
