"""A server serves versions that the schema does not have.

## What it finds

`rpc NAME serves A-B`, where the range is not inside `validVersions`.

## Why it matters

What those versions look like, this schema does not say, so nothing here can be checked for them. Often
the code was generated from an older set of schemas.

## Bad

```gates current
gates 1
feature metadata.version {
  absent = 1
  supports 1 to 2
  level 1 in 1.0.0 metadata
  level 2 in 1.1.0 metadata
}
rpc Mooring key 950 serves 0-4
#                          ^^^ served-beyond-schema
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
rpc Mooring key 950 serves 2-4
```

```json current
{
  "apiKey": 950, "type": "request", "listeners": ["broker"], "name": "MooringRequest",
  "validVersions": "2-4", "flexibleVersions": "0+",
  "fields": [ { "name": "Berth", "type": "int32", "versions": "0+" } ]
}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Related, Severity
from wirelint.project.gated_lines import ServedRange
from wirelint.rule import rule


@rule(
    id="served-beyond-schema",
    category=Category.GATED_SCHEMAS,
    severity=Severity.WARNING,
    since="0.1",
    looks_at=ServedRange,
)
def served_beyond_schema(line: ServedRange) -> Iterator[Finding]:
    serves, valid = line.versions.value, line.request.valid_versions
    if valid.contains(serves):
        return
    has = f"has versions {valid}" if valid else "has no version any more"
    yield Finding(
        line.versions.origin,
        f"`{line.rpc}` is served in versions {serves}, and `{line.request.name}` {has}",
        help="Check with the schemas that the code was made from",
        related=(Related(line.request.origin.value("validVersions"), "the versions it has"),),
    )
