"""A new level carries the name of a release that is out.

## What it finds

A level that the baseline does not have, named after a release that the baseline has reached. Which
one that is, its production level tells. Where the baseline is not the tag of that release, levels
that are not advertised yet are left alone.

## Why it matters

Nodes of that release do not know the level, so its name promises what they cannot do.

## Bad

```gates baseline
gates 1
feature metadata.version {
  absent = 20
  supports 20 to 21
  level 20 9.0-IV0 in 9.0.0
  level 21 9.1-IV0 in 9.1.0 enables cranes
}
```

```gates current
gates 1
feature metadata.version {
  absent = 20
  supports 20 to 22
  level 20 9.0-IV0 in 9.0.0
  level 21 9.1-IV0 in 9.1.0 enables cranes
  level 22 9.1-IV1 enables pilots
#          ^^^^^^^ level-for-cut-release
}
```

## Good

```gates baseline
gates 1
feature metadata.version {
  absent = 20
  supports 20 to 21
  level 20 9.0-IV0 in 9.0.0
  level 21 9.1-IV0 in 9.1.0 enables cranes
}
```

```gates current
gates 1
feature metadata.version {
  absent = 20
  supports 20 to 22
  level 20 9.0-IV0 in 9.0.0
  level 21 9.1-IV0 in 9.1.0 enables cranes
  level 22 9.2-IV0 in 9.2.0 enables pilots
}
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from wirelint.diagnostics import Category, Finding, Severity
from wirelint.project.gates import FeaturePair
from wirelint.releases import numbers
from wirelint.rule import rule

_RELEASE: Final = re.compile(r"(\d+\.\d+)(?:\.\d+)*-")


@rule(
    id="level-for-cut-release",
    category=Category.GATES,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=FeaturePair,
)
def level_for_cut_release(pair: FeaturePair) -> Iterator[Finding]:
    before, after = pair.before, pair.after
    if before is None or after is None:
        return
    production = before.feature.production
    top = None if production is None else before.row(production)
    newest = _release(top.name if top is not None else None)
    tag = None if pair.pair.release is None else numbers(pair.pair.release)[:2]
    names = {row.name for row in before.feature.rows}
    for row in after.feature.levels:
        named = _release(row.name)
        if row.number is None or named is None or newest is None:
            continue
        if row.name in names or before.row(row.number) is not None:
            continue
        if before.feature.is_retired(row.number):
            continue
        if named <= newest and (tag == newest or after.feature.is_advertised(row.number)):
            yield Finding(
                row.name_at,
                f"level {row.label} of `{pair.name}` is new, and its name is that of a release "
                f"that the baseline has reached ({'.'.join(map(str, newest))})",
                help="Name it after the next release",
            )


def _release(name: str | None) -> tuple[int, ...] | None:
    match = _RELEASE.match(name or "")
    return None if match is None else numbers(match[1])
