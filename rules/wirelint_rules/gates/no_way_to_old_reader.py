"""A served request version cannot hold a stored format, and nobody converts.

## What it finds

A version of a reading request that is served, can hold only older (or only newer) variants than one
that is stored, and a `converts` line that does not cover the way.

## Why it matters

Consumers of that version get an error for every batch in the new format, or bytes that they
misread.

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
    0-1 : 0
    2   : 0-1
  }
  converts none
#          ^^^^ no-way-to-old-reader
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
    2 from 1
  }
}
rpc Fetch key 1 serves 2-2
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
  converts none
}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Related, Severity
from wirelint.gates.model import Converts
from wirelint.project.gate_formats import is_writer, lowest_holding
from wirelint.project.gates import FormatSite
from wirelint.rule import rule
from wirelint.versions import VersionRange


@rule(
    id="no-way-to-old-reader",
    category=Category.GATES,
    severity=Severity.WARNING,
    since="0.1",
    looks_at=FormatSite,
)
def no_way_to_old_reader(site: FormatSite) -> Iterator[Finding]:
    converts = site.format.converts
    if converts is None or not site.format.variants:
        return
    down = converts.value in {Converts.DOWN, Converts.BOTH}
    up = converts.value in {Converts.UP, Converts.BOTH}
    for carrier in site.format.carries:
        if is_writer(carrier.rpc.value):
            continue
        if lowest_holding(carrier, max(one.number for one in site.format.variants)) is None:
            continue  # format-bump-unpaired
        for holding in carrier.holdings:
            served = _served(site, carrier.rpc.value, holding.versions.value)
            held = holding.variants.value
            for variant in site.format.variants:
                if not served or variant.number in held:
                    continue
                if (variant.number > held.high and down) or (variant.number < held.low and up):
                    continue
                yield Finding(
                    converts.origin,
                    f"`{carrier.rpc.value}` {served} cannot hold variant {variant.number} of "
                    f"`{site.name}`, and the broker does not convert it",
                    help="Convert, or stop serving the versions",
                    related=(Related(holding.origin, "what the versions hold"),),
                )
                return


def _served(site: FormatSite, name: str, versions: VersionRange) -> VersionRange:
    rpc = site.gates.rpc(name)
    return versions if rpc is None or rpc.serves is None else versions & rpc.serves.value
