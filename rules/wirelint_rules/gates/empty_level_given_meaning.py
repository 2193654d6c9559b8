"""A level that was declared `empty` gets an effect.

## What it finds

A level with `empty` in the baseline that is not `empty` any more and has a capability, a rung, a
format variant, a dependency or `metadata`.

## Why it matters

Nodes of earlier releases accept the level and do nothing at it, because it was promised to mean
nothing. They do not know the new format and cannot be told.

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
  level 1 in 1.0.0 enables pilots
#       ^ empty-level-given-meaning
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
  supports 0 to 3
  level 0 in 1.0.0
  level 1 in 1.0.0 empty
  level 2 in 1.1.3 enables cranes
  level 3 in 1.2.0 enables pilots
}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Related, Severity
from wirelint.gates.model import Flag
from wirelint.project.gate_changes import Change, FeatureChanges
from wirelint.rule import rule


@rule(
    id="empty-level-given-meaning",
    category=Category.GATES,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=FeatureChanges,
)
def empty_level_given_meaning(changes: FeatureChanges) -> Iterator[Finding]:
    for one in changes.levels:
        if one.change is not Change.GIVEN_MEANING:
            continue
        stamp = one.before.stamp
        since = f" and has been advertised since {stamp.value}" if stamp is not None else ""
        if not one.advertised:
            since = ""
        yield Finding(
            one.at,
            f"level {one.before.label} of `{changes.name}` was declared empty{since}; "
            f"now it {' and '.join(one.what)}",
            help=f"Use the next free level: {(changes.after.feature.highest or 0) + 1}",
            related=(Related(one.before.place_of(Flag.EMPTY), "declared empty here"),),
        )
