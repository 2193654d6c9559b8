"""A level is `metadata` though no record and no capability begins there.

## What it finds

A level with `metadata` (`didMetadataChange`) at which no record ladder rises and no capability
begins. A level that brings a new record type has no rung either: the rule only gives a hint.

## Why it matters

The flag blocks a downgrade below the level, for nothing.

## Bad

```gates current
gates 1
feature metadata.version {
  absent = 18
  supports 18 to 20
  level 18 4.0-IV0 in 4.0.0
  level 19 4.0-IV1 in 4.0.0 metadata enables cranes
  level 20 4.1-IV0 in 4.1.0 metadata
#                           ^^^^^^^^ metadata-without-change
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
  level 20 4.1-IV0 in 4.1.0 metadata "a new record, BerthRecord"
}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Severity
from wirelint.gates.model import Flag, Language
from wirelint.project.gate_effects import Effect, EffectKind, format_effects
from wirelint.project.gates import FeatureSite
from wirelint.rule import rule


@rule(
    id="metadata-without-change",
    category=Category.GATES,
    severity=Severity.INFO,
    since="0.1",
    looks_at=FeatureSite,
)
def metadata_without_change(site: FeatureSite) -> Iterator[Finding]:
    if not (site.predicates or site.ladders or any(row.enables for row in site.feature.rows)):
        return  # the table says of no level what it does
    for row in site.feature.levels:
        number = row.number
        if number is None or not row.is_metadata or number == site.feature.low:
            continue
        if row.doc and site.table.language is Language.GATES:
            continue
        if any(_changes_records(one) for one in format_effects(site, number)):
            continue
        yield Finding(
            row.place_of(Flag.METADATA),
            f"level {row.label} of `{site.name}` is `metadata`, and no record or capability begins "
            "there",
            help="Drop the flag before the level is released, or say what changes",
        )


def _changes_records(effect: Effect) -> bool:
    if effect.kind is EffectKind.RUNG:
        return effect.is_record
    return effect.kind in {EffectKind.CAPABILITY, EffectKind.VARIANT}
