"""A suppression excuses nothing.

## What it finds

`// wirelint: ignore[rule-name]` where that rule ran and found nothing on the line (`ignore-file`: in
the file). Rules that did not run, such as those against a baseline in a run without one, are not
held against the comment.

## Why it matters

What it excused was mended or moved. The next finding on that line would be swallowed.

## Bad

```json current
{
  "type": "header", "name": "PingHeader",
        // wirelint: ignore[duplicate-field] both names are in use
  //                        ^^^^^^^^^^^^^^^ unused-suppression
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

unused_suppression = reader_rule(
    id="unused-suppression",
    category=Category.RUN,
    severity=Severity.WARNING,
    since="0.1",
    module=__name__,
)
