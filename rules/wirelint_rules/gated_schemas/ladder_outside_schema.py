"""A ladder gives a version that the schema does not have.

## What it finds

A level whose version of a request or record is above `validVersions` of its schema. Below them it is
`level-needs-truncated-version`.

## Why it matters

The sender has no code for that version, and no peer serves it: the receiver closes the connection, or
the writer fails. Raise `validVersions` in the change that adds the rung.

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
    2 from 1
    3 from 2
#   ^ ladder-outside-schema
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
    2 from 1
    3 from 2
  }
}
```

```json current
{
  "apiKey": 950, "type": "request", "listeners": ["broker"], "name": "MooringRequest",
  "validVersions": "0-3", "flexibleVersions": "0+",
  "fields": [ { "name": "Berth", "type": "int32", "versions": "0+" } ]
}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Related, Severity
from wirelint.project.gate_effects import subject_of
from wirelint.project.gated import GatedLadder, levels_text
from wirelint.rule import rule


@rule(
    id="ladder-outside-schema",
    category=Category.GATED_SCHEMAS,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=GatedLadder,
    aliases=("ladder-above-schema",),
)
def ladder_outside_schema(ladder: GatedLadder) -> Iterator[Finding]:
    valid = ladder.schema.valid_versions
    for version, levels in ladder.given.items():
        if valid and version <= valid.high:
            continue
        yield Finding(
            ladder.place(version),
            f"{levels_text(ladder, levels)} gives {subject_of(ladder.use)} version {version}, and "
            f"`{ladder.schema.name}` has {f'versions {valid}' if valid else 'no version any more'}",
            help="Raise `validVersions` in the same change, or drop the rung",
            related=(Related(ladder.schema.origin.value("validVersions"), "the versions it has"),),
        )
