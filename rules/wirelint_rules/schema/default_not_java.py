"""A default is a number to the generator, but not to the Java compiler.

## What it finds

A whole number as default that is no Java literal: `08` and `09`, a sign behind `0x`, digits of other
scripts, or a uint32 above 2147483647.

## Why it matters

The generator checks the default with Java's parsers and then pastes its text into Java source, where
other rules hold. javac refuses the class.

## Bad

```json current
{
  "type": "data", "name": "ParcelNote", "validVersions": "0-3", "flexibleVersions": "0+",
  "fields": [
    { "name": "Priority", "type": "int8", "versions": "0+", "default": "08" }
    //                                                                 ^^^^ default-not-java
  ]
}
```

```json fixed
{
  "type": "data", "name": "ParcelNote", "validVersions": "0-3", "flexibleVersions": "0+",
  "fields": [
    { "name": "Priority", "type": "int8", "versions": "0+", "default": "8" }
  ]
}
```

## Good

```json current
{
  "type": "data", "name": "ParcelNote", "validVersions": "0-3", "flexibleVersions": "0+",
  "fields": [
    { "name": "Priority", "type": "int8", "versions": "0+", "default": "8" }
  ]
}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Edit, Finding, Fix, Severity
from wirelint.rule import rule
from wirelint.schema.defaults import compiled_default, read_default
from wirelint.schema.generator import is_generated
from wirelint.schema.model import FieldSite
from wirelint.schema.types import INTEGER_BOUNDS


@rule(
    id="default-not-java",
    category=Category.SCHEMA,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=FieldSite,
    keys=("default",),
)
def default_not_java(site: FieldSite) -> Iterator[Finding]:
    field = site.field
    if not field.default or field.type.is_array or not is_generated(site):
        return
    bounds = INTEGER_BOUNDS.get(field.type.name)
    if bounds is None:
        return
    value, compiled = read_default(field), compiled_default(field)
    if not isinstance(value, int) or compiled.refused is None:
        return
    at = site.origin.value("default")
    fixes: tuple[Fix, ...] = ()
    if value <= INTEGER_BOUNDS["int32"][1]:
        fixes = (Fix(f"Write `{value}`", (Edit(at, f'"{value}"'),), safe=True),)
    yield Finding(at, compiled.refused, fixes=fixes)
