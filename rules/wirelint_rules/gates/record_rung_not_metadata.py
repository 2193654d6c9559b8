"""A metadata record gets a new version at a level without `metadata`.

## What it finds

A rung of a record's ladder that raises the version at a level of `metadata.version` without the
flag `metadata` or `barrier`; in Kafka's code, `didMetadataChange` is false. Above the production
level it is a warning: there it can still be mended.

## Why it matters

The flag tells the controller whether a downgrade loses something. Without it the level goes down
without a question, and nodes of the lower level meet records that they cannot read. A version that
only adds ignorable tagged fields may be waived.

## Bad

```gates current
gates 1
feature metadata.version {
  absent = 18
  supports 18 to 20
  level 18 4.0-IV0 in 4.0.0
  level 19 4.0-IV1 in 4.0.0 metadata enables cranes
  level 20 4.1-IV0 in 4.1.0
#       ^^ record-rung-not-metadata
}
format cluster-metadata {
  in "__cluster_metadata-0"
  record BerthRecord by metadata.version {
    0 from 4.0-IV0
    1 from 4.1-IV0
  }
}
```

## Good

```gates current
gates 1
feature metadata.version {
  absent = 18
  supports 18 to 20
  level 18 4.0-IV0 in 4.0.0
  level 19 4.0-IV1 in 4.0.0 metadata enables cranes
  level 20 4.1-IV0 in 4.1.0 metadata
}
format cluster-metadata {
  in "__cluster_metadata-0"
  record BerthRecord by metadata.version {
    0 from 4.0-IV0
    1 from 4.1-IV0
  }
}
```

## References

Kafka: `MetadataVersion.checkIfMetadataChanged`.
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Related, Severity
from wirelint.gates.model import Flag, Outcome
from wirelint.project.gate_effects import case_at, is_record
from wirelint.project.gates import LadderUse
from wirelint.rule import rule


@rule(
    id="record-rung-not-metadata",
    category=Category.GATES,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=LadderUse,
)
def record_rung_not_metadata(use: LadderUse) -> Iterator[Finding]:
    feature = use.feature
    if feature is None or feature.name != "metadata.version" or not is_record(use):
        return
    below: Outcome = None
    for number, version in sorted(use.values.items()):
        row = feature.level(number)
        raised = isinstance(version, int) and isinstance(below, int) and version > below
        below = version
        if not raised or row is None or row.is_metadata or row.is_barrier or row.is_empty:
            continue
        if Flag.METADATA in row.unknown:
            continue
        case = case_at(use, number)
        yield Finding(
            row.number_at,
            f"level {row.label} of `{feature.name}` writes `{use.name}` in version {version} "
            "and is not `metadata`, so a downgrade below it counts as lossless",
            help="Mark the level `metadata`",
            related=(Related(use.place if case is None else case.version_at, "the rung"),),
            severity=None if feature.is_advertised(number) else Severity.WARNING,
        )
