"""The production level of a feature is lower than in the baseline.

## What it finds

A production level below the baseline's, though the level is still there. A baseline that is no
ancestor of the tree may simply be ahead of it: `baseline-not-ancestor` says so, and this is an
info.

## Why it matters

A node cannot register in a cluster that is finalized at the old value.

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

```gates current
gates 1
feature harbor.version {
  absent = 0
  supports 0 to 1 unstable to 2
#               ^ production-lowered
  level 0 in 1.0.0
  level 1 in 1.0.0 empty
  level 2 in 1.1.3 enables cranes
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

```gates current
gates 1
feature harbor.version {
  absent = 0
  supports 0 to 2 unstable to 3
  level 0 in 1.0.0
  level 1 in 1.0.0 empty
  level 2 in 1.1.3 enables cranes
  level 3 unstable enables pilots
}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Related, Severity
from wirelint.project.gate_changes import FeatureChanges
from wirelint.rule import rule


@rule(
    id="production-lowered",
    category=Category.GATES,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=FeatureChanges,
)
def production_lowered(changes: FeatureChanges) -> Iterator[Finding]:
    before, after = changes.before.feature, changes.after.feature
    old, new = before.production, after.production
    if old is None or new is None or new >= old or not changes.same(old):
        return
    yield Finding(
        after.production_at,
        f"`{changes.name}` is advertised up to {new}; nodes of the baseline advertise {old}",
        help="Leave the production level; an effect that must wait gets a new level",
        related=(Related(before.production_at, "the production level it had"),),
        severity=Severity.INFO if changes.pair.pair.is_ancestor is False else None,
    )
