"""The lowest supported level gives no version.

## What it finds

A ladder that has no branch for the lowest supported level, or throws there. Where a capability begins at
the very level at which the ladder does, callers can ask for it first: then it is an info.

## Why it matters

A cluster finalized at the minimum meets the exception, or a sender without a version.

## Bad

```gates current
gates 1
feature metadata.version {
  absent = 1
  supports 1 to 2
  level 1 in 1.0.0 metadata
  level 2 in 1.1.0 metadata
}
path replica from broker to broker blind {
  Mooring exactly by metadata.version {
    2 from 2
#   ^ ladder-floor-missing
  }
}
```

```json current
{
  "apiKey": 950, "type": "request", "listeners": ["broker"], "name": "MooringRequest",
  "validVersions": "0-2", "flexibleVersions": "0+",
  "fields": [ { "name": "Berth", "type": "int32", "versions": "0+" } ]
}
```

## Good

```gates current
gates 1
feature metadata.version {
  absent = 1
  supports 1 to 2
  level 1 in 1.0.0 metadata
  level 2 in 1.1.0 metadata
}
path replica from broker to broker blind {
  Mooring exactly by metadata.version {
    1 from 1
    2 from 2
  }
}
```

```json current
{
  "apiKey": 950, "type": "request", "listeners": ["broker"], "name": "MooringRequest",
  "validVersions": "0-2", "flexibleVersions": "0+",
  "fields": [ { "name": "Berth", "type": "int32", "versions": "0+" } ]
}
```

## References

Kafka: `MetadataVersion.registerControllerRecordVersion`.
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Severity
from wirelint.gates.model import UNDEFINED, OnLevels
from wirelint.gates.truth import predicate_table
from wirelint.project.gate_effects import case_at, subject_of
from wirelint.project.gates import LadderUse
from wirelint.rule import rule


@rule(
    id="ladder-floor-missing",
    category=Category.GATED_SCHEMAS,
    severity=Severity.WARNING,
    since="0.1",
    looks_at=LadderUse,
)
def ladder_floor_missing(use: LadderUse) -> Iterator[Finding]:
    feature = use.feature
    if feature is None or not use.values or use.is_private:
        return
    if any(isinstance(one.guard, OnLevels) for one in use.site.ladder.cases):
        return  # level-switch-not-exhaustive
    lowest = min(use.values)
    first = next((n for n, version in sorted(use.values.items()) if isinstance(version, int)), None)
    if use.values[lowest] is not UNDEFINED or first is None:
        return
    row, case = feature.level(lowest), case_at(use, first)
    yield Finding(
        use.place if case is None else case.version_at,
        f"level {lowest if row is None else row.label}, the lowest that `{feature.name}` supports, "
        f"gives {subject_of(use)} no version",
        help="Add a rung for the lowest level, or a capability that callers ask for first",
        severity=Severity.INFO if _is_guarded(use, first) else None,
    )


def _is_guarded(use: LadderUse, first: int) -> bool:
    """Whether a capability of the feature begins where the ladder does."""
    feature = use.feature
    for one in use.gates.predicates:
        if feature is not None and one.feature.value == feature.name:
            values = predicate_table(one, use.gates)
            if all(values.get(number) is (number >= first) for number in use.values):
                return True
    return False
