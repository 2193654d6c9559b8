"""A new payload format travels in one of its requests and not in the other.

## What it finds

A variant that some RPC of the format's `carries` can hold in a version and another RPC in none.

## Why it matters

Produce brings the format in and Fetch takes it out. Without a version of both, readers get bytes in
a request version that promises another format.

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
#         ^^^^^ format-bump-unpaired
    0-2 : 0
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
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Related, Severity
from wirelint.gates.model import Carries
from wirelint.project.gates import FormatSite
from wirelint.rule import rule


@rule(
    id="format-bump-unpaired",
    category=Category.GATES,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=FormatSite,
)
def format_bump_unpaired(site: FormatSite) -> Iterator[Finding]:
    carriers = site.format.carries
    for variant in site.format.variants:
        holding = [one for one in carriers if _holds(one, variant.number)]
        if not holding:
            continue
        for carrier in carriers:
            if carrier not in holding:
                yield Finding(
                    carrier.rpc.origin,
                    f"variant {variant.number} of `{site.name}` fits into no version of "
                    f"`{carrier.rpc.value}`; `{holding[0].rpc.value}` holds it",
                    help="Raise both requests for a new payload format",
                    related=(Related(variant.origin, f"variant {variant.number}"),),
                )


def _holds(carrier: Carries, number: int) -> bool:
    return any(number in one.variants.value for one in carrier.holdings)
