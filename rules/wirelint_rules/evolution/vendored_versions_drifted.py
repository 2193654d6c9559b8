"""A copied message offers versions that upstream has dropped, or lacks some that upstream has.

## What it finds

With `--upstream`: a copied message whose `validVersions` begins below upstream's (warning), begins
above it or ends below it (info). What reaches above upstream is `upstream-version-taken`. A message
without any valid version, a stub, is left alone.

## Why it matters

Upstream takes the fields of a version off the schema together with the version. A copy of the new
schema that still offers the old range encodes that version without them, and nobody upstream tests it
any more. A range that is shorter than upstream's is a choice, or a copy that fell behind.

## Bad

```json upstream
{
  "apiKey": 900, "type": "data", "name": "CraneState",
  "validVersions": "1-4", "flexibleVersions": "none",
  "fields": [ { "name": "Id", "type": "int32", "versions": "0+" } ]
}
```

```json current
{
  "apiKey": 900, "type": "data", "name": "CraneState",
  "validVersions": "0-4", "flexibleVersions": "none",
  //               ^^^^^ vendored-versions-drifted
  "fields": [ { "name": "Id", "type": "int32", "versions": "0+" } ]
}
```

```json fixed
{
  "apiKey": 900, "type": "data", "name": "CraneState",
  "validVersions": "1-4", "flexibleVersions": "none",
  "fields": [ { "name": "Id", "type": "int32", "versions": "0+" } ]
}
```

## Good

```json upstream
{
  "apiKey": 900, "type": "data", "name": "CraneState",
  "validVersions": "1-4", "flexibleVersions": "none",
  "fields": [ { "name": "Id", "type": "int32", "versions": "0+" } ]
}
```

```json current
{
  "apiKey": 900, "type": "data", "name": "CraneState",
  "validVersions": "1-4", "flexibleVersions": "none",
  "fields": [ { "name": "Id", "type": "int32", "versions": "1+" } ]
}
```

## Fix safety

Unsafe: the range gets upstream's bound.
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Edit, Finding, Severity
from wirelint.evolution.upstream import VendoredMessage
from wirelint.evolution.versions import spelled
from wirelint.evolution.words import fix, then
from wirelint.rule import rule
from wirelint.versions import VersionRange


@rule(
    id="vendored-versions-drifted",
    category=Category.EVOLUTION,
    severity=Severity.WARNING,
    since="0.1",
    looks_at=VendoredMessage,
)
def vendored_versions_drifted(copied: VendoredMessage) -> Iterator[Finding]:
    ours, theirs = copied.copy.valid_versions, copied.upstream.valid_versions
    if not ours or not theirs:
        return
    dropped = ours & VersionRange(0, theirs.low - 1) if theirs.low else VersionRange.NONE
    lacking = [one for one in theirs - ours if one]
    place = copied.copy.origin.value("validVersions")
    related = (then(copied.upstream.origin, "validVersions", f"upstream: {theirs}"),)
    if dropped:
        kept = VersionRange(max(ours.low, theirs.low), ours.high)
        yield Finding(
            place,
            f"the copied `{copied.name}` offers {spelled((dropped,))}, which upstream no longer has",
            help="Drop them, or keep their fields from the last release that had them",
            related=related,
            fixes=fix(f"Begin with version {theirs.low}", (Edit(place, f'"{kept}"'),)),
            versions=dropped,
        )
    if lacking:
        yield Finding(
            place,
            f"the copied `{copied.name}` lacks {spelled(tuple(lacking))} of upstream",
            related=related,
            versions=lacking[0],
            severity=Severity.INFO,
        )
