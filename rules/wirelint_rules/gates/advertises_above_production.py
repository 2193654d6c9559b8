"""Code lists a feature as supported up to its unstable levels.

## What it finds

A list of supported features that takes the highest level of all (Kafka: `latestTesting()`) where no
setting allows unstable levels.

## Why it matters

Nodes advertise levels whose meaning may still change, an operator finalizes one, and the next build
reads it differently. Kafka did it once, and every broker of that build advertised unstable levels.

## Bad

```java current
class SupportedLevels {
    static short max(boolean unstableEnabled) {
        return MetadataVersion.latestTesting().featureLevel();
        //     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ advertises-above-production
    }
}
```

## Good

```java current
class SupportedLevels {
    static short max(boolean unstableEnabled) {
        return unstableEnabled ? MetadataVersion.latestTesting().featureLevel()
            : MetadataVersion.latestProduction().featureLevel();
    }
}
```

## References

KAFKA-16078.
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Severity
from wirelint.gates.model import Top
from wirelint.project.gates import GateView
from wirelint.rule import rule


@rule(
    id="advertises-above-production",
    category=Category.GATES,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=GateView,
)
def advertises_above_production(view: GateView) -> Iterator[Finding]:
    for table in view.tables:
        for one in table.listings:
            if one.top is Top.TESTING:
                yield Finding(
                    one.origin,
                    f"`{one.feature.value}` is listed up to its unstable levels",
                    help="List the production level, the others only where a setting allows them",
                )
