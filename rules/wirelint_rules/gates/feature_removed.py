"""A feature that nodes of the baseline advertise is gone.

## What it finds

A feature of the baseline whose production level is above 0 and that no table of the tree has.

## Why it matters

A cluster in which the feature is finalized refuses every node that does not list it: after the
upgrade none can register.

## Bad

```gates baseline
gates 1
feature pilot.version {
  absent = 0
  supports 0 to 2
  level 0 in 1.0.0
  level 1 in 1.0.0 empty
  level 2 in 1.1.3 enables cranes
}
feature harbor.version {
  absent = 0
  supports 0 to 1
  level 0 in 1.0.0
  level 1 in 1.1.0 enables lights
}
```

```gates current
gates 1
feature harbor.version {
#       ^^^^^^^^^^^^^^ feature-removed
  absent = 0
  supports 0 to 1
  level 0 in 1.0.0
  level 1 in 1.1.0 enables lights
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
  supports 0 to 2
  level 0 in 1.0.0
  level 1 in 1.0.0 empty
  level 2 in 1.1.3 enables cranes "unchanged"
}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Related, Severity
from wirelint.gates.model import Carrier
from wirelint.project.gates import FeaturePair, gone_file
from wirelint.rule import rule


@rule(
    id="feature-removed",
    category=Category.GATES,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=FeaturePair,
)
def feature_removed(pair: FeaturePair) -> Iterator[Finding]:
    before = pair.before
    if pair.after is not None or before is None or (before.feature.production or 0) <= 0:
        return
    carrier = before.feature.carrier
    if carrier is not None and carrier.value is Carrier.CONFIG:
        return  # a setting of each node, which no cluster finalizes
    path = before.table.source.path
    here = next((one for one in pair.pair.after.features if one.table.source.path == path), None)
    yield Finding(
        here.feature.name_at if here is not None else gone_file(before.feature.name_at),
        f"`{pair.name}` is gone; nodes of the baseline advertise it up to "
        f"level {before.feature.production}",
        help="Keep listing the feature until no supported cluster can have it finalized",
        related=(Related(before.feature.name_at, "the feature"),),
    )
