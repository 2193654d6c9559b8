"""The file holds no value.

## What it finds

A schema file that is empty or holds only white space and comments.

## Why it matters

The generator refuses it, and the message that the file is named after has no class.

## Bad

```text
// PingRequest.json: to be written
```

## Good

```json current
{
  "type": "header", "name": "PingHeader", "validVersions": "0", "flexibleVersions": "0+",
  "fields": []
}
```
"""

from wirelint.diagnostics import Category, Severity
from wirelint.rule import reader_rule

empty_file = reader_rule(
    id="empty-file",
    category=Category.SYNTAX,
    severity=Severity.ERROR,
    since="0.1",
    module=__name__,
)
