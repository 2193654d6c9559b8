"""A ladder gives a version that the response does not have.

## What it finds

A level whose version the request schema has, and the response schema has not.

## Why it matters

Request and response share the version: the receiver answers in a version that it cannot write, and the
sender waits for nothing.

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
#   ^ ladder-response-split
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

```json current
{
  "apiKey": 950, "type": "response", "name": "MooringResponse",
  "validVersions": "0-2", "flexibleVersions": "0+",
//                 ^^^^^ pair-out-of-step
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

```json current
{
  "apiKey": 950, "type": "response", "name": "MooringResponse",
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
    id="ladder-response-split",
    category=Category.GATED_SCHEMAS,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=GatedLadder,
)
def ladder_response_split(ladder: GatedLadder) -> Iterator[Finding]:
    response = ladder.response
    if response is None:
        return
    for version, levels in ladder.given.items():
        if version in response.valid_versions or version not in ladder.schema.valid_versions:
            continue
        yield Finding(
            ladder.place(version),
            f"{levels_text(ladder, levels)} gives {subject_of(ladder.use)} version {version}, and "
            f"`{response.name}` has versions {response.valid_versions}",
            help="Let request and response have the same versions",
            related=(Related(response.origin.value("validVersions"), "the response's versions"),),
        )
