"""A suppression does not say why.

## What it finds

`// wirelint: ignore[rule-name]` with nothing behind the bracket.

## Why it matters

A finding is excused for as long as its reason holds. Without the reason nobody can tell whether it
still does, and nobody dares to take the comment out.

## Bad

```json current
{
  "type": "header", "name": "PingHeader",
  "validVersions": "0", "flexibleVersions": "none", "fields": [
    { "name": "Id", "type": "int32", "versions": "0+",
      "default": 7, "about": "The id." } // wirelint: ignore[unquoted-default]
    //                                   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ suppression-without-reason
  ]
}
```

## Good

```json current
{
  "type": "header", "name": "PingHeader",
  "validVersions": "0", "flexibleVersions": "none", "fields": [
    // wirelint: ignore[unquoted-default] copied from upstream as it is
    { "name": "Id", "type": "int32", "versions": "0+", "default": 7, "about": "The id." }
  ]
}
```
"""

from wirelint.diagnostics import Category, Severity
from wirelint.rule import reader_rule

suppression_without_reason = reader_rule(
    id="suppression-without-reason",
    category=Category.RUN,
    severity=Severity.WARNING,
    since="0.1",
    module=__name__,
)
