"""The baseline is not an ancestor of what is checked.

## What it finds

A git baseline (`--against`) whose commit is not in the history of the checked commit.

## Why it matters

What the baseline has and the checked tree lacks may simply not have been merged yet, and looks like
a removal. A release branch is a fair baseline when its changes are also on this branch; a feature
branch is not.

## Bad

```text
wirelint check --against origin/some-feature
```

## Good

```text
wirelint check --against release
```
"""

from wirelint.diagnostics import Category, Severity
from wirelint.rule import reader_rule

baseline_not_ancestor = reader_rule(
    id="baseline-not-ancestor",
    category=Category.RUN,
    severity=Severity.WARNING,
    since="0.1",
    module=__name__,
)
