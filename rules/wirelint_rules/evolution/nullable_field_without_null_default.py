"""A new nullable field is not null where it is missing.

## What it finds

A nullable field that a new version adds, whose default is not null.

## Why it matters

A reader of an older version gets the default: an empty string or list where "not there" is meant. Code
that asks for null to tell the two apart takes every old peer for one that sent an empty value.
Kafka's static member id was such a field and was mended in a hotfix.

## Bad

```json baseline
{
  "type": "data", "name": "PingState",
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [ { "name": "Id", "type": "int32", "versions": "0+" } ]
}
```

```json current
{
  "type": "data", "name": "PingState",
  "validVersions": "0-1", "flexibleVersions": "0+",
  "fields": [
    { "name": "Id", "type": "int32", "versions": "0+" },
    { "name": "Note", "type": "string", "versions": "1+", "nullableVersions": "1+", "ignorable": true }
    //        ^^^^^^ nullable-field-without-null-default
  ]
}
```

```json fixed
{
  "type": "data", "name": "PingState",
  "validVersions": "0-1", "flexibleVersions": "0+",
  "fields": [
    { "name": "Id", "type": "int32", "versions": "0+" },
    { "name": "Note", "type": "string", "versions": "1+", "nullableVersions": "1+", "default": "null", "ignorable": true }
  ]
}
```

## Good

A field of all versions is always sent, and needs no default.

```json baseline
{
  "type": "data", "name": "PongState",
  "validVersions": "0", "flexibleVersions": "0+",
  "fields": [ { "name": "Id", "type": "int32", "versions": "0+" } ]
}
```

```json current
{
  "type": "data", "name": "PongState",
  "validVersions": "0-1", "flexibleVersions": "0+",
  "fields": [
    { "name": "Id", "type": "int32", "versions": "0+" },
    { "name": "Note", "type": "string", "versions": "1+", "nullableVersions": "1+", "default": "null", "ignorable": true }
  ]
}
```

## Fix safety

Unsafe: code that relies on the empty value gets null.
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Severity
from wirelint.evolution.news import NewField
from wirelint.evolution.versions import spelled
from wirelint.evolution.words import at, fix, of, put
from wirelint.rule import rule
from wirelint.schema.defaults import default_value, null_is_allowed


@rule(
    id="nullable-field-without-null-default",
    category=Category.EVOLUTION,
    severity=Severity.WARNING,
    since="0.1",
    looks_at=NewField,
)
def nullable_field_without_null_default(new: NewField) -> Iterator[Finding]:
    field = new.field
    if not new.absent or not field.nullable_versions & new.site.versions:
        return
    if not null_is_allowed(field) or default_value(field) is None:
        return
    empty = f"`{field.default}`" if field.default else "empty"
    yield Finding(
        at(field.origin, "default"),
        f"{of(new.pair, field)} may be null and its default is {empty}: in {spelled(new.absent)} "
        "readers see that where nothing was sent",
        help="Let the default be null",
        fixes=fix(
            "Let the default be null",
            (put(field.origin, "default", '"null"', behind="nullableVersions"),),
        ),
        versions=new.site.versions,
    )
