"""A default is no value of the field.

## What it finds

A `default` that the field's type does not have: text on a number, a number that does not fit, a uuid
of fewer than 16 bytes, anything but `null` on bytes, arrays and structs.

## Why it matters

The generator refuses it. A default is what a reader puts in for a version without the field, and what
a writer leaves out when the field is tagged, so both sides must know it.

## Bad

```json current
{
  "type": "data", "name": "ParcelNote", "validVersions": "0-3", "flexibleVersions": "0+",
  "fields": [
    { "name": "Priority", "type": "int8", "versions": "1+", "default": "200", "ignorable": true }
    //                                                                 ^^^^^ invalid-default
  ]
}
```

## Good

```json current
{
  "type": "data", "name": "ParcelNote", "validVersions": "0-3", "flexibleVersions": "0+",
  "fields": [
    { "name": "Priority", "type": "int8", "versions": "1+", "default": "100", "ignorable": true }
  ]
}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Severity
from wirelint.rule import rule
from wirelint.schema.defaults import Wrong, check_default
from wirelint.schema.generator import has_known_type, is_generated
from wirelint.schema.model import FieldSite


@rule(
    id="invalid-default",
    category=Category.SCHEMA,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=FieldSite,
    keys=("default",),
)
def invalid_default(site: FieldSite) -> Iterator[Finding]:
    field = site.field
    if not field.default or not has_known_type(field) or not is_generated(site):
        return
    problem = check_default(field)
    if problem is None or problem.wrong is Wrong.NULL_RANGE:
        return
    if problem.wrong is Wrong.NULL_TYPE and field.nullable_versions:
        return  # that it can be null is the mistake
    yield Finding(site.origin.value("default"), problem.message)
