"""A field name collides with Java.

## What it finds

A field whose name, with a small first letter, is a Java keyword (`Class`, `New`), or whose accessor
meets a method that every generated class has (`HashCode`, `ToString`, `Duplicate`, `Wait`, at top
level also `ApiKey`); `Next` and `Prev` in a struct with a map key.

## Why it matters

The generator takes the name and writes a class that javac refuses.

## Bad

```json current
{
  "type": "data", "name": "ParcelNote", "validVersions": "0-3", "flexibleVersions": "0+",
  "fields": [
    { "name": "Default", "type": "string", "versions": "0+" }
    //        ^^^^^^^^^ field-name-not-java
  ]
}
```

## Good

```json current
{
  "type": "data", "name": "ParcelNote", "validVersions": "0-3", "flexibleVersions": "0+",
  "fields": [
    { "name": "DefaultDepot", "type": "string", "versions": "0+" }
  ]
}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from wirelint.diagnostics import Category, Finding, Severity
from wirelint.rule import rule
from wirelint.schema.generator import all_fields, is_generated, owners
from wirelint.schema.java import GENERATED_METHODS, KEYWORDS
from wirelint.schema.model import FieldSite, Message, sites
from wirelint.schema.types import INTEGER_BOUNDS


@rule(
    id="field-name-not-java",
    category=Category.SCHEMA,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=Message,
)
def field_name_not_java(message: Message) -> Iterator[Finding]:
    if not any(_lowered(field.name) in _SUSPECTS for field in all_fields(message)):
        return
    keyed = {id(one) for one in owners(message) if any(field.map_key for field in one.fields)}
    for site in sites(message):
        why = _collision(site, _lowered(site.field.name), is_keyed=id(site.owner) in keyed)
        if why is not None and is_generated(site):
            yield Finding(site.origin.value("name"), f"`{site.field.name}` {why}")


def _lowered(name: str) -> str:
    return name[:1].lower() + name[1:]


_SUSPECTS: Final = (
    KEYWORDS | GENERATED_METHODS | {"apiKey", "next", "prev", "other", "obj", "clone"}
)


def _collision(site: FieldSite, lowered: str, *, is_keyed: bool) -> str | None:
    type_ = site.field.type
    is_plain_value = not type_.is_array and type_.name in _PLAIN_VALUES
    if lowered in KEYWORDS:
        return f"becomes the Java keyword `{lowered}`"
    if (
        lowered in GENERATED_METHODS
        or (lowered == "apiKey" and isinstance(site.owner, Message))
        or (lowered == "clone" and is_plain_value)
    ):
        return f"gets an accessor that collides with `{lowered}()`"
    if lowered in {"next", "prev"} and is_keyed:
        return f"collides with the link `{lowered}` of a struct with a map key"
    if lowered in {"other", "obj"} and is_plain_value:
        return f"collides with the variable `{lowered}` in `equals`"
    return None


_PLAIN_VALUES: Final = frozenset(("bool", "float64", *INTEGER_BOUNDS))
