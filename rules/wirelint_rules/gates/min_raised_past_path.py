"""The new minimum is above what a release with a promised upgrade can finalize.

## What it finds

A raised minimum of a feature above the production level of a release from which a direct rolling
upgrade is promised: by `upgrade from` in a table, or by `upgrade-window` in the configuration. What
a release could finalize is told by the stamps (`in RELEASE`), and by the baseline.

## Why it matters

The operator cannot raise the level before the upgrade, because the old release does not know it,
and no new node registers below it. There is no way from one release to the other.

## Bad

```gates baseline
gates 1
feature metadata.version {
  absent = 20
  supports 20 to 22
  level 20 3.8-IV0 in 3.8.0
  level 21 3.9-IV0 in 3.9.0 enables cranes
  level 22 4.0-IV0 in 4.0.0 enables pilots
}
```

```gates current
gates 1
upgrade from 3.9.0
feature metadata.version {
  absent = 22
  supports 22 to 23
#          ^^ min-raised-past-path
  retired 20 .. 21
  level 22 4.0-IV0 in 4.0.0 enables pilots
  level 23 4.1-IV0 in 4.1.0 enables tugs
}
```

## Good

```gates baseline
gates 1
feature metadata.version {
  absent = 20
  supports 20 to 22
  level 20 3.8-IV0 in 3.8.0
  level 21 3.9-IV0 in 3.9.0 enables cranes
  level 22 4.0-IV0 in 4.0.0 enables pilots
}
```

```gates current
gates 1
upgrade from 3.9.0
feature metadata.version {
  absent = 21
  supports 21 to 23
  retired 20
  level 21 3.9-IV0 in 3.9.0 enables cranes
  level 22 4.0-IV0 in 4.0.0 enables pilots
  level 23 4.1-IV0 in 4.1.0 enables tugs
}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Related, Severity
from wirelint.project.gate_changes import FeatureChanges, minimum_place
from wirelint.project.gate_windows import broken_upgrades
from wirelint.rule import rule


@rule(
    id="min-raised-past-path",
    category=Category.GATES,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=FeatureChanges,
)
def min_raised_past_path(changes: FeatureChanges) -> Iterator[Finding]:
    for release, most, place in broken_upgrades(changes):
        yield Finding(
            minimum_place(changes.after),
            f"the minimum of `{changes.name}` is {changes.after.feature.low}; {release}, from which "
            f"a direct upgrade is promised, finalizes up to {most}",
            help="Keep the minimum within what every promised release can finalize",
            related=() if place is None else (Related(place, "the promise"),),
        )
        return
