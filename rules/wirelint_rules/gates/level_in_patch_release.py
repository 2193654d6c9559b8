"""A level first ships in a patch release.

## What it finds

A level stamped with a release whose third number is not 0. Off unless it is asked for: not every
project has the policy.

## Why it matters

Once the level is finalized, going back inside the patch line is not safe any more, and that is what
users of a patch line count on.

## Bad

```gates current
gates 1
feature harbor.version {
  absent = 0
  supports 0 to 1
  level 0 in 1.6.0
  level 1 in 1.6.3 enables cranes
#            ^^^^^ level-in-patch-release
}
```

```toml current
extend-select = ["level-in-patch-release"]
```

## Good

```gates current
gates 1
feature harbor.version {
  absent = 0
  supports 0 to 1
  level 0 in 1.6.0
  level 1 in 1.7.0 enables cranes
}
```

```toml current
extend-select = ["level-in-patch-release"]
```
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Severity
from wirelint.project.gates import FeatureSite
from wirelint.releases import numbers
from wirelint.rule import rule


@rule(
    id="level-in-patch-release",
    category=Category.GATES,
    severity=Severity.WARNING,
    since="0.1",
    looks_at=FeatureSite,
    on=False,
)
def level_in_patch_release(site: FeatureSite) -> Iterator[Finding]:
    for row in site.feature.levels:
        if row.stamp is None:
            continue
        parts = numbers(row.stamp.value)
        if len(parts) > 2 and parts[2] > 0:
            yield Finding(
                row.stamp.origin,
                f"level {row.label} of `{site.name}` first ships in the patch release "
                f"{row.stamp.value}",
                help="Ship it with the next minor release",
            )
