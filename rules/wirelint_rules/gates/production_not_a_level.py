"""A range, default or rung names a level that is not in the table.

## What it finds

A minimum, production, unstable or bootstrap level, the level read when none is finalized, or the
level of a rung that no row of the feature has. `absent = 0` stands for "off" and needs no row; a
rung below the minimum may name a number that is gone.

## Why it matters

Nodes advertise a level they know nothing about, or a format waits for a level that nobody can
finalize.

## Bad

```gates current
gates 1
feature harbor.version {
  absent = 7
  supports 7 to 9
#               ^ production-not-a-level
  level 7 in 1.0.0
  level 8 in 1.1.0 enables cranes
}
```

```gates current
gates 1
feature harbor.version {
  absent = 7
  supports 7 to 8
  bootstrap at 6
#              ^ production-not-a-level
  level 7 1.0-IV0 in 1.0.0
  level 8 1.1-IV0 in 1.1.0
}
path replica from broker to broker blind {
  Fetch exactly by harbor.version {
    13 from 1.0-IV0
    14 from 1.2-IV0
#           ^^^^^^^ production-not-a-level
  }
}
```

## Good

```gates current
gates 1
feature harbor.version {
  absent = 0
  supports 7 to 8
  bootstrap at 7
  level 7 1.0-IV0 in 1.0.0
  level 8 1.1-IV0 in 1.1.0
}
path replica from broker to broker blind {
  Fetch exactly by harbor.version {
    13 from 1.0-IV0
    14 from 1.1-IV0
  }
}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Severity
from wirelint.gates.model import FromLevel, Guard, Language, LevelRef, OnLevels
from wirelint.project.gates import FeatureSite
from wirelint.rule import rule


@rule(
    id="production-not-a-level",
    category=Category.GATES,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=FeatureSite,
)
def production_not_a_level(site: FeatureSite) -> Iterator[Finding]:
    feature = site.feature
    if not feature.rows:
        return
    for ref, what in _stated(site):
        if _missing(site, ref):
            yield Finding(
                ref.origin,
                f"{what} of `{site.name}` is `{ref.text}`, which is no level of it",
                help="Name a level of the table, or add its row",
            )
    if site.table.language is not Language.GATES:
        return  # a name that nobody declares does not compile there
    seen: set[str] = set()
    for use in site.ladders:
        for case in use.site.ladder.cases:
            for ref in _levels_of(case.guard):
                if _missing(site, ref) and not _is_below(site, ref) and ref.text not in seen:
                    yield Finding(
                        ref.origin,
                        f"a rung of `{use.name}` begins at `{ref.text}`, "
                        f"which is no level of `{site.name}`",
                        help="Name a level of the table, or add its row",
                    )


def _stated(site: FeatureSite) -> Iterator[tuple[LevelRef, str]]:
    feature = site.feature
    if feature.supports is not None:
        yield feature.supports.low, "the minimum"
        yield feature.supports.production, "the production level"
        if feature.supports.unstable is not None:
            yield feature.supports.unstable, "the highest unstable level"
    if feature.bootstrap is not None and feature.bootstrap.level is not None:
        yield feature.bootstrap.level, "the bootstrap level"
    if feature.absent is not None and feature.absent.number != 0:
        yield feature.absent, "the level that stands for none"


def _levels_of(guard: Guard) -> tuple[LevelRef, ...]:
    match guard:
        case FromLevel(level):
            return (level,)
        case OnLevels(levels):
            return levels
        case _:
            return ()


def _missing(site: FeatureSite, ref: LevelRef) -> bool:
    if ref.number is None and site.table.language is not Language.GATES:
        return False
    return site.feature.level(ref) is None


def _is_below(site: FeatureSite, ref: LevelRef) -> bool:
    low = site.feature.low
    return ref.number is not None and low is not None and ref.number < low
