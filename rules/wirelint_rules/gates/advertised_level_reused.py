"""A level that released nodes advertise means something else now.

## What it finds

A level up to the production level of the baseline that has another name, other flags, other
capabilities or other dependencies; and a predicate of code that answers otherwise at such a level.
Predicates are compared as functions: a renamed or rewritten one with the same answers is no change,
and texts never count. A level that only needs less than before is a warning.

## Why it matters

Nodes of the baseline support the level and do what it meant to them. A cluster that finalizes it is
split between two meanings, and the finalized number is all that the nodes agree on.

## Bad

```gates baseline
gates 1
feature harbor.version {
  absent = 0
  supports 0 to 2
  level 0 in 1.0.0
  level 1 in 1.0.0 empty
  level 2 in 1.1.3 enables cranes
}
```

```gates current
gates 1
feature harbor.version {
  absent = 0
  supports 0 to 2
  level 0 in 1.0.0
  level 1 in 1.0.0 empty
  level 2 in 1.1.3 enables cranes, pilots
#                                  ^^^^^^ advertised-level-reused
}
```

```java baseline
public enum MetadataVersion {
    IBP_9_0_IV0(30, "9.0", "IV0", true),
    IBP_9_1_IV0(31, "9.1", "IV0", true);

    public static final MetadataVersion LATEST_PRODUCTION = IBP_9_1_IV0;

    public boolean isCraneSupported() {
        return this.isAtLeast(IBP_9_1_IV0);
    }
}
```

```java current
public enum MetadataVersion {
    IBP_9_0_IV0(30, "9.0", "IV0", true),
    IBP_9_1_IV0(31, "9.1", "IV0", true);

    public static final MetadataVersion LATEST_PRODUCTION = IBP_9_1_IV0;

    public boolean isCraneSupported() {
    //             ^^^^^^^^^^^^^^^^ advertised-level-reused
        return !this.isAtLeast(IBP_9_1_IV0);
    }
}
```

## Good

```gates baseline
gates 1
feature harbor.version {
  absent = 0
  supports 0 to 2
  level 0 in 1.0.0
  level 1 in 1.0.0 empty
  level 2 in 1.1.3 enables cranes
}
```

```gates current
gates 1
feature harbor.version {
  absent = 0
  supports 0 to 3
  level 0 in 1.0.0
  level 1 in 1.0.0 empty
  level 2 in 1.1.3 enables cranes "they lift crates"
  level 3 in 1.2.0 enables pilots
}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Related, Severity
from wirelint.project.gate_changes import Change, FeatureChanges
from wirelint.rule import rule


@rule(
    id="advertised-level-reused",
    category=Category.GATES,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=FeatureChanges,
)
def advertised_level_reused(changes: FeatureChanges) -> Iterator[Finding]:
    for one in changes.levels:
        if one.change is not Change.REUSED or not one.advertised:
            continue
        yield Finding(
            one.at,
            f"level {one.before.label} of `{changes.name}` {' and '.join(one.what)}; "
            f"nodes of the baseline advertise it as it was",
            help="Give the change the next free level",
            related=(Related(one.before.origin, "what nodes were told"),),
            severity=Severity.WARNING if one.loosened else None,
        )
    for capability in changes.capabilities:
        before = capability.before
        if before is None:
            continue
        labels = ", ".join(row.label for row in capability.levels)
        yield Finding(
            capability.at,
            f"`{capability.after.name}` answers otherwise at level {labels} of `{changes.name}`, "
            "which nodes of the baseline advertise",
            help="Let it begin at the next free level",
            related=(Related(before.predicate.origin, "what it was"),),
        )
