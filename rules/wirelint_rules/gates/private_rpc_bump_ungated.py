"""A private request gets a new version without a new level.

## What it finds

A private RPC whose ladder gives another version at a level that the baseline advertises, or that
serves a higher version than the baseline without any rung that sends it.

## Why it matters

Between nodes of one product nobody asks for versions: the finalized level alone tells a sender what
every peer serves. A version without a level goes to nodes that do not know it.

## Bad

```gates baseline
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
}
```

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
  1 from 0
# ^ private-rpc-bump-ungated
}
```

```gates baseline
gates 1
feature harbor.version {
  owner harbor
  absent = 0
  supports 0 to 1
  level 0 in 1.0.0
  level 1 in 1.1.0 enables cranes
}
private-keys 1000 .. 1999 owner harbor
rpc MoveCrate key 1003 serves 0-0 upto by harbor.version {
  0 from 0
}
```

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
rpc MoveCrate key 1003 serves 0-1 upto by harbor.version {
#                             ^^^ private-rpc-bump-ungated
  0 from 0
}
```

## Good

```gates baseline
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
}
```

```gates current
gates 1
feature harbor.version {
  owner harbor
  absent = 0
  supports 0 to 2
  level 0 in 1.0.0
  level 1 in 1.1.0 enables cranes
  level 2 in 1.2.0
}
private-keys 1000 .. 1999 owner harbor
rpc MoveCrate key 1003 upto by harbor.version {
  0 from 0
  1 from 2
}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from wirelint.diagnostics import Category, Finding, Related, Severity
from wirelint.project.gate_changes import GateChanges
from wirelint.project.gate_effects import spelled
from wirelint.project.gates import GatePair
from wirelint.rule import rule


@rule(
    id="private-rpc-bump-ungated",
    category=Category.GATES,
    severity=Severity.ERROR,
    since="0.1",
    looks_at=GatePair,
)
def private_rpc_bump_ungated(pair: GatePair) -> Iterator[Finding]:
    changes = GateChanges(pair)
    told: set[str] = set()
    for ladder in changes.ladders:
        if not ladder.pair.after.is_private:
            continue
        for rung in ladder.rungs:
            told.add(ladder.name)
            labels = ", ".join(row.label for row in rung.levels)
            yield Finding(
                rung.at,
                f"`{ladder.name}` goes out in {spelled(rung.after)} at level {labels}, where nodes of "
                f"the baseline expect {spelled(rung.before)}",
                help="Let the new version begin at a new level",
                related=tuple(Related(row.origin, f"level {row.label}") for row in rung.levels[:1]),
            )
    old = {one.name: one.rpc for one in pair.before.rpcs}
    for site in pair.after.rpcs:
        before, serves = old.get(site.name), site.rpc.serves
        if before is None or before.serves is None or serves is None or not site.is_private:
            continue
        if site.name in told or serves.value.high <= before.serves.value.high:
            continue
        sent = [
            version
            for use in pair.after.ladders
            if use.is_private and use.name == site.name
            for version in use.values.values()
            if isinstance(version, int)
        ]
        if sent and max(sent) < serves.value.high:
            yield Finding(
                serves.origin,
                f"`{site.name}` is served up to {serves.value.high} and no level sends more than "
                f"{max(sent)}",
                help="Add a rung at a new level",
                related=(Related(before.serves.origin, "what was served"),),
            )
