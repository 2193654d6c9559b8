"""Two levels of a feature have one number or one name.

## What it finds

A row whose number or name an earlier row has. Rows without a number (of the ZooKeeper era) may
repeat theirs; another name of a level is an `alias`, no row.

## Why it matters

A finalized level is a number, and it must name one meaning: nodes that find the other row do
something else at the same level.

## Bad

```gates current
gates 1
feature harbor.version {
  absent = 0
  supports 0 to 2
  level 0 in 1.0.0
  level 1 in 1.1.0 enables cranes
  level 1 in 1.2.0 enables pilots
#       ^ level-duplicate
  level 2 in 1.2.0 enables tugs
}
```

```gates current
gates 1
feature metadata.version {
  absent = 7
  supports 7 to 9
  level 7 3.3-IV3 in 3.3.0
  level 8 3.4-IV0 in 3.4.0 metadata enables migration
  level 9 3.4-IV0 in 3.4.0 metadata enables scram
#         ^^^^^^^ level-duplicate
}
```

## Good

```gates current
gates 1
feature harbor.version {
  absent = 0
  supports 0 to 2
  row 0.9-IV0
  row 0.9-IV1
  level 0 in 1.0.0
  level 1 in 1.1.0 enables cranes
  level 2 in 1.2.0 enables pilots
}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Related, Severity
from wirelint.gates.model import Level
from wirelint.project.gates import FeatureSite
from wirelint.rule import rule
from wirelint.text import Place


@rule(
    id="level-duplicate",
    category=Category.GATES,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=FeatureSite,
)
def level_duplicate(site: FeatureSite) -> Iterator[Finding]:
    numbers: dict[int, Level] = {}
    names: dict[str, Level] = {}
    for row in site.feature.levels:
        number, name = row.number, row.name
        if number is None:
            continue
        first = numbers.setdefault(number, row)
        if first is not row:
            yield _finding(row.number_at, f"`{site.name}` has level {number} twice", first)
            continue
        if name is not None and (first := names.setdefault(name, row)) is not row:
            what = f"level {number} of `{site.name}` has the name of level {first.number}"
            yield _finding(row.name_at, what, first)


def _finding(at: Place, message: str, first: Level) -> Finding:
    return Finding(
        at,
        message,
        help="Give the new level the next free number and a name of its own",
        related=(Related(first.origin, "the first of both"),),
    )
