"""Two releases with a promised rolling upgrade support no level in common.

## What it finds

A feature whose highest production level is below the lowest one that a release with a promised
upgrade supports (`upgrade-window` in the configuration, or `upgrade from` in a table). A minimum that
was raised too far is `min-raised-past-path`.

## Why it matters

In a rolling upgrade nodes of both releases run side by side at one level. There is none at which both
can register, so the first node of the new release stays outside.

## Bad

```gates baseline
gates 1
feature metadata.version {
  absent = 5
  supports 5 to 6
  level 5 in 1.0.0 metadata
  level 6 in 1.0.0 metadata
}
```

```gates current
gates 1
feature metadata.version {
  absent = 3
  supports 3 to 4
#               ^ rollout-no-common-level
  level 3 metadata
  level 4 metadata
#       ^ level-removed
}
```

```toml current
[gates]
upgrade-window = ["1.0"]
```

## Good

```gates baseline
gates 1
feature metadata.version {
  absent = 5
  supports 5 to 6
  level 5 in 1.0.0 metadata
  level 6 in 1.0.0 metadata
}
```

```gates current
gates 1
feature metadata.version {
  absent = 5
  supports 5 to 7
  level 5 in 1.0.0 metadata
  level 6 in 1.0.0 metadata
  level 7 in 1.1.0 metadata
}
```

```toml current
[gates]
upgrade-window = ["1.0"]
```

## References

`wirelint plan` plays the upgrade through. Kafka: QuorumFeatures, ClusterControlManager.
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Related, Severity
from wirelint.rollout.promise import PromisedUpgrade
from wirelint.rule import rule


@rule(
    id="rollout-no-common-level",
    category=Category.ROLLOUT,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=PromisedUpgrade,
)
def rollout_no_common_level(upgrade: PromisedUpgrade) -> Iterator[Finding]:
    for name in upgrade.features:
        before = upgrade.before.view.supports(name)
        after = upgrade.after.view.supports(name)
        if after.high >= before.low:
            continue
        old, new = upgrade.before.view.feature(name), upgrade.after.view.feature(name)
        if old is None or new is None:
            continue
        yield Finding(
            new.production_at,
            f"`{name}` ends at {after.high}, and {upgrade.before.name}, from which a rolling upgrade"
            f" is promised, supports {before}",
            help="Support a level that the old release can finalize",
            related=(Related(old.production_at, f"{upgrade.before.name} supports {before}"),),
        )
