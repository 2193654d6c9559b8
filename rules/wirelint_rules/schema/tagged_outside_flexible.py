"""A field is tagged in a version that has no tags.

## What it finds

An open `taggedVersions` that is not inside the flexible versions of the field: its own
`flexibleVersions` where it has some, else the message's. An upside-down range counts, too.

## Why it matters

Only a flexible version ends its structs with a section of tagged fields. Elsewhere there is no place
to write the field; the generator refuses it.

## Bad

```json current
{
  "type": "data", "name": "ParcelNote", "validVersions": "0-3", "flexibleVersions": "2+",
  "fields": [
    { "name": "Depot", "type": "string", "versions": "0+", "taggedVersions": "1+", "tag": 0 }
    //                                                                       ^^^^ tagged-outside-flexible
  ]
}
```

## Good

```json current
{
  "type": "data", "name": "ParcelNote", "validVersions": "0-3", "flexibleVersions": "2+",
  "fields": [
    { "name": "Depot", "type": "string", "versions": "0+", "taggedVersions": "2+", "tag": 0 }
  ]
}
```

## References

KIP-482.
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Related, Severity
from wirelint.rule import rule
from wirelint.schema.generator import is_generated, is_readable
from wirelint.schema.model import FieldSite
from wirelint.versions import VersionRange


@rule(
    id="tagged-outside-flexible",
    category=Category.SCHEMA,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=FieldSite,
    keys=("taggedVersions",),
)
def tagged_outside_flexible(site: FieldSite) -> Iterator[Finding]:
    field, message = site.field, site.message
    tagged = field.tagged_versions
    if tagged == VersionRange.NONE or (tagged and (field.tag is None or not tagged.is_open)):
        return
    if not tagged and field.tag is not None:
        return  # a tag without tagged versions
    flexible = message.flexible if field.flexible_versions is None else field.flexible_versions
    if tagged and flexible.contains(tagged):
        return
    if message.is_tombstone or not is_readable(message.origin, "flexibleVersions"):
        return
    if (message.flexible and not message.flexible.is_open) or not is_generated(site):
        return
    yield Finding(
        site.origin.value("taggedVersions"),
        f"`{field.name}` is tagged in {tagged}, but flexible in {flexible}"
        if tagged
        else f"the tagged versions of `{field.name}` are upside down",
        related=(Related(message.origin.value("flexibleVersions"), "flexible versions"),),
    )
