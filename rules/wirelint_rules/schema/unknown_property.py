"""A property that the schema language does not know at this place.

## What it finds

A property of a message, common struct or field that the generator has no use for, such as `about`
on a message or `nullable` on a field. Names are case-sensitive. A profile may add the properties of
a fork.

## Why it matters

The generator refuses the file. Readers that skip unknown properties would drop what the author
meant, for instance a misspelt `nullableVersions`, and write other bytes.

## Bad

```json current
{
  "type": "data", "name": "ParcelNote", "validVersions": "0", "flexibleVersions": "0+",
  "fields": [
    { "name": "Text", "type": "string", "versions": "0+", "nullableVersion": "0+" }
    //                                                    ^^^^^^^^^^^^^^^^^ unknown-property
  ]
}
```

```json fixed
{
  "type": "data", "name": "ParcelNote", "validVersions": "0", "flexibleVersions": "0+",
  "fields": [
    { "name": "Text", "type": "string", "versions": "0+", "nullableVersions": "0+" }
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

unknown_property = reader_rule(
    id="unknown-property",
    category=Category.SCHEMA,
    severity=Severity.ERROR,
    since="0.1",
    module=__name__,
)
