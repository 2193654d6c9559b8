"""A feature is honoured by a request that nobody can send.

## What it finds

An RPC in an `honour` block whose request has no schema, has no version any more, or has only a version
that is unstable while the level is production.

## Why it matters

A feature that clients see reaches the broker in a request. Without one the level can be finalized and
does nothing.

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
honour harbor.version >= 1 {
  Mooring
# ^^^^^^^ honour-not-carried
}
```

```json current
{
  "apiKey": 950, "type": "request", "listeners": ["broker"], "name": "MooringRequest",
  "validVersions": "0", "flexibleVersions": "0+", "latestVersionUnstable": true,
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
honour harbor.version >= 1 {
  Mooring
}
```

```json current
{
  "apiKey": 950, "type": "request", "listeners": ["broker"], "name": "MooringRequest",
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [ { "name": "Berth", "type": "int32", "versions": "0+" } ]
}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Severity
from wirelint.project.gated import stable_high
from wirelint.project.gated_lines import HonourLine
from wirelint.rule import rule


@rule(
    id="honour-not-carried",
    category=Category.GATED_SCHEMAS,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=HonourLine,
)
def honour_not_carried(line: HonourLine) -> Iterator[Finding]:
    why = _why_not(line)
    if why is not None:
        yield Finding(
            line.rpc.origin,
            f"`{line.rpc.value}` is honoured from level {line.honour.level.text} of "
            f"`{line.honour.feature.value}`, and {why}",
            help="Give the feature a request that carries it, in a stable version",
        )


def _why_not(line: HonourLine) -> str | None:
    request, feature = line.request, line.feature
    if request is None:
        return "there is no request of that name"
    if not request.valid_versions:
        return "the request has no version any more"
    level = None if feature is None else feature.resolve(line.honour.level)
    if feature is None or level is None or not feature.is_advertised(level):
        return None
    if stable_high(request) < request.valid_versions.low:
        return "every version of the request is unstable while the level is production"
    return None
