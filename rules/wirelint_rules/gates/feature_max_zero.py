"""The highest level of a feature is 0.

## What it finds

A feature that supports nothing above level 0, not even as unstable.

## Why it matters

A node lists a feature only when its maximum is above 0. This one is never advertised, reads as [0,
0] everywhere, and can never be finalized. A feature that changes nothing yet takes an empty level
1.

## Bad

```gates current
gates 1
feature harbor.version {
  absent = 0
  supports 0 to 0
#               ^ feature-max-zero
  level 0 in 1.0.0
}
```

## Good

```gates current
gates 1
feature harbor.version {
  absent = 0
  supports 0 to 1
  level 0 in 1.0.0
  level 1 in 1.0.0 empty
}
```

```gates current
gates 1
feature streams.version {
  absent = 0
  supports 0 to 0 unstable to 1
  level 0 in 1.0.0
  level 1 unstable enables streams
}
```

## References

Kafka: `BrokerFeatures.createDefault` and `QuorumFeatures.defaultSupportedFeatureMap` leave out
features whose maximum is 0.
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Severity
from wirelint.project.gates import FeatureSite
from wirelint.rule import rule


@rule(
    id="feature-max-zero",
    category=Category.GATES,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=FeatureSite,
)
def feature_max_zero(site: FeatureSite) -> Iterator[Finding]:
    if site.feature.highest == 0:
        yield Finding(
            site.feature.production_at,
            f"`{site.name}` supports no level above 0, so it is never advertised",
            help="Add an `empty` level 1, which may never get a meaning",
        )
