"""A field name holds more than ASCII letters and digits.

## What it finds

A field name that does not begin with an ASCII letter, or that holds anything but ASCII letters and
digits.

## Why it matters

The name becomes a Java member, two methods and a JSON key; the generator refuses others.

## Bad

```json current
{
  "type": "data", "name": "ParcelNote", "validVersions": "0-3", "flexibleVersions": "0+",
  "fields": [
    { "name": "text_line", "type": "string", "versions": "0+" }
    //        ^^^^^^^^^^^ invalid-field-name
  ]
}
```

## Good

```json current
{
  "type": "data", "name": "ParcelNote", "validVersions": "0-3", "flexibleVersions": "0+",
  "fields": [
    { "name": "TextLine", "type": "string", "versions": "0+" }
  ]
}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Severity
from wirelint.rule import rule
from wirelint.schema.generator import all_fields
from wirelint.schema.model import Message


@rule(
    id="invalid-field-name",
    category=Category.SCHEMA,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=Message,
)
def invalid_field_name(message: Message) -> Iterator[Finding]:
    for field in all_fields(message):
        name = field.name
        if name.isalnum() and name.isascii() and name[0].isalpha():
            continue
        if isinstance(field.origin.raw("name"), (str, bool)):
            yield Finding(field.origin.value("name"), f"`{name}` is no field name")
