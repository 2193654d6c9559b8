"""An array holds bytes.

## What it finds

A field of type `[]bytes`.

## Why it matters

The generator takes it, but the `duplicate()` that it writes for such a field does not compile. An
array of structs with a bytes field inside does.

## Bad

```json current
{
  "type": "data", "name": "ParcelNote", "validVersions": "0-3", "flexibleVersions": "0+",
  "fields": [
    { "name": "Scans", "type": "[]bytes", "versions": "0+" }
    //                         ^^^^^^^^^ array-of-bytes
  ]
}
```

## Good

```json current
{
  "type": "data", "name": "ParcelNote", "validVersions": "0-3", "flexibleVersions": "0+",
  "fields": [
    { "name": "Scans", "type": "[]Scan", "versions": "0+", "fields": [
      { "name": "Image", "type": "bytes", "versions": "0+" }
    ]}
  ]
}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Severity
from wirelint.rule import rule
from wirelint.schema.generator import is_generated
from wirelint.schema.model import FieldSite


@rule(
    id="array-of-bytes",
    category=Category.SCHEMA,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=FieldSite,
    keys=("type",),
)
def array_of_bytes(site: FieldSite) -> Iterator[Finding]:
    type_ = site.field.type
    if type_.is_array and type_.name == "bytes" and is_generated(site):
        yield Finding(
            site.origin.value("type"), f"the Java code for `{site.field.name}` does not compile"
        )
