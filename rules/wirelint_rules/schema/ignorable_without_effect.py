"""A field is `ignorable` although it exists in every version.

## What it finds

`"ignorable": true` on a field that is there wherever its struct is.

## Why it matters

`ignorable` says that a value may be dropped when a version without the field is written. Where there
is no such version it does nothing: no peer breaks, but whoever reads the schema looks for one. It is
mostly a leftover of removed versions.

## Bad

```json current
{
  "type": "data", "name": "PingState",
  "validVersions": "2-4", "flexibleVersions": "2+",
  "fields": [
    { "name": "Id", "type": "int32", "versions": "0+" },
    { "name": "Ttl", "type": "int32", "versions": "1+", "ignorable": true }
    //                                                               ^^^^ ignorable-without-effect
  ]
}
```

```json fixed
{
  "type": "data", "name": "PingState",
  "validVersions": "2-4", "flexibleVersions": "2+",
  "fields": [
    { "name": "Id", "type": "int32", "versions": "0+" },
    { "name": "Ttl", "type": "int32", "versions": "1+" }
  ]
}
```

## Good

```json current
{
  "type": "data", "name": "PingState",
  "validVersions": "2-4", "flexibleVersions": "2+",
  "fields": [
    { "name": "Id", "type": "int32", "versions": "0+" },
    { "name": "Ttl", "type": "int32", "versions": "3+", "ignorable": true }
  ]
}
```

## Fix safety

Safe: no version changes, nor what is written in it.
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Edit, Finding, Fix, Severity
from wirelint.rule import rule
from wirelint.schema.model import FieldSite
from wirelint.syntax.origin import JsonPlace, Part


@rule(
    id="ignorable-without-effect",
    category=Category.SCHEMA,
    severity=Severity.INFO,
    since="0.1",
    looks_at=FieldSite,
    keys=("ignorable",),
)
def ignorable_without_effect(site: FieldSite) -> Iterator[Finding]:
    field = site.field
    if not field.ignorable or not site.versions or site.versions != site.within:
        return
    removal = JsonPlace(field.origin.document, (*field.origin.path, "ignorable"), Part.REMOVAL)
    yield Finding(
        field.origin.value("ignorable"),
        f"`{field.name}` exists in all versions ({site.within}), so `ignorable` has no effect",
        fixes=(Fix("Remove `ignorable`", (Edit(removal, ""),), safe=True),),
    )
