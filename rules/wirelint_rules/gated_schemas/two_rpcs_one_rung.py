"""One level turns on several things that have nothing to do with each other.

## What it finds

A level that raises the versions of more than one RPC, or that raises one and makes a level of another
feature the default.

## Why it matters

An operator cannot take one without the other, and a fault in one of them holds back both. A bundle that
is meant needs no change.

## Bad

```gates current
gates 1
feature metadata.version {
  absent = 1
  supports 1 to 2
  level 1 in 1.0.0 metadata
  level 2 in 1.1.0 metadata
#       ^ two-rpcs-one-rung
}
path replica from broker to broker blind {
  Mooring exactly by metadata.version {
    2 from 1
    3 from 2
  }
  Towing exactly by metadata.version {
    0 from 1
    1 from 2
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
  "apiKey": 952, "type": "request", "listeners": ["broker"], "name": "TowingRequest",
  "validVersions": "0-1", "flexibleVersions": "0+",
  "fields": [ { "name": "Berth", "type": "int32", "versions": "0+" } ]
}
```

## Good

```gates current
gates 1
feature metadata.version {
  absent = 1
  supports 1 to 3
  level 1 in 1.0.0 metadata
  level 2 in 1.1.0 metadata
  level 3 in 1.2.0 metadata
}
path replica from broker to broker blind {
  Mooring exactly by metadata.version {
    2 from 1
    3 from 2
  }
  Towing exactly by metadata.version {
    0 from 1
    1 from 3
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
  "apiKey": 952, "type": "request", "listeners": ["broker"], "name": "TowingRequest",
  "validVersions": "0-1", "flexibleVersions": "0+",
  "fields": [ { "name": "Berth", "type": "int32", "versions": "0+" } ]
}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Severity
from wirelint.gates.model import LadderKind, rpc_name
from wirelint.project.gate_effects import level_below
from wirelint.project.gates import FeatureSite
from wirelint.rule import rule


@rule(
    id="two-rpcs-one-rung",
    category=Category.GATED_SCHEMAS,
    severity=Severity.INFO,
    since="0.1",
    looks_at=FeatureSite,
)
def two_rpcs_one_rung(site: FeatureSite) -> Iterator[Finding]:
    for row in site.feature.levels:
        number = row.number
        below = None if number is None else level_below(site, number)
        if number is None or below is None or not site.feature.low or number < site.feature.low:
            continue
        raised = dict.fromkeys(
            f"`{rpc_name(use.name)}`"
            for use in site.ladders
            if use.site.kind is LadderKind.RPC
            and _raises(use.values.get(below), use.values.get(number))
        )
        if not raised:
            continue
        both = [*raised, *(f"the default of `{one}`" for one in _defaults(site, number))]
        if len(both) > 1:
            yield Finding(
                row.number_at,
                f"level {row.label} of `{site.name}` turns on {', '.join(both[:-1])} and {both[-1]}",
                help="Give each a level of its own, unless they belong together",
            )


def _raises(before: object, after: object) -> bool:
    return isinstance(before, int) and isinstance(after, int) and after > before


def _defaults(site: FeatureSite, number: int) -> list[str]:
    """The features of which a level becomes the default at a level of this one."""
    return sorted(
        {
            feature.name
            for table in site.tables()
            for feature in table.features
            for row in feature.rows
            if row.default_from is not None
            and row.default_from.feature.value == site.name
            and site.number(row.default_from.level) == number
        }
    )
