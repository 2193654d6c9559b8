"""A property is repeated after the object had all of its properties.

## What it finds

A repeated property in an object that had already named every property that its kind knows (ten of a
message, four of a common struct, fourteen of a field), where the generator refuses the repeat: any
property of a message, the ranges of a common struct, and `type`, `default`, `tag` and the ranges of
a field. Other repeats are `duplicate-key`.

## Why it matters

The generator builds an object as soon as it has seen all properties. What comes later is set on the
finished object, and its classes have nothing to set these with: the file is refused, with a text
that does not say so.

## Bad

```json current
{
  "type": "request", "name": "PingRequest", "validVersions": "0", "flexibleVersions": "0+",
  "apiKey": 901, "listeners": ["broker"], "deprecatedVersions": "none",
  "latestVersionUnstable": false, "commonStructs": [],
  "fields": [ { "name": "Id", "type": "int32", "versions": "0+", "about": "The id." } ],
  "apiKey": 902
//^^^^^^^^ late-duplicate-key
}
```

```json fixed
{
  "type": "request", "name": "PingRequest", "validVersions": "0", "flexibleVersions": "0+",
  "listeners": ["broker"], "deprecatedVersions": "none",
  "latestVersionUnstable": false, "commonStructs": [],
  "fields": [ { "name": "Id", "type": "int32", "versions": "0+", "about": "The id." } ],
  "apiKey": 902
}
```

## Good

```json current
{
  "type": "request", "name": "PingRequest", "validVersions": "0", "flexibleVersions": "0+",
  "listeners": ["broker"], "deprecatedVersions": "none",
  "latestVersionUnstable": false, "commonStructs": [],
  "fields": [ { "name": "Id", "type": "int32", "versions": "0+", "about": "The id." } ],
  "apiKey": 902
}
```

## Fix safety

The fix removes the earlier one, as every reader understands the file that takes the last. The file
had no meaning for the generator, so nothing is lost.

## References

- Kafka classes `MessageSpec`, `StructSpec` and `FieldSpec`: Jackson creators
"""

from wirelint.diagnostics import Category, Severity
from wirelint.rule import reader_rule

late_duplicate_key = reader_rule(
    id="late-duplicate-key",
    category=Category.SYNTAX,
    severity=Severity.ERROR,
    since="0.1",
    module=__name__,
)
