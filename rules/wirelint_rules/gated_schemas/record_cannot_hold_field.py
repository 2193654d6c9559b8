"""A record version that is still written lacks a field of the newest one.

## What it finds

A supported level whose version of a record does not have a field that the newest gated version has.

## Why it matters

At that level what the field would say is not written at all, and a downgrade to the level loses it. Worth
knowing when a downgrade is promised.

## Bad

```gates current
gates 1
feature metadata.version {
  absent = 1
  supports 1 to 2
  level 1 in 1.0.0 metadata
  level 2 in 1.1.0 metadata
}
format cluster-metadata {
  in "__cluster_metadata-0"
  record MooringRecord by metadata.version {
    0 from 1
#   ^ record-cannot-hold-field
    1 from 2
  }
}
```

```json current
{
  "apiKey": 951, "type": "metadata", "name": "MooringRecord",
  "validVersions": "0-1", "flexibleVersions": "0+",
  "fields": [ { "name": "Berth", "type": "int32", "versions": "0+" },
    { "name": "Cranes", "type": "[]int32", "versions": "1+" } ]
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
format cluster-metadata {
  in "__cluster_metadata-0"
  record MooringRecord by metadata.version {
    0 from 1
    1 from 2
  }
}
```

```json current
{
  "apiKey": 951, "type": "metadata", "name": "MooringRecord",
  "validVersions": "0-1", "flexibleVersions": "0+",
  "fields": [ { "name": "Berth", "type": "int32", "versions": "0+" },
    { "name": "Cranes", "type": "[]int32", "versions": "0+" } ]
}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Related, Severity
from wirelint.gates.model import LadderKind
from wirelint.project.gated import GatedLadder, levels_text
from wirelint.rule import rule
from wirelint.schema.model import sites
from wirelint.versions import VersionRange


@rule(
    id="record-cannot-hold-field",
    category=Category.GATED_SCHEMAS,
    severity=Severity.INFO,
    since="0.1",
    looks_at=GatedLadder,
)
def record_cannot_hold_field(ladder: GatedLadder) -> Iterator[Finding]:
    if ladder.use.site.kind is not LadderKind.RECORD or len(ladder.given) < 2:
        return
    newest = max(ladder.given)
    for version, levels in ladder.given.items():
        lost = [
            site.field
            for site in sites(ladder.schema)
            if newest in site.versions
            and version not in site.versions
            and not any(version not in parent.versions for parent in site.parents)
        ]
        if lost:
            names = ", ".join(f"`{one.name}`" for one in lost)
            yield Finding(
                ladder.place(version),
                f"{levels_text(ladder, levels)} writes `{ladder.name}` in version {version}, "
                f"which has no {names}",
                related=tuple(
                    Related(one.origin.value("versions"), f"`{one.name}`") for one in lost
                ),
                versions=VersionRange(version, version),
            )
