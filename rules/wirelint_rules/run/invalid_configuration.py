"""The configuration cannot be used.

## What it finds

A `wirelint.toml`, or `[tool.wirelint]` in `pyproject.toml`, with a setting that does not exist or a
value it does not take. The command line stops with exit code 2; the editor shows it here.

## Why it matters

A misspelt setting would silently check less than its author wants.

## Bad

```toml
profil = "kafka"
```

## Good

```toml
profile = "kafka"
```
"""

from wirelint.diagnostics import Category, Severity
from wirelint.rule import reader_rule

invalid_configuration = reader_rule(
    id="invalid-configuration",
    category=Category.RUN,
    severity=Severity.ERROR,
    since="0.1",
    module=__name__,
)
