"""A connection that asks nothing sends the newest version it has.

## What it finds

An entry with `any` or `atleast` on a `blind` path. A path `from client` is an info: before KIP-35
no client could ask.

## Why it matters

Without an answer to ApiVersions a sender takes the newest version that its builder allows
(`NetworkClient`, `versionInfo == null`). During a rolling upgrade the older peer does not know it
and closes the connection.

## Bad

```gates current
gates 1
path replica from broker to broker blind {
  Fetch any
# ^^^^^ blind-uncapped
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
}
path client from client to broker discover {
  Fetch any
}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Related, Severity
from wirelint.gates.model import SelectionKind
from wirelint.project.gates import PathSite
from wirelint.rule import rule


@rule(
    id="blind-uncapped",
    category=Category.GATES,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=PathSite,
)
def blind_uncapped(site: PathSite) -> Iterator[Finding]:
    path = site.path
    if not path.is_blind or path.is_bootstrap:
        return
    for entry in path.entries:
        if entry.selection.kind in {SelectionKind.ANY, SelectionKind.ATLEAST}:
            yield Finding(
                entry.rpc.origin,
                f"`{entry.rpc.value}` goes out in its newest version on blind path `{site.name}`, "
                "whatever the peer serves",
                help="Pin it by a feature (`exactly by`), or let the path `discover`",
                related=()
                if path.discovers is None
                else (Related(path.discovers.origin, "the path asks nothing"),),
                severity=Severity.INFO if path.source.value == "client" else None,
            )
