"""A comment is written `/* */`.

## What it finds

Every `/* */` comment outside of texts.

## Why it matters

The generator reads them. Most other readers of message schemas take away `//` comments only, many of
them line by line, and refuse the file or read something else where a block comment stands.

## Bad

```json current
{
  "type": "header", "name": "PingHeader", "validVersions": "0", "flexibleVersions": "0+",
  "fields": [
    /* The id comes first. */
//  ^^^^^^^^^^^^^^^^^^^^^^^^^ block-comment
    { "name": "Id", "type": "int32", "versions": "0+", "about": "The id." }
  ]
}
```

```json fixed
{
  "type": "header", "name": "PingHeader", "validVersions": "0", "flexibleVersions": "0+",
  "fields": [
    // The id comes first.
    { "name": "Id", "type": "int32", "versions": "0+", "about": "The id." }
  ]
}
```

## Good

```json current
{
  "type": "header", "name": "PingHeader", "validVersions": "0", "flexibleVersions": "0+",
  "fields": [
    // The id comes first.
    { "name": "Id", "type": "int32", "versions": "0+", "about": "The id, as /* in */ PingRequest." }
  ]
}
```

## Fix safety

A comment means nothing to the generator. The fix is offered where nothing follows the comment on its
last line, since a line comment would swallow it.
"""

from wirelint.diagnostics import Category, Severity
from wirelint.rule import reader_rule

block_comment = reader_rule(
    id="block-comment",
    category=Category.SYNTAX,
    severity=Severity.WARNING,
    since="0.1",
    module=__name__,
)
