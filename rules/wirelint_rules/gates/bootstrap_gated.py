"""A connection that must work before any level is known chooses a version by a level.

## What it finds

An entry of a `bootstrap` path with `exactly by` or `upto by`. A private RPC that has a floor for
clusters without a level is left alone.

## Why it matters

To know the finalized level a node must read the metadata log; if reading the log takes the level,
it never starts. Nor may a value gate the way to the authority that issues it.

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
path metadata-log from node to controller discover bootstrap {
  Fetch exactly by harbor.version {
#                  ^^^^^^^^^^^^^^ bootstrap-gated
    12 from 0
    13 from 1
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
path metadata-log from node to controller discover bootstrap {
  Fetch any
}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Related, Severity
from wirelint.gates.model import rpc_name
from wirelint.project.gates import PathSite
from wirelint.rule import rule


@rule(
    id="bootstrap-gated",
    category=Category.GATES,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=PathSite,
)
def bootstrap_gated(site: PathSite) -> Iterator[Finding]:
    if not site.path.is_bootstrap:
        return
    for entry in site.path.entries:
        ladder = entry.selection.ladder
        if ladder is None or ladder.feature is None or _is_private(site, entry.rpc.value):
            continue
        yield Finding(
            ladder.feature.origin,
            f"`{entry.rpc.value}` on bootstrap path `{site.name}` waits for the level of "
            f"`{ladder.feature.value}`, which that path has to bring",
            help="Let the connection discover the version: `any`",
            related=()
            if site.path.bootstrap is None
            else (Related(site.path.bootstrap.origin, "a bootstrap path"),),
        )


def _is_private(site: PathSite, name: str) -> bool:
    wanted = rpc_name(name)
    return any(one.is_private for one in site.view.rpcs if rpc_name(one.name) == wanted)
