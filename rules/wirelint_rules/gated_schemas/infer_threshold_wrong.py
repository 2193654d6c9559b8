"""A capability is told by a version that the request does not have.

## What it finds

An `infer` line whose version is not among `validVersions` of the request, or is its lowest one, which
every sender uses.

## Why it matters

Either no sender is ever taken to have the capability, or every one is.

## Bad

```gates current
gates 1
feature metadata.version {
  absent = 1
  supports 1 to 2
  level 1 in 1.0.0 metadata
  level 2 in 1.1.0 metadata
}
feature harbor.version {
  absent = 0
  supports 0 to 1
  level 0 in 1.0.0
  level 1 in 1.1.0
}
infer harbor.version 1 from Mooring >= 6
#                                      ^ infer-threshold-wrong
```

```json current
{
  "apiKey": 950, "type": "request", "listeners": ["broker"], "name": "MooringRequest",
  "validVersions": "0-5", "flexibleVersions": "0+",
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
feature harbor.version {
  absent = 0
  supports 0 to 1
  level 0 in 1.0.0
  level 1 in 1.1.0
}
infer harbor.version 1 from Mooring >= 4
```

```json current
{
  "apiKey": 950, "type": "request", "listeners": ["broker"], "name": "MooringRequest",
  "validVersions": "0-5", "flexibleVersions": "0+",
  "fields": [ { "name": "Berth", "type": "int32", "versions": "0+" } ]
}
```

## References

KIP-890: AddPartitionsToTxn above 3 tells transaction.version 2.
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Related, Severity
from wirelint.project.gated_lines import InferLine
from wirelint.rule import rule


@rule(
    id="infer-threshold-wrong",
    category=Category.GATED_SCHEMAS,
    severity=Severity.WARNING,
    since="0.1",
    looks_at=InferLine,
)
def infer_threshold_wrong(line: InferLine) -> Iterator[Finding]:
    infer, valid = line.infer, line.request.valid_versions
    version = infer.version.value
    if version in valid and version > valid.low:
        return
    never = not valid or version > valid.high
    yield Finding(
        infer.version.origin,
        f"`{infer.feature.value}` {infer.level.text} is told by version {version} of "
        f"`{infer.rpc.value}`, which {'no' if never else 'every'} sender uses",
        help="Name the version that brought the capability",
        related=(Related(line.request.origin.value("validVersions"), "the versions it has"),),
    )
