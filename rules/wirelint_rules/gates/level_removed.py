"""A level that nodes of the baseline support is gone.

## What it finds

A supported level of the baseline that has no row any more. Where the minimum rose above it, it is a
warning for the whole cut, and silent where the table lists the numbers as `retired`.

## Why it matters

A cluster that is finalized at the level cannot start the new binaries: no node can register.

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
  supports 0 to 2
  level 0 in 1.0.0
#       ^ level-removed
  level 2 in 1.1.3 enables cranes
}
```

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
  absent = 2
  supports 2 to 2
#          ^ level-removed
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
  absent = 2
  supports 2 to 3
  retired 0 .. 1 "1.0 only; 2.0.0 needs a cluster finalized at 2"
  level 2 in 1.1.3 enables cranes
  level 3 in 2.0.0 enables pilots
}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Related, Severity
from wirelint.project.gate_changes import Change, FeatureChanges
from wirelint.project.gate_windows import broken_upgrades
from wirelint.rule import rule


@rule(
    id="level-removed",
    category=Category.GATES,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=FeatureChanges,
)
def level_removed(changes: FeatureChanges) -> Iterator[Finding]:
    for one in changes.levels:
        if one.change is Change.REMOVED and one.advertised:
            yield Finding(
                one.at,
                f"level {one.before.label} of `{changes.name}` is gone, and the minimum is "
                f"{changes.after.feature.low}",
                help="Keep its row; where support ends, raise the minimum and list it as `retired`",
                related=(Related(one.before.origin, "what nodes of the baseline support"),),
            )
    cut = [
        one
        for one in changes.levels
        if one.change is Change.MINIMUM_RAISED
        and one.advertised
        and not changes.after.feature.is_retired(one.before.number or 0)
    ]
    if not cut or next(broken_upgrades(changes), None) is not None:
        return
    labels = [one.before.label for one in cut]
    span = labels[0] if len(labels) == 1 else f"{labels[0]} to {labels[-1]}"
    releases = dict.fromkeys(one.before.stamp.value for one in cut if one.before.stamp is not None)
    still = f"; clusters of {', '.join(releases)} may still sit there" if releases else ""
    yield Finding(
        cut[0].at,
        f"`{changes.name}` does not support level {span} any more{still}",
        help="Announce the cut with a major release, and list the numbers as `retired`",
        related=(Related(cut[0].before.origin, "what nodes of the baseline support"),),
        severity=Severity.WARNING,
    )
