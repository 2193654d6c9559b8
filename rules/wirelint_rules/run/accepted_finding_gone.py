"""Findings that are listed as accepted are no longer found.

## What it finds

Entries of the file of `--baseline-findings` that this run would have found again and did not: the
rule ran, the file was looked at or is gone, and the baselines are those with which the entries were
written. One note for all of them.

## Why it matters

What they let through was mended. As long as they stay listed, the same mistake may come back unseen.

## Bad

```text
file schemas/PingRequest.json
  0f3a9c1be27d warning quoted-boolean a text that was `"true"` and is `true` now
```

## Good

`wirelint check --update` writes the file anew, without them.
"""

from wirelint.diagnostics import Category, Severity
from wirelint.rule import reader_rule

accepted_finding_gone = reader_rule(
    id="accepted-finding-gone",
    category=Category.RUN,
    severity=Severity.INFO,
    since="0.1",
    module=__name__,
)
