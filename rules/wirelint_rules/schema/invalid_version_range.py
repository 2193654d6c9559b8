"""A text stands where a version range is due.

## What it finds

A `versions`, `validVersions` or other range that is none of `3`, `0-3`, `3+` and `none`, or that
goes beyond 32767.

## Why it matters

The generator refuses the file. Two ranges in one text, as in `0-1,3`, cannot be said at all: a
field that was gone for a while needs another name.

## Bad

```json current
{
  "type": "data", "name": "ParcelNote", "validVersions": "0-3", "flexibleVersions": "0+",
  "fields": [
    { "name": "Text", "type": "string", "versions": "0-1,3" }
    //                                              ^^^^^^^ invalid-version-range
  ]
}
```

## Good

```json current
{
  "type": "data", "name": "ParcelNote", "validVersions": "0-3", "flexibleVersions": "0+",
  "fields": [
    { "name": "Text", "type": "string", "versions": "1+" }
  ]
}
```
"""

from __future__ import annotations

from wirelint.diagnostics import Category, Severity
from wirelint.rule import reader_rule

invalid_version_range = reader_rule(
    id="invalid-version-range",
    category=Category.SCHEMA,
    severity=Severity.ERROR,
    since="0.1",
    module=__name__,
)
