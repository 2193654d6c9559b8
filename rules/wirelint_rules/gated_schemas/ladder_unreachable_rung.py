"""A rung can never be taken.

## What it finds

A branch of a ladder that no supported level takes: an earlier branch takes them all, or its levels
are below the supported minimum. A branch that throws is fine, and so is one for rows that have no
number, as Kafka's tables have for the time of ZooKeeper. A version that the schema has and no branch gives
is `ungated-version`.

## Why it matters

It is dead code that looks like a promise. Often the condition before it is wrong, and levels get a
version that was meant for others.

## Bad

```gates current
gates 1
feature metadata.version {
  absent = 4
  supports 4 to 5
  retired 1 .. 3 "dropped in 2.0"
  level 4 in 1.0.0 metadata
  level 5 in 1.1.0 metadata
}
path replica from broker to broker blind {
  Mooring exactly by metadata.version {
    1 from 1
#   ^ ladder-unreachable-rung
    2 from 4
    3 from 5
  }
}

```

```json current
{
  "apiKey": 950, "type": "request", "listeners": ["broker"], "name": "MooringRequest",
  "validVersions": "1-3", "flexibleVersions": "0+",
  "fields": [ { "name": "Berth", "type": "int32", "versions": "0+" } ]
}
```

## Good

```gates current
gates 1
feature metadata.version {
  absent = 4
  supports 4 to 5
  retired 1 .. 3 "dropped in 2.0"
  level 4 in 1.0.0 metadata
  level 5 in 1.1.0 metadata
}
path replica from broker to broker blind {
  Mooring exactly by metadata.version {
    2 from 4
    3 from 5
  }
}
```

```json current
{
  "apiKey": 950, "type": "request", "listeners": ["broker"], "name": "MooringRequest",
  "validVersions": "1-3", "flexibleVersions": "0+",
  "fields": [ { "name": "Berth", "type": "int32", "versions": "0+" } ]
}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Severity
from wirelint.gates.model import UNDEFINED, Case, Level, Outcome, Predicate
from wirelint.gates.truth import holds, unreachable
from wirelint.project.gate_effects import subject_of
from wirelint.project.gated import schema_of, stable_high
from wirelint.project.gates import LadderUse
from wirelint.project.schema_names import Schemas
from wirelint.rule import rule


@rule(
    id="ladder-unreachable-rung",
    category=Category.GATED_SCHEMAS,
    severity=Severity.WARNING,
    since="0.1",
    looks_at=LadderUse,
)
def ladder_unreachable_rung(use: LadderUse) -> Iterator[Finding]:
    feature = use.feature
    if feature is None:
        return
    idle = unreachable(use.site.ladder, use.gates)
    old = [row for row in feature.rows if row.number is None]
    for case in idle:
        if case.version is UNDEFINED or any(_taken(use, row) is case for row in old):
            continue
        if _is_ungated(use, case.version):
            continue
        yield Finding(
            case.version_at,
            f"no level that `{feature.name}` supports gives {subject_of(use)} version {case.version} "
            "by this branch",
            help="Delete the branch, or correct the conditions before it",
        )


def _is_ungated(use: LadderUse, version: Outcome) -> bool:
    """Whether the schema has the version and no level gives one as high: `ungated-version`."""
    top = max((one for one in use.values.values() if isinstance(one, int)), default=None)
    if not isinstance(version, int) or top is None or version <= top:
        return False
    schema = schema_of(use, Schemas(use.view.messages))
    return schema is not None and stable_high(schema) >= version


def _taken(use: LadderUse, row: Level) -> Case | None:
    """The branch that a row without a number takes."""
    feature = use.site.ladder.feature
    if feature is None:
        return None
    for case in use.site.ladder.cases:
        guard = Predicate(name="", feature=feature, guard=case.guard)
        if holds(guard, row, use.gates) is not False:
            return case
    return None
