"""Null is the default in versions in which it is not allowed.

## What it finds

`"default": "null"` on a string, bytes, array or struct field whose `nullableVersions` does not contain
all of its `versions`, as they are written: `0+` is not inside `0-3`, even in a message of versions
0 to 3.

## Why it matters

The generator refuses it: in a version that cannot say null, a writer with the default in hand would
throw a NullPointerException.

## Bad

```json current
{
  "type": "data", "name": "ParcelNote", "validVersions": "0-3", "flexibleVersions": "0+",
  "fields": [
    { "name": "Depot", "type": "string", "versions": "0+", "nullableVersions": "1+",
      "default": "null" }
      //         ^^^^^^ null-default-not-nullable
  ]
}
```

## Good

```json current
{
  "type": "data", "name": "ParcelNote", "validVersions": "0-3", "flexibleVersions": "0+",
  "fields": [
    { "name": "Depot", "type": "string", "versions": "0+", "nullableVersions": "0+",
      "default": "null" }
  ]
}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Severity
from wirelint.rule import rule
from wirelint.schema.defaults import Wrong, check_default
from wirelint.schema.generator import has_known_type, is_generated, is_readable
from wirelint.schema.model import FieldSite


@rule(
    id="null-default-not-nullable",
    category=Category.SCHEMA,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=FieldSite,
    keys=("default",),
)
def null_default_not_nullable(site: FieldSite) -> Iterator[Finding]:
    field = site.field
    if field.default != "null" or not has_known_type(field) or not is_generated(site):
        return
    problem = check_default(field)
    if problem is None or problem.wrong is not Wrong.NULL_RANGE:
        return
    if is_readable(site.origin, "versions", "nullableVersions", "taggedVersions"):
        yield Finding(site.origin.value("default"), problem.message)
