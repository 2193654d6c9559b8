"""A copy of the production level elsewhere has another value.

## What it finds

A constant that a `mirror` line declares as a copy of a feature's production level, and that has
another value in its file.

## Why it matters

What reads the copy, system tests as a rule, goes on testing the old level. Kafka forgot
`LATEST_STABLE_METADATA_VERSION` twice.

## Bad

```gates current
gates 1
feature metadata.version {
  absent = 1
  supports 1 to 2
  level 1 4.1-IV1 in 4.1.0
  level 2 4.2-IV1 in 4.2.0 enables cranes
}
mirror LATEST_STABLE_METADATA_VERSION of metadata.version in "tests/version.py"
#                                                            ^^^^^^^^^^^^^^^^^^ mirror-constant-drift
```

```python current tests/version.py
LATEST_STABLE_METADATA_VERSION = "4.1-IV1"
```

## Good

```gates current
gates 1
feature metadata.version {
  absent = 1
  supports 1 to 2
  level 1 4.1-IV1 in 4.1.0
  level 2 4.2-IV1 in 4.2.0 enables cranes
}
mirror LATEST_STABLE_METADATA_VERSION of metadata.version in "tests/version.py"
```

```python current tests/version.py
LATEST_STABLE_METADATA_VERSION = "4.2-IV1"
```
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Related, Severity
from wirelint.project.gates import GateView
from wirelint.rule import rule


@rule(
    id="mirror-constant-drift",
    category=Category.GATES,
    severity=Severity.WARNING,
    since="0.1",
    looks_at=GateView,
)
def mirror_constant_drift(view: GateView) -> Iterator[Finding]:
    for table in view.tables:
        gates = view.around(table)
        for mirror in table.mirrors:
            first = table.features[0] if table.features else None
            feature = gates.feature(mirror.feature) if mirror.feature is not None else first
            copy = view.copy_of(mirror, table)
            if feature is None or copy is None or feature.production is None:
                continue
            if feature.production in {feature.resolve(copy.value), _number(copy.value)}:
                continue
            row = feature.level(feature.production)
            yield Finding(
                mirror.where.origin,
                f"`{mirror.name}` in `{mirror.where.value}` is `{copy.value}`; "
                f"`{feature.name}` is at {feature.production if row is None else row.label}",
                help="Change the copy in the same commit",
                related=(Related(copy.origin, "the copy"),),
            )


def _number(text: str) -> int | None:
    return int(text) if text.isdecimal() else None
