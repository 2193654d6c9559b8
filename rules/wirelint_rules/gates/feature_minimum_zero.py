"""The minimum of a feature becomes 0.

## What it finds

A feature that supported at least level 1 in the baseline and supports 0 now; and a new feature with
minimum 0 in a tree whose features all begin at 1 or above.

## Why it matters

Older peers insist on a minimum of at least 1 and fail on the range in an ApiVersions answer. Kafka
needed new request versions to hide such ranges from them (KIP-584, KAFKA-17011).

## Bad

```gates baseline
gates 1
feature harbor.version {
  absent = 1
  supports 1 to 2
  level 1 in 1.0.0
  level 2 in 1.1.0 enables cranes
}
```

```gates current
gates 1
feature harbor.version {
  absent = 0
  supports 0 to 2
#          ^ feature-minimum-zero
  level 0 in 1.2.0
  level 1 in 1.0.0
  level 2 in 1.1.0 enables cranes
}
```

## Good

```gates baseline
gates 1
feature harbor.version {
  absent = 0
  supports 0 to 1
  level 0 in 1.0.0
  level 1 in 1.1.0 enables cranes
}
```

```gates current
gates 1
feature harbor.version {
  absent = 0
  supports 0 to 1
  level 0 in 1.0.0
  level 1 in 1.1.0 enables cranes
}
feature pilot.version {
  absent = 0
  supports 0 to 1
  level 0 in 1.1.0
  level 1 in 1.2.0 enables pilots
}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Related, Severity
from wirelint.project.gate_changes import minimum_place
from wirelint.project.gates import FeaturePair
from wirelint.rule import rule


@rule(
    id="feature-minimum-zero",
    category=Category.GATES,
    severity=Severity.WARNING,
    since="0.1",
    looks_at=FeaturePair,
)
def feature_minimum_zero(pair: FeaturePair) -> Iterator[Finding]:
    after = pair.after
    if after is None or after.feature.low != 0:
        return
    before = pair.before
    if before is not None:
        if (before.feature.low or 0) < 1:
            return
        what = f"the minimum of `{pair.name}` was {before.feature.low} and is 0"
        related = [Related(minimum_place(before), "the minimum it had")]
    else:
        lows = [one.feature.low for one in pair.pair.before.features]
        if not lows or any(low is None or low < 1 for low in lows):
            return
        what = f"`{pair.name}` is new with minimum 0, the first of its kind here"
        related = []
    yield Finding(
        minimum_place(after),
        f"{what}; peers of the baseline may refuse a range that begins at 0",
        help="Let it begin at 1, or list it only to peers that ask in a version which may hold 0",
        related=tuple(related),
    )
