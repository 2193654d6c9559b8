"""A suppression names a rule that does not exist.

## What it finds

A name in `ignore[...]` that is neither a rule nor a category.

## Why it matters

A misspelt name excuses nothing, and its author believes that it does.

## Bad

```json current
{
  "type": "header", "name": "PingHeader",
        // wirelint: ignore[duplicate-feeld] both names are in use
  //                        ^^^^^^^^^^^^^^^ unknown-rule-in-suppression
  "validVersions": "0", "flexibleVersions": "none", "fields": []
}
```

## Good

```json current
{
  "type": "header", "name": "PingHeader",
  "validVersions": "0", "flexibleVersions": "none", "fields": []
}
```
"""

from wirelint.diagnostics import Category, Severity
from wirelint.rule import reader_rule

unknown_rule_in_suppression = reader_rule(
    id="unknown-rule-in-suppression",
    category=Category.RUN,
    severity=Severity.WARNING,
    since="0.1",
    module=__name__,
)
