"""`zeroCopy` stands on a field that is not bytes.

## What it finds

`"zeroCopy": true` on a field of another type than `bytes`, `[]bytes` included.

## Why it matters

It makes the Java field a ByteBuffer that shares memory with the network buffer. Only bytes are
generated that way; the generator refuses it elsewhere. It never changes what is on the wire.

## Bad

```json current
{
  "type": "data", "name": "ParcelNote", "validVersions": "0-3", "flexibleVersions": "0+",
  "fields": [
    { "name": "Text", "type": "string", "versions": "0+", "zeroCopy": true }
    //                                                                ^^^^ zero-copy-not-bytes
  ]
}
```

```json fixed
{
  "type": "data", "name": "ParcelNote", "validVersions": "0-3", "flexibleVersions": "0+",
  "fields": [
    { "name": "Text", "type": "string", "versions": "0+" }
  ]
}
```

## Good

```json current
{
  "type": "data", "name": "ParcelNote", "validVersions": "0-3", "flexibleVersions": "0+",
  "fields": [
    { "name": "Scan", "type": "bytes", "versions": "0+", "zeroCopy": true }
  ]
}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Edit, Finding, Fix, Severity
from wirelint.rule import rule
from wirelint.schema.generator import has_known_type
from wirelint.schema.model import FieldSite
from wirelint.syntax.origin import JsonPlace, Part


@rule(
    id="zero-copy-not-bytes",
    category=Category.SCHEMA,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=FieldSite,
    keys=("zeroCopy",),
)
def zero_copy_not_bytes(site: FieldSite) -> Iterator[Finding]:
    field = site.field
    if not field.zero_copy or not has_known_type(field):
        return
    if field.type.name == "bytes" and not field.type.is_array:
        return
    at = site.origin.value("zeroCopy")
    remove = Edit(JsonPlace(at.document, at.path, Part.REMOVAL), "")
    yield Finding(
        at,
        f"only bytes are read without a copy, this is {field.type}",
        fixes=(Fix("Remove the mark", (remove,), safe=True),),
    )
