"""Replication never uses the request version that holds a new format.

## What it finds

A format whose newest variant fits only into versions of a request above every rung of that
request's ladder on a blind path.

## Why it matters

Followers ask with an older version for ever, so the leader converts every batch down, and copies of
one log differ.

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
  level 1 in 0.10.0 barrier needs harbor.version >= 2
}
path replica from broker to broker blind {
  Fetch exactly by harbor.version {
#                  ^^^^^^^^^^^^^^ payload-bump-without-rung
    1 from 1
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

KIP-31, KIP-32.
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Related, Severity
from wirelint.project.gate_formats import lowest_holding, replica_ladders
from wirelint.project.gates import FormatSite
from wirelint.rule import rule


@rule(
    id="payload-bump-without-rung",
    category=Category.GATES,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=FormatSite,
)
def payload_bump_without_rung(site: FormatSite) -> Iterator[Finding]:
    for carrier, use in replica_ladders(site):
        for variant in site.format.variants:
            lowest = lowest_holding(carrier, variant.number)
            sent = [one for one in use.values.values() if isinstance(one, int)]
            if lowest is None or not sent or max(sent) >= lowest:
                continue
            yield Finding(
                use.place,
                f"replication asks with `{use.name}` {max(sent)} at most; variant {variant.number} "
                f"of `{site.name}` needs {lowest}",
                help="Add a rung at a new level",
                related=(Related(variant.origin, f"variant {variant.number}"),),
            )
            break
