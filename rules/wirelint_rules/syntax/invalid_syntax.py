r"""The text is not JSON as Kafka's generator reads it.

## What it finds

Whatever is neither JSON by RFC 8259 nor a comment: missing, leading, doubled and trailing commas,
missing colons and brackets, texts in single quotes or without their end, names without quotation
marks, escapes that JSON does not have, control characters in texts and comments, numbers such as
`007`, `+1` or `1.`, words such as `True` or `NaN`, `#` comments, `/*` without `*/`, and stray
characters, invisible ones too.

Reading goes on behind a mistake, so one run shows up to twenty of them.

## Why it matters

The generator stops at the first mistake and no class comes out of the file. Other readers of the
same schemas differ in what they forgive, so a file that one of them takes may break the next.

## Bad

A comma is missing, a name stands in single quotes, a range in none, and a comma is left over.

```json current
{
  "type": "header", "name": "PingHeader", "validVersions": "0", "flexibleVersions": "0+",
  "fields": [
    { "name": "Id", "type": "int32" "versions": "0+", "about": "The id." },
    //                              ^^^^^^^^^^ invalid-syntax
    { 'name': "Ttl", "type": "int32", "versions": 0+, "about": "Seconds to live." },
    //^^^^^^ invalid-syntax
    //                                            ^^ invalid-syntax
    //                                                                             ^ invalid-syntax
  ]
}
```

```json fixed
{
  "type": "header", "name": "PingHeader", "validVersions": "0", "flexibleVersions": "0+",
  "fields": [
    { "name": "Id", "type": "int32", "versions": "0+", "about": "The id." },
    { "name": "Ttl", "type": "int32", "versions": "0+", "about": "Seconds to live." }
  ]
}
```

A bracket is missing; what it should have closed is a second place of the finding.

```json current
{
  "type": "header", "name": "PingHeader", "validVersions": "0", "flexibleVersions": "0+",
  "fields": [
    { "name": "Id", "type": "int32", "versions": "0+", "about": "The id.",
    { "name": "Ttl", "type": "int32", "versions": "0+", "about": "Seconds." }
//  ^ invalid-syntax
  ]
}
```

```json fixed
{
  "type": "header", "name": "PingHeader", "validVersions": "0", "flexibleVersions": "0+",
  "fields": [
    { "name": "Id", "type": "int32", "versions": "0+", "about": "The id." },
    { "name": "Ttl", "type": "int32", "versions": "0+", "about": "Seconds." }
  ]
}
```

## Good

```json current
{
  // Line comments may stand anywhere between two words.
  "type": "header", "name": "PingHeader", "validVersions": "0", "flexibleVersions": "0+",
  "fields": [
    { "name": "Id", "type": "int32", "versions": "0+", "about": "The id\u0020of the ping." } // here too
  ]
}
```

## Fix safety

Commas, colons, quotation marks, `#` comments and misspelt `true`, `false` and `null` are put right
safely: the file had no meaning before, and only one can have been meant. Fixes that add a bracket or
turn a word or a bad number into a text are not safe.

## References

- [RFC 8259](https://www.rfc-editor.org/rfc/rfc8259), The JavaScript Object Notation
- Kafka class `MessageGenerator`: a Jackson mapper with `ALLOW_COMMENTS`
"""

from wirelint.diagnostics import Category, Severity
from wirelint.rule import reader_rule

invalid_syntax = reader_rule(
    id="invalid-syntax",
    category=Category.SYNTAX,
    severity=Severity.ERROR,
    since="0.1",
    module=__name__,
)
