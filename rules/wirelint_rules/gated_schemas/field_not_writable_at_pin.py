"""A field cannot be written at a level that the ladder still serves.

## What it finds

A field of a request that is not ignorable and begins above the lowest version that a ladder gives,
while the struct around it is there already. One finding for each such version, on the rung that brings
it.

## Why it matters

At the levels below, a builder that sets the field to anything but its default throws before it sends.
Code must ask for the version first. Whether it does, a schema cannot tell.

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
#   ^ field-not-writable-at-pin
  }
}
```

```json current
{
  "apiKey": 950, "type": "request", "listeners": ["broker"], "name": "MooringRequest",
  "validVersions": "0-3", "flexibleVersions": "0+",
  "fields": [ { "name": "Berth", "type": "int32", "versions": "0+" },
    { "name": "LimitMs", "type": "int32", "versions": "3+" } ]
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
  "fields": [ { "name": "Berth", "type": "int32", "versions": "0+" },
    { "name": "LimitMs", "type": "int32", "versions": "3+", "ignorable": true } ]
}
```

## References

KIP-951 and KIP-903 added such fields to Fetch.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from wirelint.diagnostics import Category, Finding, Related, Severity
from wirelint.project.gate_effects import subject_of
from wirelint.project.gated import GatedLadder
from wirelint.rule import rule
from wirelint.schema.model import Field, MessageType, sites
from wirelint.versions import VersionRange


@rule(
    id="field-not-writable-at-pin",
    category=Category.GATED_SCHEMAS,
    severity=Severity.INFO,
    since="0.1",
    looks_at=GatedLadder,
)
def field_not_writable_at_pin(ladder: GatedLadder) -> Iterator[Finding]:
    versions = list(ladder.given)
    if ladder.schema.type is not MessageType.REQUEST or len(versions) < 2:
        return
    for below, version in pairwise(versions):
        new = _new_fields(ladder, below, version)
        if not new:
            continue
        names = ", ".join(f"`{one.name}`" for one in new)
        yield Finding(
            ladder.place(version),
            f"{names} of {subject_of(ladder.use)} cannot be set below {ladder.label(ladder.given[version][0])}"
            " and is not ignorable",
            help="Make it ignorable, or set it only where the version has it",
            related=tuple(Related(one.origin.value("versions"), f"`{one.name}`") for one in new),
            versions=VersionRange(versions[0], version - 1),
        )


def _new_fields(ladder: GatedLadder, below: int, version: int) -> list[Field]:
    """Fields that begin between two rungs' versions, in structs that are there below."""
    return [
        site.field
        for site in sites(ladder.schema)
        if site.versions
        and site.within.low <= below < site.versions.low <= version
        and not site.field.ignorable
    ]
