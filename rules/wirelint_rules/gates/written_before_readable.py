"""A format is written at a level that nodes have which cannot read it.

## What it finds

A variant whose level was first advertised by an older release than the one since which it is
readable.

## Why it matters

A node of the release between supports the level, so the cluster finalizes it, and then it meets
data that it cannot read.

## Bad

```gates current
gates 1
feature harbor.version {
  absent = 0
  supports 0 to 2
  level 0 in 1.0.0
  level 1 in 1.1.0 enables cranes
  level 2 in 1.2.0 enables pilots
}
format chart {
  in "charts"
  variant 0 by harbor.version 0 readable-since 1.0.0
  variant 1 by harbor.version 1 readable-since 1.2.0
#                                              ^^^^^ written-before-readable
}
```

## Good

```gates current
gates 1
feature harbor.version {
  absent = 0
  supports 0 to 2
  level 0 in 1.0.0
  level 1 in 1.1.0 enables cranes
  level 2 in 1.2.0 enables pilots
}
format chart {
  in "charts"
  variant 0 by harbor.version 0 readable-since 1.0.0
  variant 1 by harbor.version 2 readable-since 1.2.0
}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Related, Severity
from wirelint.project.gate_windows import is_readable_late
from wirelint.project.gates import FormatSite
from wirelint.rule import rule


@rule(
    id="written-before-readable",
    category=Category.GATES,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=FormatSite,
)
def written_before_readable(site: FormatSite) -> Iterator[Finding]:
    for variant in site.format.variants:
        if variant.feature is None or variant.level is None or variant.readable_since is None:
            continue
        level = site.gates.level(variant.feature, variant.level)
        if level is None or level.stamp is None or not is_readable_late(variant, level):
            continue
        yield Finding(
            variant.readable_since.origin,
            f"variant {variant.number} of `{site.name}` is readable since "
            f"{variant.readable_since.value}, and {level.stamp.value} advertises its level "
            f"{level.label}",
            help="Write it from a level of the release that first reads it",
            related=(Related(level.stamp.origin, "the level's first release"),),
        )
