"""A level is named after another release than the one that first advertises it.

## What it finds

A name that begins with a release, `3.4-IV1`, on a level that is stamped with another one, `in
3.5.0`.

## Why it matters

Operators choose the level by the release in its name. One named after 3.4 that 3.4 nodes do not
know is refused by every one of them.

## Bad

```gates current
gates 1
feature harbor.version {
  absent = 8
  supports 8 to 9
  level 8 3.4-IV0 in 3.4.0
  level 9 3.4-IV1 in 3.5.0 enables cranes
#         ^^^^^^^ level-name-wrong-release
}
```

## Good

```gates current
gates 1
feature harbor.version {
  absent = 8
  supports 8 to 9
  level 8 3.4-IV0 in 3.4.0
  level 9 3.5-IV0 in 3.5.0 enables cranes
}
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from wirelint.diagnostics import Category, Finding, Related, Severity
from wirelint.project.gates import FeatureSite
from wirelint.releases import numbers
from wirelint.rule import rule

_NAMED: Final = re.compile(r"(\d+(?:\.\d+)+)(?:-|$)")


@rule(
    id="level-name-wrong-release",
    category=Category.GATES,
    severity=Severity.WARNING,
    since="0.1",
    looks_at=FeatureSite,
)
def level_name_wrong_release(site: FeatureSite) -> Iterator[Finding]:
    for row in site.feature.levels:
        match = _NAMED.match(row.name or "")
        if match is None or row.stamp is None:
            continue
        named, shipped = numbers(match[1]), numbers(row.stamp.value)
        if shipped and named != shipped[: len(named)]:
            yield Finding(
                row.name_at,
                f"level {row.label} of `{site.name}` is first advertised by {row.stamp.value}",
                help="Name a level after the release that ships it",
                related=(Related(row.stamp.origin, "its release"),),
            )
