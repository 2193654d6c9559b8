"""The file holds JSON, but no object.

## What it finds

A root that is a list, a text, a number, a boolean or `null`.

## Why it matters

A schema file holds one message, which is one JSON object. The generator refuses anything else, so
no class comes out of the file.

## Bad

```json current List.json
  []
//^^ not-a-schema
```

## Good

```json current
{
  "type": "header", "name": "PingHeader", "validVersions": "0", "flexibleVersions": "0+",
  "fields": []
}
```
"""

from __future__ import annotations

from wirelint.diagnostics import Category, Severity
from wirelint.rule import reader_rule

not_a_schema = reader_rule(
    id="not-a-schema",
    category=Category.SCHEMA,
    severity=Severity.ERROR,
    since="0.1",
    module=__name__,
)
