"""A default that the Java compiler reads as another number than the generator.

## What it finds

Whole numbers with leading zeros (`010`), which look like octal ones, and hexadecimal defaults of
`uint32` above `0x7fffffff`. What does not compile at all is an error of its own.

## Why it matters

Kafka's generator checks `010` as ten and pastes it into Java source, where it means eight;
`0xffffffff` becomes -1. Clients in other languages read ten and 4294967295, so the two sides
disagree about the value of a field that is absent.

## Bad

```json current
{
  "type": "data", "name": "PingState",
  "validVersions": "0-1", "flexibleVersions": "0+",
  "fields": [
    { "name": "Id", "type": "int32", "versions": "0+" },
    { "name": "Ttl", "type": "int32", "versions": "1+", "default": "010" }
    //                                                             ^^^^^ default-java-misreads
  ]
}
```

```json fixed
{
  "type": "data", "name": "PingState",
  "validVersions": "0-1", "flexibleVersions": "0+",
  "fields": [
    { "name": "Id", "type": "int32", "versions": "0+" },
    { "name": "Ttl", "type": "int32", "versions": "1+", "default": "10" }
  ]
}
```

## Good

```json current
{
  "type": "data", "name": "PingState",
  "validVersions": "0-1", "flexibleVersions": "0+",
  "fields": [
    { "name": "Id", "type": "int32", "versions": "0+" },
    { "name": "Ttl", "type": "int32", "versions": "1+", "default": "10" },
    { "name": "Mask", "type": "int32", "versions": "1+", "default": "0x7f" }
  ]
}
```

## Fix safety

Safe where both readings are the same (`007`), unsafe elsewhere: Java programs get another value.
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Edit, Finding, Fix, Severity
from wirelint.rule import rule
from wirelint.schema.defaults import compiled_default, read_default
from wirelint.schema.model import FieldSite
from wirelint.schema.types import INTEGER_BOUNDS


@rule(
    id="default-java-misreads",
    category=Category.SCHEMA,
    severity=Severity.WARNING,
    since="0.1",
    looks_at=FieldSite,
    keys=("default",),
)
def default_java_misreads(site: FieldSite) -> Iterator[Finding]:
    field = site.field
    text = field.default
    digits = text.lstrip("+-")
    if digits[:1] != "0" or len(digits) < 2 or field.type.is_array:
        return
    if field.type.name not in INTEGER_BOUNDS:
        return
    compiled = compiled_default(field)
    value, java = read_default(field), compiled.value
    if not isinstance(value, int) or not isinstance(java, int):
        return  # an error says so
    is_octal = digits.isdigit()
    if value == java and not is_octal:
        return
    place = field.origin.value("default")
    differs = f", Java reads {java}" if value != java else " and looks octal"
    fixes = (Fix(f"Write `{value}`", (Edit(place, f'"{value}"'),), value == java),)
    yield Finding(
        place,
        f"the default `{text}` means {value}{differs}",
        fixes=fixes if is_octal else (),
    )
