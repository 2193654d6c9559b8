"""A higher level gives a lower version.

## What it finds

A function of a level that gives a lower version at some level than at the level below it.

## Why it matters

Finalizing the higher level would take the format back: what nodes wrote and sent before in the
higher version, nobody writes and sends any more. A format that is given up on purpose needs a new
version number. Most often two branches of a condition have changed places.

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
    1 from 2
#   ^ ladder-not-monotone
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
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Severity
from wirelint.gates.model import Outcome
from wirelint.project.gate_effects import case_at, subject_of
from wirelint.project.gates import LadderUse
from wirelint.rule import rule


@rule(
    id="ladder-not-monotone",
    category=Category.GATED_SCHEMAS,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=LadderUse,
)
def ladder_not_monotone(use: LadderUse) -> Iterator[Finding]:
    feature = use.feature
    if feature is None:
        return
    below: Outcome = None
    for number, version in sorted(use.values.items()):
        if isinstance(version, int) and isinstance(below, int) and version < below:
            row, case = feature.level(number), case_at(use, number)
            yield Finding(
                use.place if case is None else case.version_at,
                f"level {number if row is None else row.label} of `{feature.name}` gives "
                f"{subject_of(use)} version {version}, the level below it version {below}",
                help="Let versions rise with levels",
            )
        if isinstance(version, int):
            below = version
