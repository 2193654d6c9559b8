"""The entity type of a field needs another type.

## What it finds

An `entityType` whose values have another type: transactionalId, groupId and topicName are string,
producerId is int64, brokerId is int32. Of an array the elements count.

## Why it matters

Tools that rewrite every broker id or topic name of a message go by the entity type. The generator
refuses a field that cannot hold one.

## Bad

```json current
{
  "type": "data", "name": "ParcelNote", "validVersions": "0-3", "flexibleVersions": "0+",
  "fields": [
    { "name": "Owner", "type": "string", "versions": "0+", "entityType": "brokerId" }
    //                                                                   ^^^^^^^^^^ entity-type-mismatch
  ]
}
```

## Good

```json current
{
  "type": "data", "name": "ParcelNote", "validVersions": "0-3", "flexibleVersions": "0+",
  "fields": [
    { "name": "Owner", "type": "int32", "versions": "0+", "entityType": "brokerId" }
  ]
}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Severity
from wirelint.rule import rule
from wirelint.schema.dialect import ENTITY_TYPES
from wirelint.schema.generator import has_known_type
from wirelint.schema.model import FieldSite


@rule(
    id="entity-type-mismatch",
    category=Category.SCHEMA,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=FieldSite,
    keys=("entityType",),
)
def entity_type_mismatch(site: FieldSite) -> Iterator[Finding]:
    field = site.field
    needed = ENTITY_TYPES.get(field.entity_type or "")
    if needed is not None and field.type.name != needed and has_known_type(field):
        yield Finding(
            site.origin.value("entityType"),
            f"a {field.entity_type} is {needed}, `{field.name}` is {field.type}",
        )
