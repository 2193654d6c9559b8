"""A version range lies wholly above the highest valid version.

## What it finds

`versions`, `nullableVersions`, `taggedVersions` or `deprecatedVersions` that begin above the
highest version in `validVersions`, so that no valid version has the property.

## Why it matters

The field, or the property, exists on no wire. Either `validVersions` was not raised with it, and
what the author tested is not what peers get, or the range was copied from another message. Kafka's
generator accepts it without a word.

## Bad

```json current
{
  "type": "metadata", "apiKey": 904, "name": "KnobRecord",
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [
    { "name": "Id", "type": "int32", "versions": "0+" },
    { "name": "Origin", "type": "string", "versions": "1+" }
    //                                                ^^^^ range-above-valid-versions
  ]
}
```

## Good

```json current
{
  "type": "metadata", "apiKey": 904, "name": "KnobRecord",
  "validVersions": "0-1", "flexibleVersions": "0+",
  "fields": [
    { "name": "Id", "type": "int32", "versions": "0+" },
    { "name": "Origin", "type": "string", "versions": "1+" }
  ]
}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Severity
from wirelint.rule import rule
from wirelint.schema.model import Field, Message
from wirelint.syntax.origin import Origin
from wirelint.versions import VersionRange


@rule(
    id="range-above-valid-versions",
    category=Category.SCHEMA,
    severity=Severity.WARNING,
    since="0.1",
    looks_at=Message,
)
def range_above_valid_versions(message: Message) -> Iterator[Finding]:
    valid = message.valid_versions
    if not valid:
        return
    highest = valid.high
    deprecated = message.deprecated_versions
    if highest < deprecated.low <= deprecated.high:
        yield _finding(message.origin, "deprecatedVersions", message.name, deprecated, message)
    # By hand and not by sites: this looks at every field of every file.
    stack = [*message.fields]
    for struct in message.common_structs:
        stack += struct.fields
    while stack:
        field = stack.pop()
        if field.versions.low > highest:
            if field.versions and not field.fields:  # an inline struct out of range is an error
                key = "versions" if field.origin.has("versions") else "taggedVersions"
                yield _finding(field.origin, key, field.name, field.versions, message)
        else:
            stack += field.fields
            yield from _properties(field, message)


def _properties(field: Field, message: Message) -> Iterator[Finding]:
    highest = message.valid_versions.high
    nullable = field.nullable_versions
    if highest < nullable.low <= nullable.high and field.type.can_be_nullable:
        yield _finding(
            field.origin, "nullableVersions", field.name, field.nullable_versions, message
        )
    if highest < field.tagged_versions.low <= field.tagged_versions.high:
        yield _finding(field.origin, "taggedVersions", field.name, field.tagged_versions, message)


def _finding(
    origin: Origin, key: str, name: str, versions: VersionRange, message: Message
) -> Finding:
    verb = {"versions": "exists", "nullableVersions": "is nullable", "taggedVersions": "is tagged"}
    highest = message.valid_versions.high
    return Finding(
        origin.value(key),
        f"`{name}` {verb.get(key, 'is deprecated')} in versions {versions}, "
        f"but {highest} is the highest valid version",
        help=f"Raise `validVersions` to {versions.low} or move the range down",
        versions=versions,
    )
