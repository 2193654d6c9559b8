"""A level is added to or changed in a feature that belongs to somebody else.

## What it finds

A level that the baseline does not have, or has otherwise, in a feature whose `owner` is not the
owner that `[gates]` in the configuration names. Without both nothing is said, and with `--upstream`
`mirror-table-drift` tells more exactly.

## Why it matters

The owner will give the number a meaning of its own, and clients and nodes that know the owner's
table refuse or misread this one. A fork adds a feature of its own instead.

## Bad

```gates baseline
gates 1
feature metadata.version {
  owner kafka
  absent = 28
  supports 28 to 29
  level 28 4.2-IV0 in 4.2.0
  level 29 4.2-IV1 in 4.2.0 enables cranes
}
```

```gates current
gates 1
feature metadata.version {
  owner kafka
  absent = 28
  supports 28 to 30
  level 28 4.2-IV0 in 4.2.0
  level 29 4.2-IV1 in 4.2.0 enables cranes
  level 30 4.3-IV0 in 4.3.0 enables pilots
#       ^^ foreign-table-level
}
```

```toml current
[gates]
owner = "harbor"
```

## Good

```gates baseline
gates 1
feature metadata.version {
  owner kafka
  absent = 28
  supports 28 to 29
  level 28 4.2-IV0 in 4.2.0
  level 29 4.2-IV1 in 4.2.0 enables cranes
}
```

```gates current
gates 1
feature metadata.version {
  owner kafka
  absent = 28
  supports 28 to 29
  level 28 4.2-IV0 in 4.2.0
  level 29 4.2-IV1 in 4.2.0 enables cranes
}
feature harbor.version {
  owner harbor
  absent = 1
  supports 1 to 2
  level 1 in 4.2.0
  level 2 in 4.2.1 enables pilots
}
```

```toml current
[gates]
owner = "harbor"
```
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Related, Severity
from wirelint.project.gates import FeaturePair
from wirelint.rule import rule


@rule(
    id="foreign-table-level",
    category=Category.GATES,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=FeaturePair,
)
def foreign_table_level(pair: FeaturePair) -> Iterator[Finding]:
    before, after = pair.before, pair.after
    us = pair.pair.after.options.owner
    if before is None or after is None or us is None or pair.pair.has_upstream:
        return  # with its upstream beside it: mirror-table-drift
    owner = pair.pair.after.owner_of(pair.name)
    if owner is None or owner.value == us:
        return
    names = {row.name for row in before.feature.rows if row.name is not None}
    for row in after.feature.levels:
        if row.number is None or row.name in names or before.row(row.number) is not None:
            continue
        yield Finding(
            row.number_at,
            f"level {row.label} is new in `{pair.name}`, which belongs to `{owner.value}`",
            help="Give the change a feature of your own",
            related=(Related(owner.origin, "the owner"),),
        )
