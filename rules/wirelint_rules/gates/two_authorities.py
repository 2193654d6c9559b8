"""One request on one path has two selections.

## What it finds

A second entry of an RPC on a path that is no `fallback`, and an RPC that entries of one table hang
on two features on one path.

## Why it matters

Which of them holds depends on the order of the code, and a reader of the table believes the other
one.

## Bad

```gates current
gates 1
feature harbor.version {
  absent = 0
  supports 0 to 2
  level 0 in 1.0.0
  level 1 in 1.1.0 enables cranes
  level 2 in 1.2.0 enables pilots
}
path replica from broker to broker blind {
  Fetch exactly 17
  Fetch exactly by harbor.version {
# ^^^^^ two-authorities
    16 from 0
    17 from 1
  }
}
```

## Good

```gates current
gates 1
feature harbor.version {
  absent = 0
  supports 0 to 2
  level 0 in 1.0.0
  level 1 in 1.1.0 enables cranes
  level 2 in 1.2.0 enables pilots
}
path replica from broker to broker blind {
  Fetch exactly by harbor.version {
    16 from 0
    17 from 1
  }
  Fetch fallback 12 "no topic ids"
}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Related, Severity
from wirelint.gates.model import Entry, SelectionKind, rpc_name
from wirelint.project.gates import PathSite
from wirelint.rule import rule


@rule(
    id="two-authorities",
    category=Category.GATES,
    severity=Severity.WARNING,
    since="0.1",
    looks_at=PathSite,
)
def two_authorities(site: PathSite) -> Iterator[Finding]:
    first: dict[str, Entry] = {}
    for entry in site.path.entries:
        if entry.selection.kind is SelectionKind.FALLBACK:
            continue
        known = first.setdefault(rpc_name(entry.rpc.value), entry)
        if known is not entry:
            yield Finding(
                entry.rpc.origin,
                f"path `{site.name}` says twice which version of `{entry.rpc.value}` goes out",
                help="Keep one, or make the second a `fallback`",
                related=(Related(known.origin, "the other one"),),
            )
