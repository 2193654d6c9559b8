"""A table by level has no answer for a level that is supported.

## What it finds

A `switch` or `match` over levels, or a ladder with `at` lines, without a branch for a supported
level above the first that has one, where the rest throws. A default branch that gives a value is
fine.

## Why it matters

Each new level has to be added by hand. The one that was forgotten stops every node at the moment it
is finalized.

## Bad

```gates current
gates 1
feature harbor.version {
  absent = 1
  supports 1 to 3
  level 1 in 1.0.0
  level 2 in 1.1.0 enables cranes
  level 3 in 1.2.0 enables pilots
}
ladder mapChartVersion by harbor.version {
#                         ^^^^^^^^^^^^^^ level-switch-not-exhaustive
  0 at 1
  1 at 2
}
```

## Good

```gates current
gates 1
feature harbor.version {
  absent = 1
  supports 1 to 3
  level 1 in 1.0.0
  level 2 in 1.1.0 enables cranes
  level 3 in 1.2.0 enables pilots
}
ladder mapChartVersion by harbor.version {
  0 at 1
  1 at 2, 3
}
ladder mapDepthVersion by harbor.version {
  1 otherwise
  0 at 1
}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Severity
from wirelint.gates.model import UNDEFINED, OnLevels
from wirelint.project.gates import LadderUse
from wirelint.rule import rule


@rule(
    id="level-switch-not-exhaustive",
    category=Category.GATES,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=LadderUse,
)
def level_switch_not_exhaustive(use: LadderUse) -> Iterator[Finding]:
    feature = use.feature
    cases = use.site.ladder.cases
    if feature is None or not any(isinstance(one.guard, OnLevels) for one in cases):
        return
    # Below the first answer there is nothing to choose yet: ladder-floor-missing tells of that.
    answered = [number for number, version in use.values.items() if version is not UNDEFINED]
    missing = [
        row.label
        for number, version in sorted(use.values.items())
        if version is UNDEFINED
        and number > min(answered, default=number)
        and (row := feature.level(number)) is not None
    ]
    if missing:
        yield Finding(
            use.place,
            f"`{use.name}` has no branch for level {', '.join(missing)} of `{feature.name}`",
            help="Add the level, or ask for `at least` a level instead of listing them",
        )
