"""A message does not say from which version it is flexible.

## What it finds

A message without `flexibleVersions`. Where the property was absent, Kafka before 3.0 took `none`;
with `dialect = "2.x"` this is a warning.

## Why it matters

Flexible versions write every string and array in compact form and end every struct with a section of
tagged fields. The generator no longer guesses which form is meant and refuses the file. A message
without valid versions needs none.

## Bad

```json current
  {
//^ missing-flexible-versions
    "apiKey": 700, "type": "request", "name": "ParcelListRequest", "validVersions": "0-2",
    "fields": [ { "name": "Depot", "type": "string", "versions": "0+" } ]
  }
```

```json fixed
  {
    "apiKey": 700, "type": "request", "name": "ParcelListRequest", "validVersions": "0-2",
    "flexibleVersions": "none",
    "fields": [ { "name": "Depot", "type": "string", "versions": "0+" } ]
  }
```

## Good

```json current
{
  "apiKey": 700, "type": "request", "name": "ParcelListRequest", "validVersions": "0-2",
  "flexibleVersions": "0+",
  "fields": [ { "name": "Depot", "type": "string", "versions": "0+" } ]
}
```

## References

KAFKA-12877, Kafka class `MessageSpec`.
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Edit, Finding, Fix, Severity
from wirelint.rule import rule
from wirelint.schema.generator import is_blank
from wirelint.schema.model import Message
from wirelint.syntax.origin import JsonPlace, Part


@rule(
    id="missing-flexible-versions",
    category=Category.SCHEMA,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=Message,
    generation="3.x",
)
def missing_flexible_versions(message: Message) -> Iterator[Finding]:
    origin = message.origin
    if message.flexible_versions is not None or origin.json.get("flexibleVersions") is not None:
        return
    if message.is_tombstone and not is_blank(origin, "validVersions"):
        return
    fixes: tuple[Fix, ...] = ()
    if origin.has("validVersions") and not origin.has("flexibleVersions"):
        behind = JsonPlace(origin.document, (*origin.path, "validVersions"), Part.AFTER)
        edit = Edit(behind, ', "flexibleVersions": "none"')
        fixes = (Fix("Say that no version is flexible", (edit,), safe=True),)
    yield Finding(
        origin.value("flexibleVersions"),
        f"`{message.name}` does not say from which version it is flexible",
        fixes=fixes,
    )
