"""The answer to ApiVersions lists a version that is not served.

## What it finds

An `advertise` line, or a row of a server's own table, whose range is wider than what is served: than the
`serves` of its `rpc` line, else than `validVersions` of the schema. Above the highest version it is an
error. Below the lowest one it is a warning, and none where the line gives a reason or the configuration
has an `[[advertise]]` entry.

## Why it matters

A client takes the highest version that both sides list. Above the schema, a newer client picks a version
that the server has no code for. Below it, a client that knows only old versions picks one of them and is
disconnected, where an honest answer would have let it fail with a clear message.

## Bad

```gates current
gates 1
feature metadata.version {
  absent = 1
  supports 1 to 2
  level 1 in 1.0.0 metadata
  level 2 in 1.1.0 metadata
}
advertise Mooring 0-5
#                 ^^^ advertised-not-served
```

```json current
{
  "apiKey": 950, "type": "request", "listeners": ["broker"], "name": "MooringRequest",
  "validVersions": "2-4", "flexibleVersions": "0+",
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
advertise Mooring 0-4 "old clients refuse to start unless 0 is listed"
```

```json current
{
  "apiKey": 950, "type": "request", "listeners": ["broker"], "name": "MooringRequest",
  "validVersions": "2-4", "flexibleVersions": "0+",
  "fields": [ { "name": "Berth", "type": "int32", "versions": "0+" } ]
}
```

## References

Kafka: KAFKA-18659 lists Produce from 0, served from 3.
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Related, Severity
from wirelint.project.gated_lines import ListedRange
from wirelint.rule import rule
from wirelint.versions import VersionRange


@rule(
    id="advertised-not-served",
    category=Category.GATED_SCHEMAS,
    severity=Severity.WARNING,
    since="0.1",
    looks_at=ListedRange,
)
def advertised_not_served(line: ListedRange) -> Iterator[Finding]:
    request, listed = line.request, line.versions
    valid = line.served if request is None else request.valid_versions
    served = line.served or valid
    if valid is None or served is None or not listed:
        return
    related = (
        ()
        if request is None
        else (Related(request.origin.value("validVersions"), f"`{request.name}` has {valid}"),)
    )
    if listed.is_open and valid:
        listed = VersionRange(listed.low, valid.high)  # code that lowers the minimum only
    above = VersionRange(max(listed.low, valid.high + 1), listed.high)
    if above or not valid:
        there_is = f"there is no version above {valid.high}" if valid else "has no version any more"
        yield Finding(
            line.at,
            f"`{line.rpc}` is listed in versions {listed}, and {there_is}",
            help="List what is served",
            related=related,
            versions=above or listed,
            severity=Severity.ERROR,
        )
        return
    for rest in () if line.is_meant else listed - served:
        yield Finding(
            line.at,
            f"`{line.rpc}` is listed in versions {listed} and served in {served}: a client that "
            f"knows {rest} alone is disconnected",
            help="List what is served, or say why with `advertise`",
            related=related,
            versions=rest,
        )
