"""On one blind path some requests follow a level and others are constants.

## What it finds

A pinned constant on a `blind` path whose other entries hang on a feature.

## Why it matters

It is worth a comment: whoever bumps the constant must know that a gate has to come with it.

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
  Fetch exactly by harbor.version {
    16 from 0
    17 from 1
  }
  OffsetForLeaderEpoch exactly 4
# ^^^^^^^^^^^^^^^^^^^^ schema-any-but-gated-sibling
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
  OffsetForLeaderEpoch exactly 4 "a new version must come with a rung"
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
    id="schema-any-but-gated-sibling",
    category=Category.GATES,
    severity=Severity.INFO,
    since="0.1",
    looks_at=PathSite,
)
def schema_any_but_gated_sibling(site: PathSite) -> Iterator[Finding]:
    if not site.path.is_blind:
        return
    gated = next((one for one in site.path.entries if one.selection.ladder is not None), None)
    if gated is None:
        return
    for entry in site.path.entries:
        if entry.selection.kind is SelectionKind.EXACTLY and not entry.doc:
            yield Finding(
                entry.rpc.origin,
                f"`{entry.rpc.value}` is a constant on path `{site.name}`, where "
                f"`{gated.rpc.value}` follows a level",
                help="Say why in the entry's text",
                related=(Related(gated.origin, "an entry that is gated"),),
            )
