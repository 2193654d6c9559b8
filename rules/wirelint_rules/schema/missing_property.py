"""A property that must be there is absent, null or empty.

## What it finds

A message without `name`, `type` or `validVersions`, a common struct without `name` or `versions`, a
field without `name` or `type`, or one with neither `versions` nor `taggedVersions`. Only the
generator's own `flexibleVersions` has a rule to itself, `missing-flexible-versions`.

## Why it matters

Without it the layout is not known: the generator stops, mostly with a NullPointerException that
names no place.

## Bad

```json current
{
  "type": "data", "name": "ParcelNote", "validVersions": "0", "flexibleVersions": "0+",
  "fields": [
    { "name": "Text", "versions": "0+" }
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ missing-property
  ]
}
```

## Good

```json current
{
  "type": "data", "name": "ParcelNote", "validVersions": "0", "flexibleVersions": "0+",
  "fields": [
    { "name": "Text", "type": "string", "versions": "0+" }
  ]
}
```
"""

from __future__ import annotations

from wirelint.diagnostics import Category, Severity
from wirelint.rule import reader_rule

missing_property = reader_rule(
    id="missing-property",
    category=Category.SCHEMA,
    severity=Severity.ERROR,
    since="0.1",
    module=__name__,
)
