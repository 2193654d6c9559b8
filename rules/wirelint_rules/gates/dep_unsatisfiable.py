"""A level needs a level that can never be finalized.

## What it finds

A `needs` line that names an unknown feature, an unknown level or one above its feature's highest,
and levels that need each other in a circle. Code may name features of files that are not checked:
there an unknown feature is not reported.

## Why it matters

The controller refuses to finalize a level before its dependencies hold (KIP-1022), so this one
stays out of reach.

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
  level 1 in 1.1.0 needs metadata.version >= 40
#                                            ^^ dep-unsatisfiable
}
```

```gates current
gates 1
feature harbor.version {
  absent = 0
  supports 0 to 1
  level 0 in 1.0.0
  level 1 in 1.1.0 needs pilot.version >= 1
#                                         ^ dep-unsatisfiable
}
feature pilot.version {
  absent = 0
  supports 0 to 2
  level 0 in 1.0.0
  level 1 in 1.1.0 barrier needs harbor.version >= 2
#                                                  ^ dep-unsatisfiable
  level 2 in 1.2.0 needs anchor.version >= 1
#                        ^^^^^^^^^^^^^^ dep-unsatisfiable
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
  level 1 in 1.1.0 needs metadata.version >= 2
}
```

## References

KIP-1022.
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Severity
from wirelint.gates.model import Language, Level, Need
from wirelint.project.gates import FeatureSite
from wirelint.rule import rule
from wirelint.text import Place


@rule(
    id="dep-unsatisfiable",
    category=Category.GATES,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=FeatureSite,
)
def dep_unsatisfiable(site: FeatureSite) -> Iterator[Finding]:
    for row in site.feature.levels:
        for need in row.needs:
            wrong = _wrong(site, need)
            if wrong is not None:
                place, message = wrong
                yield Finding(
                    place,
                    f"level {row.label} of `{site.name}` {message}",
                    help="Name a level that nodes can finalize first",
                )
            elif _needs_itself(site, row, need):
                yield Finding(
                    need.level.origin,
                    f"level {row.label} of `{site.name}` needs `{need.feature.value}` "
                    f"{need.level.text}, which needs this level in turn",
                    help="Break the circle",
                )


def _wrong(site: FeatureSite, need: Need) -> tuple[Place, str] | None:
    feature = site.gates.feature(need.feature)
    name = need.feature.value
    if feature is None:
        if site.table.language is not Language.GATES:
            return None
        return need.feature.origin, f"needs `{name}`, a feature of no table"
    number = feature.resolve(need.level)
    if not feature.rows or (number is None and site.table.language is not Language.GATES):
        return None
    if number is None or feature.level(number) is None:
        return need.level.origin, f"needs `{name}` {need.level.text}, which is no level of it"
    if feature.highest is not None and number > feature.highest:
        return need.level.origin, f"needs `{name}` {number}, which nodes do not support"
    return None


def _needs_itself(site: FeatureSite, row: Level, need: Need) -> bool:
    """Whether what a level needs leads back to the level, or to one above it."""
    seen: set[tuple[str, int]] = set()
    open_needs = [need]
    while open_needs:
        one = open_needs.pop()
        number = site.gates.resolve(one.feature, one.level)
        if number is None or (one.feature.value, number) in seen:
            continue
        if one.feature.value == site.name and number >= (row.number or 0):
            return True
        seen.add((one.feature.value, number))
        found = site.gates.level(one.feature, number)
        open_needs += found.needs if found is not None else ()
    return False
