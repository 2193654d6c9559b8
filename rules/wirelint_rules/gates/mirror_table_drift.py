"""A mirrored table differs from the one it is a copy of.

## What it finds

With `--upstream`: a level of a feature that upstream has too, unless a table says that we own it,
and that has another name, number or flag than upstream, that upstream does not have, or that is missing between levels which
both have. Ladders are compared as functions. A copy may lag behind. Above the production level it
is a warning.

## Why it matters

Both products call the same number by different meanings. A cluster with nodes of both, or one that
moves from one to the other, reads its finalized level wrong.

## Bad

```gates upstream
gates 1
feature metadata.version {
  owner kafka
  absent = 22
  supports 22 to 24
  level 22 4.0-IV0 in 4.0.0
  level 23 4.0-IV1 metadata enables cranes
  level 24 4.0-IV2 in 4.0.0 enables pilots
}
```

```gates current
gates 1
feature metadata.version {
  owner kafka
  absent = 22
  supports 22 to 24
  level 22 4.0-IV0 in 4.0.0
  level 23 3.9-IV1 metadata enables cranes
#          ^^^^^^^ mirror-table-drift
  level 24 4.0-IV2 in 4.0.0 enables pilots
}
```

```toml current
[gates]
owner = "harbor"
```

## Good

```gates upstream
gates 1
feature metadata.version {
  owner kafka
  absent = 22
  supports 22 to 24
  level 22 4.0-IV0 in 4.0.0
  level 23 4.0-IV1 metadata enables cranes
  level 24 4.0-IV2 in 4.0.0 enables pilots
}
```

```gates current
gates 1
feature metadata.version {
  owner kafka
  absent = 22
  supports 22 to 23
  level 22 4.0-IV0 in 4.0.0
  level 23 4.0-IV1 metadata enables cranes
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
from wirelint.project.gate_changes import Change, FeatureChanges, MirrorChanges
from wirelint.project.gates import is_upstream
from wirelint.rule import rule
from wirelint.text import Place


@rule(
    id="mirror-table-drift",
    category=Category.GATES,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=MirrorChanges,
)
def mirror_table_drift(mirror: MirrorChanges) -> Iterator[Finding]:
    changes = mirror.changes
    view = changes.pair.pair.after
    owner = view.owner_of(mirror.name) or changes.pair.pair.before.owner_of(mirror.name)
    # Tables in code name no owner, and what upstream has is upstream's unless a table says "ours".
    if owner is not None and not is_upstream(owner.value, view.options):
        return
    after, upstream = changes.after.feature, changes.before.feature
    for one in changes.levels:
        number = one.before.number or 0
        if one.change is Change.MINIMUM_RAISED or number > (after.highest or 0):
            continue
        what = " and ".join(one.what) or one.change.value
        yield _finding(
            changes,
            one.after.number if one.after is not None and one.after.number is not None else number,
            one.at,
            f"level {one.before.label} of `{mirror.name}` {what}",
            Related(one.before.origin, "upstream"),
        )
    for row in after.levels:
        new = row.number
        if new is None or upstream.level(new) is not None or upstream.is_retired(new):
            continue
        if new > (upstream.low or 0) and all(one.after is not row for one in changes.levels):
            yield _finding(
                changes,
                new,
                row.number_at,
                f"upstream has no level {row.label} of `{mirror.name}`",
                Related(upstream.name_at, "upstream"),
            )


def _finding(
    changes: FeatureChanges, number: int, at: Place, message: str, related: Related
) -> Finding:
    return Finding(
        at,
        message,
        help="Copy the level as it is; a change of your own takes a feature of your own",
        related=(related,),
        severity=None if changes.after.feature.is_advertised(number) else Severity.WARNING,
    )
