"""A suppression comment cannot be read, so it excuses nothing.

## What it finds

A comment with `wirelint:` that is neither `ignore[rule-name] reason` nor
`ignore-file[rule-name] reason`.

## Why it matters

Its author believes that a finding is excused. A suppression without a rule would excuse whatever
comes up on that line next year, so there is none.

## Bad

```json current
{
  "type": "header", "name": "PingHeader",
        // wirelint: ignore the lint
  //    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ malformed-suppression
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

malformed_suppression = reader_rule(
    id="malformed-suppression",
    category=Category.RUN,
    severity=Severity.WARNING,
    since="0.1",
    module=__name__,
)
