"""A field of the wrong type has flexible versions of its own.

## What it finds

`flexibleVersions` on a field that is neither string nor bytes.

## Why it matters

The override exists to keep one field in the old form inside a flexible message, as the client id of
the request header is. It is written for strings and bytes alone; the generator refuses it elsewhere,
also on arrays of them.

## Bad

```json current
{
  "type": "data", "name": "ParcelNote", "validVersions": "0-3", "flexibleVersions": "0+",
  "fields": [
    { "name": "Depots", "type": "[]string", "versions": "0+", "flexibleVersions": "none" }
    //                                                                            ^^^^^^ flexible-override-on-type
  ]
}
```

```json fixed
{
  "type": "data", "name": "ParcelNote", "validVersions": "0-3", "flexibleVersions": "0+",
  "fields": [
    { "name": "Depots", "type": "[]string", "versions": "0+" }
  ]
}
```

## Good

```json current
{
  "type": "data", "name": "ParcelNote", "validVersions": "0-3", "flexibleVersions": "0+",
  "fields": [
    { "name": "Depot", "type": "string", "versions": "0+", "flexibleVersions": "none" }
  ]
}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Edit, Finding, Fix, Severity
from wirelint.rule import rule
from wirelint.schema.generator import has_known_type, is_readable
from wirelint.schema.model import FieldSite
from wirelint.syntax.origin import JsonPlace, Part


@rule(
    id="flexible-override-on-type",
    category=Category.SCHEMA,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=FieldSite,
    keys=("flexibleVersions",),
)
def flexible_override_on_type(site: FieldSite) -> Iterator[Finding]:
    field = site.field
    if not site.origin.raw("flexibleVersions") or not has_known_type(field):
        return
    if not is_readable(site.origin, "flexibleVersions"):
        return
    if not field.type.is_array and field.type.name in {"string", "bytes"}:
        return
    at = site.origin.value("flexibleVersions")
    remove = Edit(JsonPlace(at.document, at.path, Part.REMOVAL), "")
    yield Finding(
        at,
        f"only a string or bytes field has flexible versions of its own, this is {field.type}",
        fixes=(Fix("Remove the override", (remove,)),),
    )
