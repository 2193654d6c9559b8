"""A private request has no version for a cluster without a level.

## What it finds

The ladder of a private RPC that gives nothing at the level which an image without one stands for
(`absent`), or a version there that the RPC does not serve.

## Why it matters

A node that has no image yet sends at that level. Without a floor it cannot speak to the controller
that would give it the image.

## Bad

```gates current
gates 1
feature harbor.version {
  owner harbor
  absent = 0
  supports 0 to 1
  level 0 in 1.0.0
  level 1 in 1.1.0 enables cranes
}
private-keys 1000 .. 1999 owner harbor
rpc MoveCrate key 1003 upto by harbor.version {
#                              ^^^^^^^^^^^^^^ private-rpc-floor
  1 from 1
}
```

## Good

```gates current
gates 1
feature harbor.version {
  owner harbor
  absent = 0
  supports 0 to 1
  level 0 in 1.0.0
  level 1 in 1.1.0 enables cranes
}
private-keys 1000 .. 1999 owner harbor
rpc MoveCrate key 1003 upto by harbor.version {
  0 from 0
  1 from 1
}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Severity
from wirelint.gates.model import UNDEFINED
from wirelint.gates.truth import value
from wirelint.project.gates import LadderUse
from wirelint.rule import rule


@rule(
    id="private-rpc-floor",
    category=Category.GATES,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=LadderUse,
)
def private_rpc_floor(use: LadderUse) -> Iterator[Finding]:
    feature = use.feature
    if not use.is_private or feature is None:
        return
    absent = feature.resolve(feature.absent) if feature.absent is not None else feature.low
    if absent is None:
        return
    version = value(use.site.ladder, absent, use.gates)
    rpc = use.gates.rpc(use.name)
    serves = None if rpc is None else rpc.serves
    if version is UNDEFINED:
        wrong = "no version"
    elif serves is not None and version is not None and version not in serves.value:
        wrong = f"version {version}, which is not served"
    else:
        return
    yield Finding(
        use.place,
        f"`{use.name}` has {wrong} at level {absent} of `{feature.name}`, which a node without an "
        "image reads",
        help="Let the lowest version begin there",
    )
