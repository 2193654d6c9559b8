"""A level that writes a format which old readers cannot take may be lowered again.

## What it finds

A level without `barrier` or `metadata` that writes a variant which some version of a reading
request cannot hold. Formats that no request carries are left alone: their readers may know both.

## Why it matters

Lowering the level does not rewrite what is stored: readers of the older format break on it.

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
  level 1 in 0.10.0 needs harbor.version >= 2
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
#         ^ format-one-way
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
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Related, Severity
from wirelint.gates.model import Carries
from wirelint.project.gate_formats import is_writer
from wirelint.project.gates import FormatSite
from wirelint.rule import rule


@rule(
    id="format-one-way",
    category=Category.GATES,
    severity=Severity.WARNING,
    since="0.1",
    looks_at=FormatSite,
)
def format_one_way(site: FormatSite) -> Iterator[Finding]:
    lowest = min((one.number for one in site.format.variants), default=0)
    readers = [one for one in site.format.carries if not is_writer(one.rpc.value)]
    for variant in site.format.variants:
        if variant.number == lowest or variant.feature is None or variant.level is None:
            continue
        level = site.gates.level(variant.feature, variant.level)
        if level is None or level.is_barrier or level.is_metadata:
            continue
        if _some_cannot(readers, variant.number):
            yield Finding(
                variant.number_at,
                f"level {level.label} of `{variant.feature.value}` writes variant {variant.number} of "
                f"`{site.name}` and may be lowered again, with the data left behind",
                help="Mark the level `barrier`",
                related=(Related(level.origin, "the level"),),
            )


def _some_cannot(readers: list[Carries], number: int) -> bool:
    return any(number not in holding.variants.value for one in readers for holding in one.holdings)
