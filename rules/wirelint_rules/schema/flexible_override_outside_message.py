"""A field is flexible in a version in which the message is not.

## What it finds

A field's `flexibleVersions` that is not inside those of the message, or that is upside down.

## Why it matters

The override takes versions away: a field keeps its old form in a flexible message. The other way
round there is no tag section and no flexible header to go with it, and the generator refuses it.

## Bad

```json current
{
  "type": "data", "name": "ParcelNote", "validVersions": "0-3", "flexibleVersions": "2+",
  "fields": [
    { "name": "Depot", "type": "string", "versions": "0+", "flexibleVersions": "1+" }
    //                                                                         ^^^^ flexible-override-outside-message
  ]
}
```

## Good

```json current
{
  "type": "data", "name": "ParcelNote", "validVersions": "0-3", "flexibleVersions": "2+",
  "fields": [
    { "name": "Depot", "type": "string", "versions": "0+", "flexibleVersions": "3+" }
  ]
}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Related, Severity
from wirelint.rule import rule
from wirelint.schema.generator import is_generated, is_readable
from wirelint.schema.model import FieldSite
from wirelint.versions import VersionRange


@rule(
    id="flexible-override-outside-message",
    category=Category.SCHEMA,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=FieldSite,
    keys=("flexibleVersions",),
)
def flexible_override_outside_message(site: FieldSite) -> Iterator[Finding]:
    field, message = site.field, site.message
    own = field.flexible_versions
    if own is None or own == VersionRange.NONE or own & message.flexible == own:
        return
    if field.type.is_array or field.type.name not in {"string", "bytes"}:
        return
    if not is_readable(message.origin, "flexibleVersions") or not is_generated(site):
        return
    yield Finding(
        site.origin.value("flexibleVersions"),
        f"`{field.name}` is flexible in {own}, the message in {message.flexible}"
        if own
        else f"the flexible versions of `{field.name}` are upside down",
        related=(Related(message.origin.value("flexibleVersions"), "those of the message"),),
    )
