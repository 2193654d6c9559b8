"""At a new version an id takes the place of a name, or a name that of an id.

## What it finds

A struct in which a field that names something ends, and a new one of another type begins at the next
version: a name before the id of the same thing, or the reverse.

## Why it matters

No released byte changes. But whoever fills only one of the two sends neither at the other versions,
and where both are ignorable nobody is told. Callers that let the library choose the version must be
changed before the new version is offered.

## Bad

```json baseline
{
  "type": "data", "name": "PingState",
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [ { "name": "Name", "type": "string", "versions": "0+" } ]
}
```

```json current
{
  "type": "data", "name": "PingState",
  "validVersions": "0-1", "flexibleVersions": "0+",
  "fields": [
    { "name": "Name", "type": "string", "versions": "0", "ignorable": true },
    { "name": "NameId", "type": "uuid", "versions": "1+", "ignorable": true }
    //                                              ^^^^ identity-field-replaced
  ]
}
```

## Good

Both stand side by side.

```json baseline
{
  "type": "data", "name": "PongState",
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [ { "name": "Name", "type": "string", "versions": "0+" } ]
}
```

```json current
{
  "type": "data", "name": "PongState",
  "validVersions": "0-1", "flexibleVersions": "0+",
  "fields": [
    { "name": "Name", "type": "string", "versions": "0+" },
    { "name": "NameId", "type": "uuid", "versions": "1+", "ignorable": true }
  ]
}
```

## References

KIP-516 (topic ids).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from wirelint.diagnostics import Category, Finding, Related, Severity
from wirelint.evolution.news import NewField
from wirelint.evolution.words import at_versions, of
from wirelint.rule import rule
from wirelint.schema.model import Field

_IDS: Final = frozenset(("uuid", "int32", "int64"))


@rule(
    id="identity-field-replaced",
    category=Category.EVOLUTION,
    severity=Severity.INFO,
    since="0.1",
    looks_at=NewField,
)
def identity_field_replaced(new: NewField) -> Iterator[Finding]:
    field, start = new.field, new.site.versions.low
    for other in new.site.owner.fields:
        if other.versions.high == start - 1 and other.versions and _are_identities(other, field):
            yield Finding(
                at_versions(field),
                f"{of(new.pair, field)} takes the place of `{other.name}` at version {start}: who "
                "fills one of them only sends neither at the other versions",
                help="Let every sender fill both, or choose by the version",
                related=(
                    Related(at_versions(other), f"`{other.name}` ends with version {start - 1}"),
                ),
                versions=new.site.versions,
            )
            return


def _are_identities(old: Field, new: Field) -> bool:
    """A name and an id of one thing, in either order."""
    if old.type.is_array is not new.type.is_array:
        return False
    for text, other in ((old, new), (new, old)):
        if text.type.name != "string" or other.type.name not in _IDS:
            continue
        is_id = other.type.name == "uuid" or other.name.endswith(("Id", "Key"))
        return is_id and (text.name.endswith("Name") or other.name.startswith(text.name))
    return False
