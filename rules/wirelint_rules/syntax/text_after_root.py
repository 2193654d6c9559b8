"""Something follows the object that is the schema.

## What it finds

Anything but white space and whole comments behind the closing bracket of the first object: a comma, a
bracket too many, a second schema. One finding covers all of it. It also covers what only looks like a
comment, such as `/*` without its end.

## Why it matters

The generator refuses the file since Kafka 3.0. Before, it stopped reading at the bracket and never
saw the rest, so a bracket too many in the middle of a file silently cut off everything behind it. With
`dialect = "2.x"` this is a warning.

## Bad

```json current
{
  "type": "header", "name": "PingHeader", "validVersions": "0", "flexibleVersions": "0+",
  "fields": [ { "name": "Id", "type": "int32", "versions": "0+", "about": "The id." } ] }
  }
//^ text-after-root
```

```json fixed
{
  "type": "header", "name": "PingHeader", "validVersions": "0", "flexibleVersions": "0+",
  "fields": [ { "name": "Id", "type": "int32", "versions": "0+", "about": "The id." } ] }
```

## Good

```json current
{
  "type": "header", "name": "PingHeader", "validVersions": "0", "flexibleVersions": "0+",
  "fields": [ { "name": "Id", "type": "int32", "versions": "0+", "about": "The id." } ]
}
// A comment may stand here.
```

## Fix safety

The fix removes what follows. It is not safe: it may be what the bracket was not meant to cut off.

## References

- Jackson's `FAIL_ON_TRAILING_TOKENS`, set by Kafka's `MessageGenerator`
"""

from wirelint.diagnostics import Category, Severity
from wirelint.rule import reader_rule

text_after_root = reader_rule(
    id="text-after-root",
    category=Category.SYNTAX,
    severity=Severity.ERROR,
    since="0.1",
    module=__name__,
    generation="3.x",
)
