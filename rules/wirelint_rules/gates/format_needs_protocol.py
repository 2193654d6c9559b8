"""A format may be written before replication can carry it.

## What it finds

A level that writes a variant without needing the level of the other feature from which replication
uses a request version that holds it.

## Why it matters

Followers are given copies that were converted down, and a log differs from its replicas. Kafka
refused `log.message.format.version` above `inter.broker.protocol.version` for that reason.

## Bad

```gates current
gates 1
feature harbor.version {
  carrier config
  absent = 2
  supports 1 to 2
  level 1 in 0.9.0
  level 2 in 0.10.0
}
feature crate.version {
  absent = 1
  supports 0 to 1
  level 0 in 0.9.0
  level 1 in 0.10.0 barrier
}
path replica from broker to broker blind {
  Fetch exactly by harbor.version {
    1 from 1
    2 from 2
  }
}
rpc Fetch key 1 serves 0-2
format crate-set {
  in "crates"
  variant 0 by crate.version 0 readable-since 0.9.0
  variant 1 by crate.version 1 readable-since 0.10.0
#         ^ format-needs-protocol
  carries Produce {
    0-1 : 0
    2   : 0-1
  }
  carries Fetch {
    0-1 : 0
    2   : 0-1
  }
  converts both
}
```

## Good

```gates current
gates 1
feature harbor.version {
  carrier config
  absent = 2
  supports 1 to 2
  level 1 in 0.9.0
  level 2 in 0.10.0
}
feature crate.version {
  absent = 1
  supports 0 to 1
  level 0 in 0.9.0
  level 1 in 0.10.0 barrier needs harbor.version >= 2
}
path replica from broker to broker blind {
  Fetch exactly by harbor.version {
    1 from 1
    2 from 2
  }
}
rpc Fetch key 1 serves 0-2
format crate-set {
  in "crates"
  variant 0 by crate.version 0 readable-since 0.9.0
  variant 1 by crate.version 1 readable-since 0.10.0
  carries Produce {
    0-1 : 0
    2   : 0-1
  }
  carries Fetch {
    0-1 : 0
    2   : 0-1
  }
  converts both
}
```

## References

Kafka 0.10.0: `KafkaConfig.validateValues`.
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Related, Severity
from wirelint.project.gate_formats import lowest_holding, replica_ladders
from wirelint.project.gates import FormatSite
from wirelint.rule import rule


@rule(
    id="format-needs-protocol",
    category=Category.GATES,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=FormatSite,
)
def format_needs_protocol(site: FormatSite) -> Iterator[Finding]:
    for carrier, use in replica_ladders(site):
        protocol = use.feature
        if protocol is None:
            continue
        for variant in site.format.variants:
            lowest = lowest_holding(carrier, variant.number)
            if lowest is None or variant.feature is None or variant.level is None:
                continue
            if variant.feature.value == protocol.name:
                continue
            level = site.gates.level(variant.feature, variant.level)
            able = [
                number
                for number, version in use.values.items()
                if isinstance(version, int) and version >= lowest
            ]
            if level is None or not able or min(able) <= min(use.values):
                continue
            needed = [
                site.gates.resolve(need.feature, need.level) or 0
                for need in level.needs
                if need.feature.value == protocol.name
            ]
            if max(needed, default=0) < min(able):
                yield Finding(
                    variant.number_at,
                    f"variant {variant.number} of `{site.name}` is written at level {level.label} of "
                    f"`{variant.feature.value}`, which does not need `{protocol.name}` {min(able)}: "
                    f"below it replicas fetch in a version that cannot hold it",
                    help=f"Let the level need `{protocol.name} >= {min(able)}`",
                    related=(Related(level.origin, "the level"),),
                )
