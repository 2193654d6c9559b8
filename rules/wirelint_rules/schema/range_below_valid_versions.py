"""A field exists only in versions below the lowest valid one.

## What it finds

A field whose `versions` end below `validVersions`. A range that merely begins below the minimum is
normal and is left alone.

## Why it matters

No peer can send the field any more: it was left behind when old versions were removed. Its default,
its setters and its comments make readers think that it still matters.

## Bad

```json current
{
  "type": "data", "name": "PingState",
  "validVersions": "2-4", "flexibleVersions": "2+",
  "fields": [
    { "name": "Id", "type": "int32", "versions": "0+" },
    { "name": "OldStyleId", "type": "int64", "versions": "0-1" }
    //                                                   ^^^^^ range-below-valid-versions
  ]
}
```

```json fixed
{
  "type": "data", "name": "PingState",
  "validVersions": "2-4", "flexibleVersions": "2+",
  "fields": [
    { "name": "Id", "type": "int32", "versions": "0+" }
  ]
}
```

## Good

```json current
{
  "type": "data", "name": "PingState",
  "validVersions": "2-4", "flexibleVersions": "2+",
  "fields": [
    { "name": "Id", "type": "int32", "versions": "0+" },
    { "name": "OldStyleId", "type": "int64", "versions": "0-2" }
  ]
}
```

## Fix safety

Unsafe: code may still name the field. No valid version changes on the wire.
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Edit, Finding, Fix, Severity
from wirelint.rule import rule
from wirelint.schema.model import Field, Message
from wirelint.syntax.origin import JsonPlace, Part


@rule(
    id="range-below-valid-versions",
    category=Category.SCHEMA,
    severity=Severity.INFO,
    since="0.1",
    looks_at=Message,
)
def range_below_valid_versions(message: Message) -> Iterator[Finding]:
    lowest = message.valid_versions.low
    if lowest == 0 or not message.valid_versions:
        return
    stack = [*message.fields]
    for struct in message.common_structs:
        stack += struct.fields
    while stack:
        field = stack.pop()
        if field.versions.high >= lowest:
            stack += field.fields
        elif field.versions and not field.fields:  # an inline struct out of range is an error
            yield _finding(field, lowest)


def _finding(field: Field, lowest: int) -> Finding:
    key = "versions" if field.origin.has("versions") else "taggedVersions"
    fixes: tuple[Fix, ...] = ()
    if field.tag is None:  # a tag that goes would leave a gap
        whole = JsonPlace(field.origin.document, field.origin.path, Part.REMOVAL)
        fixes = (Fix(f"Remove `{field.name}`", (Edit(whole, ""),)),)
    return Finding(
        field.origin.value(key),
        f"`{field.name}` exists in versions {field.versions}, "
        f"but {lowest} is the lowest valid version",
        fixes=fixes,
        versions=field.versions,
    )
