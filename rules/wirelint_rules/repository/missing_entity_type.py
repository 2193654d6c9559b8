"""A field has no `entityType`, although fields of its name elsewhere have one.

## What it finds

A field without `entityType` where other fields of the same name and type in the tree state one, and
all state the same. Names as common as `Name` and `Id` are left out.

## Why it matters

`entityType` tells tools which texts are topics, groups or transactional ids: to mask them in logs, to
check them, to prefix them in a proxy for tenants. A field that is left out slips through.

## Bad

```json current
{
  "type": "data", "name": "PingState",
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [
    { "name": "GroupId", "type": "string", "versions": "0+", "entityType": "groupId" }
  ]
}
```

```json current
{
  "type": "data", "name": "PongState",
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [
    { "name": "GroupId", "type": "string", "versions": "0+" }
    //        ^^^^^^^^^ missing-entity-type
  ]
}
```

```json fixed PongState.json
{
  "type": "data", "name": "PongState",
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [
    { "name": "GroupId", "type": "string", "entityType": "groupId", "versions": "0+" }
  ]
}
```

## Good

```json current
{
  "type": "data", "name": "PingState",
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [
    { "name": "GroupId", "type": "string", "versions": "0+", "entityType": "groupId" }
  ]
}
```

```json current
{
  "type": "data", "name": "PongState",
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [
    { "name": "GroupId", "type": "string", "versions": "0+", "entityType": "groupId" },
    { "name": "GroupIdHash", "type": "int32", "versions": "0+" }
  ]
}
```

## Fix safety

Safe: the property has no effect on the wire.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from wirelint.diagnostics import Category, Edit, Finding, Fix, Related, Severity
from wirelint.project import Project
from wirelint.project.index import fields
from wirelint.rule import rule
from wirelint.schema.model import Field
from wirelint.syntax.origin import JsonPlace, Part

_SAY_NOTHING: Final = frozenset(("Name", "Id", "Key", "Value"))


@rule(
    id="missing-entity-type",
    category=Category.REPOSITORY,
    severity=Severity.INFO,
    since="0.1",
    looks_at=Project,
)
def missing_entity_type(project: Project) -> Iterator[Finding]:
    stated = project.entity_types
    if not stated:
        return
    for message in project.messages:
        for field in fields(message):
            if field.name in stated and field.entity_type is None:
                types = stated[field.name].get(field.type.name, {})
                if len(types) == 1 and field.name not in _SAY_NOTHING:
                    yield from _missing(field, *types.items())


def _missing(field: Field, stated: tuple[str, Field]) -> Iterator[Finding]:
    entity_type, other = stated
    origin = field.origin
    if origin.has("entityType"):
        return  # one that cannot be read
    behind = JsonPlace(origin.document, (*origin.path, "type"), Part.AFTER)
    edit = Edit(behind, f', "entityType": "{entity_type}"')
    yield Finding(
        origin.value("name"),
        f"`{field.name}` has no `entityType`, elsewhere it is `{entity_type}`",
        related=(Related(other.origin.value("entityType"), f"`{entity_type}` here"),),
        fixes=(Fix(f"Say that it is a `{entity_type}`", (edit,), safe=True),),
    )
