"""A field has a type that does not exist.

## What it finds

A `type` that is neither one of bool, int8, int16, uint16, uint32, int32, int64, uuid, float64,
string, bytes, records, nor a struct's name (which begins with a capital), nor `[]` before one of
them. Arrays of arrays do not exist either: an array of structs with an array inside says that.

## Why it matters

The generator refuses the file. Only a misspelling that begins with a capital gets through, as an
empty struct.

## Bad

```json current
{
  "type": "data", "name": "ParcelNote", "validVersions": "0", "flexibleVersions": "0+",
  "fields": [
    { "name": "Text", "type": "strin", "versions": "0+" }
    //                        ^^^^^^^ unknown-field-type
  ]
}
```

```json fixed
{
  "type": "data", "name": "ParcelNote", "validVersions": "0", "flexibleVersions": "0+",
  "fields": [
    { "name": "Text", "type": "string", "versions": "0+" }
  ]
}
```

## Good

```json current
{
  "type": "data", "name": "ParcelNote", "validVersions": "0", "flexibleVersions": "0+",
  "fields": [
    { "name": "Lines", "type": "[]string", "versions": "0+" }
  ]
}
```
"""

from __future__ import annotations

from wirelint.diagnostics import Category, Severity
from wirelint.rule import reader_rule

unknown_field_type = reader_rule(
    id="unknown-field-type",
    category=Category.SCHEMA,
    severity=Severity.ERROR,
    since="0.1",
    module=__name__,
)
