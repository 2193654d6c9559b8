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
from wirelint.schema.generator import all_fields, is_generated
from wirelint.schema.model import Field, Message, sites


@rule(
    id="array-of-bytes",
    category=Category.SCHEMA,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=Message,
)
def array_of_bytes(message: Message) -> Iterator[Finding]:
    if not any(_is_array_of_bytes(field) for field in all_fields(message)):
        return
    for site in sites(message):
        if _is_array_of_bytes(site.field) and is_generated(site):
            yield Finding(
                site.origin.value("type"), f"the Java code for `{site.field.name}` does not compile"
            )


def _is_array_of_bytes(field: Field) -> bool:
    return field.type.is_array and field.type.name == "bytes"
