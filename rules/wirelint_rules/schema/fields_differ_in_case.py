"""Two field names differ only in the case of their first letter.

## What it finds

`Depot` next to `depot` in one struct.

## Why it matters

The generator takes them for two names, and makes the same Java member of both. javac refuses the
class.

## Bad

```json current
{
  "type": "data", "name": "ParcelNote", "validVersions": "0-3", "flexibleVersions": "0+",
  "fields": [
    { "name": "Depot", "type": "string", "versions": "0+" },
    { "name": "depot", "type": "int32", "versions": "0+" }
    //        ^^^^^^^ fields-differ-in-case
  ]
}
```

## Good

```json current
{
  "type": "data", "name": "ParcelNote", "validVersions": "0-3", "flexibleVersions": "0+",
  "fields": [
    { "name": "Depot", "type": "string", "versions": "0+" },
    { "name": "DepotId", "type": "int32", "versions": "0+" }
  ]
}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Related, Severity
from wirelint.rule import rule
from wirelint.schema.generator import all_fields, is_generated
from wirelint.schema.model import Field, Message, sites


@rule(
    id="fields-differ-in-case",
    category=Category.SCHEMA,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=Message,
)
def fields_differ_in_case(message: Message) -> Iterator[Finding]:
    if not any(field.name[:1].islower() for field in all_fields(message)):
        return
    named: dict[int, dict[str, Field]] = {}  # by identity of what holds the fields
    for site in sites(message):
        name = site.field.name
        if not name[:1].islower() or not is_generated(site):
            continue
        twin = name[0].upper() + name[1:]
        beside = named.get(id(site.owner))
        if beside is None:
            beside = {one.name: one for one in reversed(site.owner.fields)}
            named[id(site.owner)] = beside
        other = beside.get(twin)
        if other is not None:
            yield Finding(
                site.origin.value("name"),
                f"`{name}` and `{twin}` become one Java member",
                related=(Related(other.origin.value("name"), "the other one"),),
            )
