"""Something new is attached to a level that has shipped.

## What it finds

A format variant that the baseline does not have, a predicate of code that it does not have, or a
ladder in the place of a constant, that begins at a level which the baseline advertises. A variant
that says itself that it became readable after the level's release is `written-before-readable`.

## Why it matters

Nodes of the baseline support the level and do not know the new thing. At the finalized level they
meet formats and requests that they cannot read.

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

format chart {
  in "charts"
  variant 0 by harbor.version 0 readable-since 1.0.0
}
```

```gates current
gates 1
feature harbor.version {
  absent = 0
  supports 0 to 2
  level 0 in 1.0.0
  level 1 in 1.0.0 empty
  level 2 in 1.1.3 enables cranes
}

format chart {
  in "charts"
  variant 0 by harbor.version 0 readable-since 1.0.0
  variant 1 by harbor.version 2
#         ^ joined-shipped-level
}
```

```java baseline
public enum MetadataVersion {
    IBP_9_0_IV0(30, "9.0", "IV0", true),
    IBP_9_1_IV0(31, "9.1", "IV0", true);

    public static final MetadataVersion LATEST_PRODUCTION = IBP_9_1_IV0;
}
```

```java current
public enum MetadataVersion {
    IBP_9_0_IV0(30, "9.0", "IV0", true),
    IBP_9_1_IV0(31, "9.1", "IV0", true);

    public static final MetadataVersion LATEST_PRODUCTION = IBP_9_1_IV0;

    public boolean isCraneSupported() {
    //             ^^^^^^^^^^^^^^^^ joined-shipped-level
        return this.isAtLeast(IBP_9_1_IV0);
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

format chart {
  in "charts"
  variant 0 by harbor.version 0 readable-since 1.0.0
}
```

```gates current
gates 1
feature harbor.version {
  absent = 0
  supports 0 to 3
  level 0 in 1.0.0
  level 1 in 1.0.0 empty
  level 2 in 1.1.3 enables cranes
  level 3 in 1.2.0 enables pilots
}
format chart {
  in "charts"
  variant 0 by harbor.version 0 readable-since 1.0.0
  variant 1 by harbor.version 3 readable-since 1.2.0
}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Related, Severity
from wirelint.gates.model import Level, SelectionKind, rpc_name
from wirelint.project.gate_changes import FeatureChanges
from wirelint.project.gate_effects import case_at, spelled, subject_of
from wirelint.project.gate_windows import is_readable_late
from wirelint.rule import rule
from wirelint.text import Place

_HELP = "Attach it to a new level"


@rule(
    id="joined-shipped-level",
    category=Category.GATES,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=FeatureChanges,
)
def joined_shipped_level(changes: FeatureChanges) -> Iterator[Finding]:
    for capability in changes.capabilities:
        if capability.before is None:
            row = capability.levels[0]
            yield _finding(changes, row, capability.at, f"`{capability.after.name}` begins")
    for place, row, what in (*_variants(changes), *_pins(changes)):
        yield _finding(changes, row, place, what)


def _finding(changes: FeatureChanges, row: Level, at: Place, what: str) -> Finding:
    return Finding(
        at,
        f"{what} at level {row.label} of `{changes.name}`, which nodes of the baseline advertise "
        "without it",
        help=_HELP,
        related=(Related(row.origin, "the level as it shipped"),),
    )


def _shipped(changes: FeatureChanges, number: int | None) -> Level | None:
    """The baseline's row of a level that its nodes advertise, above the lowest one."""
    before = changes.before.feature
    if number is None or not before.is_advertised(number) or not changes.same(number):
        return None
    return changes.before.row(number) if number > (before.low or 0) else None


def _variants(changes: FeatureChanges) -> Iterator[tuple[Place, Level, str]]:
    old = {one.name: one.format for one in changes.pair.pair.before.formats}
    for table in changes.after.tables():
        for format_ in table.formats:
            before = old.get(format_.name)
            if before is None:
                continue
            known = {one.number for one in before.variants}
            for one in format_.variants:
                if one.feature is None or one.feature.value != changes.name or one.number in known:
                    continue
                row = _shipped(changes, changes.after.number(one.level))
                if row is not None and not is_readable_late(one, row):
                    what = f"variant {one.number} of `{format_.name}` is written"
                    yield one.number_at, row, what


def _pins(changes: FeatureChanges) -> Iterator[tuple[Place, Level, str]]:
    """Ladders that took the place of a constant and give another version at a shipped level."""
    constants = {
        (path.name, rpc_name(entry.rpc.value)): entry.selection.version.value
        for path in (site.path for site in changes.pair.pair.before.paths)
        for entry in path.entries
        if entry.selection.kind is SelectionKind.EXACTLY and entry.selection.version is not None
    }
    gated = {
        (one.site.path.name, rpc_name(one.name))
        for one in changes.pair.pair.before.ladders
        if one.site.path is not None
    }
    for use in changes.after.ladders:
        path = use.site.path
        pin = None if path is None else constants.get((path.name, rpc_name(use.name)))
        if path is None or pin is None or (path.name, rpc_name(use.name)) in gated:
            continue
        for number, version in sorted(use.values.items()):
            before = changes.before.feature
            row = changes.before.row(number)
            if version == pin or not isinstance(version, int) or row is None:
                continue
            if not before.is_advertised(number):
                continue
            case = case_at(use, number)
            place = use.place if case is None else case.version_at
            yield place, row, f"{subject_of(use)} goes out in {spelled(version)}"
            break
