"""A waiver has outlived its release.

## What it finds

A `[[waiver]]` whose `until` is reached by the newest release tag of the baseline. It no longer
waives anything.

## Why it matters

A waiver with an end is a promise to mend something by then. Let through silently it would be a
waiver without an end.

## Bad

```toml
[[waiver]]
rule = "released-layout-changed"
message = "PingRecord"
until = "3.6.0"          # the baseline is 3.6.0
reason = "never written by a release"
```

## Good

Remove the waiver, or give it a later `until` together with the reason for it.
"""

from wirelint.diagnostics import Category, Severity
from wirelint.rule import reader_rule

expired_waiver = reader_rule(
    id="expired-waiver",
    category=Category.RUN,
    severity=Severity.WARNING,
    since="0.1",
    module=__name__,
)
