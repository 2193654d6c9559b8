"""A message has no versions, in a dialect that knows no such stubs.

## What it finds

An empty `validVersions` without fields, where `dialect` is `2.x` or `3.x`.

## Why it matters

Since Kafka 4.0 `"validVersions": "none"` keeps the api key of a removed API. An older generator
refuses the file.

## Bad

```json current
{
  "apiKey": 700, "type": "request", "name": "ParcelListRequest",
  "validVersions": "none", "flexibleVersions": "none", "fields": []
  //               ^^^^^^ stub-before-its-time
}
```

```toml current
dialect = "3.x"
```

## Good

```json current
{
  "apiKey": 700, "type": "request", "name": "ParcelListRequest", "validVersions": "none"
}
```

```toml current
dialect = "4.1"
```

## References

KIP-896.
"""

from __future__ import annotations

from wirelint.diagnostics import Category, Severity
from wirelint.rule import reader_rule

stub_before_its_time = reader_rule(
    id="stub-before-its-time",
    category=Category.SCHEMA,
    severity=Severity.ERROR,
    since="0.1",
    module=__name__,
)
