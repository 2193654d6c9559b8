"""One capability hangs on two features, and neither level needs the other.

## What it finds

A capability that levels of two features enable, where no level of either `needs` the other feature.

## Why it matters

Both must be finalized before the capability works. A cluster that has one of them only takes half
of it for the whole.

## Bad

```gates current
gates 1
feature metadata.version {
  absent = 1
  supports 1 to 2
  level 1 in 1.0.0
  level 2 in 1.1.0 metadata enables cranes
}
feature harbor.version {
  absent = 0
  supports 0 to 1
  level 0 in 1.0.0
  level 1 in 1.1.0 enables cranes
#                          ^^^^^^ dep-hidden
}
```

## Good

```gates current
gates 1
feature metadata.version {
  absent = 1
  supports 1 to 2
  level 1 in 1.0.0
  level 2 in 1.1.0 metadata enables cranes
}
feature harbor.version {
  absent = 0
  supports 0 to 1
  level 0 in 1.0.0
  level 1 in 1.1.0 needs metadata.version >= 2 enables cranes
}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Related, Severity
from wirelint.gates.model import Feature
from wirelint.project.gates import FeatureSite, same_feature
from wirelint.rule import rule
from wirelint.text import Place


@rule(
    id="dep-hidden",
    category=Category.GATES,
    severity=Severity.WARNING,
    since="0.1",
    looks_at=FeatureSite,
)
def dep_hidden(site: FeatureSite) -> Iterator[Finding]:
    for row in site.feature.levels:
        for capability in row.enables:
            other = _other_holder(site, capability.value)
            if other is None or _related(site.feature, other[0]):
                continue
            feature, place = other
            yield Finding(
                capability.origin,
                f"`{capability.value}` hangs on `{site.name}` and on `{feature.name}`, "
                "and neither says that it needs the other",
                help=f"Say `needs {feature.name} >= LEVEL`",
                related=(Related(place, f"`{feature.name}` enables it too"),),
            )


def _other_holder(site: FeatureSite, capability: str) -> tuple[Feature, Place] | None:
    """An earlier feature that enables the capability too, so that one of both is told."""
    for feature in site.table.features:
        if same_feature(feature, site.feature):
            return None
        for row in feature.rows:
            for one in row.enables:
                if one.value == capability:
                    return feature, one.origin
    return None


def _related(one: Feature, other: Feature) -> bool:
    return any(
        need.feature.value == target.name
        for feature, target in ((one, other), (other, one))
        for row in feature.rows
        for need in row.needs
    )
